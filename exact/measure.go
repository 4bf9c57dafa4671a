package exact

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Gap is what BREAD asks: how far the law of the samples is from the target, and
// how far the bound says it is.
type Gap struct {
	T     int
	Q     []float64  // the law of the forward chain's last state
	P     []float64  // p_T
	Final Divergence // of Q from p_T; its sum is J
	Paths Divergence // of forward paths from reverse paths; its sum is B
	LogR  float64    // log Z_T/Z_1

	logp []float64 // log p_T
	d    []float64 // Q - P, to its own last digit
}

// J is the Jeffreys divergence between Q and p_T (BREAD, Eq. 12).
func (g Gap) J() float64 { return g.Final.Jeffreys() }

// B is the expectation of BREAD's bound, E_rev[log w] - E_fwd[log w] (Eq. 21).
func (g Gap) B() float64 { return g.Paths.Jeffreys() }

// FwdLogW is E_fwd[log w], a lower bound of log R (Eq. 7).
func (g Gap) FwdLogW() float64 { return g.LogR - g.Paths.Forward }

// RevLogW is E_rev[log w], an upper bound of log R (Eq. 10).
func (g Gap) RevLogW() float64 { return g.LogR + g.Paths.Reverse }

// Measure returns J and B. It takes the kernel's word that it leaves p_t
// invariant; Run does not. The error is that of Annealing.Check, or ctx's.
func Measure(ctx context.Context, a chains.Annealing) (Gap, error) {
	return measure(ctx, a, func(t int, share float64, forward bool) {})
}

// measure calls seen with each step's share of the two path divergences: that
// of the weight's step from level t-1 to t.
func measure(ctx context.Context, a chains.Annealing, seen func(t int, share float64, forward bool)) (Gap, error) {
	if err := a.Check(); err != nil {
		return Gap{}, err
	}
	T, g := a.T(), Gap{T: a.T()}
	op := a.Kernel.On(a.Grid)

	w := newWalk(a, 1, op)
	for t := 2; t <= T; t++ {
		if t%pollEvery == 0 && ctx.Err() != nil {
			return Gap{}, context.Cause(ctx)
		}
		share := w.step(t)
		g.Paths.Forward += share
		seen(t, share, true)
		if t < T || !a.SkipLast {
			w.push()
		}
	}
	w.stand(T)
	g.P, g.logp, g.d = w.p, w.logp, w.d
	g.Q = make([]float64, len(w.p))
	for x := range g.Q {
		g.Q[x] = max(w.p[x]+w.d[x], 0)
	}
	if tiny(g.Q, g.P) {
		q, err := lastLaw(ctx, a)
		if err != nil {
			return Gap{}, err
		}
		g.Q = q
	}
	g.Final = divergence(g.P, g.logp, g.d, g.Q)

	r := newWalk(a, T, op.Reversal())
	for t := T - 1; t >= 1; t-- {
		if t%pollEvery == 0 && ctx.Err() != nil {
			return Gap{}, context.Cause(ctx)
		}
		share := r.step(t)
		g.Paths.Reverse += share
		seen(t+1, share, false)
		if t > 1 {
			r.push()
		}
	}
	g.LogR = logR(a)
	return g, nil
}

// pollEvery is how many levels pass between looks at the context.
const pollEvery = 1024

// logR is log Z_T/Z_1.
func logR(a chains.Annealing) float64 {
	l := a.NewLevel()
	a.LevelAt(l, a.T())
	last := floats.LogSumExp(l.LogF())
	a.LevelAt(l, 1)
	return last - floats.LogSumExp(l.LogF())
}

// tiny reports whether q has so much less mass than p in some cell that p + d
// has lost digits of it.
func tiny(q, p []float64) bool {
	for x := range q {
		if q[x] < 1e-3*p[x] {
			return true
		}
	}
	return false
}

// lastLaw pushes q itself, which keeps the digits of its smallest cells.
func lastLaw(ctx context.Context, a chains.Annealing) ([]float64, error) {
	w := newWalk(a, 1, a.Kernel.On(a.Grid))
	q, next := append([]float64(nil), w.p...), make([]float64, len(w.p))
	for t := 2; t <= a.T(); t++ {
		if t%pollEvery == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if t == a.T() && a.SkipLast {
			break
		}
		w.step(t)
		w.op.Aim(w.level)
		w.op.Push(next, q)
		q, next = next, q
	}
	return q, nil
}
