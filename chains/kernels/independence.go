package kernels

import (
	"fmt"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// FromPrior proposes a cell from the law q that the bridge begins at, the prior of a model, wherever the
// walker is. It accepts y from x with min(1, w(y)/w(x)), where w = f/q. It is reversible (Hastings 1970; Liu 1996): the
// flow is
//
//	f(x) T(x,y) = min(f(x) q(y), f(y) q(x)).
//
// With a prior for q the ratio is that of the likelihoods. A cell without
// mass under q is never proposed, and so never left.
type FromPrior struct{}

// mostJoined is the largest number of cells of which any two are joined by an edge. Their edges take 200 MB.
const mostJoined = 4096

// On refuses large spaces.
func (FromPrior) On(g grid.Grid) (chains.Operator, error) {
	if g.Size() > mostJoined {
		return nil, fmt.Errorf("it moves from each cell to each other, which are too many edges from %d cells on",
			mostJoined+1)
	}
	return flows.New(g, func() flows.Form {
		e := &flows.Graph{}
		eachLine(grid.New(g.Size()), func(all []int) { join(e, all) })
		return flows.Form{
			Graph:    e,
			Float:    fromFirst[numbers.Float](e),
			Wide:     fromFirst[numbers.Wide](e),
			Interval: fromFirst[*numbers.Interval](e),
			First:    true,
		}
	}), nil
}

// Cost counts the proposal.
func (FromPrior) Cost(grid.Grid) float64 { return 1 }

// fromFirst returns the flows of proposals of q.
func fromFirst[N numbers.Number[N]](e *flows.Graph) flows.Flows[N] {
	o := &proposingFirst[N]{graph: e}
	return flows.Flows[N]{Set: o.set, Stay: o.stay}
}

type proposingFirst[N numbers.Number[N]] struct {
	graph *flows.Graph
	q     []N
	m     flows.Masses[N]
}

// set sets the flows, and finds q once.
func (o *proposingFirst[N]) set(c []N, m flows.Masses[N]) {
	if o.q == nil {
		o.q = normalized(m.First())
	}
	o.m = m
	for i, x := range o.graph.A {
		y := o.graph.B[i]
		c[i] = m.P[x].Times(o.q[y]).Min(m.P[y].Times(o.q[x]))
	}
}

// stay adds up the proposals of x itself and those that are rejected: y with 1 less w(y)/w(x), unless that is above 1.
func (o *proposingFirst[N]) stay(x int) N {
	if o.q[x].IsZero() {
		return o.q[x].Of(1)
	}
	stay := o.q[0].Of(0)
	for y, q := range o.q {
		here := o.m.P[x].Times(q)
		there := o.m.P[y].Times(o.q[x])
		switch {
		case y == x && o.m.Has(int32(x)), y != x && !o.m.Has(int32(y)):
			stay = stay.Plus(q)
		case y != x && o.m.Has(int32(x)) && !here.AtMost(there):
			stay = stay.Plus(here.Rest(there).Over(o.m.P[x]))
		}
	}
	if !o.m.Has(int32(x)) { // a proposal of x is one of a cell that is not entered
		stay = stay.Plus(o.q[x])
	}
	return stay
}

func normalized[N numbers.Number[N]](masses []N) []N {
	sum := masses[0].Of(0)
	for _, v := range masses {
		sum = sum.Plus(v)
	}
	p := make([]N, len(masses))
	for x, v := range masses {
		p[x] = v.Over(sum)
	}
	return p
}
