// Package elimination solves the linear equations of a Markov chain without a single
// subtraction, so that probabilities and times of any size keep their relative digits.
//
// A chain with a barrier leaves a well once in 1e12 steps. All of its slowness sits in
// entries off the diagonal of about 1e-12, which 1 minus a diagonal entry no longer
// holds: Gauss' elimination of I - P loses twelve digits. Grassmann, Taksar and Heyman
// (1985) eliminate a state k as if one looked away while the chain is in k: the chain
// goes from i by way of k to j with probability
//
//	P(i,k) P(k,j) / (the sum of P(k,l) over the states l that are left),
//
// and the pivot is this sum and not 1 - P(k,k). So only numbers that are not negative are
// added, multiplied and divided, and each operation costs half an ulp of its result,
// whatever its size (O'Cinneide 1993).
//
// The eliminated chain answers four questions: the stationary distribution (Stationary),
// the expected number of steps until state 0 (Solve with b = 1), Poisson's equation and
// so asymptotic variances (Solve with b of mean 0), and the expected visits to all states
// from all others (Visits).
//
// On a grid a cell leads to its neighbours alone. Rows and columns are therefore kept
// with the first entry that may not be 0: elimination fills in only what lies between
// that and the diagonal.
package elimination
