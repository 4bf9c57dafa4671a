package accounts_test

import (
	"context"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// The enumerated account of AIS is what exact.Run computes.
func TestEnumeratedAISIsExactRun(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.GibbsSweep{}, 3) {
		res, err := exact.Run(context.Background(), p.Annealing)
		if err != nil {
			t.Fatal(err)
		}
		acc, err := accounts.Of(context.Background(), forwardOnly{programs.AIS{Problem: p}}, p)
		if err != nil {
			t.Fatal(err)
		}
		for x := range acc.Q {
			near(t, "q", acc.Q[x], res.Q[x])
		}
		near(t, "J, forward part", acc.Final.Forward, res.Final.Forward)
		near(t, "J, reverse part", acc.Final.Reverse, res.Final.Reverse)
		near(t, "E_fwd[log w]", acc.FwdLogW(), res.FwdLogW())
		near(t, "E_rev[log w]", acc.RevLogW(), res.RevLogW())
		near(t, "E_fwd[w]/R", acc.MeanW, 1)
		near(t, "R E_rev[1/w]", acc.MeanInvW, 1)
	}
}

// forwardOnly hides the type of a program, so that only enumeration is left.
type forwardOnly struct{ programs.Program }
