package validation

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
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

// constantly moves by a rule without dice.
func constantly(next func(x int) int) *mover {
	return moving(nil, func(float64, []float64) func(int, chains.Dice) int {
		return func(x int, _ chains.Dice) int { return next(x) }
	})
}

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

// sampling looks for a fault with the customary level and power.
func sampling(budget, chains int, fault float64) Sampling {
	return Sampling{Budget: budget, Chains: chains, Fault: fault, Level: 0.001, Power: 0.9}
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

// TestMergeLooks: a test breaks its law at the level divided by the looks, and not at the level itself; and the look
// with the smallest p-value counts, whenever it was.
func TestMergeLooks(t *testing.T) {
	const level = 0.001
	o := plan{Sampling: Sampling{Level: level}, tests: 2, looks: looks}
	for i, p := range [][2]float64{{0.9, 1e4}, {1e4, 0.9}, {1.1, 1e4}, {1e4, 1.1}} { // in units of the level of a look
		var found []test
		for _, p := range p {
			found = o.merge(found, []test{{law: laws.SeenBalance, p: p * level / 6}})
		}
		found[0].short = 2
		if got := o.decided(found); got != (i < 2) {
			t.Errorf("looks with p-values %v of the level break the law: %v", p, got)
		}
	}
}

// TestBudget: the moves never exceed the budget. Without one that suffices some law is open, and with what it is then
// said to need none is; the verdict says both numbers.
func TestBudget(t *testing.T) {
	sampled := func(budget int) (v Validation, open, needs int) {
		m := soundly(sample.Seeded(7))
		v = must.Have(independent().Sample(t.Context(), m, nil, sampling(budget, 100, 0.2)))(t)
		if v.Moves > budget || v.Moves != m.moves {
			t.Errorf("%d moves are told, and there were %d; the budget is %d", v.Moves, m.moves, budget)
		}
		for _, l := range v.Laws {
			if l.Unclear {
				open, needs = open+1, max(needs, l.Needs)
			}
		}
		return v, open, needs
	}
	short, open, needs := sampled(2000)
	if open == 0 {
		t.Errorf("2000 moves decide all: %s", short.Verdict())
	}
	says := fmt.Sprintf("all laws take %s moves, and 2,000 are asked for at most", text.Thousands(short.MovesNeeded))
	if !strings.Contains(short.Verdict(), says) {
		t.Errorf("the verdict is %q, want %q in it", short.Verdict(), says)
	}
	for _, budget := range []int{needs, short.MovesNeeded} {
		if _, open, _ := sampled(budget); open > 0 {
			t.Errorf("%d moves are to be enough, and %d laws are open", budget, open)
		}
	}
	if far, _, _ := sampled(1e9); far.Moves > short.MovesNeeded {
		t.Errorf("%d moves are made, and %d are enough", far.Moves, short.MovesNeeded)
	}
}

// TestGrossFaultsEndEarly: a kernel that is grossly wrong is known after a part of the moves.
func TestGrossFaultsEndEarly(t *testing.T) {
	o, wrong := sampling(1e8, 0, 0.1), independent()
	v := must.Have(wrong.Sample(t.Context(), constantly(func(int) int { return 0 }), []float64{1}, o))(t)
	if plan := wrong.Plan(o, []float64{1}); v.OK() || float64(v.Moves) > plan/3 {
		t.Errorf("%d moves of %v: %s", v.Moves, plan, v.Verdict())
	}
}

// verdicts runs a kernel many times and counts the verdicts: of one look at the level, which is the first of two, and
// of both. again counts the runs in which some test was asked again.
func verdicts(t *testing.T, repeats int, power, level float64) (once, twice, again int) {
	t.Helper()
	for seed := range uint64(repeats) {
		o := Sampling{Budget: 1e7, Chains: 50, Fault: 0.2, Level: level, Power: 0.9, Seed: seed}
		m := drawing(sample.Seeded(seed, 6), always(power))
		v := must.Have(independent().Sample(t.Context(), m, nil, o))(t)
		if v.Moves != m.moves {
			t.Errorf("%d moves are told, and there were %d", v.Moves, m.moves)
		}
		least := slices.Min(adjusted(v.tests))
		asked := slices.ContainsFunc(v.tests, func(t test) bool { return t.first > 0 })
		if least <= level {
			once++
		}
		if !v.OK() {
			twice++
		}
		if asked {
			again++
		} else if v.OK() && least <= level/10 {
			t.Errorf("seed %d: p = %v, and nobody asks again or accuses", seed, least)
		}
	}
	return once, twice, again
}

// TestSecondLook: the whole procedure accuses sound kernels at most as often as its limit says, a tenth of the level of
// one look; at this level one look accuses some, and the second clears them. And it finds more faults than one look at
// the level does, where those are hard to see.
func TestSecondLook(t *testing.T) {
	const level = 0.01
	repeats := 24
	once, twice, again := verdicts(t, repeats, 1, level)
	if by := (distuv.Binomial{N: float64(repeats), P: level / 10}); by.Survival(float64(twice)) < 1e-4 {
		t.Errorf("%d of %d sound kernels are accused, and the limit is %v", twice, repeats, level/10)
	}
	if again == 0 || twice > once {
		t.Errorf("one look accuses %d, %d are asked again and %d are accused: the test tests nothing", once, again,
			twice)
	}
	const power = 0.9
	if once, twice, _ := verdicts(t, 12, power, 0.001); twice <= once {
		t.Errorf("f^%v: one look finds it in %d samplings, and two in %d", power, once, twice)
	}
}

// TestSecondLookIsAtTheDoubt: a test that is asked again is the same test at the same beta: of all tests in turn, only
// the doubted one is replaced, and by its own law there. The kernel is wrong from the last beta on, so that a second
// look anywhere else would clear it.
func TestSecondLookIsAtTheDoubt(t *testing.T) {
	s := independent()
	o := s.plan(sampling(1e7, 50, 0.1), nil, true)
	tests := []test{}
	for i, beta := range o.betas {
		tests = append(tests, newSampledLevel(s, i+1, beta, o).tests()...)
	}
	tests = append(tests, test{law: laws.SeenSandwich, p: 1})
	for i := range tests {
		for k := range tests {
			tests[k].p = 1
			tests[k].first = 0
			tests[k].both = 0
		}
		tests[i].p = o.Level / float64(len(tests))
		v := s.bySamples(&o.Seed)
		m := drawing(sample.Seeded(3), func(beta float64) float64 { return 1 - 0.4*math.Floor(beta) })
		must.Do(t, v.askAgain(t.Context(), m, o, tests))
		wrong := tests[i].level == s.T() && tests[i].law != laws.SeenWalls
		for k, f := range tests {
			if (f.first > 0) != (k == i) {
				t.Errorf("%q at level %d is asked again: %v, and in doubt is %d", f.law, f.level, f.first > 0, i)
			}
		}
		if clear := o.twice().Clear; tests[i].both < clear {
			t.Errorf("%q: both looks have p = %v, below %v, which one look in doubt cannot have", tests[i].law,
				tests[i].both, clear)
		}
		if got := tests[i].both <= o.limit(); got != wrong {
			t.Errorf("%q at level %d: the second look accuses: %v, want %v", tests[i].law, tests[i].level, got, wrong)
		}
	}
}

// TestLimit: a law is broken from its limit on, and with two tests the smaller p-value counts twice (Holm). The limit
// is the level, or a tenth of it if there may be a second look. The table, the verdict and the note say this number,
// and no other probability of an accusation.
func TestLimit(t *testing.T) {
	said := regexp.MustCompile(`accused with probability (\S+) at most`)
	for budget, limit := range map[int]float64{0: 0.001, 1e7: 0.0001} {
		o := independent().plan(sampling(budget, 0, 0.2), nil, budget > 0)
		for _, p := range [][]float64{{1.1}, {0.9}, {0.55, 1000}, {0.45, 1000}, {1000, 0.55}, {1000, 0.45}} { // of it
			var tests []test
			for _, p := range p {
				tests = append(tests, test{law: laws.SeenBalance, p: p * limit})
			}
			v := independent().bySamples(nil)
			v.settle(t.Context(), tests, o)
			if v.OK() != (slices.Min(p)*float64(len(p)) > 1) {
				t.Errorf("p-values %v of the limit: %v", p, v.Laws)
			}
			for _, match := range said.FindAllStringSubmatch(strings.Join(append(v.Notes, v.Verdict()), "\n"), -1) {
				if match[1] != fmt.Sprint(v.finding(laws.SeenBalance).Limit) || match[1] != fmt.Sprint(limit) {
					t.Errorf("a sentence has %s, and the limit is %v", match[1], limit)
				}
			}
		}
	}
}

// TestSandwiched: the p-value of the sandwich is the normal one of the difference of two means. Both samples here have
// variance 2 and n = 4, so that its standard error is 1. Infinite weights accuse nobody.
func TestSandwiched(t *testing.T) {
	around := func(mean float64) []float64 {
		d := math.Sqrt(1.5)
		return []float64{mean - d, mean - d, mean + d, mean + d}
	}
	for up, p := range map[float64]float64{-1: 1, 1: distuv.UnitNormal.CDF(-1), 3: distuv.UnitNormal.CDF(-3)} {
		if got := sandwiched(around(up), around(0)); !(math.Abs(got.p-p) < 1e-12) {
			t.Errorf("%v above: p = %v, want %v", up, got.p, p)
		}
	}
	if infinite := sandwiched([]float64{1, 1}, []float64{0, math.Inf(-1)}); infinite.p != 1 {
		t.Errorf("an infinite weight: %+v", infinite)
	}
}

// TestWatch: a program that is sound is not accused, and the seeds are fixed. Its plan is kept to.
func TestWatch(t *testing.T) {
	o := sampling(1e6, 200, 0.1)
	for seed := range uint64(3) {
		o.Seed = seed
		v := must.Have(small(metropolis).Sample(t.Context(),
			steps(sample.Seeded(seed), metropolis, grid.New(2, 3)), nil, o))(t)
		if len(v.Laws) != 7 || !strings.Contains(v.Verdict(), " moves, enough to find a fault of 0.1") {
			t.Errorf("seed %d: %d laws: %s", seed, len(v.Laws), v.Verdict())
		}
		again := slices.ContainsFunc(v.tests, func(t test) bool { return t.first > 0 })
		if plan := small(metropolis).Plan(o, nil); !again && float64(v.Moves) != plan {
			t.Errorf("seed %d: %d moves, want %v", seed, v.Moves, plan)
		}
		for _, l := range v.Laws {
			// counts give no p-value of ways
			if l.Unclear || l.Law != laws.Connected && !(l.Value > 0.001 && l.Value <= 1) {
				t.Errorf("seed %d: %v", seed, l)
			}
		}
	}
}

// TestWatchFinds: a program at 0.4 of log f is found by every test that can.
func TestWatchFinds(t *testing.T) {
	o := sampling(60_000, 200, 0.1)
	m := steps(sample.Seeded(0), metropolis, grid.New(2, 3), powerOf(0.4))
	v := must.Have(small(metropolis).Sample(t.Context(), m, nil, o))(t)
	for _, law := range []laws.Law{laws.SeenDraws, laws.SeenRank, laws.SeenBalance, laws.SeenRows, laws.SeenWalls} {
		if v.finding(law).OK != (law == laws.SeenWalls) {
			t.Errorf("%v", v.finding(law))
		}
	}
}

// TestKernelsThatEnterWalls: a kernel that enters a wall is seen to at once, and its chains are not taken on from
// there.
func TestKernelsThatEnterWalls(t *testing.T) {
	s := small(nil)
	logf := []float64{0.3, math.Inf(-1), 1.1, 0.5, 0.9, -0.4}
	s.Bridge = chains.Geometric{From: chains.Uniform(logf), To: logf}
	m := constantly(func(x int) int {
		if x == 1 {
			t.Errorf("asked about cell %d, which has no mass", x)
		}
		return 1
	})
	v := must.Have(s.Sample(t.Context(), m, nil, sampling(1000, 10, 0.1)))(t)
	if f := v.finding(laws.SeenWalls); f.OK || !strings.Contains(f.Witness, "to (0, 1), which has no mass") {
		t.Errorf("walls: %v", f)
	}
}

// counting counts n moves to draws of a distribution, from all cells in turn but one.
func counting(n, without int, distribution []float64) *evidence.Tally {
	d := sample.Seeded(9, uint64(n))
	seen := evidence.NewTally(6)
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
		{20, -1, uniform, true, "find a fault of 0.1"}, {40, -1, uniform, true, "find a fault of 0.1"},
		{40_000, -1, uniform, false, ""}, {40_000, -1, p, true, ""},
		{300_000, 0, p, true, "no move is seen from cells of mass 0.1"}, {300_000, 1, p, true, ""},
	} {
		v := small(nil).Count(t.Context(), counting(c.n, c.without, c.law), 1, sampling(0, 0, 0.1))
		f := v.finding(laws.SeenBalance)
		if f.OK != c.ok || f.Unclear != (c.says != "") || !strings.Contains(f.Witness, c.says) ||
			f.Unclear != strings.Contains(v.Verdict(), "not enough data to tell") {
			t.Errorf("%d moves, none from %d: %v: %s", c.n, c.without, f, v.Verdict())
		}
	}
}

