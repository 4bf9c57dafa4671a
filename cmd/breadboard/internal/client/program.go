package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"breadboard/grid"
	"breadboard/grid/text"
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
		err = c.tell(ctx, oneLine(map[string]any{"initial": density(initial)}))
	}
	if err == nil {
		err = c.tell(ctx, oneLine(map[string]any{"target": density(target)}))
	}
	return Program{c, target}, err
}

// Forward asks the program for as many forward runs as there are places. It is an error if a run returned a cell without
// mass and has a weight.
func (p Program) Forward(ctx context.Context, cells []int, logw []float64) error {
	return p.ask(ctx, len(cells), func(at, end int) map[string]any { return map[string]any{"forward": end - at} },
		func(answer []byte, at, end int) error {
			cells, logw := cells[at:end], logw[at:end]
			err := readForward(answer, cells, logw, p.cells)
			for i, x := range cells {
				if err == nil && math.IsInf(p.target[x], -1) && !math.IsInf(logw[i], -1) {
					err = fmt.Errorf("run %d of %d returned cell %d, which has no mass under the target, with log w = %v; "+
						"null, for a weight of 0, would do", i+1, len(cells), x, logw[i])
				}
			}
			return err
		})
}

// Reverse asks the program for a reverse run from each cell.
func (p Program) Reverse(ctx context.Context, logw []float64, cells []int) error {
	return p.ask(ctx, len(cells), func(at, end int) map[string]any { return map[string]any{"reverse": cells[at:end]} },
		func(answer []byte, at, end int) error { return readReverse(answer, logw[at:end]) })
}

// readForward sets the cells and log weights to the runs in an answer: a JSON array of pairs such
// as [3,-0.5]. A log weight of null is -Inf.
func readForward(line []byte, cells []int, logw []float64, most int) error {
	runs, err := readRuns(line, len(cells), "pairs such as [3,-0.5]")
	if err != nil {
		return err
	}
	for i, r := range runs {
		var pair []json.RawMessage
		if err := json.Unmarshal(r, &pair); err != nil || len(pair) != 2 {
			return fmt.Errorf("run %d of %d is %s; a pair of a cell and log w, as in [3,-0.5], would do", i+1, len(runs),
				text.Quote(string(r)))
		}
		x, ok := wholeNumber(string(pair[0]))
		if !ok || x < 0 || x >= most {
			return fmt.Errorf("run %d of %d returned cell %s; a whole number from 0 to %d would do", i+1, len(runs),
				text.Quote(string(pair[0])), most-1)
		}
		cells[i] = x
		if logw[i], ok = readWeight(pair[1], -1); !ok {
			return fmt.Errorf("run %d of %d has the log weight %s; a number, or null for a weight of 0, would do", i+1,
				len(runs), text.Quote(string(pair[1])))
		}
	}
	return nil
}

// readReverse sets the log weights to those in an answer, a JSON array. Null is +Inf.
func readReverse(line []byte, logw []float64) error {
	runs, err := readRuns(line, len(logw), "log weights")
	if err != nil {
		return err
	}
	for i, r := range runs {
		var ok bool
		if logw[i], ok = readWeight(r, 1); !ok {
			return fmt.Errorf("run %d of %d has the log weight %s; a number, or null for one that no forward run has, "+
				"would do", i+1, len(runs), text.Quote(string(r)))
		}
	}
	return nil
}

// readRuns takes an array of so many runs apart. The error says what they are.
func readRuns(line []byte, runs int, what string) (all []json.RawMessage, err error) {
	if err := json.Unmarshal(line, &all); err != nil || all == nil {
		hint := ""
		if lower := bytes.ToLower(line); bytes.Contains(lower, []byte("nan")) || bytes.Contains(lower, []byte("inf")) {
			hint = " (JSON has no NaN and no infinity; null is a log weight without a number)"
		}
		return nil, fmt.Errorf("it answered %s%s; a line with a JSON array of %s, %d of them, and nothing else would do",
			clipped(line), hint, what, runs)
	}
	if len(all) != runs {
		return nil, fmt.Errorf("it answered %s to a question for %d; one for each would do",
			text.Count(len(all), "run"), runs)
	}
	return all, nil
}

// readWeight reads a log weight, in which null is the infinity of this sign.
func readWeight(s json.RawMessage, sign int) (v float64, ok bool) {
	if string(s) == "null" {
		return math.Inf(sign), true
	}
	v, err := strconv.ParseFloat(string(s), 64)
	return v, err == nil
}
