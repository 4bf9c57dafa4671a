package sweep

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/experiments/journal"

	"breadboard/exact"
	"breadboard/experiments"
)

// J is of the target's cell alone, whatever else the state holds: by the law of the cell, summed up
// here over the rest of the state. j_state is exact's J, and is there only if the state is more.
func TestRowOfAnExtendedChain(t *testing.T) {
	for kernel, states := range map[string]int{"lifted": 196, "swap": 2401, "king": 49} {
		chain, err := experiments.Setting{Toy: "barrier", Kernel: kernel}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		row, err := Job{Setting: experiments.Setting{Toy: "barrier", Kernel: kernel, T: 3}}.run(t.Context(), chain,
			journal.Build{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if row.Fault != "" {
			t.Fatalf("%s: the fault is %q, want none", kernel, row.Fault)
		}
		a, _, err := chain.At(t.Context(), 3)
		if err != nil {
			t.Fatal(err)
		}
		res, err := exact.Run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Q) != states {
			t.Fatalf("%s: %d states, want %d", kernel, len(res.Q), states)
		}
		j, state, want := row.At("J"), row.At("j_state"), cellJ(res.Q, res.P)
		if !(math.Abs(j-want) < 1e-12) { // sums of 49 terms of size 1 or less, in another order
			t.Errorf("%s: J is %v, want %v", kernel, j, want)
		}
		if states == 49 && !math.IsNaN(state) {
			t.Errorf("%s: j_state is %v, want none", kernel, state)
		}
		if states > 49 && !(state == res.J() && j < state) {
			t.Errorf("%s: j_state is %v, want exact's J, %v, and more than J, %v", kernel, state, res.J(), j)
		}
		warnsOfStates(t, kernel, states, strings.Join(row.Warnings, ";"))
	}
}

// cellJ returns the J of the law of the target's 49 cells, which vary slowest in a state.
func cellJ(qs, ps []float64) (j float64) {
	q, p, each := make([]float64, 49), make([]float64, 49), len(qs)/49
	for x := range qs {
		q[x/each] += qs[x]
		p[x/each] += ps[x]
	}
	for x := range q {
		j += (q[x] - p[x]) * math.Log(q[x]/p[x])
	}
	return j
}

// warnsOfStates checks that a row warns of states that are more than the cells.
func warnsOfStates(t *testing.T, kernel string, states int, all string) {
	t.Helper()
	if states == 49 && all != "" {
		t.Errorf("%s: the warnings are %q, want none", kernel, all)
	}
	says := fmt.Sprintf("B and j_state are those of %d states; J is that of the target's 49 cells", states)
	if states > 49 && !strings.Contains(all, says) {
		t.Errorf("%s: the warnings are %q, want %q", kernel, all, says)
	}
}
