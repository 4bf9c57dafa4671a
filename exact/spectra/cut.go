package spectra

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// mostTried is the largest number of states with mass for which every cut is tried.
const mostTried = 14

// A Cut is a set of states A that the chain seldom leaves. On up to 14 states with mass it is the best of all; on more
// it is the best of the sets on which the second eigenfunction exceeds a threshold. If symmetry gives several
// eigenfunctions to one eigenvalue, only the one that was found is used, and another may give a better cut. Cheeger's
// inequalities hold in any case: Phi^2/2 <= AdditiveGap <= 2 Phi.
type Cut struct {
	// Phi is the flow out of A in one step over the smaller of π(A) and 1 - π(A): the conductance of the chain if all
	// cuts were tried, otherwise an upper bound of it.
	Phi  float64
	In   []bool  // by state, whether it is on the side without the mode; false without mass
	Flow float64 // from one side to the other in one step
	Mass float64 // of the smaller side
}

// Bottleneck returns the best cut that it finds. second is the second eigenfunction, as Spectrum returns it. A single
// state with mass is an error. Flow and masses of each cut are summed anew: a running sum would lose the flow through a
// bottleneck, and 1 less the mass of one side has no digits of a rare other side.
func (m Matrix) Bottleneck(pi, second []float64) (Cut, error) {
	sub, p, states, err := m.onSupport(pi)
	if err != nil {
		return Cut{}, err
	}
	n := len(sub)
	if n < 2 {
		return Cut{}, errors.New("a cut needs two states of positive probability, and there is one")
	}
	best := Cut{Phi: math.Inf(1)}
	in := make([]bool, n)
	try := func() {
		flow, mass := sub.flow(p, in)
		if phi := flow / mass; phi < best.Phi {
			best = Cut{Phi: phi, In: slices.Clone(in), Flow: flow, Mass: mass}
		}
	}
	if n <= mostTried {
		for set := 1; set < 1<<(n-1); set++ { // the last state stays outside
			for x := range in {
				in[x] = set>>x&1 == 1
			}
			try()
		}
	} else {
		order := make([]int, n)
		f := chains.In(states, second)
		floats.Scale(-1, f)
		floats.ArgsortStable(f, order)
		for _, x := range order[:n-1] {
			in[x] = true
			try()
		}
	}
	side := best.In
	mode := floats.MaxIdx(p)
	best.In = make([]bool, len(m))
	for i, x := range states {
		best.In[x] = side[i] != side[mode]
	}
	return best, nil
}

// flow returns the flow out of a set of states in one step, and the smaller of the masses of the set and of the rest.
func (m Matrix) flow(p []float64, in []bool) (flow, mass float64) {
	var inside, outside float64
	for x, v := range p {
		if !in[x] {
			outside += v
			continue
		}
		inside += v
		for y, to := range m[x] {
			if !in[y] {
				flow += v * to
			}
		}
	}
	return flow, min(inside, outside)
}
