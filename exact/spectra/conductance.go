package spectra

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// maxEnumerated is the largest number of states with mass for which every cut is tried.
const maxEnumerated = 14

// A Cut is a set of states A that the chain seldom leaves.
type Cut struct {
	// Phi is the flow out of A in one step over the smaller of π(A) and 1 - π(A): the
	// conductance of the chain if Exact, otherwise an upper bound of it.
	Phi float64
	// In says of each state whether it is on the side of the cut without the mode; false in
	// cells without mass.
	In []bool
	// Flow is the flow from one side to the other in one step, Mass the mass of the smaller.
	Flow, Mass float64
	// Exact says that every cut was looked at, as is done on up to 14 states with mass.
	// Otherwise the cut is the best of the sets on which the second eigenfunction exceeds a
	// threshold. If symmetry gives several eigenfunctions to one eigenvalue, it is along the one
	// that was found, and another may be better. Cheeger's inequalities hold of both cuts:
	//	Phi^2/2 <= AdditiveGap <= 2 Phi.
	Exact bool
}

// Bottleneck returns the cut with the least flow for its mass that it finds, among the cells
// with mass: see Cut. second is the second eigenfunction, as Spectrum returns it. It is an
// error if there is one state with mass.
func (m *Matrix) Bottleneck(pi, second []float64) (Cut, error) {
	if err := m.checkAgainst(pi); err != nil {
		return Cut{}, err
	}
	states := support(pi)
	if len(states) < 2 {
		return Cut{}, fmt.Errorf("%d states of positive probability; a cut needs two", len(states))
	}
	if len(states) <= maxEnumerated {
		return m.bestOfAll(pi, states), nil
	}
	return m.bestThreshold(pi, second, states), nil
}

// bestThreshold tries every threshold of second. It sums the flow of each cut anew: a sum
// that is updated as states change sides would lose the flow through a bottleneck.
func (m *Matrix) bestThreshold(pi, second []float64, states []int) Cut {
	order := slices.Clone(states)
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(second[y], second[x]) })
	best, in := Cut{Phi: math.Inf(1)}, make([]bool, m.n)
	for _, x := range order[:len(order)-1] {
		in[x] = true
		if c := m.cut(pi, states, in); c.Phi < best.Phi {
			c.In = slices.Clone(in)
			best = c
		}
	}
	return best.awayFromMode(pi, states)
}

// bestOfAll tries every set of states without the last.
func (m *Matrix) bestOfAll(pi []float64, states []int) Cut {
	best, in := Cut{Phi: math.Inf(1)}, make([]bool, m.n)
	for set := 1; set < 1<<(len(states)-1); set++ {
		for i, x := range states {
			in[x] = set>>i&1 == 1
		}
		if c := m.cut(pi, states, in); c.Phi < best.Phi {
			c.In = slices.Clone(in)
			best = c
		}
	}
	best.Exact = true
	return best.awayFromMode(pi, states)
}

// cut measures the cut around a set. It sums the mass of each side by itself, because 1 less
// the mass of one side has no digits of a rare other.
func (m *Matrix) cut(pi []float64, states []int, in []bool) Cut {
	c := Cut{In: in}
	inside, outside := 0.0, 0.0
	for _, x := range states {
		if !in[x] {
			outside += pi[x]
			continue
		}
		inside += pi[x]
		for y, p := range m.row(x) {
			if p > 0 && !in[y] && pi[y] > 0 {
				c.Flow += pi[x] * p
			}
		}
	}
	c.Mass = min(inside, outside)
	c.Phi = c.Flow / c.Mass
	return c
}

// awayFromMode turns the cut so that the mode is outside.
func (c Cut) awayFromMode(pi []float64, states []int) Cut {
	if !c.In[floats.MaxIdx(pi)] {
		return c
	}
	for _, x := range states {
		c.In[x] = !c.In[x]
	}
	return c
}
