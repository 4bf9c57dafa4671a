package validation

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
)

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
	const repeats, level = 120, 0.01
	once, twice, again := ruled(t, repeats, 1, level)
	t.Logf("of %d sound kernels one look accuses %d, %d are asked again, and both accuse %d", repeats, once, again,
		twice)
	if by := (distuv.Binomial{N: repeats, P: level / 10}); by.Survival(float64(twice)) < 1e-4 {
		t.Errorf("%d of %d sound kernels are accused, and the limit is %v", twice, repeats, level/10)
	}
	if again == 0 || twice > once {
		t.Errorf("one look accuses %d, %d are asked again and %d are accused: the test tests nothing", once, again, twice)
	}
	for _, power := range []float64{0.9, 0.85} {
		once, twice, _ := ruled(t, 30, power, 0.001)
		t.Logf("f^%v: one look finds %d of 30, both %d", power, once, twice)
		if twice <= once {
			t.Errorf("f^%v: one look finds it in %d of 30 samplings, and two in %d", power, once, twice)
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
		v := s.drawn(o.Sampling)
		m := &powered{drawer: drawer{dice: sample.Seeded(3)}, power: power, from: 1}
		if err := v.askAgain(t.Context(), m, o, tests); err != nil {
			t.Fatal(err)
		}
		wrong := tests[i].level == s.T() && tests[i].law != laws.SeenWalls
		for k, f := range tests {
			if (f.first > 0) != (k == i) {
				t.Errorf("%q at level %d is asked again: %v, and in doubt is %d", f.law, f.level, f.first > 0, i)
			}
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
	if err := first.drawTo(t.Context(), m, o.again); err != nil {
		t.Fatal(err)
	}
	tests, v := first.tests(), s.drawn(o.Sampling)
	again, err := v.fresh(t.Context(), m, o, tests, []int{0})
	if err != nil {
		t.Fatal(err)
	}
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
		v, err := independent().Sample(t.Context(), m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
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
		v := s.drawn(o.Sampling)
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
