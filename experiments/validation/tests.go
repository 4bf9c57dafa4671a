package validation

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid/text"
)

// A sampledLevel counts the moves at a level.
type sampledLevel struct {
	*laws.Written
	plan     plan
	declared [][]float64     // the declared kernel's rows; nil if there is none
	all      *evidence.Tally // counts all moves
	drawn    *evidence.Tally // counts the moves from draws of p
	dice     chains.Dice
	cells    chains.Distribution // of draws of p
}

func newSampledLevel(s Candidate, t int, beta float64, p plan) *sampledLevel {
	written, level := s.at(t, beta)
	floats.Scale(1/floats.Sum(written.P), written.P)
	l := &sampledLevel{Written: written, plan: p,
		all: evidence.NewTally(s.Grid.Size()), drawn: evidence.NewTally(s.Grid.Size()),
		dice: sample.Seeded(p.Seed, uint64(t), math.Float64bits(beta))}
	l.cells = chains.NewDistribution(l.P)
	if s.Declared != nil {
		op := chains.On(s.Declared, s.Grid)
		op.Aim(level)
		l.declared = laws.RowsOf(op, len(l.P))
	}
	return l
}

func (l *sampledLevel) cell(x int) string    { return laws.Cell(l.Grid, x) }
func (l *sampledLevel) pair(x, y int) string { return laws.Pair(l.Grid, x, y) }

// A test has one p-value.
type test struct {
	law     laws.Law
	p       float64
	witness string
	level   int     // the number of the beta, from 1; 0 for annealed chains
	first   float64 // the p-value of the first look, corrected for all tests, if there was a second; otherwise 0
	both    float64 // the p-value of both looks, if there was a second
	short   float64 // the data that find the fault, over the data; above 1 if there are too few
	unclear string  // says what is too few; "" if there are enough
}

// test returns a test at this level.
func (l *sampledLevel) test(law laws.Law, p float64, format string, args ...any) test {
	return test{law: law, p: p, level: l.T, witness: l.atBeta(format, args...)}
}

// atBeta formats a text and names this beta.
func (l *sampledLevel) atBeta(format string, args ...any) string {
	return fmt.Sprintf("at beta = %.6g ", l.Beta) + fmt.Sprintf(format, args...)
}

// markIfFew marks a test as unclear if it has fewer data than find the fault; says are the data it has.
func (l *sampledLevel) markIfFew(t *test, has, needed int, says string) {
	if has < needed {
		t.short = float64(needed) / float64(has)
		t.unclear = l.atBeta("%s, and %s find a fault of %g", says, text.Thousands(needed), l.plan.Fault)
	}
}

// tests returns all tests of the moves that were drawn at this level.
func (l *sampledLevel) tests() []test {
	to := l.drawn.To()
	asDraws := func(law laws.Law, f evidence.Fit) test {
		t := l.test(law, f.P, "it entered %s %s where %s were expected", l.cell(f.Worst),
			howOften(to[f.Worst]), roughly(float64(f.N)*l.P[f.Worst]))
		l.markIfFew(&t, f.N, l.plan.needed(max(f.Cells, 2)), text.Thousands(f.N)+" steps")
		return t
	}
	draws := asDraws(laws.SeenDraws, evidence.Multinomial(to, l.P))
	rank := asDraws(laws.SeenRank, evidence.MidRank(to, l.P, l.LogF))
	return append([]test{draws, rank}, l.moveTests()...)
}

// moveTests returns the tests of moves from anywhere.
func (l *sampledLevel) moveTests() []test {
	tests := []test{l.walls(), l.balance()}
	if l.declared != nil {
		for _, x := range chains.Support(l.P) {
			tests = append(tests, l.row(x, slices.Clone(l.declared[x])))
		}
	}
	return tests
}

