// Package multisets propagates particles that are resampled along a path (programs.Path) exactly. Particles in the same
// cell are alike. So the state of P particles on n cells is a multiset, one of C(n+P-1, P): 10 particles on 4 cells
// have 286. The package knows the path, but not the program that the particles belong to.
//
// Particles (this file) carry moments of log w by multiset, and numbering.go numbers the multisets.
package multisets

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/grid/text"
)

// The largest sizes that are propagated.
const (
	mostParticles = 170        // whose factorial is a float
	mostMultisets = 1_000_000  // of all particles
	mostMoments   = 10_000_000 // held between two moves
	mostLinks     = 1e11       // between multisets in a whole run: about ten minutes' work on one core
)

// Particles take a path together and are resampled after every weighing. Moments are carried for each of their
// multisets.
type Particles struct {
	// Progress, unless nil, is called after every step of the path, with the number of links so far and in all.
	Progress func(done, total int)
	// Dead has by cell the probability that a run returns it after all weights were 0. Returned sets it.
	Dead []float64

	path  programs.Path
	cells []int   // the cells of the grid that can have mass; they are numbered here
	index []int32 // the number of a cell
	count int
	sets  *multisets
	links float64 // between multisets on the whole path: how much work it is
}

// New returns this many particles on a path. Only these cells can have mass. The error says what is too large.
func New(path programs.Path, cells []int, count int) (*Particles, error) {
	if count > mostParticles {
		return nil, fmt.Errorf("%d particles are more than %d", count, mostParticles)
	}
	if n := multichoose(len(cells), count); n > mostMultisets {
		return nil, fmt.Errorf("%d particles on %d cells have more than %s multisets", count, len(cells),
			text.Thousands(mostMultisets))
	}
	c := &Particles{path: path, cells: cells, index: make([]int32, len(path.Start())), count: count,
		sets: newMultisets(len(cells), count), Dead: make([]float64, len(cells))}
	for i, x := range cells {
		c.index[x] = int32(i)
	}
	if c.links = c.linksOf(c.step(0)) * float64(path.Len()); c.links > mostLinks {
		return nil, fmt.Errorf("%d particles on %d cells have more than %.0e links between multisets", count,
			len(cells), mostLinks)
	}
	return c, nil
}

// linksOf returns the number of links of a step: infinite if too many moments would be held.
func (c *Particles) linksOf(s *step) float64 {
	n := len(c.cells)
	links := float64(c.sets.count[c.count]) * multichoose(min(n, c.count), c.count)
	for _, r := range s.moves {
		for j := range c.count {
			pairs := float64(c.sets.count[c.count-j]) * float64(c.sets.count[j])
			if pairs > mostMoments {
				return math.Inf(1)
			}
			links += pairs * float64(len(r.to)) / float64(n)
		}
	}
	return links
}

// Returned returns the moments of log ŵ by the cell that a run returns, one of the particles at random, in the order of
// New's cells. By the law of package programs the weighed moments are numbers of the reverse run.
func (c *Particles) Returned(ctx context.Context) ([]Moments, error) {
	v := c.drawn()
	for i := range c.path.Len() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		s := c.step(i)
		v = c.resampled(s, v)
		for _, r := range s.moves {
			for j := range c.count {
				v = c.moveOne(r, j, v)
			}
		}
		if c.Progress != nil {
			c.Progress(int(c.links*float64(i+1)/float64(c.path.Len())), int(c.links))
		}
	}
	f := make([]Moments, len(c.cells))
	for m, cells := range c.sets.each(c.count) {
		for _, x := range cells {
			f[x].add(1/float64(c.count), &v[m])
		}
	}
	return f, nil
}

// drawn returns the moments at the start of the path, with all particles drawn.
func (c *Particles) drawn() []Moments {
	var d draw
	for x, prob := range chains.In(c.cells, c.path.Start()) {
		d.add(x, prob)
	}
	v := make([]Moments, c.sets.count[c.count])
	c.sets.spread(&d, c.count, func(m int, prob float64) {
		v[m] = Moments{Mass: prob, Weighed: prob, WeighedTwice: prob}
	})
	return v
}

