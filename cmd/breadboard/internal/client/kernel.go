package client

import (
	"context"
	"fmt"
	"time"

	"breadboard/grid"
)

// A Kernel is a program that makes moves; it is an outside.Mover.
type Kernel struct{ *client }

// mostMoves is the number of states in a line.
const mostMoves = 1000

// moving is what a kernel is asked. An answer has 32 bytes for each number with its comma and
// blanks.
var moving = role{
	example:  "'python3 mykernel.py'",
	question: "line of states",
	answer:   fmt.Sprintf("a JSON array of at most %d cell numbers", mostMoves),
	batch:    mostMoves,
	longest:  32*mostMoves + 1024,
}

// StartKernel starts a program by its command line, in which quotes work and there is no shell.
// It tells the program the grid and a seed. The program may take the time wait for each line.
func StartKernel(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (Kernel, error) {
	c, err := launch(ctx, command, moving, wait, seed, g)
	return Kernel{c}, err
}

// Aim tells the program the density that its moves must leave invariant from now on.
func (k Kernel) Aim(ctx context.Context, beta float64, logf []float64) error {
	return k.tell(ctx, aimLine(beta, logf))
}

// Move asks the program for one step from each state.
func (k Kernel) Move(ctx context.Context, next, states []int) error {
	return k.role.batches(len(states), func(at, end int) error {
		answer, err := k.ask(ctx, moveLine(states[at:end]))
		if err != nil {
			return err
		}
		if err := readStates(answer, next[at:end], k.cells); err != nil {
			return k.fail(err)
		}
		return nil
	})
}
