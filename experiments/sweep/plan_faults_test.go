package sweep

import (
	"bytes"
	"fmt"
	"testing"

	"breadboard/experiments/journal"
	"breadboard/grid/text/faulty"
)

// No bit of the plan of a sweep can be another, and none can be missing at the end.
func TestPlanEveryBit(t *testing.T) {
	plan, err := aSpec(t).Plan(journal.Build{Version: "v1", Commit: "c0ffee", Go: "go1"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := journal.WritePlan(&b, plan); err != nil {
		t.Fatal(err)
	}
	bits := faulty.Tally{What: "bits of sweep.json"}
	bits.Bits(b.Bytes(), isRefused)
	bits.Report(t)
}

// isRefused returns an error if a plan is read from these bytes.
func isRefused(data []byte) error {
	plan, err := journal.ReadPlan[Plan](bytes.NewReader(data))
	if err == nil {
		return fmt.Errorf("it is read, with %d jobs", plan.Len())
	}
	return nil
}

// A plan of no job, or of more than a spec may ask for, is none of this program's.
func TestPlanCheck(t *testing.T) {
	good, err := Spec{Toy: List{"barrier"}, T: List{"3"}}.Plan(journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	if err := good.Check(); err != nil {
		t.Errorf("a good plan: %v", err)
	}
	none, many := good, good
	none.Targets = nil
	many.Ts, many.Bridges = make([]int, 2000), make([]string, 2000)
	for name, plan := range map[string]Plan{"no target": none, "four million jobs": many} {
		if plan.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
