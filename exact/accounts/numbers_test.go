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
	"breadboard/grid"
	"breadboard/grid/must"
)

// TestAISKeepsRunsDigits checks that J and B of annealing have the bits of exact.Run, and are off by as much as Q is.
func TestAISKeepsRunsDigits(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 40)[1]
	res := must.Have(exact.Run(t.Context(), p.Annealing))(t)
	if acc := account(t, of(t, "ais", p), p); acc.Final != res.Final || acc.Paths != res.Paths || !(acc.Off < 1e-13) {
		t.Errorf("J's parts are %v, and %v of exact.Run; B's %v, and %v; off by %v", acc.Final, res.Final, acc.Paths,
			res.Paths, acc.Off)
	} else if missing := math.Abs(floats.Sum(acc.Q) - 1); acc.Off < missing {
		t.Errorf("off by %v, where a mass of %v is missing", acc.Off, missing)
	}
}

// TestAccountsWithAConstantInLogF checks that a constant in a log density costs no digits but those of log R.
func TestAccountsWithAConstantInLogF(t *testing.T) {
	const much = 1 << 50
	high := chaintest.WideModel(kernels.Metropolis{})
	low := chaintest.WideModel(kernels.Metropolis{})
	for i, step := range low.Observed.Steps {
		for x, v := range step { // quarters are exact beside the constant
			step[x] = math.Round(4*v) / 4
			high.Observed.Steps[i][x] = step[x] + float64(i)*much/2
		}
	}
	for _, p := range []*programs.Problem{&high, &low} {
		p.Bridge = chains.Geometric{From: p.Observed.Steps[0], To: p.Observed.Steps[2]}
	}
	for _, spec := range []string{"ais", "sir:7", "smc:2", "smc-data:2:proposal=optimal"} {
		got := account(t, of(t, spec, high), high)
		want := account(t, of(t, spec, low), low)
		for x := range want.F {
			must.Close(t, got.F[x], want.F[x], 1e-11, "F of %s with a constant in log f", spec)
			must.Close(t, got.G[x], want.G[x], 1e-11, "G of %s with a constant in log f", spec)
		}
	}
	p := ends([]float64{0, 0.5, 1, 0.25}, []float64{1e15 + 1, 1e15, 1e15 + 2, 1e15 - 3})
	for _, spec := range []string{"posterior", "rejection"} {
		if a := account(t, of(t, spec, p), p); a.J() != 0 || a.B() != 0 {
			t.Errorf("%s: J is %g and B %g, and exact draws have no gap", spec, a.J(), a.B())
		}
	}
}

