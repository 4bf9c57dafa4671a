package accounts

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/multisets"
)

// smc computes the account of SMC. Through the levels one particle is annealing, unless the particle may lose its
// weight: SMC stops there and annealing goes on. Multisets cannot carry particles that are resampled now and then,
// because their weights differ. Nor can they carry weights that are infinite in reverse, because the target has mass
// where p_1 has none. Both are enumerated, as far as p_1 allows it.
func (a *builder) smc(ctx context.Context, p programs.SMC) error {
	wasted := false
	beyond := exact.HasFaint(a.ends.P1, a.ends.LogP1) // or the target has mass where p_1 has none
	for x, logp := range a.LogP {
		wasted = wasted || a.wasted(x)
		beyond = beyond || math.IsInf(a.ends.LogP1[x], -1) && !math.IsInf(logp, -1)
	}
	switch path, _ := p.Path(); {
	case p.Data == nil && p.P == 1 && !wasted:
		return a.ais(ctx, programs.AIS{Problem: p.Problem})
	case p.P > 1 && !p.Plain() || beyond:
		return a.enumerate(ctx, p)
	case p.Data != nil && p.P == 1:
		return a.oneParticle(ctx, path)
	default:
		return a.particles(ctx, path, p.P)
	}
}

// particles computes the account of SMC through levels or observations. The error is ErrTooLarge if mass fell below the
// smallest float on the way.
func (a *builder) particles(ctx context.Context, path programs.Path, count int) error {
	var cells []int // that can have mass
	for x, p := range a.P {
		if a.ends.P1[x] > 0 || p > 0 {
			cells = append(cells, x)
		}
	}
	all, err := multisets.New(path, cells, count)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	all.Progress = a.progress
	moments, err := all.Returned(ctx)
	if err != nil {
		return err
	}
	a.How, a.Off = Particles, 4e-15*float64(1+path.Len()*count/4)
	a.setMoments(cells, moments)
	const most = 1e-6 // far above rounding
	if !(a.Off < most) {
		return ErrTooLarge
	}
	for i, x := range cells {
		if all.Dead[i] > 0 {
			a.Q[x] += all.Dead[i]
			a.F[x], a.FwdSquare = math.Inf(-1), math.Inf(1)
		}
	}
	a.divergences()
	return nil
}

// setMoments sets the account from the moments of forward runs in these cells. By the law of package programs they also
// give the numbers of reverse runs: they hold q, E_fwd[l; x], E_fwd[l²; x], p, p E_rev[l | x], p E_rev[l² | x] and
// E_fwd[e^2l; x] for l = log ŵ. The fourth is p but for rounding, which is added to Off.
func (a *builder) setMoments(cells []int, moments []multisets.Moments) {
	for i, x := range cells {
		m := moments[i]
		a.Q[x] = m[multisets.Mass]
		a.F[x] = m[multisets.Log]
		a.G[x] = a.conditional(x, m[multisets.WeighedLog], m[multisets.Weighed])
		a.FwdSquare += m[multisets.Square]
		a.RevSquare += m[multisets.WeighedSquare]
		a.MeanW += m[multisets.Weighed]
		a.VarW += m[multisets.WeighedTwice]
		a.MeanInvW += m[multisets.Mass]
		a.Off += math.Abs(m[multisets.Weighed] - a.P[x])
	}
	a.VarW -= a.MeanW * a.MeanW
}

// conditional returns sum/p, G of a cell. It is NaN where the mass p is below any float.
func (a *builder) conditional(x int, sum, p float64) float64 {
	switch {
	case p > 0:
		return sum / p
	case math.IsInf(a.LogP[x], -1):
		return 0
	}
	return math.NaN()
}
