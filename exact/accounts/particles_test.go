package accounts_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

func smc(p programs.Problem, particles int) programs.SMC {
	return programs.SMC{Problem: p, P: particles, Share: math.Inf(1)}
}

// The account of SMC by particles is the one by enumeration.
func TestSMCIsEnumerated(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		sameAccount(t, smc(p, 1), p, accounts.Propagated)
		sameAccount(t, smc(p, 2), p, accounts.Particles)
	}
	p := chaintest.Tilted(kernels.GibbsSweep{}, 3)
	p.SkipLast = true
	sameAccount(t, smc(p, 3), p, accounts.Particles)
}

// A particle that loses its weight stops where it is, and an annealing chain goes on.
func TestSMCOfOneParticleThatStops(t *testing.T) {
	p := ends([]float64{0, 0.2, 0.4}, []float64{0.5, -1, math.Inf(-1)})
	p.Kernel, p.Schedule = kernels.Independence{}, chains.Linear(3)
	sameAccount(t, smc(p, 1), p, accounts.Particles)
	going, stopping := account(t, programs.AIS{Problem: p}, p), account(t, smc(p, 1), p)
	if math.Abs(going.Q[2]-stopping.Q[2]) < 0.1 {
		t.Errorf("q of the cell without mass is %g with one particle, and %g annealing", stopping.Q[2], going.Q[2])
	}
}

func TestSMCDataIsEnumerated(t *testing.T) {
	for _, s := range sequences {
		of := func(p programs.Problem, particles int) programs.Program {
			return programs.SMCData{Problem: p, P: particles, Sequence: s}
		}
		wide, model := chaintest.WideModel(kernels.Metropolis{}), chaintest.Model(kernels.GibbsSweep{})
		model.SkipLast = true
		sameAccount(t, of(wide, 1), wide, accounts.Propagated)
		sameAccount(t, of(model, 2), model, accounts.Particles)
	}
}

func TestSHMEIsEnumerated(t *testing.T) {
	for _, s := range sequences {
		of := func(p programs.Problem, draws int) programs.Program {
			return programs.SHME{Problem: p, K: draws, Sequence: s}
		}
		wide, model := chaintest.WideModel(kernels.Metropolis{}), chaintest.Model(kernels.GibbsSweep{})
		model.SkipLast = true
		sameAccount(t, of(wide, 1), wide, accounts.Particles)
		sameAccount(t, of(model, 2), model, accounts.Particles)
		if s.Steps == 0 && s.Proposal == programs.Prior {
			sameAccount(t, of(model, 3), model, accounts.Particles)
		}
	}
}

var sequences = []programs.Sequence{{Proposal: programs.Prior, Steps: 1}, {Proposal: programs.Optimal, Steps: 1},
	{Proposal: programs.Optimal}, {Proposal: programs.Prior}}

// A constant in the target's log density costs no digits of what is not log R itself.
func TestParticlesWithAConstant(t *testing.T) {
	const much = 1 << 50
	p := chaintest.WideModel(kernels.Metropolis{})
	high := p
	o := chains.Observations{Axes: p.Observed.Axes}
	for i, step := range p.Observed.Steps {
		for x, v := range step { // quarters are exact beside the constant
			step[x] = math.Round(4*v) / 4
		}
		o.Steps = append(o.Steps, chains.Tempered(step, 1))
		for x := range step {
			o.Steps[i][x] = step[x] + float64(i)*much/2
		}
	}
	high.Observed, high.Bridge = &o, chains.Geometric{From: o.Steps[0], To: o.Steps[2]}
	p.Bridge = chains.Geometric{From: p.Observed.Steps[0], To: p.Observed.Steps[2]}
	s := programs.Sequence{Proposal: programs.Optimal, Steps: 1}
	for _, of := range []func(p programs.Problem) programs.Program{
		func(p programs.Problem) programs.Program { return smc(p, 2) },
		func(p programs.Problem) programs.Program { return programs.SMCData{Problem: p, P: 2, Sequence: s} },
		func(p programs.Problem) programs.Program { return programs.SHME{Problem: p, K: 2, Sequence: s} },
	} {
		got, want := account(t, of(high), high), account(t, of(p), p)
		for x := range want.F {
			near(t, "F with a constant in log f", got.F[x], want.F[x])
			near(t, "G with a constant in log f", got.G[x], want.G[x])
		}
	}
}

// If the target leaves cells of p_1 without mass all weights can be 0; if p_1 leaves cells of
// the target without mass, a reverse run may have no forward one.
func TestSMCWithMassThatComesAndGoes(t *testing.T) {
	inf := math.Inf(-1)
	for _, c := range []struct {
		from, to []float64
		how      accounts.How
	}{
		{[]float64{0, 0.2, -0.3}, []float64{0.5, -1, inf}, accounts.Particles},
		{[]float64{0, 0.2, -0.3}, []float64{0.5, -1500, 2}, accounts.Particles},
		{[]float64{-1500, 0.2, -0.3}, []float64{0.5, -1, 2}, accounts.Enumerated},
		{[]float64{0, 0.2, inf}, []float64{0.5, -1, 0.2}, accounts.Enumerated},
	} {
		p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
		p.Bridge = chains.Geometric{From: c.from, To: c.to}
		sameAccount(t, smc(p, 2), p, c.how)
	}
}

// The comparison with enumeration sees particles that are not resampled.
func TestBrokenSMCAccountIsFound(t *testing.T) {
	p := chaintest.Tilted(kernels.Metropolis{}, 3)
	other := account(t, programs.SMC{Problem: p, P: 2, Share: 0}, p)
	if got := account(t, smc(p, 2), p); math.Abs(got.F[0]-other.F[0]) < 1e-3 {
		t.Error("F is the same without resampling")
	}
}

func TestParticlesAreTooMany(t *testing.T) {
	p := chaintest.WideModel(kernels.Metropolis{})
	long := p
	long.Schedule = chains.Linear(1_000_000)
	for _, e := range []programs.SMC{smc(p, 20), smc(p, 1000), smc(long, 6)} {
		if _, err := accounts.Of(t.Context(), e, e.Problem); !errors.Is(err, accounts.ErrTooLarge) {
			t.Errorf("%d particles through %d levels: %v", e.P, e.T(), err)
		}
	}
}

func TestParticlesStop(t *testing.T) {
	p := chaintest.WideModel(kernels.Metropolis{})
	why := errors.New("no time")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(why)
	for _, e := range []programs.Program{smc(p, 2),
		programs.SHME{Problem: p, K: 2, Sequence: programs.Sequence{Proposal: programs.Prior}}} {
		if _, err := accounts.Of(ctx, e, p); !errors.Is(err, why) {
			t.Errorf("%T: %v", e, err)
		}
	}
}
