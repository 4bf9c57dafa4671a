package validation

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/text"
)

// A mover is a kernel from outside: it makes a rule for each level, and moves each state by it.
type mover struct {
	dice  chains.Dice
	aim   func(beta float64, logf []float64) func(x int, d chains.Dice) int
	next  func(x int, d chains.Dice) int
	moves int
}

func moving(d chains.Dice, aim func(beta float64, logf []float64) func(x int, d chains.Dice) int) *mover {
	return &mover{dice: d, aim: aim}
}

func (m *mover) Aim(_ context.Context, beta float64, logf []float64) error {
	m.next = m.aim(beta, logf)
	return nil
}

func (m *mover) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = m.next(x, m.dice)
	}
	m.moves += len(states)
	return nil
}

// drawing moves to independent draws of a power of the density, which depends on beta. With a power of 1 it is a sound
// kernel.
func drawing(d chains.Dice, power func(beta float64) float64) *mover {
	return moving(d, func(beta float64, logf []float64) func(int, chains.Dice) int {
		p := chains.Normalized(powerOf(power(beta))(logf))
		return func(_ int, d chains.Dice) int { return d.Pick(p) }
	})
}

// always is the same power at every beta.
func always(power float64) func(beta float64) float64 { return func(float64) float64 { return power } }

// soundly draws from the density.
func soundly(d chains.Dice) *mover { return drawing(d, always(1)) }

// steps moves by a kernel, on another log density than it is told if some are given.
func steps(d chains.Dice, k chains.Kernel, g grid.Grid, of ...func(logf []float64) []float64) *mover {
	op := chains.On(k, g)
	return moving(d, func(_ float64, logf []float64) func(int, chains.Dice) int {
		for _, other := range of {
			logf = other(logf)
		}
		l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
		l.Move(1, 1)
		op.Aim(l)
		return func(x int, d chains.Dice) int { return chains.Step(op, x, d) }
	})
}

// powerOf is a density whose log f is a multiple of what a kernel is told.
func powerOf(k float64) func(logf []float64) []float64 {
	return func(logf []float64) []float64 {
		other := slices.Clone(logf)
		floats.Scale(k, other)
		return other
	}
}

// sampling looks for a fault within a budget.
func sampling(budget int, fault float64) Sampling {
	return Sampling{Budget: budget, Fault: fault}
}

// independent claims to be, on three cells, what draws of the density are.
func independent() Candidate {
	s := annealing("independent", grid.New(3), make([]float64, 3), []float64{0.3, -1.2, 1.1}, nil, 2)
	s.Declared = kernels.Rows{To: func(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		for y, p := range chains.Normalized(logf) {
			if y != x {
				visit(y, p)
			}
		}
	}}
	return s
}

// small is a candidate on 2x3 cells at three betas.
func small(declared chains.Kernel) Candidate {
	s := annealing("small", grid.New(2, 3), make([]float64, 6),
		[]float64{0.3, -1.2, 1.1, 0.5, 0.9, -0.4}, metropolis, 3)
	s.Declared = declared
	return s
}

