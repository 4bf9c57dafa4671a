package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// averagesOf are the logs of the averages of K runs less log R, along all paths of the dice of all runs.
func averagesOf(t *testing.T, spec string, p programs.Problem, K int, harmonic bool) (all []spot) {
	t.Helper()
	e := of(t, spec, p)
	a := account(t, e, p)
	run, sign := func(d chains.Dice) float64 { _, logw := e.Forward(d); return logw }, 1.
	if harmonic {
		run = func(d chains.Dice) float64 { return e.(programs.Program).Reverse(d.Pick(a.P), d) }
		sign = -1
	}
	all = []spot{{0, 1}} // sums of V
	for range K {
		var more []spot
		for _, sum := range all {
			for _, one := range spots(run) {
				v := math.Exp(sign * (one.logw - a.LogR))
				more = append(more, spot{sum.logw + v, sum.mass * one.mass})
			}
		}
		all = more
	}
	for i, sum := range all {
		all[i].logw = sign * math.Log(sum.logw/float64(K))
	}
	return all
}

// P(A - B < c) is the sum over all paths of the dice of the runs of both averages, for arithmetic means of forward runs
// and harmonic means of reverse ones, of one run and of three. It is known to a few thousandths, and an average of
// another kind or of other runs would be seen.
func TestAverageLawsAreSums(t *testing.T) {
	for _, spec := range []string{"ais", "importance"} {
		p := [2]programs.Problem{chaintest.Tilted(kernels.Metropolis{}, 2), chaintest.Tilted(kernels.Identity{}, 2)}
		for _, K := range []int{1, 3} {
			for _, harmonic := range []bool{false, true} {
				var laws [2]accounts.AverageLaw
				var sums [2][]spot
				for i := range p {
					laws[i] = must.Have(accounts.AverageLawOf(t.Context(), of(t, spec, p[i]), p[i], K, harmonic))(t)
					sums[i] = averagesOf(t, spec, p[i], K, harmonic)
				}
				for _, c := range []float64{-1.07, -0.13, 0.0123, 0.41} {
					got := laws[0].Less(laws[1], c)
					want := under(sums[0], sums[1], c)
					if !(math.Abs(got.Value-want) <= got.Off && got.Off < 0.01) {
						t.Errorf("%s, %d runs, harmonic %t: P(A - B < %g) is %v, and %v is right", spec, K, harmonic, c,
							got, want)
					}
				}
			}
		}
	}
}

// SIR's weight is a mean of its draws' own. Runs of weight 0 have the log -∞: it is less than any other.
func TestAverageLawsOfZerosAndMeans(t *testing.T) {
	p := ends([]float64{0, 0, 0, 0}, []float64{0, 1, 2.5, math.Inf(-1)})
	law := func(spec string, K int) accounts.AverageLaw {
		return must.Have(accounts.AverageLawOf(t.Context(), of(t, spec, p), p, K, false))(t)
	}
	a := law("sir:2", 3).Less(law("posterior", 1), 0.3)
	b := law("importance", 6).Less(law("posterior", 1), 0.3)
	if a != b {
		t.Errorf("three runs of sir:2 have %v, and six draws %v", a, b)
	}
	for K, want := range map[int]float64{1: 0.25, 2: 1. / 16} {
		got := law("importance", K).Less(law("posterior", 1), -50)
		if !(math.Abs(got.Value-want) <= got.Off && got.Off < 1e-6) {
			t.Errorf("%d runs are all of weight 0 with probability %v, want %v", K, got, want)
		}
	}
}
