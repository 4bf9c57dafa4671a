package programs_test

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/toys"
)

// antithetic draws a cell from a uniform f_1 and takes its mirror image too. It returns one of
// the two by weight. The weight of the run is their mean.
type antithetic struct{ w []float64 } // f_T/f_1

func (p antithetic) Forward(d chains.Dice) (x int, logw float64) {
	x = d.Pick(slices.Repeat([]float64{1}, len(p.w)))
	pair := []int{x, p.mirror(x)}
	x = pair[d.Pick([]float64{p.w[pair[0]], p.w[pair[1]]})]
	return x, p.Reverse(x, d)
}

func (p antithetic) Reverse(x int, _ chains.Dice) (logw float64) {
	return math.Log((p.w[x] + p.w[p.mirror(x)]) / 2)
}

func (p antithetic) Cost() float64 { return 2 }

func (p antithetic) mirror(x int) int { return len(p.w) - 1 - x }

// Example holds a user's own program to the law, and accounts for it on BARRIER.
func Example() {
	barrier := toys.Barrier()
	problem := programs.Problem{Annealing: chains.To(barrier.LogF, barrier.Grid, kernels.Identity{}, 2)}
	var mine antithetic
	for _, logf := range barrier.LogF {
		mine.w = append(mine.w, math.Exp(logf))
	}
	fmt.Println("lawful:", chaintest.AtomsOf(mine, problem).Finding().OK)
	a, err := accounts.Of(context.Background(), mine, problem, nil)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("J = %.4f, B = %.4f, E[w]/R = %.4f, %s\n", a.J(), a.B(), a.MeanW, a.How)
	// Output:
	// lawful: true
	// J = 3.9391, B = 3.9391, E[w]/R = 1.0000, enumerated
}
