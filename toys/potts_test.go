package toys_test

import (
	"math"
	"testing"

	"breadboard/toys"
)

// TestPottsPartition: log Z by transfer matrix; on a ring by its closed form; and for two
// states up to a constant as the Ising model of half the coupling.
func TestPottsPartition(t *testing.T) {
	near := func(rows, cols, states int, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-11*max(1, math.Abs(want))) {
			t.Errorf("%dx%d, %d states: log Z = %.14g, want %.14g", rows, cols, states, got, want)
		}
	}
	for _, k := range []float64{0.3, 2, -1} {
		for _, c := range [][3]int{{1, 2, 5}, {1, 4, 3}, {2, 2, 4}, {2, 3, 3}, {3, 2, 3}, {3, 3, 2}, {3, 1, 4}} {
			rows, cols, states := c[0], c[1], c[2]
			target := toys.Potts(rows, cols, states, k)
			z := logZ(target.LogF)
			near(rows, cols, states, z, transfer(rows, cols, states, func(a, b int) float64 {
				if a == b {
					return k
				}
				return 0
			}))
			if n, q := float64(cols), float64(states); rows == 1 {
				near(rows, cols, states, z, math.Log(math.Pow(math.Exp(k)+q-1, n)+(q-1)*math.Pow(math.Exp(k)-1, n)))
			}
			if states == 2 {
				ising := toys.Ising(rows, cols, k/2)
				for x, v := range target.LogF {
					if math.Abs(v-k*9-ising.LogF[x]) > 1e-12 { // 18 bonds, half a coupling each
						t.Fatalf("%dx%d: log f of %v is %v, and of spins %v",
							rows, cols, target.Grid.Coords(x), v, ising.LogF[x])
					}
				}
			}
		}
	}
}
