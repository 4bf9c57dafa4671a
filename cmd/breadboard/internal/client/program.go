package client

import (
	"context"
	"fmt"
	"math"
	"time"

	"breadboard/grid"
)

// A Program is an inference program; it is an outside.Runner.
type Program struct {
	*client
	target []float64
}

// mostRuns is the number of runs that a line asks for. A run may take far longer than a move.
const mostRuns = 100

// running is what an inference program is asked. An answer has 32 bytes for each cell and each
// weight, with its commas, brackets and blanks.
var running = role{
	example:  "'python3 sir.py'",
	question: "line that asks for runs",
	answer:   fmt.Sprintf("a JSON array of at most %d runs", mostRuns),
	batch:    mostRuns,
	longest:  64*mostRuns + 1024,
}

// StartProgram starts a program as StartKernel does. It tells the program the grid, a seed, and
// the log densities of the initial law and of the target.
func StartProgram(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid,
	initial, target []float64) (Program, error) {
	c, err := launch(ctx, command, running, wait, seed, g)
	if err == nil {
		err = c.tell(ctx, initialLine(initial))
	}
	if err == nil {
		err = c.tell(ctx, targetLine(target))
	}
	return Program{c, target}, err
}

// Forward asks the program for as many forward runs as there are places.
func (p Program) Forward(ctx context.Context, cells []int, logw []float64) error {
	return p.role.batches(len(cells), func(at, end int) error {
		answer, err := p.ask(ctx, forwardLine(end-at))
		if err != nil {
			return err
		}
		err = readForward(answer, cells[at:end], logw[at:end], p.cells)
		if err == nil {
			err = p.checkMass(cells[at:end], logw[at:end])
		}
		if err != nil {
			return p.fail(err)
		}
		return nil
	})
}

// checkMass returns an error if a run returned a cell without mass and has a weight.
func (p Program) checkMass(cells []int, logw []float64) error {
	for i, x := range cells {
		if math.IsInf(p.target[x], -1) && !math.IsInf(logw[i], -1) {
			return fmt.Errorf("run %d of %d returned cell %d, which has no mass under the target, with log w = %v; "+
				"null, for a weight of 0, would do", i+1, len(cells), x, logw[i])
		}
	}
	return nil
}

// Reverse asks the program for a reverse run from each cell.
func (p Program) Reverse(ctx context.Context, logw []float64, cells []int) error {
	return p.role.batches(len(cells), func(at, end int) error {
		answer, err := p.ask(ctx, reverseLine(cells[at:end]))
		if err != nil {
			return err
		}
		if err := readReverse(answer, logw[at:end]); err != nil {
			return p.fail(err)
		}
		return nil
	})
}
