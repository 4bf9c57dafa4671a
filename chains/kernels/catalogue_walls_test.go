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
		op := e.Make.On(wide)
		pulledByRows(t, e.Name, op, chains.NewLevel(bridge, wide.Size()), wide.Size())
		pulledByRows(t, e.Name+", reversed", op.Reversal(), chains.NewLevel(bridge, wide.Size()), wide.Size())
	}
}

// pulledByRows holds Pull of a level with masses at hand, and PullPair, to the rows.
func pulledByRows(t *testing.T, name string, op chains.Operator, l *chains.Level, n int) {
	t.Helper()
	l.Move(1, 1)
	op.Aim(l)
	m := dense(op, n)
	f, both := pair(n), pair(n)
	p, pulled := make([]float64, n), make([]float64, n)
	for x := range n {
		f[0][x], f[1][x], p[x] = math.Sin(float64(3*x)), math.Cos(float64(x)), math.Exp(l.LogF()[x])
	}
	l.P = p
	op.Aim(l)
	op.Pull(pulled, f[0])
	same(t, name+", masses at hand", pulled, apply(m, f[0]))
	op.(chains.PairPuller).PullPair(&both, &f, &f, 1)
	same(t, name+", in a pair, the first", both[0], apply(m, f[0]))
	same(t, name+", in a pair, the second", both[1], apply(m, f[1]))
}

// apply returns the product of a matrix and a vector.
func apply(m, f []float64) []float64 {
	out := make([]float64, len(f))
	for x := range f {
		for y, v := range f {
			out[x] += m[x*len(f)+y] * v
		}
	}
	return out
}
