// Package spectra analyses one Markov matrix that is written out.
//
// A Matrix comes from an operator (Of), or is given by its rows. It has classes and periods (classes.go), a stationary
// distribution, eigenvalues (spectrum.go), and the times it takes to forget (mixing.go), to arrive (MeanHittingTime) and
// to average (AsymptoticVariances). Most answers are given with respect to a distribution π that the matrix must leave
// invariant, and then speak of the chain on the cells where π > 0, which it never leaves. Up to MaxStates states they
// take seconds.
//
// # No subtraction where digits live
//
// A chain with a barrier has its second eigenvalue within 1e-12 of 1. The number that
// matters is 1 - λ, and 1 minus a computed λ no longer holds it. All slowness of a chain
// sits in its entries off the diagonal, and an elimination works with those alone:
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
package spectra
