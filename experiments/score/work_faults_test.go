package score

import (
	"bytes"
	"errors"
	"testing"

	"breadboard/experiments/journal"
	"breadboard/grid/text/faulty"
)

// No bit of the plan of a score can be another, and none can be missing at the end.
func TestListingEveryBit(t *testing.T) {
	l := listed(t, plan(Steps))
	l.Heading = journal.NewHeading(journal.Build{Version: "v1", Commit: "c0ffee", Go: "go1"})
	var b bytes.Buffer
	if err := journal.WritePlan(&b, l); err != nil {
		t.Fatal(err)
	}
	bits := faulty.Tally{What: "bits of score.json"}
	bits.Bits(b.Bytes(), isRefused)
	bits.Report(t)
	if (Listing{}).Check() == nil {
		t.Error("a listing without a task: no error")
	}
}

// isRefused returns an error if a listing is read from these bytes.
func isRefused(data []byte) error {
	if _, err := journal.ReadPlan[Listing](bytes.NewReader(data)); err == nil {
		return errors.New("it is read")
	}
	return nil
}
