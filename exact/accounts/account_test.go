package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// The distance between two programs that know their laws is the Jeffreys divergence of these laws.
// The distance of any program from exact draws is its B. The order of the two does not matter.
func TestApart(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		truth, one := account(t, programs.NewPosterior(p), p), account(t, programs.NewImportance(p), p)
		sir := account(t, programs.NewSIR(p, 3), p)
		sameDistance(t, p, accounts.Apart(one, sir).Expected, accounts.Apart(sir, one).Expected)
		sameDistance(t, p, accounts.Apart(sir, truth).Expected, sir.B())
		sameDistance(t, p, accounts.Apart(one, truth).Expected, exact.Between(one.Q, truth.Q).Jeffreys())
	}
}

// sameDistance fails t unless both are the same up to rounding: each sums a few numbers of size 1.
func sameDistance(t *testing.T, p programs.Problem, got, want float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) < 1e-12) {
		t.Errorf("%v: AIDE is %.15g and not %.15g", p.Grid, got, want)
	}
}