// TestBetsAreFair: summed over all moves of a right kernel, the capital of any bet has the mean 1, and no more than 1
// if some cells are not seen; and no move takes more than half of it, or then three quarters. A bet that knows what a
// wrong kernel does wins.
func TestBetsAreFair(t *testing.T) {
	for i := range 40 {
		r := rand.New(rand.NewPCG(3, uint64(i)))
		g := grid.New(2+r.IntN(3), 3)
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = math.Round(3 * r.NormFloat64()) // some are equal
		}
		matrix := rightMatrix(r, g, i)
		s := annealing("fair", g, logf, logf, nil, 2)
		record := make(Recorded, g.Size())
		for x := range record {
			record[x] = make([]int, max(1-i%2, r.IntN(9))) // some cells have no moves
		}
		for _, from := range []Recorded{nil, record} {
			l := newSeenLevel(s.levelsOf([]float64{1})[0], from)
			for k := range l.bets {
				for x := range l.bets[k].u {
					l.bets[k].u[x] = r.NormFloat64() * math.Exp(4*r.NormFloat64())
				}
				l.bets[k].u = l.bounded(l.bets[k].u)
			}
			must.Near(t, floats.Dot(l.P, l.rank), 0.5, 1e-12, "the mean rank")
			for x, p := range l.P {
				want := p / (p/2 + 0.5/float64(len(l.P)))
				if from == nil {
					must.Near(t, l.weight[x], want, 1e-12, "the weight of cell %d", x)
				}
			}
			mean := func(rows [][]float64) (mean float64) {
				for x, p := range l.P {
					for y, q := range rows[x] {
						if l.weight[x] > 0 && q > 0 {
							after := *l
							after.update(x, y)
							won := math.Exp(after.bets[onAll].capital)
							mean += p / l.weight[x] * q * won
							if won < 0.25 || l.unseen == 0 && won < 0.5-1e-9 {
								t.Fatalf("kernel %d: a move leaves %v of the capital", i, won)
							}
						}
					}
				}
				return mean
			}
			if got := mean(matrix(logf)); got > 1+1e-9 || l.unseen == 0 && got < 1-1e-9 {
				t.Errorf("kernel %d, %v unseen: the mean is %v, want 1", i, l.unseen, got)
			}
			wrong := matrix(powerOf(0.5)(logf))
			off := entryByEntry(wrong, func(x, y int) float64 { return l.P[x] * wrong[x][y] })
			for y := range l.P {
				u := -l.P[y]
				for x := range off {
					u += off[x][y]
				}
				l.bets[onAll].u[y] = u
			}
			l.bets[onAll].u = l.bounded(l.bets[onAll].u)
			if got := mean(wrong); from == nil && got <= 1 {
				t.Errorf("kernel %d: a bet that knows the fault has the mean %v", i, got)
			}
		}
	}
}

// TestCapital: of each bet half is of one level after the other, and half of all side by side; and p-values are shared
// by the laws.
func TestCapital(t *testing.T) {
	v := small(nil).byMoves(sampling(0, 0.1), nil, nil)
	want := 0.0
	for i := range betsOfLevel {
		all, mean := 1.0, 0.0
		for k, l := range v.seen {
			capital := 1 + float64(2*i+3*k)
			l.bets[i].capital = math.Log(capital)
			all *= capital
			mean += capital / float64(len(v.seen))
		}
		want += (all + mean) / 2 / betsOfLevel
	}
	must.Near(t, v.capital(), math.Log(want), 1e-12, "the capital")
	must.Near(t, v.pValue(v.capital()), 1/want, 1e-12, "the p-value of one law")
	v.Candidate.Declared = metropolis
	must.Near(t, v.pValue(v.capital()), 2/want, 1e-12, "the p-value of two laws")
}

// TestDeclaredRows: moves tell Metropolis from another kernel that keeps p, and one that is impossible is enough.
func TestDeclaredRows(t *testing.T) {
	for _, lazy := range []float64{0, 0.05, 0.1, 0.3} {
		k := kernels.Lazy{A: lazy, Kernel: metropolis}
		v := must.Have(small(metropolis).Sample(t.Context(), steps(sample.Seeded(2), k, grid.New(2, 3)), []float64{1},
			sampling(1e5, 0.05)))(t)
		if v.OK() != (lazy == 0) || !v.finding(laws.SeenDraws).OK || v.Cause != nil {
			t.Errorf("a kernel that stays with %v: %s", lazy, v.Verdict())
		}
	}
	seen := counting(6000, -1, chains.Normalized(small(nil).target()))
	v := small(metropolis).Count(seen, 1, sampling(0, 0.1))
	if f := v.finding(laws.SeenRows); f.Value != 0 || f.OK {
		t.Errorf("impossible moves: %+v", f)
	}
}

