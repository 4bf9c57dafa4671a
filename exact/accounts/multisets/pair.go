// Package multisets propagates particles that are resampled along a path (programs.Path) exactly.
// Particles in the same cell are alike. So the state of P particles on n cells is a multiset, one
// of C(n+P-1, P): 10 particles on 4 cells have 286. The package knows the path, but not the
// program that the particles belong to.
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

// The largest number of multisets of particles that are propagated, and of links between them
// in a whole run: about ten minutes' work on one core. Resampling links any two multisets, with
// and without a kept particle. So the particles reach the bound on links long before they have a
// million multisets. With Metropolis moves there may be 603 particles on 3 cells at T = 2, 348 at
// T = 10 and 191 at T = 100; on 4 cells 97, 67 and 44; and on 9 cells 12, 10 and 8.
const (
	mostMultisets = 1_000_000
	mostLinks     = 1e11
)

// A Pair is the particles of a run whose particles are all free, and those of the conditional run,
// which keeps one.
type Pair struct {
	free, kept *particles
	// Progress, unless nil, is called after every step of the path, with the number of links that are
	// made and that of all.
	Progress func(done, total int)
}

// NewPair returns the pair for so many particles on a path. Only these cells can have mass. The
// error says what is too large.
func NewPair(path programs.Path, cells []int, count int) (Pair, error) {
	if n := multichoose(len(cells), count); n > mostMultisets {
		return Pair{}, fmt.Errorf("%d particles on %d cells have more than %s multisets", count, len(cells),
			text.Thousands(mostMultisets))
	}
	c := particles{path: path, index: make([]int32, len(path.Start())), cells: cells}
	for i, x := range cells {
		c.index[x] = int32(i)
	}
	c.dead = make([]float64, len(c.cells))
	c.logc = make([]float64, path.Len())
	k := c
	c.free = count
	c.sets = newMultisets(len(c.cells), count)
	k.kept = true
	k.free = count - 1
	k.sets = newMultisets(len(c.cells), count-1)
	for _, of := range []*particles{&c, &k} {
		together, oneByOne := of.costs(of.step(0).moves)
		of.links = min(together, oneByOne) * float64(path.Len())
		if of.links > mostLinks {
			return Pair{}, fmt.Errorf("%d particles on %d cells have %.3g links between multisets, more than %.0e",
				count, len(cells), of.links, mostLinks)
		}
	}
	c.scale()
	return Pair{free: &c, kept: &k}, nil
}

// tell says how much is done. The free particles come first.
func (p Pair) tell(of *particles, steps int) {
	done := of.links * float64(steps) / float64(of.path.Len())
	if of.kept {
		done += p.free.links
	}
	if p.Progress != nil {
		p.Progress(int(done), int(p.free.links+p.kept.links))
	}
}

// scale takes the law of a single weighted particle through the path, and sets logc to the log of
// its mean weight at each step. Their sum is log R. Every log w is taken relative to it, so that
// the moments are those of log ŵ.
func (c *particles) scale() {
	p := chains.In(c.cells, c.path.Start())
	for i := range c.logc {
		s := c.step(i)
		for x, mass := range p {
			p[x] = math.Log(mass) + s.logw[x]
		}
		c.logc[i] = floats.LogSumExp(p)
		chains.Normalize(p, p)
		most := 0.0
		for _, v := range s.logw {
			if v = math.Abs(v - c.logc[i]); v < math.Inf(1) {
				most = max(most, v)
			}
		}
		c.span += most
		for _, r := range s.moves {
			p = r.pushed(p)
		}
	}
}

// Span bounds |log ŵ| along the path. Squares of up to its square are added up on the way.
func (p Pair) Span() float64 { return p.free.span }

// Returned returns the moments of log ŵ by the cell that a run returns, of forward runs and of
// conditional runs. The cells are numbered as NewPair got them.
func (p Pair) Returned(ctx context.Context) (forward, reverse []Moments, err error) {
	start := chains.In(p.free.cells, p.free.path.Start())
	v, err := p.free.push(ctx, p.free.drawn(start), p.tell)
	if err != nil {
		return nil, nil, err
	}
	forward = p.free.returned(v)
	if v, err = p.kept.push(ctx, p.kept.drawn(start), p.tell); err != nil {
		return nil, nil, err
	}
	return forward, swapped(p.kept.returned(v)), nil
}

// Dead is the law of the cells that forward runs return after all weights were 0.
func (p Pair) Dead() []float64 { return p.free.dead }

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

// spreadLaw visits every multiset of p draws from a law with its probability.
func (c *particles) spreadLaw(law []float64, p int, visit func(m int, prob float64)) {
	var d draw
	for x, prob := range law {
		d.add(x, prob)
	}
	c.sets.spread(&d, p, visit)
}

// Moments are expectations over the runs that lead to one place. With l the log ŵ so far, they
// are of 1, l, l², e^l, l e^l and l² e^l.
type Moments [6]float64

// The places of Moments.
const (
	Mass          = iota // of 1
	Log                  // of l
	Square               // of l²
	Weighed              // of e^l
	WeighedLog           // of l e^l
	WeighedSquare        // of l² e^l
)

// Gain adds to all logs, and multiplies all expectations by exp(logk).
func (v *Moments) Gain(by, logk float64) {
	gain(v[:3], by, math.Exp(logk))
	gain(v[3:], by, math.Exp(logk+by))
}

// gain makes of E[1], E[l] and E[l²] those of l + by, times a factor:
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

// swapped returns E[e^l φ(-l)] for every φ of the moments. By the law of package programs these
// are the moments of the run in the other direction.
func swapped(v []Moments) []Moments {
	other := make([]Moments, len(v))
	for x, m := range v {
		other[x] = Moments{Mass: m[Weighed], Log: -m[WeighedLog], Square: m[WeighedSquare], Weighed: m[Mass],
			WeighedLog: -m[Log], WeighedSquare: m[Square]}
	}
	return other
}

// rows are the probabilities of a move, written out. A particle in cell x goes to to[i] with
// probability prob[i], for from[x] <= i < from[x+1]. Cells are numbered as in particles.cells.
type rows struct {
	from []int
	to   []int32
	prob []float64
}

func (r rows) of(x int) (to []int32, prob []float64) {
	return r.to[r.from[x]:r.from[x+1]], r.prob[r.from[x]:r.from[x+1]]
}

// pushed returns a measure of one particle after the move.
func (r rows) pushed(q []float64) []float64 {
	dst := make([]float64, len(q))
	for x, mass := range q {
		to, prob := r.of(x)
		for i, y := range to {
			dst[y] += mass * prob[i]
		}
	}
	return dst
}
