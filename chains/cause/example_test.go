package cause_test

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A kernel proposes either neighbour and accepts every move, whatever the density.
func Example() {
	always := kernels.Rows{To: func(g grid.Grid, _ []float64, x int, visit func(y int, p float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				visit(y, 1/float64(g.Moves()))
			}
		}
	}}
	logf := []float64{0, 1, 2.5, 1.5}
	a := chains.Annealing{Grid: grid.New(4), Kernel: always, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}
	op, level := a.Aimed(2, 1) // the second level, at beta = 1
	w := laws.At(a.Grid, level)
	w.Write(op, nil)
	_, all, each := w.Invariance()
	broken := map[laws.Law]bool{all.Law: !all.OK, each.Law: !each.OK}
	c := cause.Case{Annealing: a, Levels: []cause.Level{{LevelMatrices: w, Broken: broken}}}
	fmt.Println(cause.Of(c).Says)
	// Output:
	// it leaves the flat density invariant, as if every move were accepted
}
