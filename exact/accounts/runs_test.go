package accounts_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// A run is an outcome of a program with its probability.
type run struct {
	x          int
	logw, prob float64
}

// runs are all runs of a program: forward, and in reverse from every cell, merged by weight.
type runs struct {
	forward []run
	reverse [][]run
}

func runsOf(e programs.Program, cells int) runs {
	r := runs{reverse: make([][]run, cells)}
	var x int
	var logw float64
	for prob := range enumerate.Every(func(d chains.Dice) { x, logw = e.Forward(d) }) {
		r.forward = merge(r.forward, run{x, logw, prob})
	}
	for x := range cells {
		for prob := range enumerate.Every(func(d chains.Dice) { logw = e.Reverse(x, d) }) {
			r.reverse[x] = merge(r.reverse[x], run{x, logw, prob})
		}
	}
	return r
}

func merge(all []run, one run) []run {
	for i, r := range all {
		if r.x == one.x && math.Abs(r.logw-one.logw) < 1e-12 {
			all[i].prob += one.prob
			return all
		}
	}
	return append(all, one)
}

// logMean is the mean of the log of the mean of 1/w, over so many more runs in reverse from x, with
// these log 1/w so far.
func (r runs) logMean(x, more int, logv []float64) (sum float64) {
	if more == 0 {
		return floats.LogSumExp(logv) - math.Log(float64(len(logv)))
	}
	for _, one := range r.reverse[x] {
		sum += one.prob * r.logMean(x, more-1, append(logv, -one.logw))
	}
	return sum
}

// looked is the expectation of the ratio of a look at a run of own: the definition in Algorithm 2.
func looked(own, other runs, owns, others int) (sum float64) {
	for _, f := range own.forward {
		sum += f.prob * (own.logMean(f.x, owns-1, []float64{-f.logw}) - other.logMean(f.x, others, nil))
	}
	return sum
}

