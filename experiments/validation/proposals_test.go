package validation

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/laws"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A proposer returns how often y is proposed from x, but for a factor of x.
type proposer func(logf []float64, x, y int) float64

// proposers draw proposals of all kinds: single moves that are alike there and back; hops of up to two cells; jumps
// anywhere; the same jumps from each cell; single moves that prefer large f; steps of one or two cells, as the cell has
// it; and jumps along a line.
var proposers = []struct {
	name string
	draw func(g grid.Grid, weight func() float64) proposer
}{
	{"symmetric", func(g grid.Grid, weight func() float64) proposer {
		w := weights(g, weight)
		return func(_ []float64, x, y int) float64 { return within(g, x, y, 1) * w[min(x, y)][max(x, y)] }
	}},
	{"hops", func(g grid.Grid, weight func() float64) proposer {
		w := weights(g, weight)
		return func(_ []float64, x, y int) float64 { return within(g, x, y, 2) * w[x][y] }
	}},
	{"anywhere", func(g grid.Grid, weight func() float64) proposer {
		w := weights(g, weight)
		return func(_ []float64, x, y int) float64 { return w[x][y] }
	}},
	{"independence", func(g grid.Grid, weight func() float64) proposer {
		w := weights(g, weight)
		return func(_ []float64, _, y int) float64 { return w[0][y] }
	}},
	{"drift", func(g grid.Grid, _ func() float64) proposer {
		return func(logf []float64, x, y int) float64 {
			return within(g, x, y, 1) * math.Exp(max(-20, min(logf[y]-logf[x], 20))/2)
		}
	}},
	{"sizes", func(g grid.Grid, weight func() float64) proposer {
		w := weights(g, weight)
		return func(_ []float64, x, y int) float64 {
			if g.Coord(x, 0) != g.Coord(y, 0) && g.Coord(x, 1) != g.Coord(y, 1) {
				return 0
			}
			return within(g, x, y, 1+int(2*w[0][x]))
		}
	}},
	{"blocks", func(g grid.Grid, weight func() float64) proposer {
		w := weights(g, weight)
		return func(_ []float64, x, y int) float64 {
			if g.Coord(x, 0) != g.Coord(y, 0) && g.Coord(x, 1) != g.Coord(y, 1) {
				return 0
			}
			return w[0][y]
		}
	}},
}

func weights(g grid.Grid, weight func() float64) [][]float64 {
	w := make([][]float64, g.Size())
	for x := range w {
		for range g.Size() {
			w[x] = append(w[x], weight())
		}
	}
	return w
}

// within is 1 if two cells are at most this number of single moves apart, and 0 if not.
func within(g grid.Grid, x, y, moves int) float64 {
	for a := range g.Axes() {
		moves -= max(g.Coord(x, a)-g.Coord(y, a), g.Coord(y, a)-g.Coord(x, a))
	}
	return float64(max(0, min(moves+1, 1)))
}

// proposed returns the probabilities of proposing. The largest row proposes always if the factor is the same for all
// rows (alike), and otherwise each does.
func (q proposer) proposed(logf []float64, alike bool) [][]float64 {
	n := len(logf)
	all := make([][]float64, n)
	sums := make([]float64, n)
	for x := range all {
		for y := range n {
			p := 0.0
			if x != y {
				p = q(logf, x, y)
			}
			all[x] = append(all[x], p)
		}
		sums[x] = floats.Sum(all[x])
	}
	for x, row := range all {
		by := sums[x]
		if alike {
			by = slices.Max(sums)
		}
		floats.Scale(1/(1.02*by), row)
	}
	return all
}

// accepting returns the matrix that accepts what is proposed by the odds r = f(y) q(y,x)/(f(x) q(x,y)), where the ratio
// of q is taken to a power: 1 is right, 0 forgets the ratio, and -1 turns it upside down.
func accepting(proposed [][]float64, logf []float64, power float64, accept func(r float64) float64) [][]float64 {
	rows := make([][]float64, len(logf))
	for x, row := range proposed {
		rows[x] = make([]float64, len(logf))
		for y, p := range row {
			if p > 0 {
				rows[x][y] = p * accept(math.Exp(logf[y]-logf[x])*math.Pow(proposed[y][x]/p, power))
			}
		}
		rows[x][x] = 1 - floats.Sum(rows[x])
	}
	return rows
}

func likeMetropolis(r float64) float64 { return min(1, r) }
func likeBarker(r float64) float64     { return 1 / (1 + 1/r) }