// TestSolve: the bet on all cells solves its equations, which are written out here as a matrix.
func TestSolve(t *testing.T) {
	s := onRugged(metropolis)
	l := newSeenLevel(s.levelsOf([]float64{1})[0], nil)
	d := sample.Seeded(4)
	for range 3000 {
		x := d.Pick(l.P)
		y := d.Pick(l.P)
		l.update(x, y)
		l.seen.Add(x, y)
	}
	f := l.flows()
	u := f.solve()
	got := make([]float64, len(u))
	for at, n := range l.seen.All() {
		x, y := at[0], at[1]
		by := float64(n) * l.weight[x] * l.weight[x] * (u[y] - u[x])
		got[y] += by
		got[x] -= by
	}
	for x := range got {
		must.Near(t, got[x], f.net[x], 1e-6*(1+math.Abs(f.net[x])), "cell %d", x)
	}
}

// TestPower: the moves at one beta that accuse each mistake of the table, in the long form in the median of three
// seeds, are at most half as many again as was measured. At one beta the level before is flat.
func TestPower(t *testing.T) {
	seeds := uint64(1)
	if os.Getenv("BREADBOARD_LONG") != "" {
		seeds = 3
	}
	most := map[string]int{"level before": 11_000, "acceptance inverted": 230, "no Hastings ratio at edges": 41_000,
		"lopsided proposal": 11_000, "right edge forgotten": 51_000, "walls entered": 150, "until accepted": 230,
		"one uniform used twice": 8500, "small odds dropped": 41_000, "second stage like the first": 33_000,
		"lines one short": 1000, "axis by state": 8500}
	for _, m := range mistakes {
		if most[m.Name] == 0 {
			continue
		}
		s := mistaken(m)
		s.Declared = nil
		var moves []float64
		for seed := range seeds {
			o := sampling(1e6, 0.06)
			o.Seed = seed
			v := must.Have(s.Sample(t.Context(), steps(sample.Seeded(seed, 7), s.Kernel, s.Grid), []float64{1}, o))(t)
			if v.OK() {
				t.Errorf("%s: %s", m.Name, v.Verdict())
			}
			moves = append(moves, float64(v.accusedAt))
		}
		if got := evidence.Median(moves); got > float64(most[m.Name]) {
			t.Errorf("%s takes %v moves, want %d at most", m.Name, got, most[m.Name])
		}
	}
}

// TestBudget: the moves never exceed the budget, wherever it ends, but for those of chains, and the verdict names it if
// they are too few. The moves of Plan are enough.
func TestBudget(t *testing.T) {
	o := sampling(1e9, 0.1)
	plan := independent().Plan(o, nil)
	for _, budget := range []int{120, 2000, 2777, plan + 1, 1e9} {
		o.Budget = budget
		m := soundly(sample.Seeded(7))
		v := must.Have(independent().Sample(t.Context(), m, nil, o))(t)
		few := fmt.Sprintf("and %s are asked for at most", text.Thousands(budget))
		if v.Moves > budget || v.Moves != m.moves || strings.Contains(v.Verdict().String(), few) != (budget < plan) {
			t.Errorf("%d moves are told, of %d; the budget is %d: %s", v.Moves, m.moves, budget, v.Verdict())
		}
	}
}

