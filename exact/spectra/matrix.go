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

// A Matrix has n rows of n entries, P(x,y) the probability of going from x to y in one step.
// It may come from outside and hold anything: methods that need probabilities check first,
// and return an error.
type Matrix struct {
	n int
	p []float64
}

// Of writes out the rows of an aimed operator on n states. The diagonal is 1 less the row's
// sum, or 0 if that is no more than the sum's round-off, so that no state stays put by
// round-off alone. It panics if a row leads outside.
func Of(op chains.Operator, n int) *Matrix {
	m := &Matrix{n: n, p: make([]float64, n*n)}
	for x := range n {
		row, visits := m.row(x), 0
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
	}
	return m
}

// Dense takes n rows of n entries, which it copies. It panics on any other number of them.
func Dense(n int, p []float64) *Matrix {
	if n < 1 || len(p) != n*n {
		panic(fmt.Sprintf("spectra: %d entries for %d states", len(p), n))
	}
	return &Matrix{n: n, p: slices.Clone(p)}
}

// N returns the number of states.
func (m *Matrix) N() int { return m.n }

// At returns the entry from x to y.
func (m *Matrix) At(x, y int) float64 { return m.p[x*m.n+y] }

// Row visits every y whose entry in row x is not 0, x itself included.
func (m *Matrix) Row(x int, visit func(y int, p float64)) {
	for y, p := range m.row(x) {
		if p != 0 {
			visit(y, p)
		}
	}
}

func (m *Matrix) row(x int) []float64 { return m.p[x*m.n:][:m.n] }

// On returns the matrix on some of the states, which are in order.
func (m *Matrix) On(states []int) *Matrix {
	if len(states) == m.n {
		return m
	}
	sub := &Matrix{n: len(states), p: make([]float64, 0, len(states)*len(states))}
	for _, x := range states {
		sub.p = append(sub.p, pick(m.row(x), states)...)
	}
	return sub
}

// rowSlack bounds the distance of a row's sum from 1, and of a diagonal entry below 0. A
// file with ten digits passes; no result rests on the diagonal.
const rowSlack = 1e-9

// check returns an error unless every entry is a probability, every row sums to 1 to within
// 1e-9, and there are MaxStates states at the most.
func (m *Matrix) check() error {
	if m.n > MaxStates {
		return fmt.Errorf("too many states: %d; at most %d can be analysed", m.n, MaxStates)
	}
	for x := range m.n {
		for y, p := range m.row(x) {
			if !(p >= -rowSlack) || y != x && p < 0 {
				return fmt.Errorf("the entry from state %d to state %d is %g; a probability would do", x, y, p)
			}
		}
		if sum := floats.Sum(m.row(x)); !(math.Abs(sum-1) <= rowSlack) {
			return fmt.Errorf("the row of state %d sums to 1%+.2g; 1 would do", x, sum-1)
		}
	}
	return nil
}
