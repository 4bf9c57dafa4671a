package chains

import (
	"context"
	"fmt"
	"math"

	"breadboard/grid"
)

// A Kernel makes, for any density on a grid, a Markov operator that leaves the density
// invariant. Kernels are values and may be shared; operators may not.
type Kernel interface {
	// On returns the operator on g, or an error that says why there is none.
	On(g grid.Grid) (Operator, error)
	// Cost is the mean number of log densities that a step on g computes, not counting the cell it starts from, which
	// the weight needs anyway. If it depends on the density, it is the largest possible. It is NaN if nobody knows it.
	Cost(g grid.Grid) float64
}

// On returns k's operator on a grid that was found to have one, and panics on another.
func On(k Kernel, g grid.Grid) Operator {
	op, err := k.On(g)
	if err != nil {
		panic(fmt.Sprintf("chains: a kernel on %v: %v", g, err))
	}
	return op
}

// Fits returns why k has no operator on g, or nil.
func Fits(k Kernel, g grid.Grid) error {
	_, err := k.On(g)
	return err
}

// A Mover is a kernel that can only be sampled, such as a program at the other end of a
// pipe: it makes moves and does not give their probabilities.
type Mover interface {
	// Aim makes the moves leave exp(logf) invariant from now on.
	Aim(ctx context.Context, beta float64, logf []float64) error
	// Move sets next[i] to the state after one step from states[i]. The steps are
	// independent. Every state given has mass, and every next state is a cell of the
	// grid.
	Move(ctx context.Context, next, states []int) error
}

// MoveBy moves all walkers by m, aimed at a level. Those in cells without mass stay: their weight remains 0.
func MoveBy[X int | int32](ctx context.Context, m Mover, l *Level, walkers []X) error {
	logf := l.LogF()
	if err := m.Aim(ctx, l.Beta, logf); err != nil {
		return err
	}
	var at, states []int
	for i, x := range walkers {
		if !math.IsInf(logf[x], -1) {
			at, states = append(at, i), append(states, int(x))
		}
	}
	next := make([]int, len(states))
	if err := m.Move(ctx, next, states); err != nil {
		return err
	}
	for k, i := range at {
		walkers[i] = X(next[k])
	}
	return nil
}
