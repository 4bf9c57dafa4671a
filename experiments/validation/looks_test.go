package validation

import (
	"context"
	"flag"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// drawer moves to independent draws of the density, which is a sound kernel.
type drawer struct {
	dice  chains.Dice
	p     []float64
	moves int
}

func (d *drawer) Aim(_ context.Context, _ float64, logf []float64) error {
	d.p = chains.Normalized(logf)
	return nil
}

func (d *drawer) Move(_ context.Context, next, states []int) error {
	for i := range states {
		next[i] = d.dice.Pick(d.p)
	}
	d.moves += len(states)
	return nil
}

// independent claims to be, on three cells, what a drawer is.
func independent() Candidate {
	logf := []float64{0.3, -1.2, 1.1}
	return Candidate{Name: "independent", Declared: kernels.Rows{To: drawn},
		Annealing: chains.Annealing{Grid: grid.New(3), Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: make([]float64, 3), To: logf}}}
}

// drawn are the rows of a drawer.
func drawn(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
	for y, p := range chains.Normalized(logf) {
		if y != x {
			visit(y, p)
		}
	}
}

// The level holds for all looks, tests and betas together. A sound kernel is accused at most
// as often as stated: at a level of 0.2 no more often than a binomial number
// is with probability 1e-6. The smallest of three looks, uncorrected, would be at the level in
// up to 0.6.
func TestLooksKeepTheLevel(t *testing.T) {
	const level = 0.2
	repeats := often(60, 200)
	accused := 0
	for seed := range uint64(repeats) {
		o := Sampling{Budget: 1e6, Fault: 0.5, Level: level, Power: 0.9, Seed: seed}
		v := must(independent().Sample(t.Context(), &drawer{dice: sample.Seeded(seed, 5)}, nil, o))(t)
		if !v.OK() {
			accused++
		}
	}
	if by := (distuv.Binomial{N: float64(repeats), P: level}); by.Survival(float64(accused)) < 1e-6 {
		t.Errorf("%d of %d sound kernels are accused, and the level is %v", accused, repeats, level)
	}
}

// A test breaks its law at the level divided by the looks, and not at the level itself; and
// the look with the smallest p-value counts, whenever it was.
func TestMergeLooks(t *testing.T) {
	const level = 0.001
	o := plan{Sampling: Sampling{Level: level}, tests: 2, looks: looks}
	for _, c := range []struct {
		p      [2]float64
		breaks bool
	}{
		{[2]float64{0.9 * level / 6, 1}, true}, {[2]float64{1.1 * level / 6, 1}, false},
		{[2]float64{1, 0.9 * level / 6}, true}, {[2]float64{1, 1.1 * level / 6}, false},
	} {
		var found []test
		for _, p := range c.p {
			found = o.merge(found, []test{{law: laws.SeenBalance, p: p}})
		}
		if got := o.breaks(found[0]); got != c.breaks {
			t.Errorf("looks with p-values %v break the law: %v, want %v", c.p, got, c.breaks)
		}
	}
}

// A law is decided if it is broken, or if every test of it has enough data.
func TestDecided(t *testing.T) {
	o := plan{Sampling: Sampling{Level: 0.001}, tests: 1}
	enough, few, off := test{p: 1, short: 1}, test{p: 1, short: 1.1}, test{p: 1e-4, short: 2}
	for _, c := range []struct {
		name  string
		tests []test
		want  bool
	}{
		{"enough", []test{enough}, true},
		{"too few", []test{enough, few}, false},
		{"broken by few", []test{off}, true},
		{"broken by one test of two", []test{few, off}, true},
		{"no data", []test{{p: 1, short: math.Inf(1)}}, false},
	} {
		if got := o.decided(c.tests); got != c.want {
			t.Errorf("%s: decided is %v, want %v", c.name, got, c.want)
		}
	}
}

