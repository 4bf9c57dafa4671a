package spectra

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// An elimination solves the linear equations of a Markov chain without a single subtraction (Grassmann, Taksar and
// Heyman 1985). Without state k the chain goes from i by way of k to j with probability
//
//	P(i,k) P(k,j) / (the sum of P(k,l) over the states l that are left),
//
// and the pivot is this sum and not 1 - P(k,k), which has lost the digits of a chain that leaves a well once in 1e12
// steps. So only numbers that are not negative are added, multiplied and divided, and each operation costs half an ulp
// of its result, whatever its size (O'Cinneide 1993).
//
// The matrix P is on the states 0 to n-1, of which all but 0 are eliminated, from the last on. On a grid a cell leads
// to its neighbours alone, and elimination fills in only what lies between the first entry that is not 0 and the
// diagonal.
//
// Three things are left. Row k, left of the diagonal, has the moves from state k at the moment of its elimination.
// Pivot k has their sum, the probability of leaving k. Column k, above the diagonal, has P(i,k) over the pivot: the
// expected number of visits to k between a step from i and the next visit to a state that is left.
type elimination struct {
	n     int
	p     []float64
	pivot []float64
	left  []int // in each row, the first column that may not be 0
	top   []int // in each column, the first row that may not be 0
}

// eliminate eliminates all but the first of some states of the chain, numbered in this order. The chain must be certain
// to get from each of them to the first.
func (m Matrix) eliminate(states []int) *elimination {
	n := len(states)
	c := &elimination{n: n, p: make([]float64, n*n), pivot: make([]float64, n), left: make([]int, n),
		top: make([]int, n)}
	place := slices.Repeat([]int{-1}, len(m))
	for i, x := range states {
		place[x] = i
		c.left[i], c.top[i] = i, i
	}
	for x, i := range place {
		if i < 0 {
			continue
		}
		for y, p := range m[x] {
			if j := place[y]; j >= 0 && j != i && p > 0 { // the probability of staying is never used
				c.p[i*n+j] = p
				c.left[i] = min(c.left[i], j)
				c.top[j] = min(c.top[j], i)
			}
		}
	}
	for k := n - 1; k > 0; k-- {
		left, top := c.left[k], c.top[k]
		from := c.p[k*n+left : k*n+k]
		c.pivot[k] = floats.Sum(from)
		for j := left; j < k; j++ {
			c.top[j] = min(c.top[j], top)
		}
		for i := top; i < k; i++ {
			row := c.p[i*n+left : i*n+k+1]
			share := row[len(from)] / c.pivot[k]
			if share == 0 {
				continue
			}
			row[len(from)] = share
			c.left[i] = min(c.left[i], left)
			floats.AddScaled(row[:len(from)], share, from)
		}
	}
	return c
}

// solve sets b to the expected sum of b until the chain is in state 0: to the solution x of x(0) = 0 and (I - P) x = b
// elsewhere. If b has mean 0 under the stationary distribution, this is Poisson's equation, and it holds in state 0
// too. b(0) is not used. If b >= 0, nothing is subtracted.
func (c *elimination) solve(b []float64) {
	for k := c.n - 1; k > 1; k-- {
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

// visits returns by rows G(x,y), the expected number of visits to y, counting the present one, before the chain that is
// in x enters state 0: the inverse of I - P without the row and column of state 0, bordered with zeros. The entry of
// state 0 itself has no meaning.
func (c *elimination) visits() [][]float64 {
	g := make([][]float64, c.n)
	for x := range g {
		g[x] = make([]float64, c.n)
		g[x][x] = 1
	}
	for k := c.n - 1; k > 1; k-- {
		for i := max(c.top[k], 1); i < k; i++ {
			if share := c.p[i*c.n+k]; share > 0 {
				floats.AddScaled(g[i][k:], share, g[k][k:])
			}
		}
	}
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

// stationary returns the distribution that the chain leaves invariant.
func (c *elimination) stationary() []float64 {
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