// resampled takes the weights of a step into the moments, and draws every particle anew by weight. log w is taken
// relative to its mean over weighted runs. The means of all steps add up to log R, so that the moments are of log ŵ.
func (c *Particles) resampled(s *step, v []Moments) []Moments {
	var d draw
	logw := make([]float64, len(v))
	masses := make([]float64, len(v))
	for m, cells := range c.sets.each(c.count) {
		logw[m] = s.ancestors(&d, cells)
		masses[m] = chains.LogMass(v[m][Weighed]) + logw[m]
	}
	logmean := floats.LogSumExp(masses)
	dst := make([]Moments, len(v))
	for m, cells := range c.sets.each(c.count) {
		switch here := v[m]; {
		case here == Moments{}:
		case math.IsInf(logw[m], -1):
			for _, x := range cells {
				c.Dead[x] += here[Mass] / float64(c.count)
			}
		default:
			here.Gain(logw[m] - logmean)
			s.ancestors(&d, cells)
			c.sets.spread(&d, c.count, func(to int, prob float64) { dst[to].add(prob, &here) })
		}
	}
	return dst
}

// moveOne moves one particle, from the highest cell of a multiset. The moments belong to pairs of multisets: the first
// has the particles that are still to move, and the second the j particles that have moved.
func (c *Particles) moveOne(r transition, j int, v []Moments) []Moments {
	s, left := c.sets, c.count-j
	dst := make([]Moments, s.count[left-1]*s.count[j+1])
	for u, cells := range s.each(left - 1) {
		low := 0
		if left > 1 {
			low = cells[left-2]
		}
		for x := low; x < s.n; x++ {
			from := (u + s.below[x][left] - s.below[x][left-1]) * s.count[j]
			to, prob := r.of(x)
			for moved := range s.count[j] {
				for i, y := range to {
					at := u*s.count[j+1] + int(s.with[j][moved*s.n+int(y)])
					dst[at].add(prob[i], &v[from+moved])
				}
			}
		}
	}
	return dst
}

// A step is a step of the path (programs.Step), on the numbered cells.
type step struct {
	logw  []float64
	top   float64   // the largest
	w     []float64 // over exp(top)
	moves []transition
}

// step returns step i of the path.
func (c *Particles) step(i int) *step {
	at := c.path.At(i)
	s := &step{logw: chains.In(c.cells, at.LogW), w: make([]float64, len(c.cells))}
	s.top = floats.Max(s.logw)
	for x, v := range s.logw {
		s.w[x] = math.Exp(v - s.top)
	}
	for _, m := range at.Moves {
		r := transition{from: []int{0}}
		add := func(y int, p float64) {
			if p > 0 {
				r.to = append(r.to, c.index[y])
				r.prob = append(r.prob, p)
			}
		}
		for _, x := range c.cells {
			m.Row(x, add)
			add(x, m.Stay(x))
			r.from = append(r.from, len(r.to))
		}
		s.moves = append(s.moves, r)
	}
	return s
}

// ancestors sets d to the distribution of a particle's ancestor, if particles are in these cells, in rising order. It
// returns the log of their mean weight, -Inf if all weights are 0.
func (s *step) ancestors(d *draw, cells []int) (logmean float64) {
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

// A transition holds the probabilities of a move. A particle in cell x goes to to[i] with probability prob[i], for
// from[x] <= i < from[x+1]. Cells are numbered as in Particles.cells.
type transition struct {
	from []int
	to   []int32
	prob []float64
}

// of returns the moves from cell x.
func (r transition) of(x int) (to []int32, prob []float64) {
	return r.to[r.from[x]:r.from[x+1]], r.prob[r.from[x]:r.from[x+1]]
}

// Moments are expectations over the runs that lead to one place: of 1, l, l², e^l, l e^l, l² e^l and e^2l, with l the
// log ŵ so far.
type Moments [7]float64

// The places of Moments.
const (
	Mass          = iota // of 1
	Log                  // of l
	Square               // of l²
	Weighed              // of e^l
	WeighedLog           // of l e^l
	WeighedSquare        // of l² e^l
	WeighedTwice         // of e^2l
)

// Gain adds a number to l.
func (v *Moments) Gain(by float64) {
	gain(v[:3], by, 1)
	gain(v[3:6], by, math.Exp(by))
	v[WeighedTwice] *= math.Exp(2 * by)
}

// gain turns E[1], E[l] and E[l²] into the moments of l + by, times a factor:
//
//	E[(l + by)²] = E[l²] + 2 by E[l] + by² E[1].
func gain(m []float64, by, factor float64) {
	m[2] = factor * (m[2] + by*(2*m[1]+by*m[0]))
	m[1] = factor * (m[1] + by*m[0])
	m[0] = factor * m[0]
}

// add adds share times other moments.
func (v *Moments) add(share float64, other *Moments) {
	for i, m := range other {
		v[i] += share * m
	}
}
