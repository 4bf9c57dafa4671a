package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// raised is what RAISE's p̂ = f_T(x)/Z_1 · 1/w comes to over all reverse runs from x, and its log: by their
// definitions, along every path of the dice.
func raised(e programs.Program, p programs.Problem, x int) (mean, meanLog float64) {
	first, last := p.Ends()
	logw := 0.
	for prob := range enumerate.Every(func(d chains.Dice) { logw = e.Reverse(x, d) }) {
		logp := last[x] - chains.LogSum(first) - logw
		mean += prob * math.Exp(logp)
		meanLog += prob * logp
	}
	return mean, meanLog
}

// The mean of p̂(x) is q(x), and Raise the mean of its log, for every program with a reverse, also by kernels that are
// not reversible. It is above log p in some cells of a run with few levels, and never above log q.
func TestRaise(t *testing.T) {
	over := 0
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}} {
		for _, spec := range []string{"ais", "sir:2", "smc:2", "importance", "cms:2"} {
			for _, p := range chaintest.Problems(k, 2) {
				e, ok := of(t, spec, p).(programs.Program)
				if !ok {
					t.Fatalf("%s has no reverse", spec)
				}
				a := account(t, e, p)
				for x, raise := range a.Raise() {
					if a.P[x] == 0 {
						continue
					}
					mean, meanLog := raised(e, p, x)
					must.Close(t, raise, meanLog, 1e-11, "%s: RAISE", spec)
					must.Close(t, mean, a.Q[x], 1e-11, "%s: the mean of p̂", spec)
					if raise > a.LogQ[x]+1e-12 {
						t.Errorf("%s: RAISE of cell %d is %v, above log q = %v", spec, x, raise, a.LogQ[x])
					}
					if raise > a.LogP[x]+1e-9 {
						over++
					}
				}
			}
		}
	}
	if over == 0 {
		t.Error("RAISE is below log p in every cell")
	}
}

// A program without a reverse has no such bound, and a cell without mass has none that is finite.
func TestRaiseOfNone(t *testing.T) {
	p := ends([]float64{0, 0, 0}, []float64{0, 1, math.Inf(-1)})
	if got := account(t, of(t, "ns:2", p), p).Raise(); got != nil {
		t.Errorf("nested sampling has %v", got)
	}
	if got := account(t, of(t, "importance", p), p).Raise(); !math.IsInf(got[2], -1) || !(got[0] < 0) {
		t.Errorf("importance sampling has %v", got)
	}
	var none accounts.Account
	if none.Raise() != nil {
		t.Error("no account has bounds")
	}
}
