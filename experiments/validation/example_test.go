package validation_test

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// A kernel that proposes either neighbour and accepts with min(1, f(y)/f(x)) is right. One
// that takes the odds to the power 0.9 leaves another density invariant.
func Example() {
	at := func(power float64) chains.Kernel {
		return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			for m := range g.Moves() {
				if y, ok := g.Move(x, m); ok {
					visit(y, math.Min(1, math.Exp(power*(logf[y]-logf[x])))/float64(g.Moves()))
				}
			}
		}}
	}
	for _, power := range []float64{1, 0.9} {
		a := chains.Annealing{Grid: grid.New(3), Kernel: at(power), Schedule: chains.Linear(5),
			Bridge: chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, 1, 2.5}}}
		v, err := validation.Run(context.Background(), validation.Candidate{Name: fmt.Sprint("power ", power),
			Annealing: a}, nil)
		if err != nil {
			panic(err)
		}
		if v.OK() {
			fmt.Println(v.Verdict())
			continue
		}
		worst := v.Broken()[0]
		fmt.Printf("%s breaks %d laws: first %q, off by %.2g %.18s\n",
			v.Candidate.Name, len(v.Broken()), worst.Law, worst.Value, worst.Witness)
	}
	// Output:
	// power 1 keeps all 8 laws: reversible
	// power 0.9 breaks 3 laws: first "pT = p", off by 0.014 at beta = 1 cell 2
}
