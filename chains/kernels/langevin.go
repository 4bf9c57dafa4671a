package kernels

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Langevin is the Metropolis-adjusted Langevin algorithm (Roberts and Tweedie 1996) on whole numbers,
// with the proposal of Zhang, Liu and Liu (2022): along every axis by itself the walker moves by
// m with probability proportional to
//
//	exp(g m / 2 - m² / 2 Size²),
//
// where g is the slope of log f there. leap says what g is at borders and walls, how far m
// reaches, and where a steep g is cut. With q(x,y) for the product over the axes, y is accepted with
// min(1, f(y) q(y,x) / f(x) q(x,y)), and a wall is rejected. The flow
//
//	f(x) T(x,y) = min(f(x) q(x,y), f(y) q(y,x))
//
// is symmetric, so the kernel is reversible. It is the case of one step of Hamiltonian. On a ring, where m and
// m plus its length lead to the same y, q and the flow are those of one m.
//
// Three labels and more have no slope, and all others are as far. There the proposal is that for one-hot vectors: along
// its axis the walker draws label c with probability proportional to
//
//	exp(d(c) / 2 - 1 / 2 Size²),   d(c) = log f(x with c) - log f(x),
//
// and stays with 1. Two one-hot vectors lie sqrt(2) apart and count as one cell here, so Size² is half of the step size
// of the paper. The gradient times the difference of the vectors is d(c) wherever log f is linear in each of them, as
// that of Potts is. As g is 0 beside a wall, d(c) is 0 where x with c is a wall or has no mass. The cut is the same:
// d(c)/2 lies within 1/Size of 0. So a spin is a label of two.
type Langevin struct{ Size float64 }

// On returns the operator on g. It panics if the size is not from 0.25 to 16.
func (k Langevin) On(g grid.Grid) (chains.Operator, error) { return Hamiltonian{1, k.Size}.flying(g) }

// Cost counts the proposal and the neighbours of both ends, whose slopes it takes. A program that
// remembers the slope of the cell that it starts from computes the neighbours of one end less.
func (k Langevin) Cost(g grid.Grid) float64 { return 1 + 2*beside(g) }

// toLabels sets law to what the labels of an axis are drawn in proportion to, by m from 0 to their number less 1: the
// label that is m further than that of x, round and round.
func (o *leap[N]) toLabels(law []N, x, axis int) {
	law[o.room] = o.one
	for m := 1; m < o.grid.Len(axis); m++ {
		d := o.zero
		if y, _ := o.grid.Along(x, axis, m); o.has(x) && o.has(y) {
			d = o.rise(x, y)
		}
		lean := o.cut(d.Over(o.num(2)), o.one.Over(o.num(o.size)))
		law[o.room+m] = o.bell[1].Times(lean.Exp())
	}
}

// roomOf is the longest first move along any axis: the window, or the way round all labels.
func roomOf(g grid.Grid, size float64) int {
	room := windowOf(size)
	for a, n := range g.Lens() {
		if g.Kind(a) == grid.Any {
			room = max(room, n-1)
		}
	}
	return room
}

// reachable joins the cells between which some steps of a leap may lead: a first move of the window along every axis,
// or to any label, and each further one by a kick longer, which is at most two sizes. Round a ring all cells are
// reached.
func reachable(g grid.Grid, k Hamiltonian) *flows.Graph {
	far := k.farthest()
	e := &flows.Graph{}
	var to func(x, y, axis int)
	to = func(x, y, axis int) {
		if axis == g.Axes() {
			if y > x {
				e.Add(x, y, 0)
			}
			return
		}
		at := g.Coord(x, axis)
		for c := range g.Len(axis) {
			if g.Kind(axis) != grid.Line || max(c-at, at-c) <= far {
				to(x, y+(c-at)*g.Stride(axis), axis+1)
			}
		}
	}
	for x := range g.Size() {
		to(x, x, 0)
	}
	return e
}

// farthest returns the most cells that a trajectory moves along a line.
func (k Hamiltonian) farthest() (far int) {
	for step := range k.Steps {
		far += (1 + step) * windowOf(k.Size)
	}
	return far
}

// flying returns the operator of Hamiltonian, also of one step on labels. It refuses spaces with too many edges.
func (k Hamiltonian) flying(g grid.Grid) (chains.Operator, error) {
	if k.Steps < 1 || !validSize(k.Size) {
		panic(fmt.Sprintf("kernels: trajectories of %d steps of size %v", k.Steps, k.Size))
	}
	g = straight(g)
	if float64(g.Size())*within(g, k.farthest()) > mostJoined*mostJoined {
		return nil, fmt.Errorf("it moves from each cell to %.0f others, which on %d cells are too many edges",
			within(g, k.farthest()), g.Size())
	}
	return flows.New(g, func() flows.Form {
		e := reachable(g, k)
		return flows.Form{
			Graph:    e,
			Float:    leaping[numbers.Float](g, k, e),
			Wide:     leaping[numbers.Wide](g, k, e),
			Interval: leaping[*numbers.Interval](g, k, e),
		}
	}), nil
}
