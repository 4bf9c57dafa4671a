package outside

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/enumerate"
)

// A Step is a person's step of a Markov chain in another process. It moves with its own random numbers, and it makes
// runs whose first choices have told outcomes: from a cell to a cell.
type Step interface {
	chains.Mover
	// Runs makes runs as enumerate.Make says, at the density that the step is aimed at. The error is a NotTold if it
	// makes none.
	Runs(ctx context.Context, asked []enumerate.Run[int], how enumerate.Asking) ([]enumerate.Run[int], error)
	// Hold has all later runs begin with what the step holds in its objects after so many more moves, and puts back what
	// they change there. A client may not be able to.
	Hold(moves int)
}

// A NotTold says why nothing is told of a step or of a program that would make it known exactly: its client makes no
// runs, or it cannot be followed.
type NotTold struct {
	Why     string // in words, without a capital
	Err     error  // of the client; nil if there is none
	Refused bool   // says that its client told why; it may tell its numbers yet
	Unsure  bool   // says that it may be wrong: what is known of it does not fit together
}

// Error returns why.
func (n NotTold) Error() string {
	if n.Err != nil {
		return n.Err.Error()
	}
	return n.Why
}

// Unwrap returns the error of the client.
func (n NotTold) Unwrap() error { return n.Err }
