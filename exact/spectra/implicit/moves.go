package implicit

import "gonum.org/v1/gonum/floats"

// MaxMoves is the largest number of moves, of all cells together, that are gone through one by
// one. A kernel that leads from each cell to every other exceeds it from 12,000 cells on.
const MaxMoves = 1 << 27

// row visits the moves from a cell to others with mass. If the chain is not reversible, these
// are the moves of the operator and then those of its reversal, with half the probability each.
func (c *Chain) row(x int, visit func(y int, p float64)) {
	share := 1.0
	if c.reversal != nil {
		share = 0.5
	}
	there := func(y int, p float64) {
		if y != x && p > 0 && c.pi[y] > 0 {
			visit(y, share*p)
		}
	}
	c.op.Row(x, there)
	if c.reversal != nil {
		c.reversal.Row(x, there)
	}
}

// goThroughMoves finds the probability of leaving each cell, the number of classes of the cells
// with mass, and whether the chain has period 2: it does if it never stays in a cell and every
// move leads between two sides. It does nothing if there are more than MaxMoves moves, judged
// by the moves of the mode.
func (c *Chain) goThroughMoves() {
	visits := 0
	c.op.Row(c.mode, func(int, float64) { visits++ })
	if visits*len(c.pi) > MaxMoves {
		return
	}
	c.leave, c.periodTwo = make([]float64, len(c.pi)), true
	side := make([]int8, len(c.pi)) // 1 or -1; 0 if not yet seen
	for start, p := range c.pi {
		if p > 0 && side[start] == 0 {
			c.classes++
			side[start] = 1
			c.spread([]int{start}, side)
		}
	}
}

// spread goes through the moves of one class, from cell to cell.
func (c *Chain) spread(stack []int, side []int8) {
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visits := 0
		c.row(x, func(y int, p float64) {
			visits++
			c.leave[x] += p
			if side[y] == 0 {
				side[y] = -side[x]
				stack = append(stack, y)
			}
			c.periodTwo = c.periodTwo && side[y] != side[x]
		})
		// What is left of 1 is staying, unless it is the round-off of the sum.
		c.periodTwo = c.periodTwo && 1-c.leave[x] <= float64(visits)*ulp/2
	}
}

// form returns the Dirichlet form of f, ½ Σ π(x) P(x,y) (f(x) - f(y))², and sets residual
// to (I - P) f. Both are sums of differences over moves, and keep their digits whatever
// their size.
func (c *Chain) form(residual, f []float64) float64 {
	terms := make([]float64, len(c.pi))
	for x, p := range c.pi {
		residual[x] = 0
		if p == 0 {
			continue
		}
		squares, flow := 0.0, 0.0
		c.row(x, func(y int, to float64) {
			d := f[x] - f[y]
			flow += to * d
			squares += to * d * d
		})
		residual[x] = flow
		terms[x] = p * squares / 2
	}
	return floats.SumCompensated(terms)
}
