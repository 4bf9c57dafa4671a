package multisets

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
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
			v[m].gain(-l, s.logw[block])
		case math.IsInf(l, -1):
			for _, x := range all {
				c.dead[x] += v[m][0] / float64(len(all))
			}
			v[m] = Moments{}
		default:
			v[m].gain(l, 0)
		}
	}
}

// push takes the moments through the whole path. It tells how many steps are done.
func (c *particles) push(ctx context.Context, v [][]Moments, tell func(steps int)) ([][]Moments, error) {
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
			v = c.moveKept(r, v, func(from, to int) (int, int) { return from, to })
		}
		tell(i + 1)
	}
	return v, nil
}

// pull takes functions from the end of the path to before step first. It tells how many steps are done.
func (c *particles) pull(ctx context.Context, v [][]Moments, first int, tell func(steps int)) ([][]Moments, error) {
	for i := c.path.Len() - 1; i >= first; i-- {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		s := c.planned(i)
		for _, r := range slices.Backward(s.moves) {
			v = c.moveKept(r, v, func(from, to int) (int, int) { return to, from })
		}
		c.each(func(block int) {
			mix := c.mix(s, block)
			for k := len(mix) - 1; k >= 0; k-- {
				size := c.sets.count[c.free]
				if k > 0 {
					size = mix[k-1].size
				}
				v[block] = mix[k].pulled(v[block], size)
			}
			c.weigh(s, block, v[block])
		})
		tell(c.path.Len() - i)
	}
	return v, nil
}

// moveKept moves the kept particle: it adds the moments of one block to another's, in the
// direction that the order gives.
func (c *particles) moveKept(r rows, v [][]Moments, order func(from, to int) (int, int)) [][]Moments {
	if !c.kept {
		return v
	}
	dst := c.zero()
	for x := range c.cells {
		to, prob := r.of(x)
		for i, y := range to {
			a, b := order(x, int(y))
			for m := range v[a] {
				dst[b][m].add(prob[i], &v[a][m])
			}
		}
	}
	return dst
}

// each calls do for all blocks, on all cores.
func (c *particles) each(do func(block int)) {
	chains.ParallelGroups(c.blocks(), c.sets.count[c.free], func(from, to int) {
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
