package spectra

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// MaxStates is the largest number of states that are analysed: most of it takes a
// time proportional to the cube, seconds for as many.
const MaxStates = 1024

// maxWritten is the number of states above which a matrix is not written out.
const maxWritten = 4 * MaxStates

// ErrLarge is wrapped by what an analysis returns for more states than it is
// meant for.
var ErrLarge = errors.New("too many states")

const ulp = 0x1p-52

// A Matrix has n rows of n entries, P(x,y) the probability to go from x to y in
// one step. It may be anything, as what comes from outside may; everything but
// At, Row, Classes and the like returns an error unless Check is content.
type Matrix struct {
	n int
	p []float64
}

// Of writes the rows of an aimed operator on n states out. The diagonal is what
// is left of 1, and 0 where that is no more than the round-off of its row's sum,
// so that no state stays put by round-off alone. It panics on a state outside. Of
// more than 4 MaxStates no rows are written: they have no entries, and all that can
// return an error returns one that wraps ErrLarge.
func Of(op chains.Operator, n int) *Matrix {
	if n > maxWritten {
		return &Matrix{n: n}
	}
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

// Dense takes n rows of n entries, which it copies. It panics on any other number.
func Dense(n int, p []float64) *Matrix {
	if n < 1 || len(p) != n*n {
		panic(fmt.Sprintf("spectra: %d entries for %d states", len(p), n))
	}
	return &Matrix{n: n, p: slices.Clone(p)}
}

// N is the number of states.
func (m *Matrix) N() int { return m.n }

// At is the entry from x to y.
func (m *Matrix) At(x, y int) float64 {
	if m.p == nil {
		return 0
	}
	return m.p[x*m.n+y]
}

// Row visits every y whose entry in row x is not 0, x among them.
func (m *Matrix) Row(x int, visit func(y int, p float64)) {
	for y, p := range m.row(x) {
		if p != 0 {
			visit(y, p)
		}
	}
}

func (m *Matrix) row(x int) []float64 {
	if m.p == nil {
		return nil
	}
	return m.p[x*m.n:][:m.n]
}

// on is the matrix on some of the states only, in that order.
func (m *Matrix) on(states []int) *Matrix {
	if len(states) == m.n {
		return m // always sorted: all of them in order
	}
	sub := &Matrix{n: len(states), p: make([]float64, 0, len(states)*len(states))}
	for _, x := range states {
		row := m.row(x)
		for _, y := range states {
			sub.p = append(sub.p, row[y])
		}
	}
	return sub
}

// rowSlack is how far the sum of a row may be from 1, or an entry below 0: rows
// from a file with ten digits pass, and the diagonal is not relied upon.
const rowSlack = 1e-9

// Check returns an error unless no entry is negative or not a number and every
// row sums to 1, to within 1e-9, and there are MaxStates states at the most.
func (m *Matrix) Check() error {
	if m.n > MaxStates {
		return fmt.Errorf("%w: %d; at most %d can be analysed", ErrLarge, m.n, MaxStates)
	}
	for x := range m.n {
		for y, p := range m.row(x) {
			if !(p >= -rowSlack) || y != x && p < 0 {
				return fmt.Errorf("the entry from state %d to state %d is %g; a probability would do", x, y, p)
			}
		}
		if sum := floats.Sum(m.row(x)); !(math.Abs(sum-1) <= rowSlack) {
			return fmt.Errorf("the row of state %d sums to %.12g; 1 would do", x, sum)
		}
	}
	return nil
}

// checkAgainst also returns an error unless pi is a distribution that the matrix
// leaves invariant.
func (m *Matrix) checkAgainst(pi []float64) error {
	if err := m.Check(); err != nil {
		return err
	}
	if len(pi) != m.n {
		panic(fmt.Sprintf("spectra: a distribution on %d of %d states", len(pi), m.n))
	}
	for x, v := range pi {
		if !(v >= 0) {
			return fmt.Errorf("the probability of state %d is %g; a number from 0 to 1 would do", x, v)
		}
	}
	if sum := floats.Sum(pi); !(math.Abs(sum-1) <= rowSlack) {
		return fmt.Errorf("the probabilities sum to %.12g; 1 would do", sum)
	}
	if by, x := m.Imbalance(pi); by > 0 {
		return fmt.Errorf("the distribution is not invariant: in one step state %d of probability %g changes by %g; the matrix's own stationary distribution would do", x, pi[x], by)
	}
	return nil
}

// support is the states of positive probability, in order.
func support(pi []float64) []int {
	var s []int
	for x, v := range pi {
		if v > 0 {
			s = append(s, x)
		}
	}
	return s
}

// pick is the entries of v at these states.
func pick(v []float64, states []int) []float64 {
	out := make([]float64, len(states))
	for i, x := range states {
		out[i] = v[x]
	}
	return out
}