// The moves never exceed the budget. Without one that suffices some law is open, and with
// what it is then said to need none is.
func TestBudget(t *testing.T) {
	sampled := func(budget int) Validation {
		m := &drawer{dice: sample.Seeded(7)}
		v, err := independent().Sample(t.Context(), m, nil, Sampling{Budget: budget, Chains: 100, Fault: 0.2,
			Level: 0.001, Power: 0.9})
		if err != nil {
			t.Fatal(err)
		}
		if v.Moves > budget {
			t.Errorf("%d moves, and the budget is %d", v.Moves, budget)
		}
		if v.Moves != m.moves {
			t.Errorf("%d moves are told, and there were %d", v.Moves, m.moves)
		}
		return v
	}
	open := func(v Validation) (n, needs int) {
		for _, l := range v.Laws {
			if l.Unclear {
				n, needs = n+1, max(needs, l.Needs)
			}
		}
		return n, needs
	}
	short := sampled(2000)
	n, needs := open(short)
	if n == 0 {
		t.Errorf("2000 moves decide all: %s", short.Verdict())
	}
	if n, _ := open(sampled(needs)); n > 0 {
		t.Errorf("%d moves are to be enough, and %d laws are open", needs, n)
	}
	if n, _ := open(sampled(short.Enough)); n > 0 {
		t.Errorf("%d moves are to be enough for all, and %d laws are open", short.Enough, n)
	}
	if far := sampled(1e9); far.Moves > short.Enough {
		t.Errorf("%d moves are made, and %d are enough", far.Moves, short.Enough)
	}
}

// A kernel that is grossly wrong is known after a part of the moves.
func TestGrossFaultsEndEarly(t *testing.T) {
	o := Sampling{Budget: 1e8, Fault: 0.1, Level: 0.001, Power: 0.9}
	wrong := independent()
	v := must(wrong.Sample(t.Context(), staying{}, []float64{1}, o))(t)
	if v.OK() {
		t.Error("a kernel that goes to the first cell keeps all laws")
	}
	if plan := wrong.Plan(o, []float64{1}); float64(v.Moves) > plan/3 {
		t.Errorf("%d moves of %v", v.Moves, plan)
	}
}

// often is a number of repeats: the first, or the second in the long form.
func often(short, long int) int {
	if os.Getenv("BREADBOARD_LONG") != "" {
		return long
	}
	return short
}

// staying goes to cell 0 from everywhere.
type staying struct{}

func (staying) Aim(context.Context, float64, []float64) error { return nil }
func (staying) Move(_ context.Context, next, _ []int) error {
	clear(next)
	return nil
}

// powered moves to independent draws of a power of the density, at betas from a first one on. A power of 1 is sound.
type powered struct {
	drawer
	power, from float64
}

func (b *powered) Aim(_ context.Context, beta float64, logf []float64) error {
	power := 1.0
	if beta >= b.from {
		power = b.power
	}
	b.p = make([]float64, len(logf))
	for x, v := range logf {
		b.p[x] = power * v
	}
	b.p = chains.Normalized(b.p)
	return nil
}