// hastings proposes by q and accepts like Metropolis.
func hastings(q proposer, logf []float64, power float64, alike bool) [][]float64 {
	return accepting(q.proposed(logf, alike), logf, power, likeMetropolis)
}

// asTold returns proposals as a client tells them: none that is not made, and none that is accepted without asking.
func asTold(proposed, rows [][]float64, asks bool) [][]float64 {
	return entryByEntry(proposed, func(x, y int) float64 {
		if q := proposed[x][y]; q > 0 && (asks || rows[x][y] < q) {
			return q
		}
		return math.NaN()
	})
}

// A seen level is what a step may look at: its proposals, what it accepts by, and the densities of the level and of the
// one before.
type seen struct {
	q            proposer
	g            grid.Grid
	accept       func(r float64) float64
	beta         float64
	here, before []float64
}

// by returns proposals and rows by a density, with the ratio of proposals to a power.
func (s seen) by(logf []float64, power float64) (proposed, rows [][]float64) {
	proposed = s.q.proposed(logf, false)
	return proposed, accepting(proposed, logf, power, s.accept)
}

// changed returns them with some change to the matrices.
func (s seen) changed(power float64, change func(m [][]float64) [][]float64) (proposed, rows [][]float64) {
	proposed, rows = s.by(s.here, power)
	return change(proposed), change(rows)
}

// rowed is a candidate with its matrices by the log density of a level and of the level before.
func rowed(g grid.Grid, logf []float64, T int, matrix func(here, before []float64) [][]float64) Candidate {
	s := annealing("rows", g, make([]float64, g.Size()), logf, nil, T)
	m := Matrices{}
	for t := 1; t <= T; t++ {
		m.P = append(m.P, slices.Concat(matrix(s.logf(t), s.logf(max(1, t-1)))...))
	}
	s.Annealing, m.P = experiments.ByMatrices(s.Annealing, m.P)
	s.Given = func(t int) [][]float64 { return rowsOf(m.P, t) }
	return s
}

// moves makes moves by the candidate's matrices.
func (s Candidate) moves(d chains.Dice) *mover {
	return moving(d, func(beta float64, _ []float64) func(int, chains.Dice) int {
		t := 1
		for s.Schedule.Beta(t) != beta {
			t++
		}
		rows := s.Given(t)
		return func(x int, d chains.Dice) int { return d.Pick(rows[x]) }
	})
}

// telling is a candidate whose proposals are told too.
func telling(g grid.Grid, logf []float64, T int, asks bool, step func(l seen) (proposed, rows [][]float64)) Candidate {
	var told [][][]float64
	s := rowed(g, logf, T, func(here, before []float64) [][]float64 {
		proposed, rows := step(seen{g: g, beta: chains.Linear(T).Beta(1 + len(told)), here: here, before: before})
		told = append(told, asTold(proposed, rows, asks))
		return rows
	})
	s.Proposed = func(t int) [][]float64 { return told[t-1] }
	return s
}

// faults are steps of any proposal, with the cause that is named if proposals are told, and if they are not.
var faults = []struct {
	cause, untold string
	step          func(l seen) (proposed, rows [][]float64)
}{
	{"temperature", "temperature", func(l seen) (_, _ [][]float64) { return l.by(powerOf(0.8)(l.here), 1) }},
	{"temperature", "temperature", func(l seen) (_, _ [][]float64) { return l.by(powerOf(1.3)(l.here), 1) }},
	{"inverted", "inverted", func(l seen) (_, _ [][]float64) { return l.by(powerOf(-1)(l.here), 1) }},
	{"level-before", "level-before", func(l seen) (_, _ [][]float64) { return l.by(l.before, 1) }},
	{"beta-twice", "beta-twice", func(l seen) (_, _ [][]float64) { return l.by(powerOf(l.beta)(l.here), 1) }},
	{"transposed", "transposed", func(l seen) (_, _ [][]float64) { return l.changed(1, transposed) }},
	{"", "", func(l seen) (_, _ [][]float64) {
		at := func(x int) int { return x%l.g.Len(0)*l.g.Len(1) + x/l.g.Len(0) } // along the first axis first
		return l.changed(1, func(m [][]float64) [][]float64 {
			return entryByEntry(m, func(x, y int) float64 { return m[at(x)][at(y)] })
		})
	}},
	{"hastings", "", func(l seen) (_, _ [][]float64) { return l.by(l.here, 0) }},
	{"upside-down", "", func(l seen) (_, _ [][]float64) { return l.by(l.here, -1) }},
	{"ratio-squared", "", func(l seen) (_, _ [][]float64) { return l.by(l.here, 2) }},
	{"ratio-by-beta", "", func(l seen) (_, _ [][]float64) { return l.by(l.here, l.beta) }},
	{"hastings", "", func(l seen) (_, _ [][]float64) {
		proposed := l.q.proposed(l.here, false)
		proposed[1][0] = 0 // a move that is never proposed back
		return proposed, accepting(proposed, l.here, 0, l.accept)
	}},
	{"", "", func(l seen) (_, _ [][]float64) { return l.by(l.here, 0.3) }},
	{"", "", func(l seen) (_, _ [][]float64) { return l.by(powerOf(0.8)(l.here), 0) }},
	{"", "", func(l seen) (_, _ [][]float64) {
		proposed, rows := l.by(l.here, 0)
		rows[0][0] += rows[0][1] / 100 // and one move is taken too seldom
		rows[0][1] -= rows[0][1] / 100
		return proposed, rows
	}},
}

