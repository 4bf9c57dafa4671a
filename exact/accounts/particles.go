package accounts

import (
	"context"
	"fmt"
	"math"

	"breadboard/chains/programs"
	"breadboard/exact/accounts/multisets"
)

// filtered makes the account of SMC. Through the levels one particle is annealing, unless
// the particle may lose its weight: SMC stops there and annealing goes on. Multisets cannot carry
// particles that are resampled now and then, because their weights differ. Nor can they carry
// weights that are infinite in reverse or close to it, because the target has mass where p_1 has
// nearly none. Both are enumerated.
func (a *making) filtered(ctx context.Context, p programs.SMC) error {
	lost := false
	for x, mass := range a.ends.P1 {
		lost = lost || mass > 0 && math.IsInf(a.LogP[x], -1)
	}
	switch {
	case p.Data == nil && p.P == 1 && !lost:
		return a.annealed(ctx, programs.AIS{Problem: p.Problem})
	case p.P > 1 && !p.Plain() || a.beyond():
		return a.enumerate(ctx, p)
	}
	path, _ := p.Path()
	if p.Data != nil && p.P == 1 {
		return a.alone(ctx, path)
	}
	return a.particles(ctx, path, p.P)
}

// beyond reports whether the target has mass where p_1 has nearly none. The mass may be below any float if p_1
// has none at all.
func (a *making) beyond() bool {
	for x, logp := range a.LogP {
		if math.IsInf(a.ends.LogP1[x], -1) && !math.IsInf(logp, -1) {
			return true
		}
	}
	return !within(a.P, a.ends.P1)
}

// within reports whether a law has no mass where another has nearly none. If so the quotients
// law/other are floats.
func within(law, other []float64) bool {
	for x, mass := range law {
		if mass > 0 && other[x] < rare {
			return false
		}
	}
	return true
}

// particles makes the account of SMC through levels or observations. Particles that are all free
// give the forward numbers. Particles with a kept one give the numbers of the conditional run. By
// the law of package programs each of the two also gives the numbers of the other: forward and reverse both hold
// q, E_fwd[l; x], E_fwd[l²; x], p, p E_rev[l | x] and p E_rev[l² | x] for l = log ŵ. Off is the distance between them,
// and the roundings of so many moves of particles. The error is ErrTooLarge if mass was lost because it fell below the
// smallest float on the way.
func (a *making) particles(ctx context.Context, path programs.Path, count int) error {
	var cells []int // that can have mass
	for x, p := range a.P {
		if a.ends.P1[x] > 0 || p > 0 {
			cells = append(cells, x)
		}
	}
	pair, err := multisets.NewPair(path, cells, count)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	pair.Progress = a.Progress
	forward, reverse, err := pair.Returned(ctx)
	if err != nil {
		return err
	}
	const most = 1e-6 // far above rounding
	dead, missed := pair.Dead(), 0.
	for i, x := range cells {
		f, r := forward[i], reverse[i]
		missed += math.Abs(f[multisets.Mass]-r[multisets.Mass]) + math.Abs(f[multisets.Weighed]-a.P[x]) +
			math.Abs(r[multisets.Weighed]-a.P[x])
	}
	if !(missed < most) {
		return ErrTooLarge
	}
	a.How, a.Off = Particles, 1e-15*float64(1+path.Len()*count/4)
	fwd := squared(pair.Span())
	rev := fwd
	for i, x := range cells {
		f, r := forward[i], reverse[i]
		a.Q[x] = f[multisets.Mass] + dead[i]
		a.F[x] = f[multisets.Log]
		a.FwdSquare += f[multisets.Square]
		a.MeanW += f[multisets.Weighed]
		a.RevSquare += r[multisets.WeighedSquare]
		a.MeanInvW += r[multisets.Mass]
		a.G[x] = a.given(x, r[multisets.WeighedLog], r[multisets.Weighed])
		for k := range f {
			a.Off += math.Abs(f[k] - r[k])
		}
		fwd += math.Abs(f[multisets.Square] - r[multisets.Square])
		rev += math.Abs(f[multisets.WeighedSquare] - r[multisets.WeighedSquare])
		a.Off += math.Abs(r[multisets.Weighed] - a.P[x])
		if dead[i] > 0 {
			a.F[x], a.FwdSquare = math.Inf(-1), math.Inf(1)
		}
	}
	a.waste()
	a.compare()
	a.roots(fwd, rev)
	return nil
}

// squared bounds the error of a mean square of log ŵ that comes from adding up squares of such a span and taking them
// off again.
func squared(span float64) float64 { return 0x1p-50 * span * span }

// given is sum/p, which is G of a cell. It is not known where the mass p is below any float.
func (a *making) given(x int, sum, p float64) float64 {
	switch {
	case p > 0:
		return sum / p
	case math.IsInf(a.LogP[x], -1):
		return 0
	}
	return math.NaN()
}
