package spectra

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
)

// A Chain is a Markov chain known by the effect of one step on a function. An analysis takes up
// to 60 vectors with a number for each cell, and some hundred steps: minutes for a million
// cells. A cell whose mass is below the smallest float counts as one without mass.
type Chain struct {
	op, reversal chains.Operator // reversal is nil if the chain is reversible
	pull         puller
	pi           []float64
	total        float64 // the sum of pi, 1 to round-off
	cells        int     // with mass
	rarest       float64 // the least mass
	mode         int
	others       float64 // the mass of all cells except the mode
	maxSteps     int     // in the search of one end of the spectrum
	pieces       []float64

	// Results of going through the moves one by one, if they are few enough.
	leave     []float64 // the probability of leaving each cell; nil if not known
	classes   int       // the number of classes of the cells with mass; 0 if not known
	periodTwo bool      // the chain takes turns between two sides
}

// ChainAt aims an operator at a level and returns its chain. The operator must leave the level's
// density invariant and have rows that sum to 1; one that is its own reversal is taken to be
// reversible. ChainAt goes through the rows once if they have at most MaxMoves moves. It gives the
// level its masses, from which the fast path of an operator starts, if floats hold their
// inverses.
func ChainAt(op chains.Operator, l *chains.Level) *Chain {
	pi := chains.Normalized(l.LogF())
	floats.Scale(1/floats.Sum(pi), pi)
	c := &Chain{op: op, pi: pi, rarest: 1, mode: floats.MaxIdx(pi), maxSteps: maxSteps}
	c.pieces = make([]float64, len(pi)/crew.PieceSize+1)
	for x, v := range pi {
		if v > 0 {
			c.cells++
			c.rarest = min(c.rarest, v)
		}
		if x != c.mode {
			c.others += v
		}
	}
	c.total = c.sum(func(from, to int) float64 { return floats.Sum(pi[from:to]) })
	if c.rarest > 1e-280 {
		l.P = pi
	}
	op.Aim(l)
	c.pull = newPuller(op, l.P)
	if reversal := op.Reversal(); reversal != op { // half of one step and half of the other
		c.reversal = reversal
		there, back := c.pull, newPuller(reversal, l.P)
		other := chains.Pair{make([]float64, len(pi)), make([]float64, len(pi))}
		c.pull = func(dst, f *chains.Pair) {
			there(dst, f)
			back(&other, f)
			for k := range dst {
				if f[k] != nil {
					c.set(dst[k], func(x int) float64 { return (dst[k][x] + other[k][x]) / 2 })
				}
			}
		}
	}
	c.goThroughMoves()
	return c
}

// squared returns the chain P*P, a step and then a step of the reversal P*. Its eigenvalues are
// the squares of the singular values of P. Its moves are unknown.
func (c *Chain) squared() *Chain {
	s := *c
	s.leave = nil
	s.classes = 0
	s.periodTwo = false
	s.reversal = nil
	between := make([]float64, len(c.pi))
	s.pull = singly(func(dst, f []float64) {
		c.op.Pull(between, f)
		c.reversal.Pull(dst, between)
	})
	return &s
}

// apply sets dst to (I - P) f, or with plus to (I + P) f, for any number of functions. In cells
// without mass it sets 0.
func (c *Chain) apply(dst, f [][]float64, plus bool) {
	sign := -1.0
	if plus {
		sign = 1
	}
	for k := 0; k < len(f); k += 2 {
		var into, from chains.Pair
		copy(into[:], dst[k:])
		copy(from[:], f[k:])
		c.pull(&into, &from)
	}
	for k := range f {
		c.set(dst[k], func(x int) float64 { return f[k][x] + sign*dst[k][x] })
	}
}

// A puller sets dst to the expectations of two functions after one step, or of the first
// alone if the second is nil.
type puller func(dst, f *chains.Pair)

// newPuller returns the puller of an operator. If the level has masses p, it pulls
// both functions at once. It then pulls a single function as a pair with itself, which is still
// faster than alone.
func newPuller(op chains.Operator, p []float64) puller {
	if p == nil {
		return singly(op.Pull)
	}
	idle := make([]float64, len(p))
	return func(dst, f *chains.Pair) {
		if f[1] == nil {
			dst = &chains.Pair{dst[0], idle}
			f = &chains.Pair{f[0], f[0]}
		}
		op.PullPair(dst, f)
	}
}

// singly returns the puller that pulls functions one by one.
func singly(pull func(dst, f []float64)) puller {
	return func(dst, f *chains.Pair) {
		for k := range dst {
			if f[k] != nil {
				pull(dst[k], f[k])
			}
		}
	}
}

// set sets f(x) to of(x) in cells with mass, and to 0 in the others.
func (c *Chain) set(f []float64, of func(x int) float64) {
	crew.Parallel(len(f), func(from, to int) {
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
	crew.Parallel(len(c.pi), func(from, to int) { c.pieces[from/crew.PieceSize] = of(from, to) })
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
	c.set(f, func(x int) float64 { return f[x] - mean })
}

func scale(f []float64, by float64) {
	crew.Parallel(len(f), func(from, to int) { floats.Scale(by, f[from:to]) })
}

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
		if p == 0 || side[start] != 0 {
			continue
		}
		c.classes++
		side[start] = 1
		for stack := []int{start}; len(stack) > 0; {
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