// walls tests whether a cell without mass is entered.
func (l *sampledLevel) walls() test {
	for at, n := range l.all.All() {
		x, y := at[0], at[1]
		if x != y && math.IsInf(l.LogF[y], -1) { // one is enough
			return l.test(laws.SeenWalls, 0, "%s, which has no mass: %s", l.pair(x, y), howOften(n))
		}
	}
	return test{law: laws.SeenWalls, p: 1, level: l.T}
}

// roughly returns an expected number as a whole one from 100 on, and in three digits below.
func roughly(expected float64) string {
	if expected < 100 {
		return fmt.Sprintf("%.3g", expected)
	}
	return text.Thousands(int(math.Round(expected)))
}

// howOften returns a number in words: once, or 1,000 times.
func howOften(n int) string {
	if n == 1 {
		return "once"
	}
	return text.Thousands(n) + " times"
}

// balance tests whether p is invariant, by moves from anywhere.
func (l *sampledLevel) balance() test {
	fit, unseen := l.all.Balance(l.P)
	t := l.test(laws.SeenBalance, fit.P, "%s is off most", l.cell(fit.Worst))
	if unseen > l.plan.Fault {
		t.short = math.Inf(1)
		t.unclear = l.atBeta("no move is seen from cells of mass %.3g", unseen)
	} else {
		l.markIfFew(&t, fit.N, l.plan.neededForBalance(fit.Cells),
			"the moves are worth "+text.Thousands(fit.N)+" draws of p")
	}
	return t
}

// row tests the moves from x against the declared row, but for a factor.
func (l *sampledLevel) row(x int, row []float64) test {
	floats.Scale(1/floats.Sum(row), row)
	n := l.all.From(x)
	f := evidence.Multinomial(l.all.Row(x), row)
	t := l.test(laws.SeenRows, f.P, "it went %s in %s of %s moves where %s were expected", l.pair(x, f.Worst),
		text.Thousands(l.all.Count(x, f.Worst)), text.Thousands(n), roughly(float64(n)*row[f.Worst]))
	if f.Cells > 1 {
		l.markIfFew(&t, n, l.plan.needed(f.Cells), text.Thousands(n)+" moves from "+l.cell(x))
	}
	return t
}

// A FarthestLevel has, for the level at which counted moves are farthest off, how far they are off cell by cell, in
// standard deviations. No law is judged by it.
type FarthestLevel struct {
	Beta  float64
	P     []float64 // the density
	Moves int
	Into  []float64 // by cell: weighted moves into it, less what p expects
	least float64   // the smallest p-value of the level
	level *sampledLevel
}

// keepFarthest keeps the deviations of a level in v.Seen if they are farther off than those of the levels before.
func (v *Validation) keepFarthest(l *sampledLevel, tests []test) {
	least := slices.MinFunc(tests, byP).p
	if v.Farthest == nil || least < v.Farthest.least {
		v.Farthest = &FarthestLevel{Beta: l.Beta, P: l.P, Moves: l.all.Moves(), Into: deviations(l.all, l.P),
			least: least, level: l}
	}
}

// deviations compares the cells after a step from p with p, by moves from anywhere, in standard deviations. A move from
// x has the weight p(x) over the number of moves from x. The variance comes from these weights under the rows that were
// seen, with one more move of the largest weight, because a move that was never taken shows no variance; or from draws
// of p if that is larger. It is at least the variance of one move, so that a single rare move is not far off, and 300
// impossible ones are 300 off.
func deviations(seen *evidence.Tally, p []float64) []float64 {
	n := float64(seen.Moves())
	moved := make([]float64, len(p))
	variance := make([]float64, len(p))
	off := make([]float64, len(p))
	most := 0.0
	for at, k := range seen.All() {
		from, share := float64(seen.From(at[0])), p[at[0]]
		most = max(most, share/from)
		moved[at[1]] += share * float64(k) / from
		variance[at[1]] += share * share * float64(k) / from * (1 - float64(k)/from) / from
	}
	for y, q := range p {
		off[y] = n * (moved[y] - q) / math.Sqrt(max(n*max(n*(variance[y]+most*most), q*(1-q)), 1))
	}
	return off
}
