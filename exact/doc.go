// Package exact computes what annealed samplers are usually asked to estimate: the law q of the final state, both
// divergences between q and the target p_T, the expectations of log w forward and in reverse, and with them J and B. It
// pushes whole distributions through the two Markov chains (BREAD, Appendix B).
//
// # The deviation, not the distribution
//
// If annealing is slow, q is close to p_t, and J lives in digits that a subtraction would lose. So the pass carries the
// deviation d = q - p_t, as the function u = d/p_t. T_t leaves p_t invariant, so that
//
//	d_t = T_t (d_{t-1} + p_{t-1} - p_t),    d_1 = 0,
//
// and p_{t-1} - p_t = p_{t-1} (1 - ρ_t) has all its digits from expm1. J is the sum of d log(1 + d/p). The path
// divergences are sums over steps of
//
//	KL(q paths || r paths):  KL(p_{t-1} || p_t) - <d_{t-1}, log ρ_t>.
//
// Each term is of second order and is computed as such: nothing of order one cancels. The reverse chain obeys the same
// law with the levels in the opposite order: its state x_{t-1} deviates from p_t, and its step from p_t to p_{t-1}
// contributes the same expression.
//
// # Two ways to every number, and the order of the files
//
// The files are floors: each uses those below it. What a run returns is a Measured (measured.go) or a Result
// (result.go).
//
// Measure (measure.go) makes up to three attempts at J and B. Where both ends of the bridge have mass in the same
// cells, and no log density is deep, the first is one pass upward with both chains, as two functions (onepass.go,
// lastlaw.go). Elsewhere, and where the pass ends in NaN, the second pushes the laws of both chains as they are
// (bylaws.go). Only the first carries the deviation: the second adds up terms of first order. The third pushes the law
// over numbers whose exponents have no end (deep.go), where J needs masses of q below the smallest float or the ends
// have mass in different cells. There the cells that a chain can reach decide whether a path divergence is infinite
// (reach.go).
//
// Run (run.go) also computes the paper's definitions. It runs both chains plainly (bothchains.go). A pass (passes.go)
// pushes q or the reverse law itself and the weighted measures whose totals are E_fwd[w] and E_rev[1/w]. Run sums Eq.
// (22)-(23) over pairwise marginals (pairwise.go), up to T = 2,000. It then compares numbers that are equal in exact
// arithmetic (checks.go); Result.Defect is the largest disagreement. If it is larger than rounding explains, Run looks
// for a step in which the kernel breaks its law (findWitness). So it does wherever the laws were pushed as they are,
// since there both ways are one and agree of a broken kernel too. If there is such a step, the result has J of the
// forward chain as it runs, and no B.
//
// What the one pass and the plain chains share is their input: the bridge's log density at each level, and the
// operators. The masses of a level are each way's own. The pass's go by products of one slope and the pace of beta. The
// plain chains take each level's log densities, the forward and the reverse chain each by itself, and exponentiate
// them. Neither sees a number that the other found.
//
// Along (bycell.go) takes B apart by cells, for maps. It also keeps the laws of both chains at some levels.
//
// Both ways are one package: they share levels and the laws at their ends, and of what Run needs of Measure's files
// half would have to be exported for it alone.
//
// The defect is the distance of two computations, and package certain proves how many digits are right.
package exact
