package kernels_test

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// A step proposes one of the neighbours that there are, each as probable. Where one cell has fewer of them than the
// other, the acceptance needs the ratio of the proposals. The same code has J and B with it, and no B without it.
func ExampleStep() {
	neighbours := func(g grid.Grid, x int) (all []int) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				all = append(all, y)
			}
		}
		return all
	}
	for _, ratio := range []float64{1, 0} {
		step := kernels.Step(func(g grid.Grid, logf []float64, x int, d chains.Dice) int {
			from := neighbours(g, x)
			y := from[d.Pick(slices.Repeat([]float64{1}, len(from)))]
			back := float64(len(neighbours(g, y)))
			odds := math.Exp(min(0, logf[y]-logf[x]+ratio*math.Log(float64(len(from))/back)))
			if d.Pick([]float64{odds, 1 - odds}) == 0 {
				return y
			}
			return x
		})
		a := chains.To([]float64{0, 1, -2, 3, 0.5, 2}, grid.New(2, 3), step, 20)
		result, err := exact.Run(context.Background(), a)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("J = %.4f, B = %.4f\n", result.J(), result.B())
	}
	// Output:
	// J = 0.0427, B = 0.2342
	// J = 0.0952, B = NaN
}
