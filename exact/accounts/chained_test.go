package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

var chainKernels = []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}, kernels.Identity{}}

func TestHMEChainIsEnumerated(t *testing.T) {
	for _, k := range chainKernels {
		for _, p := range chaintest.Problems(k, 2) {
			for _, states := range []int{1, 2, 4} {
				sameAccount(t, programs.NewHMEChain(p, states), p, accounts.Integral)
			}
		}
	}
}

func TestHMEChainIsEnumeratedAtTheEdges(t *testing.T) {
	inf := math.Inf(-1)
	for _, p := range []programs.Problem{
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, inf}),
		ends([]float64{0, 0.2, inf}, []float64{0.5, -1, 0.3}),
		ends([]float64{0, 0.2, 0.4}, []float64{0.5, -30, 0.3}),
	} {
		p.Kernel = kernels.Metropolis{}
		for _, states := range []int{1, 3} {
			sameAccount(t, programs.NewHMEChain(p, states), p, accounts.Integral)
		}
	}
}

func TestCMSIsEnumerated(t *testing.T) {
	for _, k := range chainKernels {
		for _, p := range chaintest.Problems(k, 2) {
			for _, states := range []int{1, 2, 4} {
				sameAccount(t, programs.NewCMS(p, states, p.Mode()), p, accounts.Integral)
			}
			sameAccount(t, programs.NewCMS(p, 3, programs.Drawn), p, accounts.Integral)
		}
	}
}

func TestCMSFirstIsEnumerated(t *testing.T) {
	for _, k := range chainKernels {
		for _, p := range chaintest.Problems(k, 2) {
			for _, states := range []int{1, 2, 4} {
				for _, star := range []int{p.Mode(), programs.Drawn} {
					e := programs.CMSFirst{Of: programs.NewCMS(p, states, star)}
					compareForward(t, account(t, e, p), account(t, estimatorOnly{e}, p))
				}
			}
		}
	}
}

// estimatorOnly hides the type of an estimator, so that only enumeration is left.
type estimatorOnly struct{ programs.Estimator }

// The comparison with enumeration sees that a state is missing.
func TestBrokenChainAccountIsFound(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 2)[1]
	got := account(t, programs.NewHMEChain(p, 2), p)
	if want := account(t, forwardOnly{programs.NewHMEChain(p, 3)}, p); math.Abs(got.G[0]-want.G[0]) < 1e-3 {
		t.Error("G of hme-chain is the same with one state less")
	}
	got = account(t, programs.NewCMS(p, 2, 3), p)
	if want := account(t, forwardOnly{programs.NewCMS(p, 3, 3)}, p); math.Abs(got.F[0]-want.F[0]) < 1e-3 {
		t.Error("F of cms is the same with one state less")
	}
}
