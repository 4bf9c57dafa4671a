// Package spectra analyses one Markov matrix: exactly if it is written out (Matrix), and by bounds if it is known by
// its operator alone (Chain).
//
// A Matrix comes from an operator (Of) or from rows (Dense). It has classes and periods (classes.go), a stationary
// distribution, eigenvalues (spectrum.go), and the times it takes to forget (mixing.go), to arrive (HittingTimes) and
// to average (AsymptoticVariance). Most answers are given with respect to a distribution π that the matrix must leave
// invariant, and then speak of the chain on the cells where π > 0, which it never leaves. Up to MaxStates states they
// take seconds.
//
// A Chain (ChainAt) may have from a thousand cells to a few million: an operator that gives for a function f its
// expectation Pf after one step is enough for the gap, the slowest mode, the least eigenvalue and the relaxation time
// (Extremes), for asymptotic variances, for bounds on mixing times (MixingBounds) and for the best threshold cut along
// a mode (Bottleneck). Every number comes with the bounds between which it lies (Bounded). extremes.go uses the search
// for eigenvalues in search.go.
//
// # No subtraction where digits live
//
// A chain with a barrier has its second eigenvalue within 1e-12 of 1. The number that
// matters is 1 - λ, and 1 minus a computed λ no longer holds it. All slowness of a chain
// sits in its entries off the diagonal, and an Elimination works with those alone:
// stationary probabilities, hitting times and the expected visits
//
//	G = (I - P without the row and column of a state r)^-1
//
// keep their relative digits however small or large they are. With r the most probable
// state and G bordered by zeros,
//
//	A# = (I - 1π) G (I - 1π) = the sum over t of (P^t - 1π)
//
// is the group inverse of I - P. It has an eigenvalue 1/(1 - λ) for each eigenvalue λ of P
// except its 1, so the slowest mode is its largest eigenvalue and has the most digits. The
// error is relative to the norm of G, which is at most 1/(gap π(r)), because Var f >= π(r)
// E f^2 if f vanishes at r. A gap of any size therefore loses at most log10 1/π(r) digits,
// and a small gap no more than a large one.
//
// Numbers that can be computed in two ways are computed twice, and their disagreement is
// returned as a Doubt.
//
// # Functions, and I - P
//
// In a Chain the inner product of two functions is the sum of π f g. Masses are only multiplied, and only the first
// random functions are divided by their roots, so a density that spans hundreds of nats loses nothing.
//
// The operator of the search is I - P and not P: the gap is its least eigenvalue, and iterations find a small
// eigenvalue with few digits lost. In the end the gap is computed as a Rayleigh quotient, a sum of squares of
// differences. One step rounds a function by an ulp, which shifts the eigenvalues of I - P by as much, but that
// quotient only by the square of it over the distance to the next eigenvalue. A gap of 1e-6 thus has all the digits
// asked for, one of 1e-12 has seven or more, and one below 1e-13 cannot be told from 0.
//
// A chain that is not reversible is replaced by its additive reversibilisation, half the sum of it and its reversal,
// which has the same Dirichlet form and the same flow through every cut.
package spectra
