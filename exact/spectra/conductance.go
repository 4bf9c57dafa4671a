package spectra

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// MaxEnumerated is the largest number of states with mass for which every cut is
// looked at.
const MaxEnumerated = 14

// A Cut is a set of states A that the chain seldom leaves.
type Cut struct {
	// Phi is the flow out of A in one step over the smaller of π(A) and 1 - π(A):
	// the conductance where Exact, else a bound above it.
	Phi float64
	// In is the side of the cut without the mode; false in cells without mass.
	In []bool
	// Flow is the flow from one side to the other, Mass the smaller side's.
	Flow, Mass float64
	// Exact is whether every cut was looked at, as on at most MaxEnumerated states
	// with mass. Otherwise it is the best of the sweep: of the sets on which the
	// second eigenfunction exceeds a threshold. Where symmetry gives several of the
	// same eigenvalue, it is along the one that was found, and another may be better.
	// Cheeger's inequalities hold of both,
	//	Phi^2/2 <= AdditiveGap <= 2 Phi.
	Exact bool
}

// Conductance is the bottleneck of the chain on the cells with mass: the cut
// with the least flow for its mass. On one state it is an error.
func (m *Matrix) Conductance(pi []float64) (Cut, error) {
	s, err := m.Spectrum(pi)
	if err != nil {
		return Cut{}, err
	}
	return m.Bottleneck(pi, s.Second)
}

// Bottleneck is Conductance where the second eigenfunction is known already.
func (m *Matrix) Bottleneck(pi, second []float64) (Cut, error) {
	if err := m.checkAgainst(pi); err != nil {
		return Cut{}, err
	}
	states := support(pi)
	if len(states) < 2 {
		return Cut{}, fmt.Errorf("%d states of positive probability; a cut needs two", len(states))
	}
	if len(states) <= MaxEnumerated {
		return m.enumerated(pi, states), nil
	}
	return m.sweep(pi, second, states), nil
}

// cut is the cut around A. Mass and flow are sums of what is on each side.
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

// sweep tries every threshold. The flow of each cut is summed anew: what a sum
// that is kept would lose is the flow through a bottleneck.
func (m *Matrix) sweep(pi, second []float64, states []int) Cut {
	order := slices.Clone(states)
	slices.SortStableFunc(order, func(x, y int) int {
		switch {
		case second[x] > second[y]:
			return -1
		case second[x] < second[y]:
			return 1
		}
		return 0
	})
	best, in := Cut{Phi: math.Inf(1)}, make([]bool, m.n)
	for _, x := range order[:len(order)-1] {
		in[x] = true
		if c := m.cut(pi, states, in); c.Phi < best.Phi {
			c.In = slices.Clone(in)
			best = c
		}
	}
	return best.awayFrom(pi, states)
}

// enumerated tries every set of states without the last.
func (m *Matrix) enumerated(pi []float64, states []int) Cut {
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
	return best.awayFrom(pi, states)
}

// awayFrom turns the cut so that the mode is outside.
func (c Cut) awayFrom(pi []float64, states []int) Cut {
	if !c.In[floats.MaxIdx(pi)] {
		return c
	}
	for _, x := range states {
		c.In[x] = !c.In[x]
	}
	return c
}
