package validation

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A proposer returns how often y is proposed from x, but for a factor of x.
type proposer func(logf []float64, x, y int) float64

// proposers draw proposals of all kinds: single moves that are alike there and back; hops of up to two cells; jumps
// anywhere; the same jumps from each cell; single moves that prefer large f; and jumps along a line.
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

// hastings returns the matrix that proposes by q and accepts with the odds f(y) q(y,x)/(f(x) q(x,y)), where the ratio
// of q is taken to a power: 1 is right, 0 forgets the ratio, and -1 turns it upside down. The largest row proposes
// always if the factor is the same for all rows (alike), and otherwise each does.
func hastings(q proposer, logf []float64, power float64, alike bool) [][]float64 {
	n := len(logf)
	proposed := make([][]float64, n)
	sums := make([]float64, n)
	for x := range proposed {
		for y := range n {
			p := 0.0
			if x != y {
				p = q(logf, x, y)
			}
			proposed[x] = append(proposed[x], p)
		}
		sums[x] = floats.Sum(proposed[x])
	}
	rows := make([][]float64, n)
	for x := range rows {
		by := sums[x]
		if alike {
			by = slices.Max(sums)
		}
		floats.Scale(1/(1.02*by), proposed[x])
	}
	for x, row := range proposed {
		rows[x] = make([]float64, n)
		for y, p := range row {
			if p > 0 {
				rows[x][y] = p * math.Exp(min(0, logf[y]-logf[x]+power*math.Log(proposed[y][x]/p)))
			}
		}
		rows[x][x] = 1 - floats.Sum(rows[x])
	}
	return rows
}

// rowed is a candidate with its matrices by the log density of a level and of the level before.
func rowed(g grid.Grid, logf []float64, T int, matrix func(here, before []float64) [][]float64) Candidate {
	s := annealing("rows", g, make([]float64, g.Size()), logf, nil, T)
	m := Matrices{}
	for t := 1; t <= T; t++ {
		m.P = append(m.P, slices.Concat(matrix(s.logf(t), s.logf(max(1, t-1)))...))
	}
	s.Annealing, m.P = experiments.ByMatrices(s.Annealing, m.P)
	s.Given = m.at
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

// TestCausesOfProposals: a wrong temperature, sign or level, transposed matrices and exchanged axes are named whatever
// the proposal is. A ratio that is forgotten or upside down has no name for proposals that no slip knows, and none gets
// another cause, by rows or by moves.
func TestCausesOfProposals(t *testing.T) {
	times, sampled := 2, 1
	if os.Getenv("BREADBOARD_LONG") != "" {
		times, sampled = 20, 10
	}
	for i, q := range proposers {
		for k, slip := range []struct {
			cause  string
			matrix func(q proposer, g grid.Grid, here, before []float64) [][]float64
		}{
			{"temperature", func(q proposer, _ grid.Grid, here, _ []float64) [][]float64 {
				return hastings(q, powerOf(0.8)(here), 1, false)
			}},
			{"temperature", func(q proposer, _ grid.Grid, here, _ []float64) [][]float64 {
				return hastings(q, powerOf(1.3)(here), 1, false)
			}},
			{"inverted", func(q proposer, _ grid.Grid, here, _ []float64) [][]float64 {
				return hastings(q, powerOf(-1)(here), 1, false)
			}},
			{"level-before", func(q proposer, _ grid.Grid, _, before []float64) [][]float64 {
				return hastings(q, before, 1, false)
			}},
			{"transposed", func(q proposer, _ grid.Grid, here, _ []float64) [][]float64 {
				return transposed(hastings(q, here, 1, false))
			}},
			{"order", func(q proposer, g grid.Grid, here, _ []float64) [][]float64 {
				rows := hastings(q, here, 1, false)
				at := func(x int) int { return x%g.Len(0)*g.Len(1) + x/g.Len(0) } // along the first axis first
				return entryByEntry(rows, func(x, y int) float64 { return rows[at(x)][at(y)] })
			}},
			{"", func(q proposer, _ grid.Grid, here, _ []float64) [][]float64 { return hastings(q, here, 0, false) }},
			{"", func(q proposer, _ grid.Grid, here, _ []float64) [][]float64 { return hastings(q, here, -1, false) }},
		} {
			r := rand.New(rand.NewPCG(23, uint64(10*i+k)))
			for n := range times {
				g := grid.New(3+r.IntN(2), 4)
				logf := make([]float64, g.Size())
				for x := range logf {
					logf[x] = 1.5 * r.NormFloat64()
				}
				by := q.draw(g, func() float64 { return 0.2 + 0.8*r.Float64() })
				s := rowed(g, logf, 5, func(here, before []float64) [][]float64 {
					return slip.matrix(by, g, here, before)
				})
				v := must.Have(Run(t.Context(), s, nil))(t)
				if v.OK() || v.named() != slip.cause {
					t.Errorf("%s on %v, want %q: %s", q.name, g, slip.cause, v.Verdict())
				}
				if n >= sampled || slip.cause == "transposed" {
					continue
				}
				v = must.Have(s.Sample(t.Context(), s.moves(sample.Seeded(uint64(n))), nil, sampling(60_000, 0, 0.1)))(t)
				if v.named() != "" {
					named(t, slip.cause, v)
				}
			}
		}
	}
}
