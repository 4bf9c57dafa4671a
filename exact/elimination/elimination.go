package elimination

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Chain is a Markov matrix P on the states 0 to n-1 from which all states but 0 can be
// eliminated. Add fills in its rows, off the diagonal alone. It may be used again: Reset
// keeps the memory.
//
// Elimination leaves three things. Row k, left of the diagonal, has the moves from state k at
// the moment of its elimination. Pivot k has their sum, the probability of leaving k. Column k,
// above the diagonal, has the share P(i,k) over the pivot: the expected number of visits to k
// between a step from i and the next visit to a state that is left.
type Chain struct {
	n     int
	p     []float64
	pivot []float64
	left  []int // in each row, the first column that may not be 0
	right []int // in each row, the last column that may not be 0
	top   []int // in each column, the first row that may not be 0
}

// New returns a chain on n states that never move.
func New(n int) *Chain {
	c := &Chain{}
	c.Reset(n)
	return c
}

// Reset makes c a chain on n states that never move.
func (c *Chain) Reset(n int) {
	c.n = n
	c.p = slices.Grow(c.p[:0], n*n)[:n*n]
	clear(c.p)
	c.pivot = slices.Grow(c.pivot[:0], n)[:n]
	for _, v := range []*[]int{&c.left, &c.right, &c.top} {
		*v = slices.Grow((*v)[:0], n)[:n]
		for x := range n {
			(*v)[x] = x
		}
	}
}

// Add adds p to the probability of going from x to y. It panics if x is y: the
// probability of staying is never used.
func (c *Chain) Add(x, y int, p float64) {
	if x == y {
		panic("elimination: a probability of staying")
	}
	c.p[x*c.n+y] += p
	c.left[x], c.right[x], c.top[y] = min(c.left[x], y), max(c.right[x], y), min(c.top[y], x)
}

// Eliminate eliminates the states from the last to 1. It returns false if the chain does
// not get from every state to state 0: c is then of no more use.
func (c *Chain) Eliminate() bool {
	for k := c.n - 1; k > 0; k-- {
		from := c.p[k*c.n+c.left[k] : k*c.n+k]
		c.pivot[k] = 0
		for _, p := range from {
			c.pivot[k] += p
		}
		if !(c.pivot[k] > 0) {
			return false
		}
		for j := c.left[k]; j < k; j++ {
			c.top[j] = min(c.top[j], c.top[k])
		}
		for i := c.top[k]; i < k; i++ {
			row := c.p[i*c.n:][:k+1]
			if row[k] == 0 {
				continue
			}
			row[k] /= c.pivot[k]
			c.left[i] = min(c.left[i], c.left[k])
			floats.AddScaled(row[c.left[k]:k], row[k], from)
		}
	}
	return true
}

// Solve sets b to the expected sum of b until the chain is in state 0: to the solution
// x of x(0) = 0 and (I - P) x = b elsewhere. If b has mean 0 under the stationary
// distribution, this is Poisson's equation, and it holds in state 0 too. b(0) is never
// used. If b >= 0, nothing is subtracted.
func (c *Chain) Solve(b []float64) {
	for i := c.n - 1; i > 0; i-- {
		row := c.p[i*c.n:][:c.n]
		for k := c.right[i]; k > i; k-- {
			b[i] += row[k] * b[k]
		}
	}
	b[0] = 0
	for k := 1; k < c.n; k++ {
		from := c.left[k]
		for j, p := range c.p[k*c.n+from : k*c.n+k] {
			b[k] += p * b[from+j]
		}
		b[k] /= c.pivot[k]
	}
}

// Visits returns by rows G(x,y), the expected number of visits to y, counting the present
// one, before the chain that is in x enters state 0: the inverse of I - P without the row
// and column of state 0, bordered with zeros.
func (c *Chain) Visits() [][]float64 {
	g := make([][]float64, c.n)
	for x := range g {
		g[x] = make([]float64, c.n)
		g[x][x] = 1
	}
	for i := c.n - 1; i > 0; i-- {
		for k := c.right[i]; k > i; k-- {
			if share := c.p[i*c.n+k]; share > 0 {
				floats.AddScaled(g[i][k:], share, g[k][k:])
			}
		}
	}
	g[0][0] = 0
	for k := 1; k < c.n; k++ {
		for j := max(c.left[k], 1); j < k; j++ {
			if p := c.p[k*c.n+j]; p > 0 {
				floats.AddScaled(g[k], p, g[j])
			}
		}
		for y := range g[k] {
			g[k][y] /= c.pivot[k]
		}
	}
	return g
}

// Stationary returns the distribution that the chain leaves invariant. Each probability
// above the smallest float has its relative digits.
func (c *Chain) Stationary() []float64 {
	pi := make([]float64, c.n)
	pi[0] = 1
	for k := 1; k < c.n; k++ {
		for i := c.top[k]; i < k; i++ {
			pi[k] += pi[i] * c.p[i*c.n+k]
		}
		if pi[k] > 1e100 {
			floats.Scale(1/pi[k], pi[:k+1])
		}
	}
	floats.Scale(1/floats.Sum(pi), pi)
	return pi
}
