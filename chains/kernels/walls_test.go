package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestWallsWithMass: at the end of a bridge walls may have mass, which every kernel lets
// out and none in. A pair of functions is pulled there as rows say, which know walls one
// by one.
func TestWallsWithMass(t *testing.T) {
	g := grid.New(3, 3).WithWalls(1, 4)
	logf := []float64{0.9, 0.7, 0.2, -1.3, -0.6, 1.7, 0.3, -0.2, 0.5}
	for _, e := range kernels.Catalogue {
		wide, bridge := chains.Extend(e.Make, g, chains.Geometric{From: logf, To: logf})
		op, l, n := e.Make.On(wide), chains.NewLevel(bridge, wide.Size()), wide.Size()
		two, ok := op.(chains.PairPuller)
		if !ok {
			continue
		}
		l.Move(1, 1)
		op.Aim(l)
		m := dense(op, n)
		f, p := [2][]float64{make([]float64, n), make([]float64, n)}, make([]float64, n)
		for x := range n {
			f[0][x], f[1][x], p[x] = math.Sin(float64(3*x)), math.Cos(float64(x)), math.Exp(l.LogF()[x])
		}
		l.P = p
		op.Aim(l)
		for k, name := range []string{"masses at hand", "in a pair, the first", "in a pair, the second"} {
			got, want := make([]float64, n), make([]float64, n)
			by := f[max(k-1, 0)]
			for x := range n {
				for y := range n {
					want[x] += m[x*n+y] * by[y]
				}
			}
			if k == 0 {
				op.Pull(got, by)
			} else {
				both := [2][]float64{make([]float64, n), make([]float64, n)}
				two.PullPair(&both, &f, &f, 1)
				got = both[k-1]
			}
			same(t, e.Name+", "+name, got, want)
		}
	}
}
