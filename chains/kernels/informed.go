package kernels

import (
	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Informed is the locally informed proposal of Zanella (2020, "Informed proposals for local MCMC in discrete spaces").
// It looks at all neighbours of x before it proposes one. With K(x,y) for the proposal of Metropolis, a neighbour y is
// proposed with probability
//
//	q(x,y) = K(x,y) sqrt(f(y)/f(x)) / Z(x),   Z(x) = the sum over all neighbours z of K(x,z) sqrt(f(z)/f(x)),
//
// and accepted with min(1, f(y) q(y,x) / f(x) q(x,y)). A move off the box, into a wall or to a cell without mass has
// weight 0, and is left out of Z. The root is balanced, as Zanella calls it: f(x) sqrt(f(y)/f(x)) is the same from both
// ends, and y is accepted with min(1, Z(x)/Z(y)). The flow
//
//	f(x) T(x,y) = K(x,y) sqrt(f(x) f(y)) / max(Z(x), Z(y))
//
// is symmetric because K is, so the kernel is reversible. A walker without such neighbours stays.
//
// From a cell x without mass the weights are those of a cell of vanishing mass, and all is accepted.
type Informed struct{}

// On returns the operator on g.
func (Informed) On(g grid.Grid) (chains.Operator, error) {
	return flows.New(g, func() flows.Form {
		e := neighbours(g)
		return flows.FormOf(e, &informed[numbers.Float]{graph: e}, &informed[numbers.Wide]{graph: e},
			&informed[*numbers.Interval]{graph: e})
	}), nil
}

// Cost counts the neighbours of x, one of which is proposed, and those of that one but x. A program that remembers the
// neighbours of the cell that it starts from computes those less.
func (Informed) Cost(g grid.Grid) float64 { return max(2*beside(g)-1, 0) }

// neighbours joins the cells that are a move apart. The tag is the number of moves.
func neighbours(g grid.Grid) *flows.Graph {
	e := &flows.Graph{}
	for axis := range g.Axes() {
		for _, s := range g.Steps(axis) {
			for x := range g.Size() {
				if s.Cells > 0 && g.Stays(x, s) {
					e.Add(x, x+s.By, s.Moves)
				}
			}
		}
	}
	return e
}

// beside counts the cells that are one move from a cell.
func beside(g grid.Grid) (sum float64) {
	for a, n := range g.Lens() {
		sum += float64(min(n-1, g.Ways(a)))
	}
	return sum
}

// informed has the flows of Zanella's kernel. What is common to K cancels.
type informed[N numbers.Number[N]] struct {
	graph   *flows.Graph
	root, z []N
	m       flows.Masses[N]
	rejects []N // by cell, what is rejected of its proposals
}

// Set sets the flows.
func (o *informed[N]) Set(c []N, m flows.Masses[N]) {
	o.look(m)
	for i, x := range o.graph.A {
		y := o.graph.B[i]
		most := o.z[x].Max(o.z[y])
		if most.IsZero() { // two cells without mass, and no others
			c[i] = most
			continue
		}
		c[i] = o.k(i).Times(o.root[x]).Times(o.root[y]).Over(most)
	}
}

// k returns K of an edge, in moves.
func (o *informed[N]) k(edge int) N { return o.root[0].Of(float64(o.graph.Tag[edge])) }

// look finds the roots of the masses and Z.
func (o *informed[N]) look(m flows.Masses[N]) {
	o.m = m
	if o.root == nil {
		o.root = make([]N, len(m.P))
		o.z = make([]N, len(m.P))
	}
	for x, p := range m.P {
		o.root[x] = p.Root()
		o.z[x] = p.Of(0)
	}
	for i, x := range o.graph.A {
		y := o.graph.B[i]
		if m.Has(y) {
			o.z[x] = o.z[x].Plus(o.k(i).Times(o.root[y]))
		}
		if m.Has(x) {
			o.z[y] = o.z[y].Plus(o.k(i).Times(o.root[x]))
		}
	}
	for x := range o.z {
		o.z[x] = o.z[x].Over(o.root[x])
	}
	o.rejects = nil
}

// Stay returns what is rejected of the proposals, and 1 where there are none.
func (o *informed[N]) Stay(x int) N {
	if o.rejects == nil {
		o.reject()
	}
	return o.rejects[x]
}

// reject adds up what each cell rejects: of y it is 1 less min(1, Z(x)/Z(y)). From a cell without mass all is accepted.
func (o *informed[N]) reject() {
	one := o.root[0].Of(1)
	o.rejects = make([]N, len(o.root))
	for x, z := range o.z {
		o.rejects[x] = one.Of(0)
		if z.IsZero() {
			o.rejects[x] = one
		}
	}
	for i, a := range o.graph.A {
		for _, edge := range [2][2]int32{{a, o.graph.B[i]}, {o.graph.B[i], a}} {
			x, y := edge[0], edge[1]
			if !o.m.Has(x) || !o.m.Has(y) || o.z[y].AtMost(o.z[x]) {
				continue
			}
			proposed := o.k(i).Times(o.root[y]).Over(o.root[x]).Over(o.z[x])
			o.rejects[x] = o.rejects[x].Plus(proposed.Times(o.z[y].Rest(o.z[x]).Over(o.z[y])))
		}
	}
}