func side(t *testing.T, spec string, p programs.Problem) accounts.Side {
	t.Helper()
	e := of(t, spec, p)
	s, err := accounts.NewSide(t.Context(), account(t, e, p), e.(programs.Program), p, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func between(t *testing.T, gold, target accounts.Side, m aide.Counts) accounts.Distance {
	t.Helper()
	d, err := accounts.Between(t.Context(), gold, target, m)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// some are programs with one weight a cell, and with many.
var some = []string{"posterior", "importance", "sir:2", "ais", "hme-chain:2", "smc:2"}

// counts are small enough for sums over all combinations of runs.
var counts = []aide.Counts{{Gold: 1, Target: 1}, {Gold: 2, Target: 1}, {Gold: 1, Target: 2}, {Gold: 3, Target: 2},
	{Gold: 3, Target: 3}}

// areSums compares the integrals with the sums over all runs of both programs, and sees that one run more is another sum.
func areSums(t *testing.T, p programs.Problem, gold, target string, many ...aide.Counts) {
	t.Helper()
	n := p.Grid.Size()
	g, tt := runsOf(of(t, gold, p).(programs.Program), n), runsOf(of(t, target, p).(programs.Program), n)
	gs, ts := side(t, gold, p), side(t, target, p)
	for _, m := range many {
		d, want := between(t, gs, ts, m), looked(g, tt, m.Gold, m.Target)+looked(tt, g, m.Target, m.Gold)
		if !(math.Abs(d.Expected-want) < 1e-12 && d.Off < 1e-10) { // a few roundings of log weights of size 10
			t.Errorf("%s and %s at %v: %.16g, and %.16g is right, off by %g", gold, target, m, d.Expected, want, d.Off)
		}
		back := between(t, ts, gs, aide.Counts{Gold: m.Target, Target: m.Gold})
		if back.Expected != d.Expected {
			t.Errorf("%s and %s at %v: %v there and %v back", gold, target, m, d.Expected, back.Expected)
		}
		more := between(t, gs, ts, aide.Counts{Gold: m.Gold, Target: m.Target + 1})
		if target == "ais" && math.Abs(more.Expected-want) < 1e-6 {
			t.Errorf("with a run more than at %v it is the same", m)
		}
	}
}

// So it is for all pairs, and for chains that stand still at the target, which are not enumerated.
func TestBetweenIsEnumerated(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 3)
	for i, gold := range some {
		for _, target := range some[i:] {
			areSums(t, p, gold, target, counts...)
		}
	}
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Lifted{}} {
		for _, p := range chaintest.Problems(k, 4)[:1] {
			p.Schedule = standing(t)
			for _, p.SkipLast = range []bool{false, true} {
				areSums(t, p, "sir:2", "ais", counts[3], counts[4])
			}
		}
	}
}

// standing is a schedule that goes to the target at once, after a step that stands still.
func standing(t *testing.T) chains.Schedule {
	t.Helper()
	s, err := chains.NewSchedule([]float64{0, 0, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Theorem 1: the expectation falls with either number of runs, to the symmetrised divergence.
func TestExpectationFallsToTheDivergence(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	for i, gold := range some {
		for _, target := range some[i:] {
			falls(t, side(t, gold, p), side(t, target, p))
		}
	}
}

func falls(t *testing.T, gold, target accounts.Side) {
	t.Helper()
	before := between(t, gold, target, aide.Counts{Gold: 1, Target: 1})
	for _, m := range []aide.Counts{{Gold: 2, Target: 1}, {Gold: 2, Target: 5}, {Gold: 9, Target: 5},
		{Gold: 1e3, Target: 2e3}, {Gold: 1e6, Target: 1e6}} {
		d := between(t, gold, target, m)
		if !(d.Expected <= before.Expected+d.Off+before.Off) {
			t.Errorf("the expectation rises from %g to %g at %v", before.Expected, d.Expected, m)
		}
		if b := d.Bias; !(min(b.GoldOwn, b.GoldOther, b.TargetOwn, b.TargetOther) >= 0) {
			t.Errorf("a term of the bias is negative at %v: %v", m, b)
		}
		before = d
	}
	// The bias is the variance of S, and that is E[V²]/E[V]² over M: some tens here.
	if !(before.Bias.Total() < 1e-4) {
		t.Errorf("at M = 1e6 the bias is still %g", before.Bias.Total())
	}
}

// Halving finds the M at which a search through all M ends.
func TestHalvingIsTheLeast(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	gold, target := side(t, "sir:2", p), side(t, "ais", p)
	half := between(t, gold, target, aide.Counts{Gold: 1, Target: 1}).Bias.Total() / 2
	want := 1
	for between(t, gold, target, aide.Counts{Gold: want, Target: want}).Bias.Total() > half {
		want++
	}
	M, found, err := accounts.Halving(t.Context(), gold, target, 1e6)
	if err != nil || !found || M != want {
		t.Errorf("M = %d is found (%v, %v), and %d is right", M, found, err, want)
	}
	if M, found, _ := accounts.Halving(t.Context(), gold, target, want); !found || M != want {
		t.Errorf("up to %d M = %d is found (%v)", want, M, found)
	}
	if _, found, _ := accounts.Halving(t.Context(), gold, target, want-1); found {
		t.Errorf("an M is found up to %d", want-1)
	}
	exact := side(t, "posterior", p)
	if M, found, _ := accounts.Halving(t.Context(), exact, exact, 1e6); !found || M != 1 {
		t.Errorf("where there is no bias M = %d is found (%v)", M, found)
	}
}

// A cell without mass at one end makes terms infinite, the same as by the definition.
func TestBetweenWithMassThatComesAndGoes(t *testing.T) {
	for _, p := range []programs.Problem{
		moving(kernels.Metropolis{}, 2, []float64{0, 0.2, none}, []float64{0.5, -1, 0.3}),
		moving(kernels.Metropolis{}, 2, []float64{0, 0.2, 0.4}, []float64{0.5, -1, none}),
	} {
		p.Schedule = standing(t)
		for _, target := range some[1:5] {
			for _, m := range counts {
				if d := between(t, side(t, "posterior", p), side(t, target, p), m); !math.IsInf(d.Expected, 1) {
					t.Errorf("%s at %v: the expectation is %v", target, m, d.Expected)
				}
			}
		}
	}
}

// V is up to e^1000 with a mass below any float, and the expectation is that of two values.
func TestBetweenBelowAnyFloat(t *testing.T) {
	p := moving(kernels.HeatBath{}, 2, []float64{0, 0}, []float64{0, -1000})
	p.Schedule = standing(t)
	gold, target := side(t, "posterior", p), side(t, "ais", p)
	// Half of the forward runs start in the second cell, with V = e^1000/2. All others have V = 1/2.
	for _, M := range []int{1, 2, 1000} {
		d := between(t, gold, target, aide.Counts{Gold: M, Target: M})
		if want := (1000 - math.Log(float64(M))) / 2; !(math.Abs(d.Expected-want) < 1e-12) { // 10 roundings
			t.Errorf("at M = %d the expectation is %.16g, and %.16g is right", M, d.Expected, want)
		}
	}
}

// A program with too many runs is known at M = 1 only.
func TestBetweenIsTooLarge(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 100)[1]
	gold, target := side(t, "posterior", p), side(t, "ais", p)
	if d := between(t, gold, target, aide.Counts{Gold: 7, Target: 1}); !(d.Expected > 0) {
		t.Errorf("at M = 1 the expectation is %v", d.Expected)
	}
	_, err := accounts.Between(t.Context(), gold, target, aide.Counts{Gold: 1, Target: 2})
	if !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("at M = 2 the error is %v", err)
	}
}
