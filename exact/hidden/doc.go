// Package hidden computes what AIDE estimates about programs on a hidden Markov model (package
// chains/hidden), exactly and without a list of all paths.
//
// Three laws of paths are Markov chains whose rows change from step to step: the posterior, and what
// a filter of one particle returns, with the prior and with the optimal proposal. By the chain rule
// the divergence between two such laws is a sum over steps and states of the divergence between two
// rows, weighed by the marginal of the state. No term is negative, so that small divergences keep
// their digits. 20 states and 50 steps take about a millisecond.
//
// A path is all that a filter of one particle draws, and its weight is a function of the path. So
// there is nothing to guess in reverse: meta-inference is exact, and AIDE's estimate expects the
// symmetrised divergence itself, at every M.
//
// With more particles the law of the path is not known. But with the prior proposal the particles
// are a multiset of states (package multisets), and against the posterior the estimate at M = 1
// expects
//
//	E_rev[log w] - E_fwd[log w]
package hidden
