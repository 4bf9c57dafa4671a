package validation

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains/laws"
	"breadboard/experiments/validation/cause"
	"breadboard/grid/text"
)

// An along counts moves by what they say of one axis.
type along struct {
	changed bool // some move changes it
	chances int  // moves from cells with a neighbour along it that is no less than a third as heavy
}

// change counts what the moves of a level say of each axis.
func (v *Validation) change(w *watched) {
	if v.axes == nil {
		v.axes = make([]along, w.Grid.Axes())
	}
	for at := range w.all.All() {
		for a := range v.axes {
			v.axes[a].changed = v.axes[a].changed || w.Grid.Coord(at[0], a) != w.Grid.Coord(at[1], a)
		}
	}
	for m := range w.Grid.Moves() {
		for x, p := range w.P {
			if y, ok := w.Grid.Move(x, m); ok && 3*w.P[y] >= p && p > 0 {
				v.axes[m/2].chances += w.all.From(x)
			}
		}
	}
}

// stuck returns an axis that none of all moves changes, though enough of them had a chance to.
func (v *Validation) stuck() (axis int, stuck bool) {
	for a := range v.axes {
		if !v.axes[a].changed && float64(v.axes[a].chances) >= v.sure() {
			axis, stuck = a, true
		}
	}
	return axis, stuck
}

// sure is a number of moves that sound kernels do not waste: of a move that is taken once in a hundred times as many as
// the fault says, as once in 1,000 for a fault of 0.1, they miss every one with probability exp(-10).
func (v *Validation) sure() float64 { return 1000 / v.Fault }

// still is the cause of moves that never change an axis.
func (v *Validation) still(axis int) *cause.Cause {
	if !slices.ContainsFunc(v.axes, func(a along) bool { return a.changed }) {
		return &cause.Cause{Name: "frozen", Says: "it never moves"}
	}
	return &cause.Cause{Name: "axis", Says: fmt.Sprintf("no move changes axis %d", axis+1)}
}

// seenStructure returns what counted moves say of the pattern of the chain. They can show that all cells are connected,
// and not that they are not. But an axis that no move of many changes, and a chain of many moves that always goes
// round, are faults of the kernel.
func (v *Validation) seenStructure() []laws.Finding {
	if len(v.Levels) == 0 {
		return nil
	}
	found := []laws.Finding{{Law: laws.Connected, OK: true, Value: math.NaN(), Limit: math.NaN()}}
	if axis, stuck := v.stuck(); stuck {
		found[0].OK = false
		found[0].Witness = fmt.Sprintf("of %s moves from cells with a neighbour along axis %d, none changes it",
			text.Thousands(v.axes[axis].chances), axis+1)
	} else {
		found[0].Unclear = len(v.apart) > 0
	}
	p := v.Last().Pattern
	if p == nil || p.Period <= 1 || len(p.Classes) != 1 || len(v.apart) > 0 {
		return found
	}
	// the ends of a line may be the only cells that break a period
	n, cells := v.Last().seen, len(p.Classes[0].States)
	round := laws.Finding{Law: laws.Aperiodic, Value: math.NaN(), Limit: math.NaN(),
		Witness: fmt.Sprintf("in all of %s moves it goes round %d groups of cells in turn", text.Thousands(n), p.Period)}
	round.OK = float64(n) < max(v.sure(), 100*float64(cells))
	round.Unclear = round.OK
	return append(found, round)
}
