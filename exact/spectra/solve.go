package spectra

import (
	"math"

	"breadboard/chains"
)

// A solver solves A x = b, A = I - P or I + P, on functions of mean 0, by conjugate
// gradients with the diagonal of A as the preconditioner: of two sides at once, each for
// itself.
type solver struct {
	*Implicit
	plus  bool
	sides []*side
	steps int
}

// A side is one b. r is b - A x.
type side struct {
	x, r, d, ad []float64
	size        float64 // the product of r with r over the diagonal
	start       float64 // the norm of r at first
	done        bool
}

func (c *Implicit) solver(plus bool, sides int) *solver {
	s := &solver{Implicit: c, plus: plus}
	for range sides {
		s.sides = append(s.sides, &side{x: make([]float64, len(c.pi)), r: make([]float64, len(c.pi)), d: make([]float64, len(c.pi)), ad: make([]float64, len(c.pi))})
	}
	return s
}

// diagonal is what A makes of the function that is 1 in a cell, less its mean, over
// the product of the two: the probability of leaving over the mass elsewhere, which
// counts where a cell has nearly all. 1 where it is not known.
func (c *Implicit) diagonal(x int, plus bool) float64 {
	switch {
	case c.leave == nil || c.leave[x] == 0:
		return 1
	case plus:
		return 2 - c.leave[x]
	case x == c.mode:
		return c.leave[x] * c.total / c.others
	}
	return c.leave[x] / (1 - c.pi[x])
}

// solve starts from x = 0 and makes this many steps of each side at most, or until it is
// done, as told from it and the norm of its residual at the start.
func (s *solver) solve(b [][]float64, most int, done func(one *side, start float64) bool) {
	for k, one := range s.sides {
		if one.done = k >= len(b); !one.done {
			clear(one.x)
			copy(one.r, b[k])
		}
	}
	s.onward(most, done)
}

// onward goes on from each x and r that is not done.
func (s *solver) onward(most int, done func(one *side, start float64) bool) {
	s.steps = 0
	for _, one := range s.sides {
		clear(one.d)
		one.size, one.start = math.Inf(1), s.norm(one.r)
	}
	for range most {
		var into, f [2][]float64
		n := 0
		for _, one := range s.sides {
			if s.turn(one); !one.done {
				into[n], f[n] = one.ad, one.d
				n++
			}
		}
		if n == 0 {
			return
		}
		s.apply(&into, &f, s.plus)
		s.steps += n
		for _, one := range s.sides {
			if !one.done {
				s.walk(one)
				one.done = one.done || done(one, one.start)
			}
		}
	}
}

// turn sets the direction of the next step, or done where there is none.
func (s *solver) turn(one *side) {
	if one.done {
		return
	}
	s.center(one.r)
	before := one.size
	one.size = s.sum(func(from, to int) float64 {
		sum := 0.0
		for x := from; x < to; x++ {
			sum += s.pi[x] * one.r[x] * (one.r[x] / s.diagonal(x, s.plus))
		}
		return sum
	})
	if !(one.size > 0) {
		one.done = true
		return
	}
	by := one.size / before
	s.each(one.d, func(x int) float64 { return one.r[x]/s.diagonal(x, s.plus) + by*one.d[x] })
}

// walk makes the step, or none where round-off leaves none.
func (s *solver) walk(one *side) {
	by := one.size / s.dot(one.d, one.ad)
	if !(by > 0) || math.IsInf(by, 0) {
		one.done = true
		return
	}
	chains.Parallel(len(one.x), func(from, to int) {
		for x := from; x < to; x++ {
			one.x[x] += by * one.d[x]
			one.r[x] -= by * one.ad[x]
		}
	})
}
