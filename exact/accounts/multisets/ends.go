package multisets

import "slices"

// drawn returns the moments at the start of a path, with all particles drawn from a law.
func (c *particles) drawn(start []float64) [][]Moments {
	mass := make([]float64, c.sets.count[c.free])
	c.spreadLaw(start, c.free, func(m int, prob float64) { mass[m] = prob })
	v := c.zero()
	for block := range v {
		weight := 1.0
		if c.kept {
			weight = start[block]
		}
		for m, prob := range mass {
			v[block][m] = Moments{weight * prob, 0, 0, weight * prob, 0, 0}
		}
	}
	return v
}

// returned returns the moments by the cell that a run returns: the cell of the kept particle, or
// of one at random if none is kept.
func (c *particles) returned(v [][]Moments) []Moments {
	f := make([]Moments, len(c.cells))
	for block := range v {
		for m, all := range c.states(block) {
			if c.kept {
				f[block].add(1, &v[block][m])
				continue
			}
			for _, x := range all {
				f[x].add(1/float64(len(all)), &v[block][m])
			}
		}
	}
	return f
}

// ones are the moments of log ŵ = 0, for every state of the particles.
func (c *particles) ones() [][]Moments {
	v := c.zero()
	for block := range v {
		for m := range v[block] {
			v[block][m] = Moments{1, 0, 0, 1, 0, 0}
		}
	}
	return v
}

// before takes a function of one particle back to before its moves, and multiplies it by start,
// the particle's law there.
func (s *step) before(start []float64, f []Moments) []Moments {
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
func (c *particles) among(block int, v [][]Moments, law []float64) []Moments {
	f := make([]Moments, len(c.cells))
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
func (c *particles) any(v [][]Moments, law []float64) []Moments {
	f, all := make([]Moments, len(c.cells)), float64(c.free+1)
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

// spreadLaw visits every multiset of p draws from a law with its probability.
func (c *particles) spreadLaw(law []float64, p int, visit func(m int, prob float64)) {
	var d draw
	for x, prob := range law {
		d.add(x, prob)
	}
	c.sets.spread(&d, p, visit)
}
