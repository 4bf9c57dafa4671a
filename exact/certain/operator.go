package certain

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// An operator is a kernel over reals, made of its definition. dst must not be an operand.
type operator interface {
	// aim makes it leave the level's density invariant.
	aim()
	// push sets dst to the measure q after one step.
	push(dst, q []numbers.Interval)
	// pull sets dst to the mean of h after one step.
	pull(dst, h []numbers.Interval)
}

// newOperator returns the definition's operator on a grid, for a level that will move, or an
// error that says why there is none.
func newOperator(d chains.Definition, g grid.Grid, l *level) (operator, error) {
	switch d := d.(type) {
	case chains.Outcomes:
		return newOutcomes(l, g, d), nil
	case chains.Redrawn:
		return newLines(l, d.Grid, d.Axis), nil
	case chains.InTurn:
		parts, err := operators(d.Parts, g, l)
		return inTurn{parts, slices.Repeat(parts, d.Times)}, err
	case chains.OneOf:
		parts, err := operators(d.Parts, g, l)
		return newMixture(l, d.Shares, parts), err
	}
	return nil, fmt.Errorf("the kernel is a program of type %T, of which nothing is known but its float64 "+
		"probabilities; a kernel of the catalogue, one made of those, or matrices would do",
		d.(chains.Undefined).Kernel)
}

func operators(ds []chains.Definition, g grid.Grid, l *level) ([]operator, error) {
	parts := make([]operator, len(ds))
	for i, d := range ds {
		var err error
		if parts[i], err = newOperator(d, g, l); err != nil {
			return nil, err
		}
	}
	return parts, nil
}
