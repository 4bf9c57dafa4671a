// Package tuning makes annealing schedules from exact quantities. Length (length.go)
// makes schedules of constant speed along a bridge, by the Fisher metric or by the kernel's
// friction. A Search (best.go, passes.go) finds the schedule of least B or
// of least J at any T.
//
// # Near equilibrium
//
// If the steps are small, the deviation from p_t is linear in them, and a step of h in beta
// adds h² ζ(β) to B. ζ is the asymptotic variance of ∂ log f/∂β under the kernel at β: its
// variance and twice the sum of its autocovariances. So √ζ dβ is a length. The action of a
// schedule, the sum of its squared steps of length, is its B near equilibrium. It is least at
// constant speed: L²/(T-1) for the whole length L. With a perfect kernel ζ is the variance
// alone, the Fisher information.
//
// # Least B and least J
//
// A Search descends along exact gradients. The derivative of J or B with respect to β_t
// is the derivative of one push, taken between the law that arrives at level t and the
// expectation of the rest of the run; a pass in each direction gives it for all betas at once.
// The steps of a schedule are squares of free variables over their sum, so a schedule never
// falls and may stand still. A long schedule is grown from a short one.
package tuning
