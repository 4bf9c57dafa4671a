package accounts

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid/must"
)

// The laws of weights have the terms of Eq. 3 that an account has of q, F and G, of both programs: in looks at the
// program's own runs the mean of log V/E[V] under the weighed law, and in those of the other the integral at one run.
// A term for another, of the other direction, cell law or program, would be seen.
func TestTermsAtOneRun(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}} {
		for _, p := range chaintest.Problems(k, 3) {
			side := func(e programs.Program) Side {
				a := must.Have(Of(t.Context(), e, p))(t)
				s, err := NewSide(t.Context(), a, e, p, 10_000)
				if err != nil || !s.Weighed() {
					t.Fatalf("the weights are known: %v; the error is %v", s.Weighed(), err)
				}
				return s
			}
			gold := side(programs.NewSIR(p, 2))
			target := side(programs.AIS{Problem: p})
			bias := Apart(gold.Account, target.Account).Bias
			terms := []float64{bias.GoldOwn, bias.GoldOther, bias.TargetOwn, bias.TargetOther}
			slices.Sort(terms)
			for i, v := range terms[1:] {
				if v-terms[i] < 1e-3 {
					t.Errorf("of the terms %v one may stand for another", terms)
				}
			}
			same := func(s, another Side, own, other float64) {
				_, gotOther, _, err := s.terms(t.Context(), 1, another.Account)
				gotOwn := 0.
				for _, l := range s.weights.laws {
					for i, v := range l.logv {
						gotOwn += s.Account.Q[l.cell] * l.weighed[i] * (v - l.logmean)
					}
				}
				if err != nil || !(max(math.Abs(gotOwn-own), math.Abs(gotOther-other)) < 1e-11) {
					t.Errorf("the terms are %v and %v, and %v and %v are right; %v", gotOwn, gotOther, own, other, err)
				}
			}
			same(gold, target, bias.GoldOwn, bias.GoldOther)
			same(target, gold, bias.TargetOwn, bias.TargetOther)
		}
	}
}

// V has one value, and three reverse runs in four have V = 0, because no forward run is like them. In a
// look at an own run of two S is 4/2 if the other has V = 0, and 4 if not. So E[S log S] with a forward run
// among the two is 3/4 log 2 + 1/4 log 4.
func TestOneValueAndNone(t *testing.T) {
	for M, want := range map[int]float64{
		2: 1.25 * math.Ln2,
		3: 9./16*math.Log(4./3) + 6./16*math.Log(8./3) + 1./16*math.Log(4),
	} {
		got := must.Have(newLaw(0, []atom{{0.3, 0.25}}).terms(t.Context(), M))(t)
		if !(math.Abs(got.own-want) <= got.off) {
			t.Errorf("with %d runs own is %v ± %v, want %v", M, got.own, got.off, want)
		}
	}
}

// A V of 1 or e^1/1000, with equal probability, at a million runs: the parts are 1.25e-13, as small as
// their error. E[S log S] is half of the variance of S to three digits, and so is -E[log S].
func TestSmallPartsHaveTheirError(t *testing.T) {
	const M = 1_000_000
	all := must.Have(newLaw(0, []atom{{0, 0.5}, {0.001, 0.5}}).terms(t.Context(), M))(t)
	relative := math.Tanh(0.0005) // the standard deviation of V over its mean
	want := relative * relative / 2 / M
	for _, got := range []float64{all.own, all.other} {
		if !(math.Abs(got-want) <= all.off) {
			t.Errorf("found %v ± %v, want %v", got, all.off, want)
		}
	}
}