// TestReach: a step is farther from keeping p, or its chain ends farther from p, than is said, in no more than one of
// ten samplings, of right kernels and of those that read log f a little flat. Where the chain ends is known of most. Of
// a chain that hardly moves it is not, though its steps are hardly off.
func TestReach(t *testing.T) {
	const times = 60
	var known, far, farther int
	for i := range times {
		r := rand.New(rand.NewPCG(13, uint64(i)))
		g := grid.New(2+r.IntN(3), 3)
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = 1.5 * r.NormFloat64()
		}
		matrix := rightMatrix(r, g, i)
		power := 1 - 0.2*float64(i%3)
		s := rowed(g, logf, 2, func(here, _ []float64) [][]float64 { return matrix(powerOf(power)(here)) })
		v := must.Have(s.Sample(t.Context(), s.moves(sample.Seeded(uint64(i), 2)), []float64{1}, sampling(1e5, 0.1)))(t)
		rows := s.Given(2)
		p := chains.Normalized(logf)
		after := make([]float64, len(p))
		for x, row := range rows {
			floats.AddScaled(after, p[x], row)
		}
		end := must.Have(spectra.Matrix(rows).Stationary())(t)
		if floats.Distance(after, p, 1)/2 > v.Reach.Step {
			far++
		}
		if !math.IsNaN(v.Reach.Chain) {
			known++
			if floats.Distance(end, p, 1)/2 > v.Reach.Chain {
				farther++
			}
		}
		if i > 0 {
			continue
		}
		lazy := entryByEntry(rows, func(x, y int) float64 {
			if x == y {
				return 0.999 + 0.001*rows[x][y]
			}
			return 0.001 * rows[x][y]
		})
		s = rowed(g, logf, 2, func(_, _ []float64) [][]float64 { return lazy })
		v = must.Have(s.Sample(t.Context(), s.moves(sample.Seeded(uint64(i), 2)), []float64{1}, sampling(1e5, 0.1)))(t)
		if !math.IsNaN(v.Reach.Chain) || v.Reach.Step > 0.01 ||
			!strings.Contains(v.Verdict().String(), "mixes too slowly") {
			t.Errorf("a lazy chain: %+v: %s", v.Reach, v.Verdict())
		}
	}
	if far > times/10 || farther > known/10 || known < times*3/4 {
		t.Errorf("of %d steps %d are farther off than is said, and of %d chains %d", times, far, known, farther)
	}
}

// TestNumbersOfMoves: the same dice bet the same, reach as far and find the same cells off.
func TestNumbersOfMoves(t *testing.T) {
	got := ""
	add := func(v Validation) {
		got += fmt.Sprintf("\n%d of %d and %d, %d moved, %d until accused; at %.4g %.3g\n", v.Moves, v.MovesNeeded,
			v.Budget, v.moved, v.accusedAt, v.Farthest.Beta, v.Farthest.Into)
		got += fmt.Sprintf("most %.4g, reach %.4g and %.4g, the laws", v.most, v.Reach.Step, v.Reach.Chain)
		for _, f := range v.Laws {
			got += fmt.Sprintf(" %.4g", f.Value)
		}
		for _, l := range v.seen {
			got += fmt.Sprintf("\nbets %.4g %.4g %.4g",
				l.bets[onAll].capital, l.bets[onOne].capital, l.bets[onDrift].capital)
		}
	}
	for power, k := range []chains.Kernel{kernels.King{}, kernels.Lazy{A: 0.2, Kernel: metropolis}} {
		m := steps(sample.Seeded(6), k, grid.New(2, 3), powerOf(float64(power)/2+0.5))
		v := must.Have(small(metropolis).Sample(t.Context(), m, []float64{0.7, 1}, sampling(9000, 0.2)))(t)
		must.Say(t, v.Verdict().String(), "; a right kernel is accused with probability 0.0001 at most")
		add(v)
	}
	add(small(nil).Count(counting(700, 3, []float64{3, 1, 2, 2, 1, 4}), 1, sampling(0, 0.1)))
	const want = `
7236 of 3120 and 9000, 2573 moved, 2374 until accused; at 1 [2.26 5.61 -5.86 -0.949 -1.74 5.06]
most 63.38, reach 0.09446 and 0.275, the laws 1 5.948e-28 0 NaN
bets 18.51 7.504 29.47
bets 32.09 12.82 35.71
3706 of 3120 and 9000, 1081 moved, 0 until accused; at 1 [2.02 -0.303 -0.482 -2.08 1.6 -0.559]
most 0, reach 0.06774 and 0.3567, the laws 1 1 7.376e-08 NaN
bets -1.424 -1.309 -0.4321
bets -1.086 0.04788 -0.5335
583 of 0 and 0, 485 moved, 0 until accused; at 1 [3.51 3.65 -6.54 7.71 -9.01 7.47]
most 6.567, reach 0.7532 and NaN, the laws 1 0.001406 NaN
bets 7.516 0.7188 5.683`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", diff, got)
	}
}

