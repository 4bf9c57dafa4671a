package accounts_test

import (
	"errors"
	"math"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// A target may have mass far below the smallest float. J of an importance sampler is B there, as
// everywhere, and E_rev[1/w] is 1/R: that cell has all its weight.
func TestDirectAccountOfADeepTarget(t *testing.T) {
	p := ends([]float64{0, 0, 0}, []float64{0, -10_000, -1})
	a := account(t, programs.NewImportance(p), p)
	near(t, "J", a.J(), a.B())
	near(t, "KL(q||p)", a.Final.Forward, 10_001./3+math.Log(1+math.Exp(-1))-math.Log(3))
	near(t, "R E_rev[1/w]", a.MeanInvW, 1)
	near(t, "E_fwd[w]/R", a.MeanW, 1)
}

// An integral over weights that span 1e15 nats has too many nodes.
func TestSIRIsTooDeep(t *testing.T) {
	p := ends([]float64{0, 0}, []float64{0, -1e15})
	if _, err := accounts.Of(t.Context(), programs.NewSIR(p, 2), p); !errors.Is(err, accounts.ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}

// A level on the way may have almost no mass where both ends have it: particles lose it.
func TestParticlesThatLoseMass(t *testing.T) {
	p := chaintest.Model(kernels.Identity{})
	p.Observed.Steps[1][1] = -1000
	s := programs.Sequence{Proposal: programs.Prior}
	for _, e := range []programs.Program{programs.SMCData{Problem: p, P: 2, Sequence: s},
		programs.SHME{Problem: p, K: 2, Sequence: s}} {
		if _, err := accounts.Of(t.Context(), e, p); !errors.Is(err, accounts.ErrTooLarge) {
			t.Errorf("%T: the error is %v", e, err)
		}
	}
}

// Particles of a model whose posterior or prior is almost 0 somewhere are enumerated, and not
// propagated without those cells.
func TestDeepModelIsEnumerated(t *testing.T) {
	prior := chaintest.Model(kernels.Metropolis{})
	prior.Observed.Steps[0][1] = -700
	s := programs.Sequence{Proposal: programs.Prior, Steps: 1}
	if a := account(t, programs.SMCData{Problem: prior, P: 1, Sequence: s}, prior); a.How != accounts.Enumerated {
		t.Errorf("with a deep prior SMC is %s", a.How)
	}
	posterior := chaintest.Model(kernels.Metropolis{})
	posterior.Observed.Steps[2][1] = -700
	if a := account(t, programs.SHME{Problem: posterior, K: 1, Sequence: s}, posterior); a.How != accounts.Enumerated {
		t.Errorf("with a deep posterior the sequential harmonic mean is %s", a.How)
	}
}
