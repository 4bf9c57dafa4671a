package outside

import "context"

// A Mover is a kernel that can only be sampled, such as a program at the other end of
// a pipe: it makes moves and does not say how probable they are.
type Mover interface {
	// Aim makes the moves leave exp(logf) invariant from now on.
	Aim(ctx context.Context, beta float64, logf []float64) error
	// Move sets next[i] to the state after one step from states[i]. The steps are
	// independent, each of states has mass, and each of next is a cell of the grid.
	Move(ctx context.Context, next, states []int) error
}
