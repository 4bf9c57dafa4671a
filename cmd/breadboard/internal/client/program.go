package client

import (
	"context"
	"fmt"
	"math"
	"time"

	"breadboard/grid"
)

// A Program is a command that makes runs of an inference program; it is an outside.Runner.
type Program struct {
	*client
	target []float64
}

// mostRuns bounds the runs that a line asks for. A run may take far longer than a move.
const mostRuns = 100

// StartProgram starts a command as StartKernel does. It tells the command the grid, a seed, and the log densities of
// the initial distribution and of the target.
func StartProgram(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid,
	initial, target []float64) (Program, error) {
	c, err := launch(ctx, command, wait, seed, g)
	if err == nil {
		c.send(oneLine(map[string]any{"initial": density(initial)}))
		c.send(oneLine(map[string]any{"target": density(target)}))
	}
	return Program{c, target}, err
}

// Forward asks the command for len(cells) forward runs. It returns an error if a run with a weight returned a cell
// without mass.
func (p Program) Forward(ctx context.Context, cells []int, logw []float64) error {
	return p.run(ctx, len(cells), func(at, end int) map[string]any { return map[string]any{"forward": end - at} },
		func(answer []byte, at, end int) error { return p.readForward(answer, cells[at:end], logw[at:end]) })
}

// Reverse asks the command for a reverse run from each cell.
func (p Program) Reverse(ctx context.Context, logw []float64, cells []int) error {
	return p.run(ctx, len(cells), func(at, end int) map[string]any { return map[string]any{"reverse": cells[at:end]} },
		func(answer []byte, at, end int) error { return readReverse(answer, logw[at:end]) })
}

// run asks for n runs in batches. line writes the question for the runs from at to end, and read reads its answer.
func (p Program) run(ctx context.Context, n int, line func(at, end int) map[string]any,
	read func(answer []byte, at, end int) error) error {
	for at := 0; at < n; at += mostRuns {
		end := min(at+mostRuns, n)
		q := question{line: line(at, end), noun: "line that asks for runs"}
		if err := p.ask(ctx, q, func(answer []byte) error { return read(answer, at, end) }); err != nil {
			return err
		}
	}
	return nil
}

// readForward sets the cells and log weights to the runs in an answer: a JSON array of pairs such as [3,-0.5]. A log
// weight of null is -Inf.
func (p Program) readForward(answer []byte, cells []int, logw []float64) error {
	runs, err := readArray[[]*float64](answer, len(cells), "runs", ", pairs of a cell and log w as in "+
		"[3,-0.5], or [3,null] for a weight of 0,")
	if err != nil {
		return err
	}
	for i, pair := range runs {
		if len(pair) != 2 {
			return fmt.Errorf("run %d of %d has %d numbers; use a pair of a cell and log w, as in [3,-0.5]", i+1,
				len(runs), len(pair))
		}
		x, err := cellOf(pair[0], p.cells)
		if err != nil {
			return fmt.Errorf("run %d of %d returned cell %w", i+1, len(runs), err)
		}
		cells[i] = x
		logw[i] = weightOf(pair[1], -1)
		if math.IsInf(p.target[x], -1) && !math.IsInf(logw[i], -1) {
			return fmt.Errorf("run %d of %d returned cell %d, which has no mass under the target, with log w = %v; "+
				"use null, for a weight of 0", i+1, len(runs), x, logw[i])
		}
	}
	return nil
}

// readReverse sets the log weights to those in an answer, a JSON array. Null is +Inf.
func readReverse(answer []byte, logw []float64) error {
	runs, err := readArray[*float64](answer, len(logw), "runs", ", log weights, or null for one that forward never makes,")
	for i, weight := range runs {
		logw[i] = weightOf(weight, 1)
	}
	return err
}

// weightOf returns a log weight. nil, which stands for null, is the infinity of this sign.
func weightOf(weight *float64, sign int) float64 {
	if weight == nil {
		return math.Inf(sign)
	}
	return *weight
}