// TestNoReverse checks that an estimator without a reverse has q and F, and no number that needs G.
func TestNoReverse(t *testing.T) {
	for i, p := range chaintest.Problems(kernels.HeatBath{}, 2) {
		p.Observed = &chains.Observations{Steps: make([][]float64, 3)}
		bic := must.Have(programs.NewBIC(p))(t)
		for _, e := range []programs.Estimator{programs.NewNS(p, 2, 0), bic} {
			a := account(t, e, p)
			must.Close(t, floats.Sum(a.Q), 1, 1e-11, "the sum of q")
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

// TestTooLarge checks that what would take years, or has no digits, is given up at once: integrals over weights that
// span 1e15 nats, particles that lose mass on a level of almost none, dice that do not draw all of p_1, many
// likelihoods, paths and particles.
func TestTooLarge(t *testing.T) {
	p := chaintest.WideModel(kernels.Metropolis{})
	lost := chaintest.Model(kernels.Identity{})
	many := make([]float64, 49)
	for x := range many {
		many[x] = math.Sin(float64(x))
	}
	long := p
	nested := ends(make([]float64, 49), many)
	deep := ends([]float64{0, 0}, []float64{0, -1e15})
	undrawn := chaintest.Model(kernels.Metropolis{})
	undrawn.Observed.Steps[0][1] = -700
	starts := moving(kernels.Metropolis{}, 3, []float64{-1500, 0.2, -0.3}, []float64{0.5, -1, 2})
	long.Schedule, lost.Observed.Steps[1][1] = chains.Linear(1_000_000), -1000
	s := programs.Sequence{Proposal: programs.Prior}
	for i, c := range []struct {
		p programs.Problem
		e programs.Estimator
	}{
		{deep, programs.NewSIR(deep, 2)},
		{lost, programs.SMC{Problem: lost, P: 2, Share: math.Inf(1), Data: &s}},
		{undrawn, programs.SMC{Problem: undrawn, P: 1, Share: math.Inf(1), Data: &s}},
		{starts, smc(starts, 2)}, {starts, programs.NewNS(starts, 2, 0)},
		{nested, programs.NewNS(nested, 2, 0)},
		{p, programs.SMC{Problem: p, P: 100_000, Share: 0.5}}, {p, smc(p, 20)}, {p, smc(p, 1000)}, {long, smc(long, 6)},
	} {
		if _, err := accounts.Of(t.Context(), c.e, c.p, nil); !errors.Is(err, accounts.ErrTooLarge) {
			t.Errorf("case %d, %T: the error is %v", i, c.e, err)
		}
	}
}

// smc returns particles that are resampled at every level.
func smc(p programs.Problem, particles int) programs.SMC {
	return programs.SMC{Problem: p, P: particles, Share: math.Inf(1)}
}

// TestLongOnesStop checks that what takes long stops if the context ends.
func TestLongOnesStop(t *testing.T) {
	p := chaintest.WideModel(kernels.Metropolis{})
	why := errors.New("no time")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(why)
	if _, err := accounts.Of(ctx, smc(p, 2), p, nil); !errors.Is(err, why) {
		t.Errorf("particles: %v", err)
	}
	few := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	last, of := 0, 1
	must.Have(accounts.Of(t.Context(), smc(few, 2), few, func(done, total int) { last, of = done, total }))(t)
	must.Near(t, float64(last), float64(of), 0, "what is done in the end")
}

// TestDeepPrior checks that with a prior whose proposals lie below every float, ais has the J of the chain, proved by
// big floats: on two cells from (-2024, 0) to (2, -1) it is 1930.2074809987912 at T = 2, and the float64 proposals gave
// 1930.868.
func TestDeepPrior(t *testing.T) {
	for T, want := range map[int]float64{2: 1930.2074809987912, 3: 1929.8212454274778} {
		a := chains.Annealing{Grid: grid.New(2), Kernel: kernels.FromPrior{}, Schedule: chains.Linear(T),
			Bridge: chains.Geometric{From: []float64{-2024, 0}, To: []float64{2, -1}}}
		p := programs.Problem{Annealing: a}
		account := must.Have(accounts.Of(t.Context(), programs.AIS{Problem: p}, p, nil))(t)
		must.Near(t, account.Final.Jeffreys(), want, 1e-9, "J at T = %d", T)
	}
}

// TestDeepWaste checks that a forward run of ais that starts where the target has no mass has weight 0, be its
// probability below any float, and is known where it ends.
func TestDeepWaste(t *testing.T) {
	p := ends([]float64{0, -900, 0}, []float64{0, none, 0})
	a := account(t, programs.AIS{Problem: p}, p)
	if !math.IsInf(a.F[1], -1) || math.IsInf(a.F[0], -1) || !math.IsInf(a.B(), 1) || !math.IsInf(a.RMSEFwd(), 1) ||
		!math.IsInf(a.Final.Forward, 1) {
		t.Errorf("F is %v, B %v, the forward KL %v and rmse %v", a.F, a.B(), a.Final.Forward, a.RMSEFwd())
	}
	must.Near(t, a.LogQ[1], -900-math.Ln2, 1e-9, "log q")
	p = ends([]float64{0, none}, []float64{0, -2000}) // and so is a reverse run that starts where p_1 has no mass
	a = account(t, programs.NewSIR(p, 2), p)
	if !math.IsInf(a.Paths.Reverse, 1) || !math.IsInf(a.RMSERev(), 1) {
		t.Errorf("E_rev[log w] - log R is %v, and rmse %v", a.Paths.Reverse, a.RMSERev())
	}
}

// TestRoundingIsNothing checks that J and B are 0 where they are rounding alone.
func TestRoundingIsNothing(t *testing.T) {
	p := ends([]float64{0.3, -1, 2}, []float64{0.3, -1 + 3e-14, 2})
	for _, spec := range []string{"sir:4", "smc:3", "rejection"} {
		if a := account(t, of(t, spec, p), p); a.J() != 0 || a.B() != 0 {
			t.Errorf("%s: J = %v and B = %v", spec, a.J(), a.B())
		}
	}
}
