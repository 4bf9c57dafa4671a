package experiments

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/npy"
)

// emptyAxis says of a target that is no toy, such as a file of one row, that its kernel spends moves on an axis of one
// cell: on a flat density it stays more often with such axes beside another one than without them.
func (an Annealer) emptyAxis() string {
	long := slices.DeleteFunc(an.Grid.Lens(), func(n int) bool { return n == 1 })
	if an.Toy != "" || an.FromOutside() || len(long) == an.Grid.Axes() {
		return ""
	}
	kernel, err := FindKernel(an.Kernel)
	if err != nil {
		return ""
	}
	cells := min(long[0], 3) // as many tell
	first := slices.Index(an.Grid.Lens(), long[0])
	kinds := []grid.Kind{an.Grid.Kind(first)}
	lens := []int{cells}
	alone := grid.New(lens...).Of(kinds...)
	for axis, n := range an.Grid.Lens() {
		if n == 1 {
			lens = append(lens, 1)
			kinds = append(kinds, an.Grid.Kind(axis))
		}
	}
	if !(staysFlat(kernel, grid.New(lens...).Of(kinds...)) > staysFlat(kernel, alone)+1e-9) {
		return ""
	}
	cure := "an array of the shape " + npy.Tuple(long)
	if len(long) == 1 {
		cure += fmt.Sprintf(", or a CSV of the columns state and logf on an axis of kind %v", kinds[0])
	}
	return fmt.Sprintf("%v has an axis of one cell, on which %s wastes moves; leave it out: use %s", an.Grid, an.Kernel,
		cure)
}

// staysFlat returns the probability that a step stays in the cell in the middle of a flat density.
func staysFlat(k chains.Kernel, g grid.Grid) float64 {
	flat := make([]float64, g.Size())
	level := chains.NewLevel(chains.Geometric{From: flat, To: flat}, g.Size())
	level.Move(1, 1)
	op := chains.On(k, g)
	op.Aim(level)
	return op.Stay(g.Size() / 2)
}
