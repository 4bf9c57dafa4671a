package sweep

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
)

// j_cell is the J of the target's cell alone, whatever else the state holds: by the law
// of the cell, summed up here over the rest of the state. It is J if the
// state is the cell.
func TestRowOfAnExtendedChain(t *testing.T) {
	for kernel, states := range map[string]int{"lifted": 196, "swap": 2401, "king": 49} {
		chain, err := experiments.Setting{Toy: "barrier", Kernel: kernel}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		row, err := Job{Setting: experiments.Setting{Toy: "barrier", Kernel: kernel, T: 3}}.run(t.Context(), chain,
			Build{}, 1)
		if err != nil || row.Fault != "" {
			t.Fatal(err, row.Fault)
		}
		a, _, err := chain.At(t.Context(), 3)
		if err != nil {
			t.Fatal(err)
		}
		res, err := exact.Run(t.Context(), a)
		if err != nil || len(res.Q) != states {
			t.Fatalf("%s: %d states, %v", kernel, len(res.Q), err)
		}
		q, p, want := make([]float64, 49), make([]float64, 49), 0.0
		for x := range res.Q { // the cell varies slowest
			q[x/(states/49)] += res.Q[x]
			p[x/(states/49)] += res.P[x]
		}
		for x := range q {
			want += (q[x] - p[x]) * math.Log(q[x]/p[x])
		}
		j, cell := row.At("J"), row.At("j_cell")
		if !(math.Abs(cell-want) < 1e-12) { // sums of 49 terms of size 1 or less, in another order
			t.Errorf("%s: j_cell is %v, want %v", kernel, cell, want)
		}
		if (cell == j) != (states == 49) || j < cell {
			t.Errorf("%s: j_cell is %v and J %v", kernel, cell, j)
		}
		says := fmt.Sprintf("J and B are those of %d states; j_cell is the J of the target's 49 cells alone", states)
		all := strings.Join(row.Warnings, ";")
		if states == 49 && all != "" || states > 49 && !strings.Contains(all, says) {
			t.Errorf("%s: %q", kernel, all)
		}
	}
}
