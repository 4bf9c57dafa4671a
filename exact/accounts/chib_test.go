package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid"
	"breadboard/grid/must"
)

// From exact draws Chib's estimator is CMS in reverse: above log R on average, by as much.
func TestChibIsCMSInReverse(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.FromPrior{}, kernels.GibbsSweep{}, kernels.Metropolis{}} {
		for _, p := range chaintest.Problems(k, 2) {
			for _, at := range []string{"", ":at=sample"} {
				e := of(t, "chib:2"+at, p)
				two := account(t, e, p)
				paths := account(t, enumerated(e), p)
				paths.MeanW = two.MeanW // which is no integral of these
				compare(t, two, paths)
				chib := account(t, of(t, "chib:3"+at, p), p)
				cms := account(t, of(t, "cms:3"+at, p), p)
				must.Close(t, -chib.Paths.Forward, cms.Paths.Reverse, 1e-11, "E[log w] - log R")
				must.Close(t, chib.FwdSquare, cms.RevSquare, 1e-11, "the mean square")
				if chib.G != nil || -chib.Paths.Forward < -1e-12 {
					t.Errorf("the mean of log w is %v above log R, and it has the reverse %v",
						-chib.Paths.Forward, chib.G)
				}
			}
		}
	}
}

// On two cells that no chain goes between exact draws fall into the other cell than x* half of the time, and no chain
// from there knows x*.
func TestChibMissesAMode(t *testing.T) {
	p := programs.Problem{Annealing: chains.Annealing{Grid: grid.New(2, 2), Kernel: kernels.HeatBath{},
		Schedule: chains.Linear(2), Bridge: chains.Geometric{From: []float64{0, none, none, none},
			To: []float64{1, none, none, 1}}}}
	if exact := account(t, of(t, "chib:3", p), p); !math.IsInf(exact.Paths.Forward, -1) ||
		exact.How != accounts.Integral {
		t.Errorf("E[log w] is %v above log R", -exact.Paths.Forward)
	}
}
