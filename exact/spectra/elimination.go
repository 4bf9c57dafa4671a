package spectra

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// An Elimination solves the linear equations of a Markov chain without a single subtraction. Grassmann, Taksar and
// Heyman (1985) eliminate a state k as if one looked away while the chain is in k: the chain goes from i by way of k to
// j with probability
//
//	P(i,k) P(k,j) / (the sum of P(k,l) over the states l that are left),
//
// and the pivot is this sum and not 1 - P(k,k), which has lost the digits of a chain that leaves a well once in 1e12
// steps. So only numbers that are not negative are added, multiplied and divided, and each operation costs half an ulp
// of its result, whatever its size (O'Cinneide 1993).
//
// The matrix P is on the states 0 to n-1, of which all but 0 can be eliminated. Reset makes a chain of n states that
// never move, and keeps the memory of another; Add fills in its rows, off the diagonal alone. On a grid a cell leads
// to its neighbours alone. Rows and columns are therefore kept with the first entry that may not be 0: elimination
// fills in only what lies between that and the diagonal.
//
// Eliminate leaves three things. Row k, left of the diagonal, has the moves from state k at
// the moment of its elimination. Pivot k has their sum, the probability of leaving k. Column k,
// above the diagonal, has P(i,k) over the pivot: the expected number of visits to k between a
// step from i and the next visit to a state that is left.
type Elimination struct {
	n     int
	p     []float64
	pivot []float64
	left  []int // in each row, the first column that may not be 0
	top   []int // in each column, the first row that may not be 0
}

// Reset makes c a chain on n states that never move.
func (c *Elimination) Reset(n int) {
	c.n = n
	c.p = slices.Grow(c.p[:0], n*n)[:n*n]
	clear(c.p)
	c.pivot = slices.Grow(c.pivot[:0], n)[:n]
	for _, v := range []*[]int{&c.left, &c.top} {
		*v = slices.Grow((*v)[:0], n)[:n]
		for x := range n {
			(*v)[x] = x
		}
	}
}

// Add adds p to the probability of going from x to y. It panics if x is y: the
// probability of staying is never used.
func (c *Elimination) Add(x, y int, p float64) {
	if x == y {
		panic("spectra: a probability of staying")
	}
	c.p[x*c.n+y] += p
	c.left[x] = min(c.left[x], y)
	c.top[y] = min(c.top[y], x)
}

// short is the length of a row below which a plain loop is faster than a call of gonum.
const short = 12

// Eliminate eliminates the states from the last to 1. It returns false if the chain does not
// get from every state to state 0; c is then unusable.
func (c *Elimination) Eliminate() bool {
	for k := c.n - 1; k > 0; k-- {
		left, top := c.left[k], c.top[k]
		from := c.p[k*c.n+left : k*c.n+k]
		pivot := 0.0
		for _, p := range from {
			pivot += p
		}
		if !(pivot > 0) {
			return false
		}
		c.pivot[k] = pivot
		for j := left; j < k; j++ {
			c.top[j] = min(c.top[j], top)
		}
		for i := top; i < k; i++ {
			row := c.p[i*c.n+left : i*c.n+k+1]
			share := row[len(from)] / pivot
			if share == 0 {
				continue
			}
			row[len(from)] = share
			c.left[i] = min(c.left[i], left)
			if row = row[:len(from)]; len(row) > short {
				floats.AddScaled(row, share, from)
				continue
			}
			for j, p := range from {
				row[j] += share * p
			}
		}
	}
	return true
}

// Solve sets b to the expected sum of b until the chain is in state 0: to the solution x of
// x(0) = 0 and (I - P) x = b elsewhere. If b has mean 0 under the stationary distribution, this
// is Poisson's equation, and it holds in state 0 too. b(0) is not used. If b >= 0, nothing is
// subtracted.
func (c *Elimination) Solve(b []float64) {
	for k := c.n - 1; k > 0; k-- {
		top, bk := c.top[k], b[k]
		at := top*c.n + k
		for i := range b[top:k] {
			b[top+i] += c.p[at] * bk
			at += c.n
		}
	}
	b[0] = 0
	for k := 1; k < c.n; k++ {
		from, sum := c.left[k], b[k]
		for j, p := range c.p[k*c.n+from : k*c.n+k] {
			sum += p * b[from+j]
		}
		b[k] = sum / c.pivot[k]
	}
}

// visits returns by rows G(x,y), the expected number of visits to y, counting the present
// one, before the chain that is in x enters state 0: the inverse of I - P without the row
// and column of state 0, bordered with zeros.
func (c *Elimination) visits() [][]float64 {
	g := make([][]float64, c.n)
	for x := range g {
		g[x] = make([]float64, c.n)
		g[x][x] = 1
	}
	for k := c.n - 1; k > 0; k-- {
		for i := max(c.top[k], 1); i < k; i++ {
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

// stationary returns the distribution that the chain leaves invariant. Each probability
// above the smallest float has its relative digits.
func (c *Elimination) stationary() []float64 {
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
