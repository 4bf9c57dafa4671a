package validation

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strings"
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

// tryingAgain returns Metropolis with this number of tries.
func tryingAgain(tries int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		chance := 1.0
		for range tries {
			stay := 1.0
			bugs.Plain(g, logf, x, func(y int, p float64) {
				visit(y, chance*p)
				stay -= p
			})
			chance *= stay
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

// atBorder reports whether a move leads off the grid.
func atBorder(g grid.Grid, x int) bool {
	for m := range g.Moves() {
		if _, ok := g.Move(x, m); !ok {
			return true
		}
	}
	return false
}

// looseBorder is Metropolis that accepts more easily at the border.
func looseBorder(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	bugs.Plain(g, logf, x, func(y int, p float64) {
		if atBorder(g, x) {
			p = 1 / float64(g.Moves())
		}
		visit(y, p)
	})
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

// TestFreshKernels: of fresh kernels of each cause nine in ten are named by their rows, and nine in ten or all but one
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
		if c.cause != "" && (byRows*10 < times*9 || byMoves < accused-max(1, accused/10)) {
			t.Errorf("%q: %d of %d are named by their rows, and %d of %d by their moves", c.cause, byRows, times,
				byMoves, accused)
		}
	}
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

// A walker makes Metropolis' moves in a wrong way. It has a habit: "shares all" moves all states of a question by the
// same numbers, "shares" accepts them by the same number, and "shares all, halves" halves log f besides; "late" reads
// the log f that it was told before; "caches" keeps the first log f of each cell; and "stale" compares with log f of
// the last cell that it moved to.
type walker struct {
	habit      string
	g          grid.Grid
	dice       *rand.Rand
	logf, last []float64
	cache      map[int]float64
	kept       float64
	moves      int
}

func (w *walker) Aim(_ context.Context, _ float64, logf []float64) error {
	if w.habit == "shares all, halves" {
		logf = powerOf(0.5)(logf)
	}
	w.last, w.logf = w.logf, logf
	w.kept = math.NaN()
	return nil
}

func (w *walker) Move(_ context.Context, next, states []int) error {
	w.moves += len(states)
	move, u := w.dice.IntN(w.g.Moves()), w.dice.Float64()
	for i, x := range states {
		if !strings.HasPrefix(w.habit, "shares") {
			u = w.dice.Float64()
		}
		if !strings.HasPrefix(w.habit, "shares all") {
			move = w.dice.IntN(w.g.Moves())
		}
		next[i] = x
		if y, ok := w.g.Move(x, move); ok && u < math.Exp(w.read(y)-w.from(x)) {
			next[i] = y
			w.kept = w.logf[y]
		}
	}
	return nil
}

// read returns log f of a cell, as the habit has it.
func (w *walker) read(x int) float64 {
	if w.habit == "caches" {
		if _, ok := w.cache[x]; !ok {
			w.cache[x] = w.logf[x]
		}
		return w.cache[x]
	}
	if w.habit == "late" && w.last != nil {
		return w.last[x]
	}
	return w.logf[x]
}

// from returns log f of the cell that a move begins from, as the habit has it.
func (w *walker) from(x int) float64 {
	if w.habit == "stale" && !math.IsNaN(w.kept) {
		return w.kept
	}
	return w.read(x)
}

// TestShared: states that share random numbers are named, whether or not the step is right besides: no test holds for
// moves that are not independent. A wrong step whose states share none is never said to share, though it remembers
// something. It is told for what the last moves are asked.
func TestShared(t *testing.T) {
	n := uint64(2)
	if os.Getenv("BREADBOARD_LONG") != "" {
		n = 40
	}
	for habit, cause := range map[string]string{"shares": "shared", "shares all": "shared",
		"shares all, halves": "shared", "late": "level-before", "caches": "", "stale": ""} {
		count := 0
		for i := range n {
			r := rand.New(rand.NewPCG(5, i))
			g, logf := freshTarget(r)
			s := annealing(habit, g, make([]float64, g.Size()), logf, metropolis, 3)
			m := &walker{habit: habit, g: g, dice: r, cache: map[int]float64{}}
			o := sampling(200_000, 0.1)
			before := -1
			o.Doing = func(string) { before = m.moves }
			v := must.Have(s.Sample(t.Context(), m, nil, o))(t)
			asked := v.Cause == nil || v.named() == "shared"
			if more := m.moves - before; v.OK() || asked != (before >= 0) || asked && more != 2*rounds*statesOfRound {
				t.Errorf("%q on %v: %d more moves: %s", habit, g, more, v.Verdict())
			}
			count += named(t, cause, v)
		}
		if cause != "" && count*10 < int(n)*8 {
			t.Errorf("%q: %d of %d are named", habit, count, n)
		}
	}
}
