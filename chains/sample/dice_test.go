package sample

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestSeededDiceFitTheirWeights: the draws of seeded dice fit their weights, and a weight of 0 never comes. The seed is
// fixed: the test always sees the same draws.
func TestSeededDiceFitTheirWeights(t *testing.T) {
	w := []float64{0, 3, 0.5, 0, 1e-9, 2, 1, 0}
	counts := make([]int, len(w))
	d := Seeded(7)
	for range 100_000 {
		counts[d.Pick(w)]++
	}
	shares := func(w []float64) []float64 { return floats.ScaleTo(make([]float64, len(w)), 1/floats.Sum(w), w) }
	if f := evidence.ChiSquare(counts, shares(w)); !(f.P >= 1e-3) {
		t.Errorf("the weights fit with p = %v only: %v", f.P, counts)
	}
	if f := evidence.ChiSquare(counts, shares([]float64{0, 3, 0.5, 0, 1e-9, 2.1, 1, 0})); !(f.P <= 1e-3) {
		t.Errorf("other weights fit too, with p = %v", f.P)
	}
}

// TestStepsAreRolled: walkers by a kernels.Step, as a part of a cycle too, run it with seeded dice and do not ask for
// its rows, and fit the distribution after two pushes.
func TestStepsAreRolled(t *testing.T) {
	rows := false
	step := kernels.Step(func(g grid.Grid, logf []float64, x int, d chains.Dice) int {
		_, seeded := d.(chains.Words)
		rows = rows || !seeded
		y, ok := g.Move(x, d.Pick([]float64{1, 1}))
		if ok && d.Pick([]float64{1, math.Exp(logf[x] - logf[y])}) == 0 {
			return y
		}
		return x
	})
	for _, k := range []chains.Kernel{step, kernels.Cycle{Kernels: []chains.Kernel{step, kernels.Metropolis{}}}} {
		op, _ := chains.To([]float64{0, 1.3, -0.4, 2.2}, grid.New(4), k, 2).Aimed(2, 1)
		walkers := make([]int32, 100_000)
		kept, gen := chains.NewKeptRows(4, op), generator(3)
		for range 2 {
			kept.Walk(walkers, make([]float64, len(walkers)), make([]float64, 4), gen)
		}
		if rows {
			t.Errorf("%T: walkers asked for rows", k)
		}
		counts := make([]int, 4)
		for _, x := range walkers {
			counts[x]++
		}
		one, two := make([]float64, 4), make([]float64, 4)
		op.Push(one, []float64{1, 0, 0, 0})
		op.Push(two, one)
		if f := evidence.ChiSquare(counts, two); !(f.P >= 1e-3) {
			t.Errorf("%T: %v fit with p = %v only", k, counts, f.P)
		}
		rows = false
	}
}

func TestSeedsAreTheWholeSeed(t *testing.T) {
	first := map[uint64][]uint64{}
	for _, seed := range [][]uint64{nil, {0}, {0, 0}, {1}, {1, 0}, {0, 1}, {1, 1}, {1, 0, 0}, {math.MaxUint64}} {
		u := generator(seed...).Uint64()
		if again := generator(seed...).Uint64(); again != u {
			t.Errorf("seed %v draws %x and then %x", seed, u, again)
		}
		if other, ok := first[u]; ok {
			t.Errorf("seeds %v and %v draw the same", seed, other)
		}
		first[u] = seed
	}
}

// TestWhatIsNoDistributionPanics: weights and a row that are no distribution are a programmer's error.
func TestWhatIsNoDistributionPanics(t *testing.T) {
	for name, w := range map[string][]float64{
		"none": nil, "no mass": {0, 0}, "negative": {1, -1}, "NaN": {1, math.NaN()}, "infinite": {1, math.Inf(1)},
	} {
		must.Panic(t, func() { Seeded(1).Pick(w) }, "%s", name)
	}
}
