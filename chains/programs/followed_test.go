package programs_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/grid/must"
)

// right are programs that keep the law on any problem.
var right = map[string]func(programs.Problem) programs.Program{
	"sir": func(p programs.Problem) programs.Program { return programs.NewSIR(p, 3) },
	"ais": func(p programs.Problem) programs.Program { return programs.AIS{Problem: p} },
	"smc": func(p programs.Problem) programs.Program {
		return programs.SMC{Problem: p, P: 2, Share: math.Inf(1)}
	},
	"importance": func(p programs.Problem) programs.Program { return programs.NewImportance(p) },
}

// endsOf returns the target's log masses, and log R.
func endsOf(p programs.Problem) (logp []float64, logR float64) {
	first, last := p.Ends()
	return chains.LogMasses(chains.Normalized(last)), chains.LogSum(last) - chains.LogSum(first)
}

// TestFit: both directions of a right program fit together, and a constant in both is found.
func TestFit(t *testing.T) {
	for name, of := range right {
		for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
			told := chaintest.ToldBy(of(p), p)
			logp, logR := endsOf(p)
			for _, c := range []float64{0, 0.001, -3, 900} {
				fit := told.Plus(c).Fit(logp, logR, 1)
				if !fit.OK || fit.Ways != len(told.Ahead)+len(told.Back) || c == 0 && fit.LogC != 0 {
					t.Errorf("%s on %v with a constant of %v: %+v", name, p.Grid, c, fit)
				}
				must.Near(t, fit.LogC, c, 1e-9, "%s: log c", name)
				must.Near(t, fit.LogMeanW, c, 1e-9, "%s: log E[w]/R", name)
				must.Near(t, fit.Ahead, fit.Back, 1e-9, "%s: the worst atom", name)
			}
		}
	}
}

// TestFitWithinWhatIsLeftOut: a program that is off by less than its ways may leave out is neither right nor wrong, and
// one that is off by more is wrong.
func TestFitWithinWhatIsLeftOut(t *testing.T) {
	for name, of := range right {
		for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
			logp, logR := endsOf(p)
			told := chaintest.ToldBy(of(p), p)
			told.Left = 1e-4
			fit := told.Fit(logp, logR, 1)
			if !fit.OK || fit.Within {
				t.Errorf("%s on %v: %+v", name, p.Grid, fit)
			}
			for off, within := range map[float64]bool{1e-5: true, 0.1: false} {
				moved := told
				moved.Back = slices.Clone(told.Back)
				mass := func(w programs.Way) float64 { return logp[w.Cell] + math.Log(w.P) }
				heavy := 0
				for i, w := range moved.Back {
					if mass(w) > mass(moved.Back[heavy]) {
						heavy = i
					}
				}
				moved.Back[heavy].P *= 1 - off
				fit := moved.Fit(logp, logR, 1)
				if fit.OK || fit.Within != within {
					t.Errorf("%s on %v, off by %v: %+v", name, p.Grid, off, fit)
				}
			}
		}
	}
}

// TestFitInSinglePrecision: both directions of a right program whose weights and probabilities are rounded to single
// precision fit together to that, with a constant too, and its largest error is that of a mass. One whose reverse runs
// are off by ten times as much does not.
func TestFitInSinglePrecision(t *testing.T) {
	rounded := func(ways []programs.Way, by float64) []programs.Way {
		ways = slices.Clone(ways)
		for i, w := range ways {
			ways[i].LogW = float64(float32(w.LogW)) + by*math.Sin(float64(i))
			ways[i].P = float64(float32(w.P)) * (1 + by*math.Cos(float64(i)))
		}
		return ways
	}
	for name, of := range right {
		for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
			logp, logR := endsOf(p)
			first, last := p.Ends()
			size := max(laws.SizeOf(first, chains.Normalized(first)), laws.SizeOf(last, chains.Normalized(last)))
			for _, c := range []float64{0, -30} {
				told := chaintest.ToldBy(of(p), p).Plus(c)
				explained := laws.Single.Share(size + math.Abs(c))
				for by, ok := range map[float64]bool{explained / 10: true, 10 * explained: false} {
					off := programs.NewFollowed(rounded(told.Ahead, 0), rounded(told.Back, by), len(logp))
					fit := off.Fit(logp, logR, size)
					if fit.OK != ok || fit.Single != ok || ok && fit.LogC == 0 != (c == 0) {
						t.Errorf("%s on %v with a constant of %v, off by %v: %+v", name, p.Grid, c, by, fit)
					}
					if ok && !(fit.Off() > 0 && fit.Off() < 2*explained) {
						t.Errorf("%s: the largest error is %v, where %v is explained", name, fit.Off(), explained)
					}
				}
			}
		}
	}
}

