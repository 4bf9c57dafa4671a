package accounts_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
)

// The enumerated account of AIS agrees with exact.Run.
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

// An estimator without a reverse has q and F, and no number that needs G.
func TestNoReverse(t *testing.T) {
	for i, p := range chaintest.Problems(kernels.HeatBath{}, 2) {
		p.Observed = &chains.Observations{}
		vb, err := programs.NewSymmetricVB(p, 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []programs.Estimator{programs.NewNS(p, 2, 0, programs.UnbiasedShrinkage), vb} {
			a := account(t, e, p)
			near(t, "the sum of q", floats.Sum(a.Q), 1)
			near(t, "E_fwd[w]/R", a.MeanW, 1)
			if a.G != nil {
				t.Errorf("problem %d, %T: G is %v", i, e, a.G)
			}
			for name, v := range map[string]float64{"B": a.B(), "E_rev[log w]": a.RevLogW(),
				"R E_rev[1/w]": a.MeanInvW, "the reverse RMSE": a.RMSERev()} {
				if !math.IsNaN(v) {
					t.Errorf("problem %d, %T: %s is %g", i, e, name, v)
				}
			}
		}
	}
}

// forwardOnly hides the type of a program, so that only enumeration is left.
type forwardOnly struct{ programs.Program }

// A program of far too many paths is given up at once: this one would take years.
func TestHopelessProgramsAreGivenUp(t *testing.T) {
	p := chaintest.Problems(kernels.GibbsSweep{}, 3)[0]
	many := forwardOnly{programs.SMC{Problem: p, P: 100_000, Share: 0.5}}
	if _, err := accounts.Of(t.Context(), many, p); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("the error of 100,000 particles is %v", err)
	}
}