// TestPlanSharesTheLevel: the level is shared among all tests there are and all looks at them, so more betas take more
// moves of each kind. The plan counts the tests that are made, and the outcomes of the kernel that is declared: four of
// Metropolis on 2x3.
func TestPlanSharesTheLevel(t *testing.T) {
	for _, c := range []struct {
		declared chains.Kernel
		betas    []float64
		tests    int
	}{{metropolis, nil, 3*(4+6) + 1}, {metropolis, []float64{1}, 4 + 6}, {nil, []float64{1}, 4}} {
		m := steps(sample.Seeded(3), metropolis, grid.New(2, 3))
		v := must.Have(small(c.declared).Sample(t.Context(), m, c.betas, sampling(1e6, 200, 0.1)))(t)
		notes := strings.Join(v.Notes, "\n")
		level := 0.001 / float64(3*c.tests)
		for _, want := range []string{
			fmt.Sprintf("corrected for %d tests (Holm) and 3 looks", c.tests),
			fmt.Sprintf("by %s steps", text.Thousands(evidence.Needed(0.1, 6, level, 0.9))),
			fmt.Sprintf("worth %s draws", text.Thousands(evidence.NeededForBalance(0.1, 6, level, 0.9))),
		} {
			if !strings.Contains(notes, want) {
				t.Errorf("%d tests: %q is not in %q", c.tests, want, notes)
			}
		}
		rows := fmt.Sprintf("%s moves from each cell with 4 outcomes",
			text.Thousands(evidence.Needed(0.1, 4, level, 0.9)))
		if strings.Contains(notes, rows) != (c.declared != nil) {
			t.Errorf("%d tests: declared %v, and in the notes: %q", c.tests, c.declared, notes)
		}
	}
}

// TestDeviations: of 8 moves 2 stay and 3 of 6 enter the first cell, which makes 3/4 for 1/2, with the variance 1/96
// and that of one more move, 1/16. One impossible move is one deviation.
func TestDeviations(t *testing.T) {
	seen := evidence.NewTally(3)
	for i := range 8 {
		seen.Add(min(1, i/2), max(0, i-4)-max(0, i-5))
	}
	if got, want := deviations(seen, []float64{0.5, 0.5, 0}), 2/math.Sqrt(14./3); math.Abs(got[0]-want) > 1e-12 {
		t.Errorf("deviations are %v, want %v first", got, want)
	}
	seen = evidence.NewTally(2)
	for range 1000 {
		seen.Add(0, 0)
	}
	seen.Add(0, 1)
	if got := deviations(seen, []float64{1, 0}); math.Abs(got[1]-1001./1001/math.Sqrt(1)) > 0.5 {
		t.Errorf("one impossible move is %v off", got[1])
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
