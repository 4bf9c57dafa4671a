package implicit

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"breadboard/exact/spectra"
)

// Bottleneck returns the best threshold cut along a function, such as the slowest mode: the
// set of cells in which the function exceeds a threshold, with the least flow for its mass.
// It sorts the cells and goes through the moves three times. It sums up flows as cells change
// sides, from either end, so it may miss a cut whose flow is below 1e-15 of all the flow on
// both of its sides. It sums mass and flow of the cut that it finds anew.
func (c *Chain) Bottleneck(second []float64) (spectra.Cut, error) {
	if c.leave == nil {
		return spectra.Cut{}, errors.New("the kernel has too many moves to go through one by one")
	}
	if c.cells < 2 {
		return spectra.Cut{}, fmt.Errorf("%d states of positive probability; a cut needs two", c.cells)
	}
	var order []int
	for x, p := range c.pi {
		if p > 0 {
			order = append(order, x)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(second[y], second[x]) })
	up := c.fronts(order)
	slices.Reverse(order)
	down := c.fronts(order)
	first := 1 + thinnest(up, down) // the number of cells of up's order that are inside
	in := make([]bool, len(c.pi))
	for _, x := range order[len(order)-first:] {
		in[x] = true
	}
	flow := 0.0
	for x, inside := range in {
		if inside {
			c.row(x, func(y int, p float64) {
				if !in[y] {
					flow += c.pi[x] * p
				}
			})
		}
	}
	cut := spectra.CutAround(c.pi, in, flow)
	cut.TurnFromMode(c.pi)
	return cut, nil
}

// A front describes the first cells of an order: the flow that leaves them, the sum of the
// sizes of all its terms, and the mass of the cells.
type front struct{ flow, size, mass float64 }

// fronts returns the front of every set of first cells but all of them.
func (c *Chain) fronts(order []int) []front {
	all, in, f := make([]front, 0, len(order)), make([]bool, len(c.pi)), front{}
	for _, x := range order[:len(order)-1] {
		c.row(x, func(y int, p float64) {
			p *= c.pi[x]
			if f.size += p; in[y] {
				p = -p
			}
			f.flow += p
		})
		in[x] = true
		f.mass += c.pi[x]
		all = append(all, f)
	}
	return all
}

// thinnest returns the front of up with the least flow for the mass of the smaller side. down
// has the same cuts from the other end, the last first. The flow of a cut is taken from the
// end whose sum has the smaller terms.
func thinnest(up, down []front) int {
	best, least := 0, math.Inf(1)
	for i, here := range up {
		there := down[len(down)-1-i]
		flow := here
		if there.size < here.size {
			flow = there
		}
		if phi := max(flow.flow, 1e-15*flow.size) / min(here.mass, there.mass); phi < least {
			least, best = phi, i
		}
	}
	return best
}
