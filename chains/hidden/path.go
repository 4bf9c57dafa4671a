package hidden

import "slices"

// A Path is a path of hidden states, from its last state back. Paths share their beginnings, so that
// a particle takes a step in no more time and memory than one state needs.
type Path struct {
	State  int   // from 0
	Before *Path // nil at the first state
}

// PathOf returns the path through these states.
func PathOf(states ...int) *Path {
	var p *Path
	for _, x := range states {
		p = &Path{x, p}
	}
	return p
}

// States lists the states from the first to the last.
func (p *Path) States() (states []int) {
	for ; p != nil; p = p.Before {
		states = append(states, p.State)
	}
	slices.Reverse(states)
	return states
}
