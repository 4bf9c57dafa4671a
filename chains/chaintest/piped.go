package chaintest

import (
	"context"
	"errors"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// Piped makes the runs of a program as a user's command does, many at once: it is an outside.Runner. Numbers may be
// added to its log weights.
type Piped struct {
	programs.Program
	Dice     chains.Dice
	Constant float64 // added in both directions
	Shift    float64 // added in reverse
	Left     *int    // questions until it fails; nil if it never does
}

// ErrPipe is how it fails.
var ErrPipe = errors.New("broken pipe")

func (p Piped) ask() error {
	if p.Left == nil {
		return nil
	}
	if *p.Left--; *p.Left < 0 {
		return ErrPipe
	}
	return nil
}

// Forward makes a forward run for each of cells.
func (p Piped) Forward(_ context.Context, cells []int, logw []float64) error {
	for i := range cells {
		cells[i], logw[i] = p.Program.Forward(p.Dice)
		logw[i] += p.Constant
	}
	return p.ask()
}

// Reverse makes a reverse run from each of cells.
func (p Piped) Reverse(_ context.Context, logw []float64, cells []int) error {
	for i, x := range cells {
		logw[i] = p.Program.Reverse(x, p.Dice) + p.Constant + p.Shift
	}
	return p.ask()
}
