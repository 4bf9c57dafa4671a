package spectra

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

var errMoves = errors.New("the kernel has too many moves to be gone through one by one")

// Bottleneck is the best threshold cut along a function, as of a Matrix: it takes a
// sort and going through the moves three times. Flows are kept as cells change sides,
// from either end, so that a cut may be missed whose flow is below 1e-15 of all that
// of both its sides; what is returned of the one that is found was summed anew.
func (c *Implicit) Bottleneck(second []float64) (Cut, error) {
	if c.leave == nil {
		return Cut{}, errMoves
	}
	if c.cells < 2 {
		return Cut{}, fmt.Errorf("%d states of positive probability; a cut needs two", c.cells)
	}
	var order []int
	for x, p := range c.pi {
		if p > 0 {
			order = append(order, x)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(second[y], second[x]) })
	up := c.sweep(order)
	slices.Reverse(order)
	down := c.sweep(order)
	best, least := 0, math.Inf(1)
	last := len(order) - 2
	for i := range up {
		here, there := up[i], down[last-i]
		flow := here
		if there.size < here.size {
			flow = there
		}
		if phi := max(flow.flow, 1e-15*flow.size) / min(here.mass, there.mass); phi < least {
			least, best = phi, i
		}
	}
	in := make([]bool, len(c.pi))
	for _, x := range order[last-best+1:] { // from the last on, which is the first of up
		in[x] = true
	}
	return c.cutAround(in), nil
}

// A shore is the flow that leaves the first cells of an order, the size of what it was
// added up from, and their mass.
type shore struct{ flow, size, mass float64 }

// sweep is that of all but all.
func (c *Implicit) sweep(order []int) []shore {
	all, in, s := make([]shore, 0, len(order)), make([]bool, len(c.pi)), shore{}
	for _, x := range order[:len(order)-1] {
		c.row(x, func(y int, p float64) {
			p *= c.share() * c.pi[x]
			if s.size += p; in[y] {
				p = -p
			}
			s.flow += p
		})
		in[x] = true
		s.mass += c.pi[x]
		all = append(all, s)
	}
	return all
}

// cutAround is the cut around a set, the side of the mode left out.
func (c *Implicit) cutAround(in []bool) Cut {
	cut := Cut{In: in}
	inside, outside := 0.0, 0.0
	for x, p := range c.pi {
		if p == 0 {
			continue
		}
		if !in[x] {
			outside += p
			continue
		}
		inside += p
		c.row(x, func(y int, to float64) {
			if !in[y] {
				cut.Flow += c.share() * p * to
			}
		})
	}
	if in[c.mode] {
		for x, p := range c.pi {
			in[x] = p > 0 && !in[x]
		}
	}
	cut.Mass = min(inside, outside)
	cut.Phi = cut.Flow / cut.Mass
	return cut
}
