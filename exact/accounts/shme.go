package accounts

import (
	"context"
	"slices"

	"breadboard/chains/programs"
)

// sequentialHarmonic is the account of the sequential harmonic mean estimator, on its path from
// the posterior to the prior. Here a free crowd makes the reverse run, and one with a kept
// particle the forward run. What is asked of both belongs to the cell of one draw at the start
// of the path, so functions are pulled there from the end.
func (a *making) sequentialHarmonic(ctx context.Context, p programs.SHME) error {
	if !within(a.first, a.P) {
		return a.enumerate(ctx, p)
	}
	path, _ := p.Path()
	free, kept, err := a.crowds(path, p.K)
	if err != nil {
		return err
	}
	begin := free.stage(0) // the draws move, each for itself, before the first weights
	start := pick(path.Start(), free.cells)
	moved := start
	for _, r := range begin.moves {
		moved = r.pushed(moved)
	}
	v, err := free.pull(ctx, free.ones(), 1)
	if err != nil {
		return err
	}
	reverse := swapped(begin.before(start, free.among(0, v, moved)))
	if v, err = kept.pull(ctx, kept.ones(), 1); err != nil {
		return err
	}
	return a.assemble(free, begin.before(start, kept.any(v, moved)), reverse)
}

// ones are the moments of log ŵ = 0, with all particles anywhere.
func (c *crowd) ones() [][]moments {
	v := c.zero()
	for block := range v {
		for m := range v[block] {
			v[block][m] = moments{1, 0, 0, 1, 0, 0}
		}
	}
	return v
}

// before takes a function of one particle back to before its moves, and multiplies by the law
// that it has there.
func (s *stage) before(start []float64, f []moments) []moments {
	for _, r := range slices.Backward(s.moves) {
		f = r.pulled(f)
	}
	for x, p := range start {
		for k := range f[x] {
			f[x][k] *= p
		}
	}
	return f
}

// among returns the mean of a block's moments, by the cell of one of the free particles. The
// others are drawn from a law.
func (c *crowd) among(block int, v [][]moments, law []float64) []moments {
	f := make([]moments, len(c.cells))
	c.sets.makeWith(c.free - 1)
	c.spreadLaw(law, c.free-1, func(m int, prob float64) {
		for x := range f {
			f[x].add(prob, &v[block][c.sets.with[c.free-1][m*len(f)+x]])
		}
	})
	return f
}

// any returns the mean of the moments by the cell of one particle out of all, the kept one or
// another. All others are drawn from a law.
func (c *crowd) any(v [][]moments, law []float64) []moments {
	f, all := make([]moments, len(c.cells)), float64(c.free+1)
	c.spreadLaw(law, c.free, func(m int, prob float64) {
		for x := range f {
			f[x].add(prob/all, &v[x][m])
		}
	})
	if c.free == 0 {
		return f
	}
	for block, p := range law {
		for x, m := range c.among(block, v, law) {
			f[x].add(p*float64(c.free)/all, &m)
		}
	}
	return f
}
