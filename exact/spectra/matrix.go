// Package spectra analyses one Markov matrix that is written out.
//
// A Matrix (this file) comes from an operator, or is given by its rows. It has classes and periods (classes.go),
// eigenvalues (spectrum.go, eigenvalues.go), a mixing time (mixing.go), and a stationary distribution and asymptotic
// variances (equations.go, by elimination.go). Most methods take a distribution π that the matrix must leave
// invariant, and speak of the chain on the states where π > 0, which it never leaves. Up to MaxStates states they take
// seconds.
//
// # No subtraction where digits live
//
// A chain with a barrier has its second eigenvalue within 1e-12 of 1. The number that matters is 1 - λ, and 1 minus a
// computed λ no longer holds it. All slowness of a chain sits in its entries off the diagonal, and an elimination works
// with those alone: stationary probabilities and the expected visits
//
//	G = (I - P without the row and column of a state r)^-1
//
// keep their relative digits however small or large they are. With r the most probable state and G bordered by zeros,
//
//	A# = (I - 1π) G (I - 1π) = the sum over t of (P^t - 1π)
//
// is the group inverse of I - P. It has an eigenvalue 1/(1 - λ) for each eigenvalue λ of P except its 1, so that the
// slowest mode is its largest eigenvalue and has the most digits. The error is relative to the norm of G, which is at
// most 1/(gap π(r)), because Var f >= π(r) E f^2 if f vanishes at r. So a gap of any size loses at most log10 1/π(r)
// digits, and a small gap no more than a large one.
package spectra

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// MaxStates is the largest number of states that are analysed: most methods take a time in proportion to its cube,
// seconds for 1024.
const MaxStates = 1024

// ulp is the distance of 1 from the next float64.
const ulp = 0x1p-52

// A Matrix has the probability of going from x to y in one step as entry y of row x. It may be the user's and hold
// anything: methods that need probabilities check first, and return an error.
type Matrix [][]float64

// Of returns the rows of an aimed operator on n states. The diagonal is 1 less the row's sum, or 0 if that is no more
// than the sum's round-off, so that no state stays put by round-off alone. It panics if a row leads outside.
func Of(op chains.Operator, n int) Matrix {
	m := make(Matrix, n)
	for x := range m {
		row, visits := make([]float64, n), 0
		op.Row(x, func(y int, p float64) {
			if y != x {
				row[y] += p
				visits++
			}
		})
		left := 1 - floats.Sum(row)
		if math.Abs(left) <= float64(visits)*ulp/2 {
			left = 0
		}
		row[x] = left
		m[x] = row
	}
	return m
}

// On returns the matrix on some of the states, in rising order.
func (m Matrix) On(states []int) Matrix {
	sub := make(Matrix, len(states))
	for i, x := range states {
		sub[i] = chains.In(states, m[x])
	}
	return sub
}

// rowSlack bounds the distance of a row's sum from 1, and of a diagonal entry below 0. A file with ten digits passes;
// no result rests on the diagonal.
const rowSlack = 1e-9

// check returns an error unless every entry is a probability, every row sums to 1 and there are at most MaxStates
// states.
func (m Matrix) check() error {
	if len(m) > MaxStates {
		return fmt.Errorf("%d states are too many for a matrix; use at most %d", len(m), MaxStates)
	}
	for x := range m {
		for y, p := range m[x] {
			if !(p >= -rowSlack) || y != x && p < 0 {
				return fmt.Errorf("the entry from state %d to state %d is %g; use a probability", x, y, p)
			}
		}
		if sum := floats.Sum(m[x]); !(math.Abs(sum-1) <= rowSlack) {
			return fmt.Errorf("the row of state %d sums to 1%+.2g; make it 1", x, sum-1)
		}
	}
	return nil
}

// onSupport returns the matrix on the states of positive probability, their probabilities and the states, in rising
// order. The error says why the matrix does not leave pi invariant.
func (m Matrix) onSupport(pi []float64) (sub Matrix, p []float64, states []int, err error) {
	if err := m.check(); err != nil {
		return nil, nil, nil, err
	}
	if by, x := m.Imbalance(pi); by > 0 {
		return nil, nil, nil, fmt.Errorf("the distribution is not invariant: in one step state %d of probability %g "+
			"changes by %g; use the stationary distribution of the matrix", x, pi[x], by)
	}
	states = chains.Support(pi)
	return m.On(states), chains.In(states, pi), states, nil
}

// centred returns f less its mean under pi.
func centred(pi, f []float64) []float64 {
	mean := floats.Dot(pi, f)
	out := make([]float64, len(f))
	for x, v := range f {
		out[x] = v - mean
	}
	return out
}

// flowSlack is the relative difference up to which two flows count as equal, so that a distribution given with ten
// digits passes. So does the round-off of a step, four ulps of the larger probability.
const flowSlack = 1e-9

// differ reports whether two flows from states of at most this mass differ.
func differ(a, b, mass float64) bool {
	return !(math.Abs(a-b) <= flowSlack*(a+b)+4*ulp*mass)
}

// Imbalance returns the largest change of a state's probability in one step, inflow less outflow, and that state. It
// returns 0 and -1 if the flows agree everywhere to within 1e-9 of themselves or round-off. It ignores the diagonal.
func (m Matrix) Imbalance(pi []float64) (by float64, at int) {
	in := make([]float64, len(m))
	out := make([]float64, len(m))
	for x := range m {
		for y, p := range m[x] {
			if y != x {
				in[y] += pi[x] * p
				out[x] += pi[x] * p
			}
		}
	}
	at = -1
	for x := range in {
		if d := math.Abs(in[x] - out[x]); differ(in[x], out[x], 1) && !(d <= by) {
			by, at = d, x
		}
	}
	return by, at
}

// reversible reports detailed balance: the flow from x to y equals the flow from y to x for all pairs.
func (m Matrix) reversible(pi []float64) bool {
	for x := range m {
		for y := range x {
			if differ(pi[x]*m[x][y], pi[y]*m[y][x], max(pi[x], pi[y])) {
				return false
			}
		}
	}
	return true
}
