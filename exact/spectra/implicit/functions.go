package implicit

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// each sets f(x) to of(x) in cells with mass, and to 0 in the others.
func (c *Chain) each(f []float64, of func(x int) float64) {
	chains.Parallel(len(f), func(from, to int) {
		for x := from; x < to; x++ {
			if c.pi[x] > 0 {
				f[x] = of(x)
			} else {
				f[x] = 0
			}
		}
	})
}

// sum adds up the sums of all pieces of the cells. The pieces do not depend on the number
// of cores, so neither does the sum.
func (c *Chain) sum(of func(from, to int) float64) float64 {
	clear(c.pieces)
	chains.Parallel(len(c.pi), func(from, to int) { c.pieces[from/chains.PieceSize] = of(from, to) })
	return floats.Sum(c.pieces)
}

// dot returns the inner product of two functions, the sum of π f g.
func (c *Chain) dot(f, g []float64) float64 {
	return c.sum(func(from, to int) float64 {
		sum := 0.0
		for x := from; x < to; x++ {
			sum += c.pi[x] * f[x] * g[x]
		}
		return sum
	})
}

// norm returns the root of the inner product of f with itself.
func (c *Chain) norm(f []float64) float64 { return math.Sqrt(c.dot(f, f)) }

// center subtracts the mean of f in cells with mass. A second call removes the rounding
// error of the first.
func (c *Chain) center(f []float64) {
	mean := c.sum(func(from, to int) float64 { return floats.Dot(c.pi[from:to], f[from:to]) })
	mean /= c.total
	c.each(f, func(x int) float64 { return f[x] - mean })
}

// scale multiplies f by a number.
func scale(f []float64, by float64) {
	chains.Parallel(len(f), func(from, to int) { floats.Scale(by, f[from:to]) })
}
