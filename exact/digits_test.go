package exact_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// TestDigitsOfQ: every cell of q keeps its own digits, down to probabilities that are next
// to nothing. With two levels q is one step of Metropolis from the uniform distribution:
// what comes from every neighbour, and what stays in the cell, 1 - e^d, each to its digits.
func TestDigitsOfQ(t *testing.T) {
	for seed := range uint64(10) {
		target := toys.Hard(seed)
		a := annealing(target, kernels.Metropolis{}, chains.Linear(2))
		res := run(t, a)
		for x, q := range res.Q {
			sum := 0.0 // in quarters of 1/49
			for m := range 4 {
				y, ok := a.Grid.Move(x, m)
				if !ok {
					sum++
					continue
				}
				if d := target.LogF[y] - target.LogF[x]; d < 0 {
					sum += 1 - math.Expm1(d)
				} else {
					sum += math.Exp(-d)
				}
			}
			if want := sum / 4 / 49; !(math.Abs(q-want) <= 1e-11*want) {
				t.Errorf("seed %d, cell %d: q = %v, want %v", seed, x, q, want)
			}
		}
	}
}