// TestFitOfNothing: a program whose runs all have weight 0, and which no reverse run finds, has no atoms.
func TestFitOfNothing(t *testing.T) {
	inf := math.Inf(1)
	told := programs.NewFollowed([]programs.Way{{LogW: -inf, P: 1}}, []programs.Way{{LogW: inf, P: 1}}, 1)
	if fit := told.Fit([]float64{0}, 0, 0); !fit.OK || fit.LogC != 0 || fit.LogMeanW != -inf {
		t.Errorf("%+v", fit)
	}
}

// TestFitOfDeadRuns: a run of weight 0 is no way of the runs that return its cell with a weight, so these still fit.
func TestFitOfDeadRuns(t *testing.T) {
	logw := math.Log(4. / 3)
	told := programs.NewFollowed([]programs.Way{{LogW: logw, P: 0.75}, {LogW: math.Inf(-1), P: 0.25}},
		[]programs.Way{{LogW: logw, P: 1}}, 1)
	if fit := told.Fit([]float64{0}, 0, 0); !fit.OK || len(told.Ahead) != 2 || math.Abs(fit.LogMeanW) > 1e-12 {
		t.Errorf("%+v", fit)
	}
}

// TestSlipHasItsWitness: a way of reverse runs whose probability is half too large is found, with the probabilities of
// both sides, also where the weights have a constant.
func TestSlipHasItsWitness(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[1]
	logp, logR := endsOf(p)
	for _, c := range []float64{0, -900} {
		told := chaintest.ToldBy(programs.NewSIR(p, 2), p).Plus(c)
		at := slices.IndexFunc(told.Back, func(w programs.Way) bool { return w.Cell == 1 })
		told.Back[at].P *= 1.5
		ahead := 0.
		for _, w := range told.Ahead {
			if w.Cell == 1 && programs.SameWeight(w.LogW, told.Back[at].LogW) {
				ahead += w.P
			}
		}
		fit := told.Fit(logp, logR, 1)
		if fit.OK || fit.Worst.X != 1 || !programs.SameWeight(fit.Worst.LogW, told.Back[at].LogW) {
			t.Errorf("with a constant of %v: %+v", c, fit)
		}
		must.Near(t, fit.Ahead, ahead, 1e-12, "forward")
		must.Near(t, fit.Back, 1.5*ahead, 1e-12, "by reverse")
		must.Near(t, fit.LogMeanW, c, 1e-12, "log E[w]/R")
	}
}

// TestFollowedRuns: a followed program runs by its ways, also where ways of one weight were told apart, and ways
// without mass are left out.
func TestFollowedRuns(t *testing.T) {
	inf := math.Inf(1)
	told := programs.NewFollowed([]programs.Way{{2, 1, 0.25}, {0, -inf, 0.5}, {2, 1 + 1e-12, 0.25}, {1, 5, 0}},
		[]programs.Way{{2, inf, 0.75}, {0, 3, 1}, {2, inf, 0.125}, {2, -1, 0.125}}, 3)
	type run struct {
		x    int
		logw float64
	}
	forward := enumerate.Distribution(func(d chains.Dice) (r run) {
		r.x, r.logw = told.Forward(d)
		return run{r.x, math.Round(r.logw)}
	})
	if len(forward) != 2 || forward[run{2, 1}] != 0.5 || forward[run{0, -inf}] != 0.5 {
		t.Errorf("forward %v", forward)
	}
	reverse := enumerate.Distribution(func(d chains.Dice) float64 { return told.Reverse(2, d) })
	if len(reverse) != 2 || reverse[inf] != 0.875 || reverse[-1] != 0.125 {
		t.Errorf("in reverse %v", reverse)
	}
	if from := told.From(0); len(from) != 1 || from[0] != (programs.Way{Cell: 0, LogW: 3, P: 1}) ||
		told.From(1) == nil || len(told.From(1)) > 0 {
		t.Errorf("from cell 0: %v; from cell 1, without ways: %v", from, told.From(1))
	}
}