// ruled runs a kernel many times and counts the verdicts: of one look at the level, which is the first of two, and of
// both. again counts the runs in which some test was asked again.
func ruled(t *testing.T, repeats int, power, level float64) (once, twice, again int) {
	t.Helper()
	for seed := range uint64(repeats) {
		m := &powered{drawer: drawer{dice: sample.Seeded(seed, 6)}, power: power}
		v, err := independent().Sample(t.Context(), m, nil, Sampling{Budget: 1e7, Chains: 50, Fault: 0.2, Level: level,
			Power: 0.9, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if v.Moves != m.moves {
			t.Errorf("%d moves are told, and there were %d", v.Moves, m.moves)
		}
		least, asked := 1.0, false
		for i, p := range adjusted(v.chance.tests) {
			least = min(least, p)
			asked = asked || v.chance.tests[i].first > 0
		}
		for _, n := range []struct {
			so    bool
			count *int
		}{{least <= level, &once}, {!v.OK(), &twice}, {asked, &again}} {
			if n.so {
				*n.count++
			}
		}
		if !asked && v.OK() && least <= level/10 {
			t.Errorf("seed %d: p = %v, and nobody asks again or accuses", seed, least)
		}
	}
	return once, twice, again
}

// The whole procedure accuses sound kernels at most as often as its limit says, a tenth of the level of one look; at
// this level one look accuses some, and the second clears them. And it finds more faults than one look at the level
// does, where those are hard to see.
func TestSecondLook(t *testing.T) {
	const level = 0.01
	repeats := often(60, 120)
	once, twice, again := ruled(t, repeats, 1, level)
	if by := (distuv.Binomial{N: float64(repeats), P: level / 10}); by.Survival(float64(twice)) < 1e-4 {
		t.Errorf("%d of %d sound kernels are accused, and the limit is %v", twice, repeats, level/10)
	}
	if again == 0 || twice > once {
		t.Errorf("one look accuses %d, %d are asked again and %d are accused: the test tests nothing", once, again, twice)
	}
	for _, power := range []float64{0.9, 0.85} {
		once, twice, _ := ruled(t, often(15, 30), power, 0.001)
		if twice <= once {
			t.Errorf("f^%v: one look finds it in %d samplings, and two in %d", power, once, twice)
		}
	}
}

// A test that is asked again is the same test at the same beta: of all tests in turn, only the doubted one is
// replaced, and by its own law there. The kernel is wrong from the last beta on, so that a second look anywhere else
// would clear it.
func TestSecondLookIsAtTheDoubt(t *testing.T) {
	const power, level = 0.6, 0.001
	s := independent()
	o := s.plan(Sampling{Budget: 1e7, Chains: 50, Fault: 0.1, Level: level, Power: 0.9}, nil, true)
	if o.again == 0 {
		t.Fatal("the budget allows no second look")
	}
	tests := blank(s, o)
	for i := range tests {
		for k := range tests {
			tests[k].p, tests[k].first, tests[k].both = 1, 0, 0
		}
		tests[i].p = level / float64(len(tests))
		v := s.bySamples(&o.Seed)
		m := &powered{drawer: drawer{dice: sample.Seeded(3)}, power: power, from: 1}
		done(t, v.askAgain(t.Context(), m, o, tests))
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

// A second look has other moves than the first, from other draws: a mover that stays shows where it was asked.
func TestSecondLookIsFresh(t *testing.T) {
	s := independent()
	o := s.plan(Sampling{Budget: 1e7, Fault: 0.2, Level: 0.001, Power: 0.9, Seed: 4}, []float64{1}, true)
	first := newWatched(s, 1, 1, o)
	m := &stayer{}
	done(t, first.drawTo(t.Context(), m, o.again))
	tests, v := first.tests(), s.bySamples(&o.Seed)
	again := must(v.fresh(t.Context(), m, o, tests, []int{0}))(t)
	if again[0].p == tests[0].p {
		t.Errorf("both looks have p = %v", tests[0].p)
	}
	if want := 2 * first.all.Moves(); m.moves != want || v.Moves != want/2 {
		t.Errorf("%d moves were asked for and %d counted, want %d and half of them", m.moves, v.Moves, want)
	}
}

// stayer stays everywhere.
type stayer struct{ moves int }

func (*stayer) Aim(context.Context, float64, []float64) error { return nil }
func (m *stayer) Move(_ context.Context, next, states []int) error {
	m.moves += copy(next, states)
	return nil
}

// blank are all tests of a plan, of no moves.
func blank(s Candidate, o plan) (all []test) {
	for i, beta := range o.betas {
		all = append(all, newWatched(s, i+1, beta, o).tests()...)
	}
	return append(all, test{law: laws.SeenSandwich, p: 1})
}

// Where one p-value is clear, nothing is asked again; a budget for one look has one look, at the level, and says
// what would tell more.
func TestOneLook(t *testing.T) {
	o := Sampling{Budget: 1e7, Fault: 0.2, Level: 0.001, Power: 0.9, Seed: 1}
	plan := independent().Plan(o, nil)
	for _, c := range []struct {
		budget int
		power  float64
		says   string
	}{
		{1e7, 0.2, ", corrected for 14 tests: a right kernel is accused with probability 0.0001 at most"},
		{int(1.9 * plan), 0.2, ", corrected for 14 tests: a right kernel is accused with probability 0.001 at most"},
	} {
		o.Budget = c.budget
		m := &powered{drawer: drawer{dice: sample.Seeded(2)}, power: c.power}
		v := must(independent().Sample(t.Context(), m, nil, o))(t)
		if v.OK() || !strings.Contains(v.Verdict(), c.says) || !(v.Broken()[0].Value < 1e-6) {
			t.Errorf("budget %d: want %q in %s", c.budget, c.says, v.Verdict())
		}
		if float64(v.Moves) > plan {
			t.Errorf("%d moves, and one look takes %v", v.Moves, plan)
		}
	}
}

// Beside a clear fault the other laws are judged by one look, at the level; without one they are judged at the limit
// of two looks, a tenth of it.
func TestLawsBesideAClearFault(t *testing.T) {
	s, level := independent(), 0.001
	o := s.plan(Sampling{Budget: 1e7, Fault: 0.2, Level: level, Power: 0.9}, nil, true)
	for clear, limit := range map[float64]float64{1e-20: level, 0.5: level / 10} {
		v := s.bySamples(&o.Seed)
		v.settle([]test{{law: laws.SeenBalance, p: clear}, {law: laws.SeenDraws, p: 0.4 * level}}, o)
		f := v.finding(laws.SeenDraws)
		if f.OK != (limit < level) || f.Limit != limit {
			t.Errorf("beside p = %v, p = %v keeps the law: %v, and the limit is %v", clear, f.Value, f.OK, f.Limit)
		}
	}
}

// The sentence for every case: clear, after two looks, with one look alone, of a record, and of what is no chance.
func TestHowSure(t *testing.T) {
	s := independent()
	with := func(budget int, first, both float64) chance {
		o := s.plan(Sampling{Budget: budget, Fault: 0.2, Level: 0.001, Power: 0.9}, nil, budget > 0)
		return chance{o, []test{{law: laws.SeenWalls, p: 1}, {law: laws.SeenBalance, first: first, both: both}}}
	}
	const tests, right = ", corrected for 2 tests", ": a right kernel is accused with probability "
	for _, c := range []struct {
		chance
		p    float64
		says string
	}{
		{with(1e7, 0, 0), 1e-127, "the p-value is 1e-127" + tests + right + "0.0001 at most"},
		{with(1e7, 8e-4, 3e-5), 3e-5, "the p-value is 3e-05" + tests + " (0.0008 at first, and then asked again on fresh moves)" +
			right + "0.0001 at most"},
		{with(2000, 0, 0), 8e-4, "the p-value is 0.0008" + tests + right + "0.001 at most, and fresh moves would tell: a " +
			"budget of 9,000 has a second look"},
		{with(0, 0, 0), 8e-4, "the p-value is 0.0008" + tests + right + "0.001 at most, and fresh moves would tell"},
		{with(0, 0, 0), 1e-9, "the p-value is 1e-09" + tests + right + "0.001 at most"},
		{with(1e7, 0, 0), 0, "no right kernel does that"},
		{with(1e7, 0, 0), math.NaN(), ""},
	} {
		got := strings.Join(c.say(laws.Finding{Law: laws.SeenBalance, Value: c.p}), "; ")
		if got != c.says {
			t.Errorf("p = %v: %q, want %q", c.p, got, c.says)
		}
	}
}

// The p-value of the sandwich is the normal one of the difference of two means. Both
// samples here have variance 2 and n = 4, so that its standard error is 1.
func TestSandwiched(t *testing.T) {
	around := func(mean float64) []float64 {
		d := math.Sqrt(1.5)
		return []float64{mean - d, mean - d, mean + d, mean + d}
	}
	for _, c := range []struct{ up, down, p float64 }{
		{0, 1, 1}, // nothing is crossed
		{1, 0, distuv.UnitNormal.CDF(-1)},
		{3, 0, distuv.UnitNormal.CDF(-3)},
	} {
		if got := sandwiched(around(c.up), around(c.down)); !(math.Abs(got.p-c.p) < 1e-12) {
			t.Errorf("means %v forward and %v in reverse: p = %v, want %v", c.up, c.down, got.p, c.p)
		}
	}
	infinite := sandwiched([]float64{0, math.Inf(-1)}, []float64{0, 1})
	if infinite.unclear == "" {
		t.Error("an infinite weight: it is clear")
	}
	if infinite.p != 1 {
		t.Errorf("an infinite weight: p = %v, want 1", infinite.p)
	}
}

// At a level of a hundredth, each of two steps has 0.005, so a step breaks its bound from
// 2.576 standard errors on: above the bound forward, below it in reverse.
func TestBreaks(t *testing.T) {
	const se, bound = 0.5, -7.0
	for _, c := range []struct {
		reverse bool
		z       float64 // of the second step
		breaks  bool
	}{
		{false, 2.65, true}, {false, 2.5, false}, {false, -2.65, false},
		{true, -2.65, true}, {true, -2.5, false}, {true, 2.65, false},
	} {
		r := annealed{Candidate: Candidate{Annealing: chains.Annealing{Schedule: chains.Linear(3)}}, reverse: c.reverse,
			trail: []standing{{2, bound, se, bound}, {3, bound + c.z*se, se, bound}}}
		says := r.breaks(0.01)
		if (says != "") != c.breaks {
			t.Errorf("reverse %v, %v standard errors off: %q", c.reverse, c.z, says)
		}
		if c.breaks && !strings.Contains(says, "at step 3 (beta = 1)") {
			t.Errorf("reverse %v: %q names another step", c.reverse, says)
		}
	}
}

// A law is broken from the level on that was stated, and not from a part of it. With two
// tests the smaller p-value counts twice (Holm).
func TestAccusedAtTheLevel(t *testing.T) {
	const level = 0.001
	for _, c := range []struct {
		p  []float64
		ok bool
	}{
		{[]float64{1.1 * level}, true}, {[]float64{0.9 * level}, false},
		{[]float64{0.55 * level, 1}, true}, {[]float64{0.45 * level, 1}, false},
		{[]float64{1, 0.55 * level}, true}, {[]float64{1, 0.45 * level}, false},
	} {
		v, tests := Validation{}, []test(nil)
		for _, p := range c.p {
			tests = append(tests, test{law: laws.SeenBalance, p: p})
		}
		v.settle(tests, plan{Sampling: Sampling{Fault: 0.1, Level: level, Power: 0.9}, cells: 6,
			tests: len(tests), needs: map[int]int{}})
		if v.OK() != c.ok {
			t.Errorf("p-values %v at level %v: %v", c.p, level, v.Laws)
		}
	}
}

// TestMain looks at fewer random cases, unless all is asked for.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", strconv.Itoa(often(25, 100)))
	os.Exit(m.Run())
}

// must is what a call returns, if there is no error.
func must[T any](v T, err error) func(t failing) T {
	return func(t failing) T {
		t.Helper()
		done(t, err)
		return v
	}
}

// done fails t if there is an error.
func done(t failing, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A failing is a test, of rapid too.
type failing interface {
	Helper()
	Fatal(args ...any)
}