// TestCausesOfProposals: a wrong temperature, sign or level, transposed matrices and exchanged axes are named whatever
// the proposal is, and what is wrong with Hastings' ratio if the proposals are told. If they are not, it has no name
// for proposals that no slip knows. No step gets another cause, by rows or by moves, and one with two faults has none.
func TestCausesOfProposals(t *testing.T) {
	times := 2
	if os.Getenv("BREADBOARD_LONG") != "" {
		times = 20
	}
	for i, q := range proposers {
		for k, fault := range faults {
			r := rand.New(rand.NewPCG(23, uint64(10*i+k)))
			for n := range times {
				g := grid.New(3+r.IntN(2), 4)
				logf := make([]float64, g.Size())
				for x := range logf {
					logf[x] = 1.5 * r.NormFloat64()
				}
				rules := []func(float64) float64{likeMetropolis, likeBarker}
				by := q.draw(g, func() float64 { return 0.2 + 0.8*r.Float64() })
				s := telling(g, logf, 5, n%4 < 2, func(l seen) (_, _ [][]float64) {
					l.q = by
					l.accept = rules[n%2]
					return fault.step(l)
				})
				v := must.Have(Run(t.Context(), s, nil))(t)
				lessTold := n%4 >= 2 && v.named() == "" // no way back, and accepted without asking
				if v.OK() || v.named() != fault.cause && !lessTold {
					t.Errorf("%s on %v, told proposals, want %q: %s", q.name, g, fault.cause, v.Verdict())
				}
				s.Proposed = nil
				v = must.Have(Run(t.Context(), s, nil))(t)
				if v.OK() || v.named() != fault.untold {
					t.Errorf("%s on %v, want %q: %s", q.name, g, fault.untold, v.Verdict())
				}
			}
		}
	}
}

// TestRatioIsInDoubt: the ratio of the proposals is not said to be left out of a right step; nor where that is a wrong
// temperature as well; nor at beta = 0, where it may as well be taken to the power beta; nor of a step that does not
// connect its cells. It is, if the only moves with a ratio are never proposed back.
func TestRatioIsInDoubt(t *testing.T) {
	g := grid.New(3, 4)
	byF := proposer(func(logf []float64, _, y int) float64 { return math.Exp(logf[y]) })
	for _, c := range []struct {
		name, cause string
		q           proposer
		alike       bool
		first       bool // looks at the first level alone
		oneWay      bool
		also        laws.Law
	}{
		{name: "right", q: alike(g), alike: true},
		{name: "proposes by f", cause: "squared", q: byF, alike: true},
		{name: "at beta = 0", q: alike(g), first: true},
		{name: "unconnected", q: alike(g), also: laws.Connected},
		{name: "never back", cause: "hastings", q: alike(g), alike: true, oneWay: true},
	} {
		s := telling(g, rugged()[:12], 3, true, func(l seen) (proposed, rows [][]float64) {
			proposed = c.q.proposed(l.here, c.alike)
			if c.oneWay {
				proposed[1][0] = 0
			}
			return proposed, accepting(proposed, l.here, 0, likeBarker)
		})
		all := cause.Case{Annealing: s.Annealing}
		for at := 1; at <= s.T() && !(c.first && at > 1); at++ {
			written := s.write(at, s.Schedule.Beta(at), chains.On(s.Kernel, g))
			all.Levels = append(all.Levels, cause.Level{LevelMatrices: written,
				Broken: map[laws.Law]bool{laws.EachCell: true, c.also: true}})
		}
		v := Validation{Cause: cause.Of(all)}
		if v.named() != c.cause {
			t.Errorf("%s: the cause is %q, want %q", c.name, v.named(), c.cause)
		}
	}
}