// TestKernelsThatEnterWalls: a kernel that enters a wall is seen to at once, and its chains are not taken on from
// there.
func TestKernelsThatEnterWalls(t *testing.T) {
	s := small(nil)
	logf := []float64{0.3, math.Inf(-1), 1.1, 0.5, 0.9, -0.4}
	s.Bridge = chains.Geometric{From: chains.Uniform(logf), To: logf}
	m := moving(nil, func(float64, []float64) func(int, chains.Dice) int {
		return func(x int, _ chains.Dice) int {
			if x == 1 {
				t.Errorf("asked about cell %d, which has no mass", x)
			}
			return 1
		}
	})
	v := must.Have(s.Sample(t.Context(), m, nil, sampling(1000, 0.1)))(t)
	if f := v.finding(laws.SeenWalls); f.OK || !strings.Contains(f.Witness, "to (0, 1), which has no mass") {
		t.Errorf("walls: %v", f)
	}
	must.Say(t, v.Verdict().String(), "enters a cell without mass; at beta = 0 ", "; no right kernel does that; ")
}

// counting counts n moves to draws of a distribution, from all cells in turn but one.
func counting(n, without int, distribution []float64) Recorded {
	d := sample.Seeded(9, uint64(n))
	seen := make(Recorded, 6)
	for i := range n {
		if i%6 != without {
			seen.Add(i%6, d.Pick(distribution))
		}
	}
	return seen
}

// TestTooFewMoves: few moves of a kernel that jumps anywhere alike accuse nobody, and it is said that they could not;
// enough of them accuse it, and enough of a sound one are enough. It is not cleared by the moves from some of its
// cells, if what the others have together is more than the fault that is looked for.
func TestTooFewMoves(t *testing.T) {
	p := chains.Normalized(small(nil).target())
	uniform := []float64{1, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		n, without int
		law        []float64
		ok         bool
		says       string // "" if the law is clear
	}{
		{20, -1, uniform, true, "moves show one of 0.1"}, {40, -1, uniform, true, "moves show one of 0.1"},
		{40_000, -1, uniform, false, ""}, {40_000, -1, p, true, ""},
		{300_000, 0, p, true, "above 0."}, {300_000, 1, p, true, ""},
	} {
		v := small(nil).Count(counting(c.n, c.without, c.law), 1, sampling(0, 0.1))
		f := v.finding(laws.SeenDraws)
		if f.OK != c.ok || f.Unclear != (c.says != "") || !strings.Contains(f.Witness, c.says) ||
			f.Unclear != strings.Contains(v.Verdict().String(), "not enough data to tell") {
			t.Errorf("%d moves, none from %d: %v: %s", c.n, c.without, f, v.Verdict())
		}
	}
}

// TestWitnessError: what a step does to p, by moves, differs from what it does by its rows by the standard error that
// is told, over many sets of moves.
func TestWitnessError(t *testing.T) {
	squares, sets := 0.0, 60.
	uniform := []float64{1, 1, 1, 1, 1, 1}
	for i := range int(sets) {
		v := small(nil).Count(counting(6*(2000+i), -1, uniform), 1, sampling(0, 0.1))
		var after, err float64
		_, said, _ := strings.Cut(v.finding(laws.SeenDraws).Witness, " has ")
		must.Have(fmt.Sscanf(said, "%g", &after))(t)
		_, said, _ = strings.Cut(said, "a standard error of ")
		must.Have(fmt.Sscanf(said, "%g,", &err))(t)
		squares += (after - 1./6) * (after - 1./6) / (err * err)
	}
	if z := math.Sqrt(squares / sets); !(z > 0.6 && z < 1.3) {
		t.Errorf("the steps are off by %g standard errors", z)
	}
}

