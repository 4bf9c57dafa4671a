// Package implicit finds the speed of a Markov chain that is too large to be written out as
// a matrix: from a thousand cells to a few million.
//
// A Chain (chain.go) is known by its operator alone, which gives for a function f its
// expectation Pf after one step. That is enough for the gap, the slowest mode, the least
// eigenvalue and the relaxation time (Extremes), for asymptotic variances
// (AsymptoticVariance), for bounds on mixing times (MixingBounds) and for the best threshold
// cut along a mode (Bottleneck). The rest needs the matrix: package spectra has it for up to
// spectra.MaxStates states. Every number comes with the bounds between which it lies
// (Bounded). extremes.go uses the search for eigenvalues in search.go.
//
// # Functions, and I - P
//
// The inner product of two functions is the sum of π f g. Masses are only multiplied, and
// only the first random functions are divided by their roots, so a density that spans
// hundreds of nats loses nothing.
//
// The operator of the search is I - P and not P: the gap is its least eigenvalue, and
// iterations find a small eigenvalue with few digits lost. In the end the gap is computed as
// a Rayleigh quotient, a sum of squares of differences. One step rounds a function by an ulp,
// which shifts the eigenvalues of I - P by as much, but that quotient only by the square of
// it over the distance to the next eigenvalue. A gap of 1e-6 thus has all the digits asked
// for, one of 1e-12 has seven or more, and one below 1e-13 cannot be told from 0.
//
// A chain that is not reversible is replaced by its additive reversibilisation, half the sum
// of it and its reversal, which has the same Dirichlet form and the same flow through every
// cut.
package implicit
