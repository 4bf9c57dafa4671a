// Package spectra says what is exact about one Markov matrix: its classes and
// periods, its stationary distribution, its eigenvalues, and how long it takes
// to forget, to arrive and to average.
//
// # No subtraction where digits live
//
// A chain with a barrier has its second eigenvalue within 1e-12 of 1, and what
// is wanted of it is 1 - λ, which 1 minus a computed λ no longer holds. All the
// slowness of a chain sits in its entries off the diagonal. Eliminating states
// one by one as Grassmann, Taksar and Heyman do (1985), the pivot being the sum
// of what leaves a state and not 1 less what stays, adds, multiplies and divides
// numbers that are not negative: stationary probabilities, hitting times and the
// expected visits
//
//	G = (I - P without the row and column of a state r)^-1
//
// keep their relative digits however small or large they are (O'Cinneide 1993).
// With r the most probable state, G bordered by zeros and projected,
//
//	A# = (I - 1π) G (I - 1π) = the sum over t of (P^t - 1π),
//
// is the group inverse of I - P. Its eigenvalues are 1/(1 - λ) over the others,
// so that the largest of them is the slowest mode and has the most digits. The
// error is relative to the norm of G, and that is at most 1/(gap π(r)): where f
// vanishes at r, Var f >= π(r) E f^2. So of a gap of any size log10 1/π(r) digits
// are lost at the most, and no more for a small gap than for a large one.
//
// # Large spaces
//
// Elimination takes a matrix and a time proportional to its cube; up to MaxStates. An
// Implicit is the same chain by its operator alone, of which a function's expectation
// after a step is enough. Of a spectrum it has the ends: the gap, the slowest mode, the
// least eigenvalue, and so the relaxation time; and averages, by Poisson's equation.
// Each is returned with the ends between which it lies. What needs all of the matrix
// is not had: the other eigenvalues and Kemeny's constant, which is their sum; hitting
// times; and mixing times, for which there are bounds.
//
// It works in L2(π) on functions, with I - P and not P: the gap is the least eigenvalue
// of that, and iterations find small eigenvalues with few digits lost where they are
// small by nature. The last quotient is a sum of squares of differences. A step
// rounds a function by an ulp and so shifts eigenvalues of I - P by as much, but that
// quotient by the square of it over the distance to the next: a gap of 1e-6 has all
// digits asked for, one of 1e-12 seven or more, and one below 1e-13 is not told from
// 0; High is then what is known.
//
// # Doubt
//
// What can be computed in two ways is, and the disagreement returned: the gap
// also as the Rayleigh quotient, a sum of squares, of its eigenvector; Kemeny's
// constant also as a trace.
//
// # Cells without mass
//
// What is said with respect to a distribution π is said of the chain on the
// cells where π > 0, which the chain does not leave if π is stationary.
package spectra
