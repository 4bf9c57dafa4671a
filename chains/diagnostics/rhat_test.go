package diagnostics

import (
	"math"
	"testing"
)

// ExactRHat of independent draws: W = 1 and the mean varies by 1/n, so it is 1.
func TestExactRHat(t *testing.T) {
	if r := ExactRHat(50, 2, 2./50); math.Abs(r-1) > 1e-15 {
		t.Errorf("independent draws: %v, want 1", r)
	}
	if r := ExactRHat(50, 0, 1); !math.IsInf(r, 1) {
		t.Errorf("chains that stand still: %v, want +Inf", r)
	}
	// phi = 0.9: the exact variance of a mean of n values, and W from E[s2] = n/(n-1) (1 - that).
	const n, phi = 200, 0.9
	between := 1. / n
	for lag := 1; lag < n; lag++ {
		between += 2. / n * (1 - float64(lag)/n) * math.Pow(phi, float64(lag))
	}
	want := ExactRHat(n, float64(n)/(n-1)*(1-between), between)
	if r := slowRHat(autoregressive(dice(1), 4000, n, phi)); !near(r, want, 5e-3) { // 4000 chains: 1/sqrt(8000) of 8%
		t.Errorf("4000 chains have R-hat %v, exactly %v", r, want)
	}
}

// Two chains of small whole numbers, worked by hand. Means 2 and 4, variances 2/3 and 8/3:
// W = 5/3, B/n = 2, V = 5/4 + 3 = 17/4. Var(V) = (9/16)(2)/2 + (9/4)(2)(4) + 0 = 297/16, for the
// two means are equally far from their mean. d = 2 (289/16)/(297/16) = 578/297.
func TestClassicByHand(t *testing.T) {
	d := 578. / 297
	want := math.Sqrt((d + 3) / (d + 1) * (17. / 4) / (5. / 3))
	if r := rhatClassic.Of(NewChains([][]float64{{1, 2, 2, 3}, {2, 4, 4, 6}})); !near(r, want, 1e-14) {
		t.Errorf("%v, want %v", r, want)
	}
}

// Chains with one mean and two variances: only folding tells.
func TestFoldingSeesScale(t *testing.T) {
	chains := autoregressive(dice(4), 4, 1000, 0)
	for i := range chains[0] {
		chains[0][i] = 3 + 3*(chains[0][i]-3)
	}
	if r := rhatSplit.Of(NewChains(chains)); r > 1.01 {
		t.Errorf("r-hat-split is %v: means agree", r)
	}
	if r := rhatRank.Of(NewChains(chains)); r < 1.1 {
		t.Errorf("r-hat-rank is %v and sees no difference of scale", r)
	}
}
