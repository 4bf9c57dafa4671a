package multisets

import "math"

// links are a sparse matrix, given as a function that visits every entry.
type links struct {
	size  int // the number of places that they lead to
	visit func(entry func(from, to int, share float64))
}

// pushed returns measures after the links.
func (l links) pushed(v []Moments) []Moments {
	dst := make([]Moments, l.size)
	l.visit(func(from, to int, share float64) { dst[to].add(share, &v[from]) })
	return dst
}

// pulled returns functions before the links, of which there are so many.
func (l links) pulled(v []Moments, size int) []Moments {
	dst := make([]Moments, size)
	l.visit(func(from, to int, share float64) { dst[from].add(share, &v[to]) })
	return dst
}

// resample links the multisets of a block to the multisets of their offspring. If the step is
// direct the offspring have moved already.
func (c *particles) resample(s *step, block int) links {
	return links{c.sets.count[c.free], func(entry func(from, to int, share float64)) {
		var d draw
		for m, all := range c.states(block) {
			if math.IsInf(s.law(&d, all), -1) {
				continue
			}
			if s.direct {
				s.move(&d)
			}
			c.sets.spread(&d, c.free, func(to int, prob float64) { entry(m, to, prob) })
		}
	}}
}

// move moves the law of one particle.
func (s *step) move(d *draw) {
	q := make([]float64, len(s.w))
	for i, x := range d.cells {
		q[x] = d.prob[i]
	}
	for _, r := range s.moves {
		q = r.pushed(q)
	}
	d.reset()
	for x, prob := range q {
		d.add(x, prob)
	}
}

// moveOne links pairs of multisets: the first has the particles that are still to move, and the
// second the j particles that have moved. It moves one particle, from the highest cell of the
// first multiset.
func (c *particles) moveOne(r rows, j int) links {
	s, left := c.sets, c.free-j
	return links{s.count[left-1] * s.count[j+1], func(entry func(from, to int, share float64)) {
		for u, cells := range s.each(left - 1) {
			low := 0
			if left > 1 {
				low = cells[left-2]
			}
			for x := low; x < s.n; x++ {
				from := (u + s.below[x][left] - s.below[x][left-1]) * s.count[j]
				to, prob := r.of(x)
				for v := range s.count[j] {
					for i, y := range to {
						entry(from+v, u*s.count[j+1]+int(s.with[j][v*s.n+int(y)]), prob[i])
					}
				}
			}
		}
	}}
}

// mix returns the links of a step for the free particles of a block, in their order.
func (c *particles) mix(s *step, block int) []links {
	all := []links{c.resample(s, block)}
	if s.direct {
		return all
	}
	for _, r := range s.moves {
		for j := range c.free {
			all = append(all, c.moveOne(r, j))
		}
	}
	return all
}
