package kernels

import (
	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Informed is the locally informed proposal of Zanella (2020, "Informed proposals for local MCMC in discrete spaces").
// It looks at all neighbours of x before it proposes one. K(x,y) is the proposal of Metropolis. A neighbour y is
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
// A cell x without mass counts as one of vanishing mass, and every proposal from it is accepted.
type Informed struct{}

// On returns the operator on g.
func (Informed) On(g grid.Grid) (chains.Operator, error) {
	return flows.New(g, func() flows.Form {
		e := neighbours(g)
		return flows.Form{
			Graph:    e,
			Float:    informed[numbers.Float](e),
			Interval: informed[*numbers.Interval](e),
		}
	}), nil
}

// Cost counts the neighbours of x, and the neighbours of the proposed one but x. A program that remembers the
// neighbours of the cell that it starts from saves those.
func (Informed) Cost(g grid.Grid) float64 { return max(2*neighbourCount(g)-1, 0) }

// neighbours joins the cells that one move leads between. The tag is the number of moves.
func neighbours(g grid.Grid) *flows.Graph {
	e := &flows.Graph{}
	for axis := range g.Axes() {
		for _, s := range g.Shifts(axis) {
			for x := range g.Size() {
				if s.Cells > 0 && g.Stays(x, s) {
					e.Add(x, x+s.By, s.Moves)
				}
			}
		}
	}
	return e
}

// neighbourCount counts the cells that are one move from a cell.
func neighbourCount(g grid.Grid) (sum float64) {
	for a, n := range g.Lens() {
		sum += float64(min(n-1, g.Ways(a)))
	}
	return sum
}

// informed returns the flows of Zanella's kernel. A common factor of K cancels, so that k is the number of moves, the
// tag of an edge. Staying is to reject: of the proposal of y the part 1 - Z(x)/max(Z(x), Z(y)).
func informed[N numbers.Number[N]](e *flows.Graph) flows.Flows[N] {
	var stay []N
	set := func(c []N, m flows.Masses[N]) {
		root := make([]N, len(m.P))
		z := make([]N, len(m.P))
		stay = make([]N, len(m.P))
		for x, p := range m.P {
			root[x] = p.Root()
			z[x] = p.Of(0)
		}
		k := func(edge int) N { return root[0].Of(float64(e.Tag[edge])) }
		for i, x := range e.A {
			y := e.B[i]
			if m.Has(y) {
				z[x] = z[x].Plus(k(i).Times(root[y]))
			}
			if m.Has(x) {
				z[y] = z[y].Plus(k(i).Times(root[x]))
			}
		}
		for x := range z {
			stay[x] = z[x].Of(0)
			if z[x].IsZero() { // no neighbour has mass
				stay[x] = z[x].Of(1)
			}
			z[x] = z[x].Over(root[x])
		}
		for i, x := range e.A {
			y := e.B[i]
			most := z[x].Max(z[y])
			if most.IsZero() { // two cells without mass, and no others
				c[i] = most
				continue
			}
			c[i] = k(i).Times(root[x]).Times(root[y]).Over(most)
			for _, way := range [2][2]int32{{x, y}, {y, x}} {
				from, to := way[0], way[1]
				if m.Has(to) {
					proposed := k(i).Times(root[to]).Over(root[from].Times(z[from]))
					stay[from] = stay[from].Plus(proposed.Times(most.Excess(z[from]).Over(most)))
				}
			}
		}
	}
	return flows.Flows[N]{Set: set, Stay: func(x int) N { return stay[x] }}
}
