package chains

import "breadboard/grid"

// Extends is a kernel that needs more room than the target's grid: for a walker's
// direction, or for a second walker.
type Extends interface {
	// Extend returns the grid that the kernel's operators are made for and the bridge on
	// it. The axes of g come first, so that the states x*k to x*k+k-1 belong to cell x.
	// At every beta where b has mass the extended density, summed over the states of a
	// cell, is proportional to b's.
	Extend(g grid.Grid, b Bridge) (grid.Grid, Bridge)
	// States is the size of the extended grid, which may be too large to be made.
	States(g grid.Grid) int
}

// States is the number of cells that k runs on.
func States(k Kernel, g grid.Grid) int {
	if wide, ok := k.(Extends); ok {
		return wide.States(g)
	}
	return g.Size()
}

// Extend returns what k runs on: its own extension of g and b, or g and b.
func Extend(k Kernel, g grid.Grid, b Bridge) (grid.Grid, Bridge) {
	if wide, ok := k.(Extends); ok {
		return wide.Extend(g, b)
	}
	return g, b
}

// Extended returns the annealing on the space that its kernel needs: itself if that is the
// grid it has. Call it once, on an annealing of the target's grid; twice would extend
// twice. J and B then belong to the extended chain. To compare kernels, use the divergence
// between the marginal laws on the first axes; it is at most the extended J.
func (a Annealing) Extended() Annealing {
	a.Grid, a.Bridge = Extend(a.Kernel, a.Grid, a.Bridge)
	return a
}
