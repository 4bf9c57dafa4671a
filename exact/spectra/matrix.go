// Package spectra analyses one Markov matrix that is written out.
//
// A Matrix comes from an operator (Of), or is given by its rows. It has classes and periods (classes.go), a stationary
// distribution, eigenvalues (spectrum.go), and the times it takes to forget (mixing.go), to arrive (MeanHittingTime)
// and to average (AsymptoticVariances). Most answers are given with respect to a distribution π that the matrix must
// leave invariant, and then speak of the chain on the cells where π > 0, which it never leaves. Up to MaxStates states
// they take seconds.
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

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// MaxStates is the largest number of states that are analysed: most analyses take a time
// proportional to its cube, seconds for 1024.
const MaxStates = 1024

const ulp = 0x1p-52

// A Matrix has the probability of going from x to y in one step as entry y of row x. It may come from outside and hold
// anything: methods that need probabilities check first, and return an error.
type Matrix [][]float64

// Of writes out the rows of an aimed operator on n states. The diagonal is 1 less the row's
// sum, or 0 if that is no more than the sum's round-off, so that no state stays put by
// round-off alone. It panics if a row leads outside.
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

// On returns the matrix on some of the states, which are in order.
func (m Matrix) On(states []int) Matrix {
	sub := make(Matrix, len(states))
	for i, x := range states {
		sub[i] = chains.In(states, m[x])
	}
	return sub
}

// rowSlack bounds the distance of a row's sum from 1, and of a diagonal entry below 0. A
// file with ten digits passes; no result rests on the diagonal.
const rowSlack = 1e-9

// check returns an error unless every entry is a probability, every row sums to 1 to within
// 1e-9, and there are MaxStates states at the most.
func (m Matrix) check() error {
	if len(m) > MaxStates {
		return fmt.Errorf("too many states: %d; at most %d can be analysed", len(m), MaxStates)
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

// onSupport returns the matrix on the states of positive probability, their probabilities,
// and the states, in order. It returns an error unless pi is a distribution that the matrix
// leaves invariant.
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

func centred(pi, f []float64) []float64 {
	mean := floats.Dot(pi, f)
	out := make([]float64, len(f))
	for x, v := range f {
		out[x] = v - mean
	}
	return out
}

// flowSlack is the relative difference below which two flows count as equal, so that a
// distribution given with ten digits passes. The round-off of a step, four ulps of the larger
// probability, passes as well.
const flowSlack = 1e-9

// apart reports whether two flows from states of at most this mass differ.
func apart(a, b, mass float64) bool {
	return !(math.Abs(a-b) <= flowSlack*(a+b)+4*ulp*mass)
}

// Imbalance returns the largest change of a state's probability in one step, inflow less
// outflow, and that state. It returns 0 and -1 if the flows agree everywhere to within 1e-9 of
// themselves or round-off. It ignores the diagonal.
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
		if d := math.Abs(in[x] - out[x]); apart(in[x], out[x], 1) && !(d <= by) {
			by, at = d, x
		}
	}
	return by, at
}

// reversible reports detailed balance: the flow from x to y equals the flow from y to x for
// all pairs, to within 1e-9 of themselves or round-off.
func (m Matrix) reversible(pi []float64) bool {
	for x := range m {
		for y := range x {
			if apart(pi[x]*m[x][y], pi[y]*m[y][x], max(pi[x], pi[y])) {
				return false
			}
		}
	}
	return true
}

// additive returns the additive reversibilisation of the matrix, half the sum of it and its
// time reversal (Fill 1991). It is reversible, has the same diagonal and the same flow through
// every cut.
func (m Matrix) additive(pi []float64) Matrix {
	r := make(Matrix, len(m))
	for x, row := range m {
		r[x] = slices.Clone(row)
		for y, p := range row {
			if y != x {
				r[x][y] = (p + pi[y]*m[y][x]/pi[x]) / 2
			}
		}
	}
	return r
}

// maxEnumerated is the largest number of states with mass for which every cut is tried.
const maxEnumerated = 14

// A Cut is a set of states A that the chain seldom leaves. On up to 14 states with mass it is the best of all; on more
// it is the best of the sets on which the second eigenfunction exceeds a threshold. If symmetry gives several
// eigenfunctions to one eigenvalue, only the one that was found is used, and another may give a better cut. Cheeger's
// inequalities hold for both: Phi^2/2 <= AdditiveGap <= 2 Phi.
type Cut struct {
	// Phi is the flow out of A in one step over the smaller of π(A) and 1 - π(A): the conductance of the chain if all
	// cuts were tried, otherwise an upper bound of it.
	Phi float64
	// In tells for each state whether it is on the side of the cut without the mode; false in
	// cells without mass.
	In []bool
	// Flow is the flow from one side to the other in one step, Mass the mass of the smaller
	// side.
	Flow, Mass float64
}

// Bottleneck returns the cut with the least flow for its mass that it finds, among the cells
// with mass: see Cut. second is the second eigenfunction, as Spectrum returns it. It is an error
// if there is one state with mass. Flow and masses of each cut are summed anew: a running sum, updated
// as states change sides, would lose the flow through a bottleneck, and 1 less the mass of one side has
// no digits of a rare other side.
func (m Matrix) Bottleneck(pi, second []float64) (Cut, error) {
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return Cut{}, err
	}
	n := len(sub)
	if n < 2 {
		return Cut{}, fmt.Errorf("%d states of positive probability; a cut needs two", n)
	}
	best := Cut{Phi: math.Inf(1)}
	in := make([]bool, n)
	try := func() {
		flow, mass := sub.flow(p, in)
		if phi := flow / mass; phi < best.Phi {
			best = Cut{Phi: phi, In: slices.Clone(in), Flow: flow, Mass: mass}
		}
	}
	if n <= maxEnumerated {
		for set := 1; set < 1<<(n-1); set++ { // the last state stays outside
			for x := range in {
				in[x] = set>>x&1 == 1
			}
			try()
		}
	} else {
		order := make([]int, n)
		f := chains.In(states, second)
		floats.Scale(-1, f)
		floats.ArgsortStable(f, order)
		for _, x := range order[:n-1] {
			in[x] = true
			try()
		}
	}
	side := best.In
	best.In = make([]bool, len(m))
	for i, x := range states {
		best.In[x] = side[i] != side[floats.MaxIdx(p)]
	}
	return best, nil
}

// flow returns the flow out of a set of states in one step, and the smaller of the masses of the set and of the rest.
func (m Matrix) flow(p []float64, in []bool) (flow, mass float64) {
	var inside, outside float64
	for x, v := range p {
		if !in[x] {
			outside += v
			continue
		}
		inside += v
		for y, to := range m[x] {
			if !in[y] {
				flow += v * to
			}
		}
	}
	return flow, min(inside, outside)
}
