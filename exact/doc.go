// Package exact computes what annealed samplers are usually asked to estimate:
// the law q of the final state, both divergences of q from the target p_T, the
// expectations of log w forward and in reverse, and with them J and B, by
// pushing whole distributions through the two Markov chains (BREAD, Appendix B).
//
// # The deviation, not the distribution
//
// q is close to p_t when annealing is slow, and J then lives in the digits that
// a subtraction would lose. So what is pushed is the deviation d = q - p_t.
// Since T_t leaves p_t invariant,
//
//	d_t = T_t (d_{t-1} + p_{t-1} - p_t),    d_1 = 0,
//
// where p_{t-1} - p_t = p_{t-1} (1 - ρ_t) has all its digits from expm1. J is
// the sum of d log(1 + d/p), and the path divergences are sums over steps of
//
//	KL(q paths || r paths):  KL(p_{t-1} || p_t) - <d_{t-1}, log ρ_t>
//
// each of which is of second order and computed as such: nothing of order one
// cancels anywhere. The reverse chain has the same law with the levels in the
// opposite order: its state x_{t-1} deviates from p_t, and its step from p_t to
// p_{t-1} contributes the same expression. One walk serves both.
//
// # Two ways to every number
//
// Measure does just that, as fast as it can: both chains in one pass of two
// functions (onePass), by the loops of chains/lanes. Run also does what the paper
// writes down: it pushes q and the reverse law themselves, plainly, from the log
// densities of every level, along with the weighted measures whose totals are
// E_fwd[w] and E_rev[1/w], and sums Eq. (22)-(23) over pairwise marginals. Numbers
// that are equal in exact arithmetic are compared and the largest disagreement
// returned as Result.Defect. A kernel that does not leave p_t invariant is found out
// so, and the result is then that of the chains as they run. From Thorough cells on
// Run is Measure. For the many, MeasureAll measures on all cores, and Brief adds the
// law of log w, of both chains from one walk up.
package exact
