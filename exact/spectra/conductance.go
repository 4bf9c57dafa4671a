package spectra

import (
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
	// In tells for each state whether it is on the side of the cut without the mode; false in
	// cells without mass.
	In []bool
	// Flow is the flow from one side to the other in one step, Mass the mass of the smaller
	// side.
	Flow, Mass float64
	// Exact says that every cut was compared, as for up to 14 states with mass. Otherwise the
	// cut is the best of the sets on which the second eigenfunction exceeds a threshold. If
	// symmetry gives several eigenfunctions to one eigenvalue, only the one that was found is
	// used, and another may give a better cut. Cheeger's inequalities hold for both cuts:
	// Phi^2/2 <= AdditiveGap <= 2 Phi.
	Exact bool
}

// Bottleneck returns the cut with the least flow for its mass that it finds, among the cells
// with mass: see Cut. second is the second eigenfunction, as Spectrum returns it. It is an error
// if there is one state with mass. The flow of each cut is summed anew: a running sum, updated
// as states change sides, would lose the flow through a bottleneck.
func (m *Matrix) Bottleneck(pi, second []float64) (Cut, error) {
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return Cut{}, err
	}
	if sub.n < 2 {
		return Cut{}, fmt.Errorf("%d states of positive probability; a cut needs two", sub.n)
	}
	best, in := Cut{Phi: math.Inf(1)}, make([]bool, sub.n)
	try := func() {
		if c := CutAround(p, in, sub.flowFrom(p, in)); c.Phi < best.Phi {
			best = c
			best.In = slices.Clone(in)
		}
	}
	if sub.n <= maxEnumerated {
		for set := 1; set < 1<<(sub.n-1); set++ { // the last state stays outside
			for x := range in {
				in[x] = set>>x&1 == 1
			}
			try()
		}
		best.Exact = true
	} else {
		order, f := make([]int, sub.n), pick(second, states)
		floats.Scale(-1, f)
		floats.ArgsortStable(f, order)
		for _, x := range order[:sub.n-1] {
			in[x] = true
			try()
		}
	}
	best.TurnFromMode(p)
	all := make([]bool, m.n)
	for i, x := range states {
		all[x] = best.In[i]
	}
	best.In = all
	return best, nil
}

// flowFrom returns the flow out of a set in one step.
func (m *Matrix) flowFrom(pi []float64, in []bool) float64 {
	flow := 0.0
	for x, inside := range in {
		if !inside {
			continue
		}
		for y, p := range m.row(x) {
			if p > 0 && !in[y] {
				flow += pi[x] * p
			}
		}
	}
	return flow
}

// CutAround returns the cut around a set with this flow. It sums the mass of each side, because
// 1 less the mass of one side has no digits of a rare other side.
func CutAround(pi []float64, in []bool, flow float64) Cut {
	inside, outside := 0.0, 0.0
	for x, p := range pi {
		if in[x] {
			inside += p
		} else {
			outside += p
		}
	}
	mass := min(inside, outside)
	return Cut{Phi: flow / mass, In: in, Flow: flow, Mass: mass}
}

// TurnFromMode turns the cut so that the mode, and all cells without mass, are outside.
func (c Cut) TurnFromMode(pi []float64) {
	if !c.In[floats.MaxIdx(pi)] {
		return
	}
	for x, p := range pi {
		c.In[x] = p > 0 && !c.In[x]
	}
}
