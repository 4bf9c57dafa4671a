package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// sameAccount compares the account of a program with the one by enumeration.
func sameAccount(t *testing.T, e programs.Program, p programs.Problem, how accounts.How) {
	t.Helper()
	got, want := account(t, e, p), account(t, forwardOnly{e}, p)
	if got.How != how || want.How != accounts.Enumerated {
		t.Errorf("the account is %s, and compared with one that is %s", got.How, want.How)
	}
	compareForward(t, got, want)
	for x := range want.P {
		if want.P[x] > 0 {
			near(t, "G", got.G[x], want.G[x])
		}
	}
	near(t, "E_rev[log w] - log R", got.Paths.Reverse, want.Paths.Reverse)
	near(t, "E_rev[log² w/R]", got.RevSquare, want.RevSquare)
	near(t, "R E_rev[1/w]", got.MeanInvW, want.MeanInvW)
}

// compareForward compares what an estimator has that is no program.
func compareForward(t *testing.T, got, want accounts.Account) {
	t.Helper()
	near(t, "log R", got.LogR, want.LogR)
	for x := range want.P {
		near(t, "p", got.P[x], want.P[x])
		near(t, "q", got.Q[x], want.Q[x])
		near(t, "F", got.F[x], want.F[x])
	}
	near(t, "KL(q||p)", got.Final.Forward, want.Final.Forward)
	near(t, "KL(p||q)", got.Final.Reverse, want.Final.Reverse)
	near(t, "log R - E_fwd[log w]", got.Paths.Forward, want.Paths.Forward)
	near(t, "E_fwd[log² w/R]", got.FwdSquare, want.FwdSquare)
	near(t, "E_fwd[w]/R", got.MeanW, want.MeanW)
}

func account(t *testing.T, e programs.Estimator, p programs.Problem) accounts.Account {
	t.Helper()
	a, err := accounts.Of(t.Context(), e, p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// near fails t unless both numbers are the same to eleven digits, the same infinity, or both
// no number.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return
	}
	if !(math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))) {
		t.Errorf("%s is %.14g, and %.14g is right", what, got, want)
	}
}
