package client

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/grid"
)

// A Program is a command that makes runs of an inference program, with its own random numbers or with told
// outcomes; it is an outside.Runner.
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
		if cells[i], logw[i], err = p.returned(pair, -1); err != nil {
			return fmt.Errorf("run %d of %d returned cell %w", i+1, len(runs), err)
		}
	}
	return nil
}

// returned returns the cell and log w with which the numbers of a run begin. A log w of null is the infinity of this
// sign.
func (p Program) returned(run []*float64, sign int) (x int, logw float64, err error) {
	x, err = cellOf(run[0], p.cells)
	logw = weightOf(run[1], sign)
	if err == nil && math.IsInf(p.target[x], -1) && !math.IsInf(logw, -1) {
		err = fmt.Errorf("%d, which has no mass under the target, with log w = %v; use null, for a weight of 0", x,
			logw)
	}
	return x, logw, err
}

// readReverse sets the log weights to those in an answer, a JSON array. Null is +Inf.
func readReverse(answer []byte, logw []float64) error {
	runs, err := readArray[*float64](answer, len(logw), "runs", ", log weights, or null for one that forward "+
		"never makes,")
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

// Runs makes runs of the program: forward from the start Forward, and in reverse from a cell.
func (p Program) Runs(ctx context.Context, asked []enumerate.Run[outside.End], how enumerate.Asking) (
	[]enumerate.Run[outside.End], error) {
	start := func(x int) any {
		if x == outside.Forward {
			return nil
		}
		return x
	}
	return runs(ctx, p.client, program, asked, how, nil, start, p.endOfRun)
}

// endOfRun reads the end of a run, a pair of a cell and log w. A log w of null is the infinity that the direction
// allows.
func (p Program) endOfRun(start int, answer json.RawMessage) (end outside.End, err error) {
	var pair []*float64
	if err := json.Unmarshal(answer, &pair); err != nil || len(pair) != 2 {
		return end, fmt.Errorf("ends in %s; use a pair of a cell and log w, as in [3,-0.5]", clipped(answer))
	}
	sign := 1
	if start == outside.Forward {
		sign = -1
	}
	if end.Cell, end.LogW, err = p.returned(pair, sign); err != nil {
		err = fmt.Errorf("returned cell %w", err)
	}
	return end, err
}
