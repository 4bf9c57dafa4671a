package sample

import (
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/toys"
)

// aimedAtBarrier is Metropolis on BARRIER.
func aimedAtBarrier() (chains.Operator, []float64) {
	b := toys.Barrier()
	l := chains.NewLevel(chains.Geometric{From: b.LogF, To: b.LogF}, len(b.LogF))
	l.Move(2, 1)
	op := kernels.Metropolis{}.On(b.Grid)
	op.Aim(l)
	return op, b.LogF
}

// The third states of many paths fit the law that pushes give, by tables and by plain steps; they do
// not fit that of two pushes.
func TestPathsHaveTheLawOfPushes(t *testing.T) {
	op, logf := aimedAtBarrier()
	n := len(logf)
	start, second, third := make([]float64, n), make([]float64, n), make([]float64, n)
	start[3], start[40] = 0.25, 0.75
	op.Push(third, start)
	op.Push(second, third)
	op.Push(third, second)
	for name, limit := range map[string]int{"tables": tableLimit, "plain steps": 1} {
		paths, counts, path := newPaths(op, n, limit), make([]int, n), make([]int32, 3)
		for i := range uint64(20_000) {
			paths.Draw(path, chains.NewLaw(start), 5, i)
			counts[path[2]]++
		}
		if f := evidence.ChiSquare(counts, third); !(f.P >= 1e-3) {
			t.Errorf("%s: x_3 fits its law with p = %v only", name, f.P)
		}
		if f := evidence.ChiSquare(counts, second); !(f.P <= 1e-3) {
			t.Errorf("%s: x_3 fits the law of x_2 too, with p = %v", name, f.P)
		}
	}
}

// A path is its seed, and a longer path begins as a shorter one.
func TestPathsAreTheirSeeds(t *testing.T) {
	op, logf := aimedAtBarrier()
	paths, start := NewPaths(op, len(logf)), chains.NewLaw(chains.Normalized(logf))
	long, short, other := make([]int32, 100), make([]int32, 50), make([]int32, 50)
	paths.Draw(long, start, 1, 2)
	paths.Draw(short, start, 1, 2)
	paths.Draw(other, start, 1, 3)
	if !slices.Equal(long[:50], short) {
		t.Error("a longer path begins otherwise")
	}
	if slices.Equal(short, other) {
		t.Error("paths of two seeds are the same")
	}
}
