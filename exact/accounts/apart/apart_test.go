package apart_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/apart"
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

// slow is the expectation of the ratio of a look at a run of own: the definition in Algorithm 2.
func slow(own, other runs, owns, others int) (sum float64) {
	for _, f := range own.forward {
		sum += f.prob * (own.logMean(f.x, owns-1, []float64{-f.logw}) - other.logMean(f.x, others, nil))
	}
	return sum
}

func side(t *testing.T, e programs.Program, p programs.Problem) apart.Side {
	t.Helper()
	a, err := accounts.Of(t.Context(), e, p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := apart.NewSide(t.Context(), a, e, p, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func between(t *testing.T, gold, target apart.Side, m aide.Counts) accounts.Distance {
	t.Helper()
	d, err := apart.Between(t.Context(), gold, target, m)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// some are programs with one weight a cell, and with many.
func some(p programs.Problem) []programs.Program {
	return []programs.Program{programs.NewPosterior(p), programs.NewImportance(p), programs.NewSIR(p, 2),
		programs.AIS{Problem: p}, programs.NewHMEChain(p, 2), programs.SMC{Problem: p, P: 2, Share: math.Inf(1)}}
}

// counts are small enough for sums over all combinations of runs.
var counts = []aide.Counts{{Gold: 1, Target: 1}, {Gold: 2, Target: 1}, {Gold: 1, Target: 2}, {Gold: 2, Target: 2},
	{Gold: 3, Target: 2}, {Gold: 3, Target: 3}}

// The integrals are the sums over all runs of both programs.
func TestBetweenIsEnumerated(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 3)
	all := some(p)
	for i, gold := range all {
		for _, target := range all[i:] {
			g, tt := runsOf(gold, 2), runsOf(target, 2)
			gs, ts := side(t, gold, p), side(t, target, p)
			for _, m := range counts {
				d := between(t, gs, ts, m)
				want := slow(g, tt, m.Gold, m.Target) + slow(tt, g, m.Target, m.Gold)
				if !(math.Abs(d.Expected-want) < 1e-13) { // a few roundings of log weights of size 1
					t.Errorf("%T and %T at %v: %.16g, and %.16g is right", gold, target, m, d.Expected, want)
				}
				if !(d.Off < 1e-11) {
					t.Errorf("%T and %T at %v: off by %g", gold, target, m, d.Off)
				}
			}
		}
	}
}

// Chains that stand still at the target are not enumerated, and obey the same sums.
func TestStillIsEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Independence{}, kernels.Lifted{}} {
		for _, p := range chaintest.Problems(k, 4)[:2] {
			p.Schedule = standing(t)
			for _, p.SkipLast = range []bool{false, true} {
				still, moving := programs.AIS{Problem: p}, programs.NewSIR(p, 2)
				g, tt := runsOf(still, p.Grid.Size()), runsOf(moving, p.Grid.Size())
				for _, m := range counts {
					d := between(t, side(t, still, p), side(t, moving, p), m)
					want := slow(g, tt, m.Gold, m.Target) + slow(tt, g, m.Target, m.Gold)
					if !(math.Abs(d.Expected-want) < 1e-12) { // a few roundings of log weights of size 10
						t.Errorf("%v on %v at %v: %.16g, and %.16g is right", k, p.Grid, m, d.Expected, want)
					}
				}
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

// The comparison with sums over all runs sees one run more.
func TestBrokenCountsAreFound(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 3)
	gold, target := programs.NewSIR(p, 2), programs.AIS{Problem: p}
	g, tt := runsOf(gold, 2), runsOf(target, 2)
	gs, ts := side(t, gold, p), side(t, target, p)
	for _, m := range counts {
		want := slow(g, tt, m.Gold, m.Target) + slow(tt, g, m.Target, m.Gold)
		for _, more := range []aide.Counts{{Gold: m.Gold + 1, Target: m.Target}, {Gold: m.Gold, Target: m.Target + 1}} {
			if d := between(t, gs, ts, more); math.Abs(d.Expected-want) < 1e-6 {
				t.Errorf("at %v it is the same as at %v", more, m)
			}
		}
	}
}

// rolled are seeded dice.
type rolled struct{ *rand.Rand }

func (d rolled) Pick(weights []float64) int {
	at := d.Float64() * floats.Sum(weights)
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return floats.MaxIdx(weights)
}

// Estimates with ten runs of each agree with the expectation, within five standard errors.
func TestBetweenIsSampled(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 3)
	gold, target := programs.NewSIR(p, 2), programs.AIS{Problem: p}
	m := aide.Counts{Gold: 10, Target: 10}
	e := aide.Run(gold, target, aide.Counts{Gold: 20_000, Target: 20_000}, m, rolled{rand.New(rand.NewPCG(1, 2))})
	want := between(t, side(t, gold, p), side(t, target, p), m).Expected
	if got, stderr := e.At(m); !(math.Abs(got-want) < 5*stderr) {
		t.Errorf("the estimate is %g ± %g, and %g is expected", got, stderr, want)
	}
}
