package experiments

import (
	"context"
	"io"

	"breadboard/exact"
	"breadboard/grid/npy"
)

// Along are the laws at every level of an annealing, of the target's cells.
type Along struct {
	Levels []exact.LevelLaws
	Lens   []int // of the target's axes
}

// Along finds the laws at every level of the annealing of T levels: what both chains should have there, and what they
// have. The error is ctx's, or a Fault if there is no such schedule.
func (c Chain) Along(ctx context.Context, T int) (Along, error) {
	a, _, err := c.At(ctx, T)
	if err != nil {
		return Along{}, err
	}
	levels := make([]int, T)
	for t := range levels {
		levels[t] = t + 1
	}
	laws, err := exact.Along(ctx, a, levels)
	return Along{laws, c.Target.Grid.Lens()}, err
}

// AlongHead returns the first bytes of a file of the laws at T levels.
func (c Chain) AlongHead(T int) string { return npy.Head(lawsShape(T, c.Target.Grid.Lens())) }

// lawsShape is the shape of the array of the laws.
func lawsShape(T int, lens []int) []int { return append([]int{3, T}, lens...) }

// Write writes the laws as one array of NumPy. Its axes are which law, p, the forward chains' or the reverse ones'; the
// level; and those of the target.
func (l Along) Write(w io.Writer) error {
	var p, forward, reverse [][]float64
	for _, level := range l.Levels {
		p = append(p, level.P)
		forward = append(forward, level.Forward)
		reverse = append(reverse, level.Reverse)
	}
	return npy.Write(w, lawsShape(len(l.Levels), l.Lens), append(append(p, forward...), reverse...)...)
}
