package multisets

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// A step is a step of the path (programs.Step), on the numbered cells.
type step struct {
	logw   []float64 // log w, less the log of its mean over a single particle
	top    float64   // the largest
	w      []float64 // over exp(top)
	moves  []rows
	direct bool // all particles are drawn at once from the law of a resampled and moved one
}

// step returns step i.
func (c *particles) step(i int) *step {
	at := c.path.At(i)
	s := &step{logw: make([]float64, len(c.cells)), w: make([]float64, len(c.cells))}
	for x, cell := range c.cells {
		if at.LogW != nil {
			s.logw[x] = at.LogW[cell] - c.logc[i]
		}
	}
	s.top = floats.Max(s.logw)
	for x, v := range s.logw {
		s.w[x] = math.Exp(v - s.top)
	}
	for _, m := range at.Moves {
		s.moves = append(s.moves, c.writeRows(m))
	}
	return s
}

// span is the largest |log w - less| that is finite.
func (s *step) span(less float64) (most float64) {
	for _, v := range s.logw {
		if v = math.Abs(v - less); v < math.Inf(1) {
			most = max(most, v)
		}
	}
	return most
}

// planned returns step i, with direct set to the cheaper way.
func (c *particles) planned(i int) *step {
	s := c.step(i)
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
func (s *step) law(d *draw, cells []int) (logmean float64) {
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

// mostNumbers is the largest number of moments that are held between two moves.
const mostNumbers = 10_000_000

// costs are the numbers of links of a step with these moves: if all particles are drawn at once
// from the law of a resampled and moved one, and if they are resampled and then moved one by one.
func (c *particles) costs(moves []rows) (together, oneByOne float64) {
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
