package accounts_test

import (
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// numbersOf returns the numbers of an account.
func numbersOf(a accounts.Account) []float64 {
	return []float64{a.J(), a.B(), a.FwdLogW(), a.RevLogW(), a.RMSEFwd(), a.RMSERev(), a.MeanW, a.MeanInvW, a.VarW,
		a.ESS()}
}

// near fails t unless numbers agree to 1e-12.
func near(t *testing.T, got, want []float64, what string) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] && !(math.Abs(got[i]-want[i]) <= 1e-12*max(1, math.Abs(want[i]))) {
			t.Errorf("%s: number %d is %.16g, want %.16g", what, i, got[i], want[i])
		}
	}
}

// TestToldIsTheProgram: a program that is known by all its ways has the account of the program itself, and its
// distances at any M.
func TestToldIsTheProgram(t *testing.T) {
	for i, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		for _, spec := range []string{"sir:3", "ais", "smc:2", "importance", "posterior"} {
			what := fmt.Sprintf("%s on problem %d", spec, i)
			e := of(t, spec, p)
			told := chaintest.ToldBy(e.(programs.Program), p)
			is, want := account(t, told, p), account(t, e, p)
			near(t, numbersOf(is), numbersOf(want), what)
			near(t, is.Q, want.Q, what)
			if is.How != accounts.Enumerated || !math.IsNaN(is.Cost) {
				t.Errorf("%s: %s, cost %v", what, is.How, is.Cost)
			}
			gold := side(t, "sir:2", p)
			of := must.Have(accounts.NewSide(t.Context(), is, told, p))(t)
			self := must.Have(accounts.NewSide(t.Context(), want, e.(programs.Program), p))(t)
			for _, m := range []aide.Counts{{Gold: 1, Target: 1}, {Gold: 3, Target: 7}} {
				d, other := between(t, gold, of, m), between(t, gold, self, m)
				near(t, []float64{d.Symmetrised(), d.Expected, d.Bias.Gold(), d.Bias.Target()},
					[]float64{other.Symmetrised(), other.Expected, other.Bias.Gold(), other.Bias.Target()}, what)
			}
		}
	}
}

// TestToldHasNoBound: all ways of a Told are weighed, also more than the runs that a side enumerates. V is 1/w, whose
// mean in reverse runs is 1.
func TestToldHasNoBound(t *testing.T) {
	const n = 12_000
	p := moving(kernels.Identity{}, 2, []float64{0}, []float64{0})
	var ahead, back []programs.Way
	for i := range n {
		w := 2 * float64(i+1) / (n + 1)
		ahead = append(ahead, programs.Way{LogW: math.Log(w), P: 1. / n})
		back = append(back, programs.Way{LogW: math.Log(w), P: w / n})
	}
	told := programs.NewFollowed(ahead, back, 1)
	if !must.Have(accounts.NewSide(t.Context(), account(t, told, p), told, p))(t).Weighed() {
		t.Errorf("a program of %d ways is not weighed", len(told.Back))
	}
}

// TestVarianceOfWeights: Var(w)/R² and the ESS are those over all dice, whatever way an account is computed.
func TestVarianceOfWeights(t *testing.T) {
	for i, p := range append(chaintest.Problems(kernels.Metropolis{}, 3), chaintest.Model(kernels.Metropolis{})) {
		for _, spec := range []string{"importance", "sir:3", "ais", "smc:2", "smc:2:ess=0.5",
			"vb", "rejection", "bic"} {
			if spec == "bic" && p.Observed == nil {
				continue
			}
			e := of(t, spec, p)
			a := account(t, e, p)
			mean, square := 0., 0.
			logw := 0.
			for prob := range enumerate.Every(func(d chains.Dice) { _, logw = e.Forward(d) }) {
				mean += prob * math.Exp(logw-a.LogR)
				square += prob * math.Exp(2*(logw-a.LogR))
			}
			near(t, []float64{a.VarW, a.ESS()}, []float64{square - mean*mean, mean * mean / square},
				fmt.Sprintf("%s on problem %d", spec, i))
		}
	}
}

// TestVarianceOfBiasedWeights: Var(w)/R² is right where E[w] is not R, by a constant or because p_1 lacks a cell of
// the target, and where w² is above any float.
func TestVarianceOfBiasedWeights(t *testing.T) {
	p := ends([]float64{0, math.Inf(-1), 0.5}, []float64{0.3, 1, -2})
	for _, spec := range []string{"importance", "sir:3", "vb"} {
		e := of(t, spec, p)
		told := chaintest.ToldBy(e.(programs.Program), p)
		want := account(t, e, p)
		near(t, numbersOf(account(t, told, p)), numbersOf(want), spec)
		if spec != "vb" && want.MeanW > 0.9 {
			t.Errorf("%s: E[w]/R is %v", spec, want.MeanW)
		}
		scaled := account(t, told.Plus(2), p)
		near(t, []float64{scaled.VarW / math.Exp(4), scaled.ESS()}, []float64{want.VarW, want.ESS()}, spec)
	}
	deep := ends([]float64{0, -800}, []float64{0, -60})
	near(t, []float64{math.Log(account(t, of(t, "importance", deep), deep).VarW)}, []float64{680}, "a large variance")
}
