package validation

import (
	"context"
	"maps"
	"math"
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
// as often as stated: in 200 samplings at a level of 0.2 no more often than a binomial number
// is with probability 1e-6. The smallest of three looks, uncorrected, would be at the level in
// up to 0.6.
func TestLooksKeepTheLevel(t *testing.T) {
	const repeats, level = 200, 0.2
	accused := 0
	for seed := range uint64(repeats) {
		o := Sampling{Budget: 1e6, Fault: 0.5, Level: level, Power: 0.9, Seed: seed}
		v, err := independent().Sample(t.Context(), &drawer{dice: sample.Seeded(seed, 5)}, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		if !v.OK() {
			accused++
		}
	}
	if by := (distuv.Binomial{N: repeats, P: level}); by.Survival(float64(accused)) < 1e-6 {
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
	v, err := wrong.Sample(t.Context(), staying{}, []float64{1}, o)
	if err != nil {
		t.Fatal(err)
	}
	if v.OK() {
		t.Error("a kernel that goes to the first cell keeps all laws")
	}
	if plan := wrong.Plan(o, []float64{1}); float64(v.Moves) > plan/3 {
		t.Errorf("%d moves of %v", v.Moves, plan)
	}
}

// staying goes to cell 0 from everywhere.
type staying struct{}

func (staying) Aim(context.Context, float64, []float64) error { return nil }
func (staying) Move(_ context.Context, next, _ []int) error {
	clear(next)
	return nil
}

// Every seeded bug by which a step from p, or from some cell, is as far off as the fault that
// is asked for is found within the budget, and what finds it is the law that says so.
func TestSeededBugsAreDrawnOut(t *testing.T) {
	o := Sampling{Budget: 10_000_000, Fault: 0.1, Level: 0.001, Power: 0.9}
	tried := 0
	for _, b := range Bugs {
		s := Seeded(b)
		m := newRowMover(s, b, 3)
		at, _ := s.at(s.T(), 1)
		p := chains.Normalized(at.LogF)
		large := m.faults(s, p)
		maps.DeleteFunc(large, func(_ laws.Law, off float64) bool { return !(off >= o.Fault) })
		if len(large) == 0 {
			continue
		}
		tried++
		v, err := s.Sample(t.Context(), m, []float64{1}, o)
		if err != nil {
			t.Fatal(err)
		}
		for law, off := range large {
			if f := v.finding(law); f.OK {
				t.Errorf("%s: %q is off by %.3g, and is kept (p = %v)", b.Name, law, off, f.Value)
			}
		}
	}
	if tried < 12 {
		t.Errorf("%d bugs are large enough, want 12 at least", tried)
	}
}
