// Package tuning makes schedules from truth: of constant speed along a bridge, by
// the Fisher metric or by the kernel's friction, and those of least B and least J
// at a given T.
//
// # Near equilibrium
//
// Where steps are small the deviation from p_t is linear in them, and a step h of
// beta adds h² ζ(β) to B, with ζ the asymptotic variance of ∂ log f/∂β under the
// kernel at β: its variance and twice the sum of its autocovariances, which the
// fundamental matrix gives. √ζ dβ is a length; a schedule's action, the sum of
// its squared steps of length, is its B near equilibrium, and is least, L²/(T-1),
// at constant speed. With a perfect kernel ζ is the variance alone, which is the
// Fisher information.
//
// # Least B and least J
//
// are found by descent along exact gradients: the derivative of a push with
// respect to beta, between the law that arrives and the expectation of what is to
// come, which one pass in each direction gives for all betas at once. Steps are
// squares of free variables over their sum, so that a schedule never falls and
// may stand still. Long schedules start from short ones.
package tuning
