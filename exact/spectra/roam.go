package spectra

import "math"

// MostMoves is how many moves, all cells' together, are gone through one by one. A
// kernel that leads from each cell to each has more from 12,000 cells on.
const MostMoves = 1 << 27

// moves is about how many there are: those of the mode times the cells.
func (c *Implicit) moves() float64 {
	visits := 0
	c.op.Row(c.mode, func(int, float64) { visits++ })
	return float64(visits) * float64(len(c.pi))
}

// row visits the moves of a cell to others with mass, and then those of the reversal,
// where that is another.
func (c *Implicit) row(x int, visit func(y int, p float64)) {
	there := func(y int, p float64) {
		if y != x && p > 0 && c.pi[y] > 0 {
			visit(y, p)
		}
	}
	c.op.Row(x, there)
	if c.back != nil {
		c.back.Row(x, there)
	}
}

// share is what a move of row counts for.
func (c *Implicit) share() float64 {
	if c.back != nil {
		return 0.5
	}
	return 1
}

// roam goes through the rows, where they are not too many: what leaves each cell,
// into how many classes those with mass fall, and whether the chain is of period 2:
// none stays, and two sides take turns. What is left of 1 is staying where it is more
// than round-off, as in Of.
func (c *Implicit) roam() {
	if c.moves() > MostMoves {
		return
	}
	c.leave = make([]float64, len(c.pi))
	c.even = true
	side := make([]int8, len(c.pi)) // 1 or -1, 0 where not yet seen
	var stack []int
	for start, p := range c.pi {
		if p == 0 || side[start] != 0 {
			continue
		}
		c.classes++
		side[start] = 1
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			visits := 0
			c.row(x, func(y int, p float64) {
				visits++
				c.leave[x] += p * c.share()
				if side[y] == 0 {
					side[y] = -side[x]
					stack = append(stack, y)
				}
				c.even = c.even && side[y] != side[x]
			})
			c.even = c.even && 1-c.leave[x] <= float64(visits)*ulp/2
		}
	}
}

// form is the Dirichlet form of f, ½ Σ π(x) P(x,y) (f(x) - f(y))², a sum of squares
// over moves, with digits whatever its size; and sets residual to (I - P) f, summed
// up from differences.
func (c *Implicit) form(residual, f []float64) float64 {
	total, rest := 0.0, 0.0
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
		residual[x] = c.share() * flow
		total, rest = twoSum(total, rest, c.share()*p*squares/2)
	}
	return total + rest
}

// twoSum adds v to a sum, and what that rounds away to rest (Neumaier 1974).
func twoSum(sum, rest, v float64) (float64, float64) {
	t := sum + v
	if math.Abs(sum) >= math.Abs(v) {
		return t, rest + (sum - t + v)
	}
	return t, rest + (v - t + sum)
}
