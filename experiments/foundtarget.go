package experiments

import (
	"slices"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/toys"
)

// A foundTarget is a target before it is made, which may be large.
type foundTarget struct {
	Grid      grid.Grid // of its states, with axes of the kinds on which walkers move
	states    stateSpace
	axes      string                      // the words for their kinds; empty if these are the target's own
	seed      *uint64                     // nil if nothing is random
	densities int                         // the number that a model keeps; 0 for other targets
	parts     toys.Parts                  // of log f of a cell
	listed    int                         // the cells whose log f is listed though their orbits are walked
	make      func() (toys.Target, error) // a fault if its symmetries are none
}

// givenTarget is a target that is made already.
func givenTarget(t toys.Target) foundTarget {
	found := foundTarget{Grid: t.Grid, states: statesOf(t), parts: t.Parts,
		make: func() (toys.Target, error) { return t, nil }}
	if t.Model != nil {
		found.densities = t.Model.N + 1
	}
	return found
}

// of is the target with axes of these kinds. If they are its own, the setting is the one that names none.
func (t foundTarget) of(kinds []grid.Kind) foundTarget {
	if kinds == nil || slices.Equal(t.Grid.Of(kinds...).Kinds(), t.Grid.Kinds()) {
		return t
	}
	own := t.make
	t.Grid = t.Grid.Of(kinds...)
	t.axes = axesOf(t.Grid)
	if t.states.byCell() {
		t.states = cellStates{onBox{t.Grid}}
	}
	t.make = func() (toys.Target, error) {
		made, err := own()
		made.Grid = made.Grid.Of(kinds...)
		return made, err
	}
	return t
}

// statesOf are the states of a target that is made.
func statesOf(t toys.Target) stateSpace {
	if t.Orbits == nil {
		return cellStates{onBox{t.Grid}}
	}
	box, by := t.Orbits.Box()
	if by == nil {
		return siteOrbits{commonOrbits{onBox{t.Grid}}}
	}
	return boxOrbits{commonOrbits{onBox{box}}}
}

// Walked puts a kernel of cells on the states of a target, which may be orbits of the cells, along a bridge to it. The
// error says why it has no form there.
func Walked(t toys.Target, k chains.Kernel, b chains.Bridge) (chains.Kernel, error) {
	on := statesOf(t)
	k, err := onParts(k, t.Parts, on, false)
	if err != nil {
		return nil, err
	}
	return on.put(k, b, t)
}