// TestFewMovesReach: what is not seen may be as far off as its mass; a cell that few moves leave, or a bridge that few
// moves cross, does not tell where the chain ends; and moves that all stay tell nothing.
func TestFewMovesReach(t *testing.T) {
	for _, c := range []struct {
		name        string
		at          map[[2]int]int
		step        float64 // at least
		known, says bool    // where the chain ends; that there are too few moves
	}{
		{"one cell unseen", map[[2]int]int{{0, 0}: 9000, {1, 1}: 9000, {2, 2}: 9000}, 0.25, false, true},
		{"none", nil, 0, false, true},
		{"all stay", map[[2]int]int{{0, 0}: 9000, {1, 1}: 9000, {2, 2}: 9000, {3, 3}: 9000}, 0, false, true},
		{"mixes", map[[2]int]int{{0, 1}: 900, {1, 0}: 450, {1, 2}: 450, {2, 1}: 450, {2, 3}: 450, {3, 2}: 450,
			{3, 3}: 450, {0, 0}: 0}, 0, true, false},
		{"few exits", map[[2]int]int{{0, 1}: 5, {0, 0}: 890, {1, 0}: 5, {1, 2}: 450, {1, 1}: 450, {2, 1}: 450,
			{2, 3}: 450, {3, 2}: 450, {3, 3}: 450}, 0, false, false},
		{"a bridge", map[[2]int]int{{0, 1}: 450, {0, 0}: 450, {1, 0}: 450, {1, 1}: 447, {1, 2}: 3, {2, 1}: 3,
			{2, 2}: 447, {2, 3}: 450, {3, 2}: 450, {3, 3}: 450}, 0, false, false},
		{"never left", map[[2]int]int{{0, 0}: 9000, {1, 0}: 900, {2, 1}: 900, {3, 2}: 900}, 0, false, false},
	} {
		logf := make([]float64, 4)
		if c.name == "never left" {
			logf[0] = 6
		}
		seen := make(Recorded, 4)
		for at, n := range c.at {
			for range n {
				seen.Add(at[0], at[1])
			}
		}
		for x := range seen {
			slices.Sort(seen[x])
		}
		s := annealing("few", grid.New(4), make([]float64, 4), logf, nil, 2)
		l := s.byMoves(sampling(0, 0.1), []float64{1}, seen).seen[0]
		for x, to := range seen {
			for _, y := range to {
				l.seen.Add(x, y)
			}
		}
		v := s.Count(seen, 1, sampling(0, 0.3))
		if known := !math.IsNaN(l.chainReach()); l.stepReach() < c.step || known != c.known ||
			v.finding(laws.SeenDraws).Unclear != c.says && c.step == 0 {
			t.Errorf("%s: %v, %v: %s", c.name, l.stepReach(), l.chainReach(), v.Verdict())
		}
	}
}

// TestRecordsKeepTheLevel: of 800 chains of independent draws with seldom cells, at most one in a hundred has a p-value
// of 0.01 for pT = p. Of the same dice for all of them one in twenty had.
func TestRecordsKeepTheLevel(t *testing.T) {
	logf := []float64{0, 0.5, 0, -4, -4, -4, 0, 0.4, 0}
	s := annealing("", grid.New(9), chains.Uniform(logf), logf, nil, 2)
	p := chains.Normalized(logf)
	small := 0
	for seed := range uint64(800) {
		dice := sample.Seeded(seed, 31)
		seen := make(Recorded, 9)
		for x, n := dice.Pick(p), 0; n < 3000; n++ {
			y := dice.Pick(p)
			seen.Add(x, y)
			x = y
		}
		o := sampling(0, 0.1)
		o.Seed = 1
		if v := s.Count(seen, 1, o); v.finding(laws.SeenDraws).Value < 0.01 {
			small++
		}
	}
	if small > 8 {
		t.Errorf("%d of 800 have a p-value below 0.01", small)
	}
}

// named is the name of a cause, "" if there is none.
func (v Validation) named() string {
	if v.Cause == nil {
		return ""
	}
	return v.Cause.Name
}

// TestMain looks at fewer random cases, unless all is asked for.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "25")
	os.Exit(m.Run())
}
