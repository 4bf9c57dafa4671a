package sweep

import (
	"context"
	"math"
	"strings"
	"testing"

	"breadboard/experiments/journal"
	"breadboard/grid"
	"breadboard/grid/must"
)

// stays tells the rows of a kernel that stays, which leaves every density invariant.
func stays(_ context.Context, g grid.Grid, _ float64, _ []float64, cells []int) ([]float64, error) {
	rows := make([]float64, len(cells)*g.Size())
	for i, x := range cells {
		rows[i*g.Size()+x] = 1
	}
	return rows, nil
}

// TestRowsThatMiss: rows that miss p have J, no B and no chains, and say how far they miss. A rival has the least B
// without them.
func TestRowsThatMiss(t *testing.T) {
	spec := Spec{Toy: List{"barrier"}, Kernel: List{"metropolis"}, Exec: "mine", T: List{"3"}, Chains: 10}
	plan := must.Have(spec.Plan(journal.Build{}))(t)
	plan.ask = func(_ context.Context, g grid.Grid, _ float64, _ []float64, cells []int) ([]float64, error) {
		rows := make([]float64, len(cells)*g.Size())
		for i := range cells {
			rows[i*g.Size()] = 1 // into the first cell
		}
		return rows, nil
	}
	rows := map[string]Row{}
	must.Do(t, plan.Run(t.Context(), rows, func(Row) error { return nil }, nil))
	all := plan.Table(rows)
	right, wrong := all[0], all[1]
	if right.Misses != "" || math.IsNaN(right.At("b_mc")) || math.IsNaN(wrong.At("J")) || !math.IsNaN(wrong.At("B")) ||
		!math.IsNaN(wrong.At("b_mc")) || wrong.Fault != "" {
		t.Errorf("of metropolis %+v, of rows that miss p %+v", right, wrong)
	}
	must.Say(t, strings.Join(wrong.Warnings, "; "), "the steps miss p: "+wrong.Misses, "no chains are run")
	must.Say(t, wrong.Misses, "at beta = 1 they move draws of p by 1 in total variation, and cell (0, 0) has 1 after")
}

// TestPlanOfAProgram: a program is one kernel more: with every schedule and T, on every draw of a target, each with the
// fingerprint of the rows there. Its rows agree with the kernel that it is.
func TestPlanOfAProgram(t *testing.T) {
	spec := Spec{Toy: List{"hard", "ising:2x2:0.4"}, Seed: List{"1..2"}, Kernel: List{"identity"}, Exec: "mine",
		Schedule: List{"linear,fisher"}, T: List{"3,4"}}
	plan := must.Have(spec.Plan(journal.Build{}))(t)
	unasked := plan.Hash()
	must.Do(t, plan.AskBy(t.Context(), stays))
	if plan.Hash() == unasked || len(plan.Jobs()) != 24 || plan.Len() != 24 {
		t.Errorf("%d jobs, want 24, and a hash with the fingerprints", plan.Len())
	}
	rows := map[string]Row{}
	must.Do(t, plan.Run(t.Context(), rows, func(Row) error { return nil }, nil))
	for i, j := range plan.Jobs() {
		if program := i%8 >= 4; program != (j.Exec == "mine") || program != (j.Read != "") || j.Matrix != "" {
			t.Fatalf("job %d is %+v", i, j)
		} else if program {
			row := rows[journal.Key(j, journal.Build{})]
			twin := rows[journal.Key(plan.Jobs()[i-4], journal.Build{})]
			must.Near(t, row.Values.At("J"), twin.Values.At("J"), 1e-12, "J of %v", j)
			if row.Job.Kernel != "mine" || !(row.Values.At("J") > 0) {
				t.Errorf("%v has the kernel %s", j, row.Job.Kernel)
			}
		}
	}
}
