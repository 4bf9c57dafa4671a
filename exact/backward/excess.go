package backward

import (
	"context"

	"breadboard/chains"
)

// Excess is the C by which B is above J where each step is undone under a law counted in N pilots, C/N, to first order
// in 1/N. It takes C/(B - J) pilots to come as near to J as the reversal is, with its B.
//
// With L_t for the marginal's own backward kernel, r_t for the laws of its reverse chain, and e(x) for the relative
// error of a count, whose covariance is (1[x = x']/q(x) - 1)/N, the error of L_t(y, x) is e(x) less its mean under
// L_t(y, .). Half its mean square under L_t(y, .) is what each path divergence has too much:
//
//	C = 1/2 sum over t and y of (q_t(y) + r_t(y)) sum over x of L_t(y, x) (1 - L_t(y, x)) / q_{t-1}(x).
//
// Under q_t the sum over y and x is the number of cells less the trace of T_t L_t: a step that moves nobody costs
// nothing, and one that forgets everything costs a run for each cell but one. The weight of the density in the estimate
// is of second order.
func Excess(ctx context.Context, a chains.Annealing) (perPilot float64, err error) {
	if err := a.Check(); err != nil {
		return 0, err
	}
	a, _ = a.Lowered()
	s := newSteps(a)
	if _, err := s.up(ctx, Marginal); err != nil {
		return 0, err
	}
	r := s.last
	next := make([]float64, len(r))
	over := make([]float64, len(r))
	for t := a.PathEnd(); t >= 2; t-- {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		s.aim(t)
		q, after := s.before[t], s.after[t]
		for x, mass := range q {
			if mass == 0 {
				continue
			}
			add := func(y int, p float64) {
				if p > 0 && after[y] > 0 {
					undone := mass * p / after[y]
					perPilot += (after[y] + r[y]) * undone * (1 - undone) / (2 * mass)
				}
			}
			add(x, chains.StayProbability(s.op, x))
			s.op.Row(x, add)
		}
		s.undo(next, r, over, t)
		r, next = next, make([]float64, len(r))
	}
	return perPilot, nil
}
