package chains

import (
	"slices"

	"breadboard/grid"
)

// A Keeper is what a kernel also is whose operators keep something for every cell.
type Keeper interface {
	// Kept is how many bytes an operator keeps in order to pull pairs, beside p and
	// the pairs, g being the target's grid. What does not grow with the cells is left
	// out.
	Kept(g grid.Grid) float64
}

// Kept is what k says, and 0 where it says nothing.
func Kept(k Kernel, g grid.Grid) float64 {
	if keeper, ok := k.(Keeper); ok {
		return keeper.Kept(g)
	}
	return 0
}

// keptBy is what operators of all the kernels keep on the states of k. A part that
// needs no more room than g has it keeps as much for each of more states.
func keptBy(parts []Kernel, k Kernel, g grid.Grid) float64 {
	sum, wider := 0.0, float64(States(k, g))
	for _, part := range parts {
		sum += Kept(part, g) * wider / float64(States(part, g))
	}
	return sum
}

// handed is what a product of kernels hands on, on the states of k: two vectors,
// where it is of several and one of them needs all of another's result.
func handed(parts []Kernel, k Kernel, g grid.Grid) float64 {
	whole := slices.ContainsFunc(parts, func(part Kernel) bool {
		switch part.(type) {
		case Line, Identity:
			return false
		}
		return true
	})
	if len(parts) < 2 || !whole {
		return 0
	}
	return 16 * float64(States(k, g))
}

// Kept is the kernel's.
func (k Lazy) Kept(g grid.Grid) float64 { return Kept(k.Kernel, g) }

// Kept is the sum of the kernels'.
func (k Mixture) Kept(g grid.Grid) float64 { return keptBy(k.Kernels, k, g) }

// Kept is the sum of the kernels', and what is handed on from one to another.
func (k Cycle) Kept(g grid.Grid) float64 {
	return keptBy(k.Kernels, k, g) + handed(k.Kernels, k, g)
}

// Kept is the kernel's, and what is handed on.
func (k Repeat) Kept(g grid.Grid) float64 {
	return Kept(k.Kernel, g) + handed(slices.Repeat([]Kernel{k.Kernel}, min(k.Times, 2)), k, g)
}

// Kept is that of the cells' ranks.
func (Independence) Kept(g grid.Grid) float64 { return 4 * float64(g.Size()) }

// Kept is that of the cells' ranks, and of how often each rejects.
func (DelayedRejection) Kept(g grid.Grid) float64 { return (4 + 8) * float64(g.Size()) }

// Kept is that of where each direction leads.
func (k Lifted) Kept(g grid.Grid) float64 { return 4 * float64(k.States(g)) }

// Kept is what is handed on from one of the three parts to another.
func (k Swap) Kept(g grid.Grid) float64 { return 16 * float64(k.States(g)) }

// Kept is that of the sums over all multisets of the other tries, of which there are
// thousands on many axes, and of where the moves lead.
func (k MultipleTry) Kept(g grid.Grid) float64 {
	moves, sets := float64(g.Moves()), 1.0
	for i := range max(k.Tries-1, 0) {
		sets *= (moves + float64(i)) / float64(i+1)
	}
	return (16*sets + 4*moves) * float64(g.Size())
}
