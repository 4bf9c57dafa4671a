package validation

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid"
	"breadboard/grid/must"
)

// byOneNumber picks one of the moves by a uniform number, in this order, and accepts if the same number is below the
// odds.
func byOneNumber(order []int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		n := float64(g.Moves())
		for i, m := range order {
			if y, ok := g.Move(x, m); ok {
				below := bugs.Accept(logf[y]-logf[x]) - float64(i)/n
				visit(y, min(max(below, 0), 1/n))
			}
		}
	}
}

// stepping proposes this number of cells along a random axis, and accepts with the odds.
func stepping(cells int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			axis, way := g.MoveOf(m)
			if y, ok := g.Along(x, axis, way*cells); ok && y != x && !math.IsInf(logf[y], -1) {
				visit(y, bugs.Accept(logf[y]-logf[x])/float64(g.Moves()))
			}
		}
	}
}

// reflecting is Metropolis whose moves off the grid are turned round, and accepted by the odds.
func reflecting(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	for m := range g.Moves() {
		y, ok := g.Move(x, m)
		if !ok {
			axis, way := g.MoveOf(m)
			y, ok = g.Along(x, axis, -way)
		}
		if ok {
			visit(y, bugs.Accept(logf[y]-logf[x])/float64(g.Moves()))
		}
	}
}

// fresh are kernels of each cause, and right ones that are near them, drawn anew.
var fresh = []struct {
	cause string // "" if it is right
	draw  func(r *rand.Rand) kernels.Rule
}{
	{"one-number", func(r *rand.Rand) kernels.Rule { return byOneNumber(r.Perm(4)) }},
	{"retried", func(r *rand.Rand) kernels.Rule { return tryingAgain(2 + r.IntN(4)) }},
	{"upside-down", func(r *rand.Rand) kernels.Rule {
		if r.IntN(2) == 0 {
			return proposingAlike(singles(false), -1)
		}
		back := 0.05 + 0.15*r.Float64()
		return proposing(singles(false), slanted(back, 0.5-back, r.IntN(2)), -1)
	}},
	{"border", func(r *rand.Rand) kernels.Rule {
		if r.IntN(2) == 0 {
			return looseBorder
		}
		return reflecting
	}},
	{"", func(*rand.Rand) kernels.Rule { return stepping(2) }},
	{"", func(*rand.Rand) kernels.Rule {
		return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			for cells := 1; cells <= 3; cells++ {
				stepping(cells)(g, logf, x, func(y int, p float64) { visit(y, p/3) })
			}
		}
	}},
	{"", func(r *rand.Rand) kernels.Rule {
		back := 0.05 + 0.4*r.Float64()
		return proposing(singles(false), slanted(back, 0.5-back, r.IntN(2)), 1)
	}},
}

// freshTarget draws a density of 6 to 8 rows and columns.
func freshTarget(r *rand.Rand) (g grid.Grid, logf []float64) {
	g = grid.New(6+r.IntN(3), 6+r.IntN(3))
	for range g.Size() {
		logf = append(logf, 1.5*r.NormFloat64())
	}
	return g, logf
}

// named is 1 if a kernel has its cause, and 0 if it has none. Another cause is an error.
func named(t *testing.T, name string, v Validation) int {
	t.Helper()
	switch {
	case v.Cause == nil:
		return 0
	case v.Cause.Name != name:
		t.Errorf("the cause is %q: %s", v.Cause.Name, v.Verdict())
		return 0
	}
	return 1
}

// TestFreshKernels: of fresh kernels of each cause nine in ten are named by their rows, and four in five or all but one
// by their moves if these accuse them, and none has another cause. Right ones have none, though a law is said to be
// broken. The long form tries 20 of each, and asks all of them for moves.
func TestFreshKernels(t *testing.T) {
	times, sampled := 6, 2
	if os.Getenv("BREADBOARD_LONG") != "" {
		times, sampled = 20, 20
	}
	for i, c := range fresh {
		r := rand.New(rand.NewPCG(7, uint64(len(c.cause))+uint64(i)))
		var byRows, accused, byMoves int
		for k := range times {
			g, logf := freshTarget(r)
			s := annealing(c.cause, g, make([]float64, g.Size()), logf, kernels.Rows{To: c.draw(r)}, 2)
			v := must.Have(At(t.Context(), s, 1))(t)
			if c.cause != "" && v.OK() {
				t.Errorf("%q on %v: %s", c.cause, g, v.Verdict())
			}
			if c.cause == "" {
				v.Cause = must.Have(cause.Of(t.Context(), cause.Case{Annealing: s.Annealing,
					Levels: []cause.Level{{LevelMatrices: s.write(2, 1, chains.On(s.Kernel, g)),
						Broken: map[laws.Law]bool{laws.Push: true}}}}))(t)
			}
			byRows += named(t, c.cause, v)
			if k >= sampled {
				continue
			}
			v = must.Have(s.Sample(t.Context(), steps(sample.Seeded(uint64(k)), s.Kernel, g), []float64{1},
				sampling(200_000, 0.1)))(t)
			if !v.OK() {
				accused++
				byMoves += named(t, c.cause, v)
			}
		}
		if c.cause != "" && (byRows*10 < times*9 || byMoves < accused-max(1, accused/5)) {
			t.Errorf("%q: %d of %d are named by their rows, and %d of %d by their moves", c.cause, byRows, times,
				byMoves, accused)
		}
	}
}
