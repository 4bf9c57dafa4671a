package multisets

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/programs"
)

// particles take a path together and are resampled after every weighing. If one is kept it is
// told apart from the free ones. The kept particle runs forward like a single particle,
// and all expectations get the factor of its weights: by the identity of programs.Step its
// path then has the law of a path drawn backward from an exact draw.
//
// Their state is the cell of the kept particle and the multiset of the free ones; if
// none is kept, the multiset alone. Moments are carried for each, in blocks by the kept cell.
type particles struct {
	path  programs.Path
	cells []int     // the cells of the grid that can have mass; they are numbered here
	index []int32   // the number of a cell
	logc  []float64 // by step, the log of the mean weight of a single particle
	sets  *multisets
	free  int
	kept  bool
	span  float64   // of log ŵ on the whole path, on either side of 0
	links float64   // between multisets on the whole path: how much work it is
	dead  []float64 // by number, the law of a particle that is returned when all weights are 0
}

func (c *particles) blocks() int {
	if c.kept {
		return len(c.cells)
	}
	return 1
}

// states yields the multisets of the free particles, each with the cells of all particles of
// a block in rising order.
func (c *particles) states(block int) func(yield func(m int, all []int) bool) {
	if !c.kept {
		return c.sets.each(c.free)
	}
	return func(yield func(m int, all []int) bool) {
		all := make([]int, 0, c.free+1)
		for m, cells := range c.sets.each(c.free) {
			at, _ := slices.BinarySearch(cells, block)
			all = append(append(append(all[:0], cells[:at]...), block), cells[at:]...)
			if !yield(m, all) {
				return
			}
		}
	}
}

// weigh takes the weights of a step into the moments of a block.
func (c *particles) weigh(s *step, block int, v []Moments) {
	var d draw
	for m, all := range c.states(block) {
		switch l := s.law(&d, all); {
		case v[m] == Moments{}:
		case c.kept:
			v[m].Gain(-l, s.logw[block])
		case math.IsInf(l, -1):
			for _, x := range all {
				c.dead[x] += v[m][Mass] / float64(len(all))
			}
			v[m] = Moments{}
		default:
			v[m].Gain(l, 0)
		}
	}
}

// A teller is told after every step of the path how many steps these particles have done.
type teller func(of *particles, steps int)

// push takes the moments through the whole path.
func (c *particles) push(ctx context.Context, v [][]Moments, tell teller) ([][]Moments, error) {
	for i := range c.path.Len() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		s := c.planned(i)
		c.each(func(block int) {
			c.weigh(s, block, v[block])
			for _, l := range c.mix(s, block) {
				v[block] = l.pushed(v[block])
			}
		})
		for _, r := range s.moves {
			v = c.moveKept(r, v)
		}
		tell(c, i+1)
	}
	return v, nil
}

// moveKept moves the kept particle: it adds the moments of one block to another's.
func (c *particles) moveKept(r rows, v [][]Moments) [][]Moments {
	if !c.kept {
		return v
	}
	dst := c.zero()
	for x := range c.cells {
		to, prob := r.of(x)
		for i, y := range to {
			for m := range v[x] {
				dst[y][m].add(prob[i], &v[x][m])
			}
		}
	}
	return dst
}

// each calls do for all blocks, on all cores.
func (c *particles) each(do func(block int)) {
	crew.ParallelGroups(c.blocks(), c.sets.count[c.free], func(from, to int) {
		for block := from; block < to; block++ {
			do(block)
		}
	})
}

func (c *particles) zero() [][]Moments {
	v := make([][]Moments, c.blocks())
	for block := range v {
		v[block] = make([]Moments, c.sets.count[c.free])
	}
	return v
}

// A step is a step of the path (programs.Step), on the numbered cells.
type step struct {
	logw   []float64 // log w, less the log of its mean over a single particle
	top    float64   // the largest
	w      []float64 // over exp(top)
	moves  []rows
	direct bool // all particles are drawn at once from the law of a resampled and moved one
}

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
		r := rows{from: []int{0}}
		put := func(y int, p float64) {
			if p > 0 {
				r.to = append(r.to, c.index[y])
				r.prob = append(r.prob, p)
			}
		}
		for _, x := range c.cells {
			m.Row(x, put)
			put(x, chains.StayProbability(m, x))
			r.from = append(r.from, len(r.to))
		}
		s.moves = append(s.moves, r)
	}
	return s
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
	n := len(c.cells)
	states := float64(c.sets.count[c.free])
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

// links are a sparse matrix, given as a function that visits every entry.
type links struct {
	after int // the number of places that they lead to
	visit func(entry func(from, to int, share float64))
}

// pushed returns measures after the links.
func (l links) pushed(v []Moments) []Moments {
	dst := make([]Moments, l.after)
	l.visit(func(from, to int, share float64) { dst[to].add(share, &v[from]) })
	return dst
}

// mix returns the links of a step for the free particles of a block, in their order. The first are from the multisets
// of the block to the multisets of their offspring. If the step is direct the offspring have moved already.
func (c *particles) mix(s *step, block int) []links {
	size := c.sets.count[c.free]
	all := []links{{size, func(entry func(from, to int, share float64)) {
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
	}}}
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
	return links{s.count[left-1] * s.count[j+1],
		func(entry func(from, to int, share float64)) {
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
