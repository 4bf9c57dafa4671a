package accounts

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// A stage is one step of a crowd, on the numbered cells.
type stage struct {
	logw   []float64 // log w, less the log of its mean over a single particle
	top    float64   // the largest
	w      []float64 // over exp(top)
	moves  []rows
	direct bool // all particles are drawn at once from where one goes
}

// stage returns step i.
func (c *crowd) stage(i int) *stage {
	step := c.path.At(i)
	s := &stage{logw: make([]float64, len(c.cells)), w: make([]float64, len(c.cells))}
	for x, cell := range c.cells {
		if step.LogW != nil {
			s.logw[x] = step.LogW[cell] - c.logc[i]
		}
	}
	s.top = floats.Max(s.logw)
	for x, v := range s.logw {
		s.w[x] = math.Exp(v - s.top)
	}
	for _, m := range step.Moves {
		s.moves = append(s.moves, c.writeRows(m))
	}
	return s
}

// planned returns step i, to be taken the cheaper way.
func (c *crowd) planned(i int) *stage {
	s := c.stage(i)
	together, oneByOne := c.costs(s.moves)
	if s.direct = together < oneByOne; !s.direct && len(s.moves) > 0 {
		for p := range c.free {
			c.sets.makeWith(p)
		}
	}
	return s
}

// law sets d to the law of a particle's ancestor, if particles are in these cells, in rising
// order. It returns the log of their mean weight, -Inf if all weights are 0.
func (s *stage) law(d *draw, cells []int) (logmean float64) {
	d.reset()
	top, weight := s.top, func(c int) float64 { return s.w[c] }
	sum := 0.0
	for _, c := range cells {
		sum += s.w[c]
	}
	if sum < 1e-280 { // too small for its digits
		top = math.Inf(-1)
		for _, c := range cells {
			top = max(top, s.logw[c])
		}
		if math.IsInf(top, -1) {
			return top
		}
		sum, weight = 0, func(c int) float64 { return math.Exp(s.logw[c] - top) }
		for _, c := range cells {
			sum += weight(c)
		}
	}
	for i, j := 0, 0; i < len(cells); i = j {
		for j = i; j < len(cells) && cells[j] == cells[i]; j++ {
		}
		d.add(cells[i], float64(j-i)*weight(cells[i])/sum)
	}
	return math.Log(sum/float64(len(cells))) + top
}

// resample links the multisets of a block to those of their offspring, moved already if the
// stage is direct.
func (c *crowd) resample(s *stage, block int) links {
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
func (s *stage) move(d *draw) {
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

// moveOne links pairs of multisets: of the particles that are to move, and of j that have
// moved. It moves one from the highest cell of the first.
func (c *crowd) moveOne(r rows, j int) links {
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

// mix returns what a stage does to the free particles of a block, in its order.
func (c *crowd) mix(s *stage, block int) []links {
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

// mostNumbers is the largest number of moments that are held between two moves.
const mostNumbers = 10_000_000

// costs are the numbers of links of a stage with these moves, if all particles are drawn at
// once from where one goes, and if they are resampled and then moved one by one.
func (c *crowd) costs(moves []rows) (together, oneByOne float64) {
	n, states := len(c.cells), float64(c.sets.count[c.free])
	distinct := c.free
	if c.kept {
		distinct++
	}
	oneByOne = states * multichoose(min(n, distinct), c.free)
	together = states * states
	for _, r := range moves {
		together += states * float64(len(r.to))
		for j := range c.free {
			pairs := float64(c.sets.count[c.free-j]) * float64(c.sets.count[j])
			if pairs > mostNumbers {
				oneByOne = math.Inf(1)
			}
			oneByOne += pairs * float64(len(r.to)) / float64(n)
		}
	}
	return together * float64(c.blocks()), oneByOne * float64(c.blocks())
}
