package client

import (
	"context"
	"fmt"
	"math"
	"time"

	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/text"
)

// A Program is a command that makes runs of an inference program, or tells their ways; it is an outside.Runner.
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

// mostWays bounds the ways of all runs, and mostFrom those of the forward runs, and of the reverse runs from a cell.
const mostWays, mostFrom = 1_000_000, 100_000

// noWays says what a command has none of.
const noWays = "it tells no ways"

// Ways asks the command for all ways of its forward runs, and of its reverse runs from every cell with mass. The error
// is a NoneError if it tells none, or too many.
func (p Program) Ways(ctx context.Context) (told programs.Told, err error) {
	var ahead, back []programs.Way
	isTold := false
	ask := func(of any, read func(answer []byte) error) error {
		q := question{line: map[string]any{"ways": of}, noun: "line that asks for ways"}
		return p.put(ctx, q, &isTold, program, noWays, read)
	}
	err = ask("forward", func(answer []byte) (err error) {
		ahead, err = p.readAhead(answer)
		return err
	})
	var cells []int
	for x, logf := range p.target {
		if !math.IsInf(logf, -1) {
			cells = append(cells, x)
		}
	}
	together, most := 1, 1 // most is the largest number of ways from a cell
	for at := 0; err == nil && at < len(cells); {
		end := min(at+together, len(cells))
		begun := time.Now()
		err = ask(cells[at:end], func(answer []byte) error {
			all, err := p.readBack(answer, cells[at:end])
			for _, ways := range all {
				most = max(most, len(ways))
				back = append(back, ways...)
			}
			return err
		})
		if err == nil && len(ahead)+len(back) > mostWays {
			err = tooMany(mostWays, "ways")
		}
		together = p.more(together, begun, mostFrom/most)
		at = end
	}
	if err != nil {
		return told, err
	}
	return programs.NewTold(ahead, back, p.cells), nil
}

// tooMany says that there are more ways than can be told.
func tooMany(most int, ways string) error {
	return None(fmt.Sprintf("its runs have more than %s %s", text.Thousands(most), ways))
}

// readAhead returns the ways in an answer: a JSON array of lists of a cell, log w and a probability.
func (p Program) readAhead(answer []byte) ([]programs.Way, error) {
	lists, err := readArray[[]*float64](answer, anyNumber, "ways", ", as in [[3,-0.5,0.25],[0,1,0.75]],")
	if err != nil {
		return nil, err
	}
	return p.readWays(lists, -1, "forward", "a list of a cell, log w and a probability, as in [3,-0.5,0.25]")
}

// readBack returns the ways in an answer, by cell: a JSON array with a list for each of the cells, of pairs of log w
// and a probability.
func (p Program) readBack(answer []byte, cells []int) (ways [][]programs.Way, err error) {
	all, err := readArray[[][]*float64](answer, len(cells), "lists of ways", "")
	for i, lists := range all {
		x := float64(cells[i])
		for k, pair := range lists {
			lists[k] = append([]*float64{&x}, pair...)
		}
		from, err := p.readWays(lists, 1, fmt.Sprintf("from cell %d", cells[i]),
			"a pair of log w and a probability, as in [-0.5,0.25]")
		if err != nil {
			return nil, err
		}
		ways = append(ways, from)
	}
	return ways, err
}

// readWays returns the ways of a run from lists of a cell, log w and a probability. Probabilities in single precision
// are divided by their sum. A log w of null is the infinity of this sign. In errors of says of which run, and form how a
// way is written.
func (p Program) readWays(lists [][]*float64, sign int, of, form string) (ways []programs.Way, err error) {
	const rounding = 1e-6 // of single precision
	sum := 0.0
	for i, list := range lists {
		if len(list) != 3 || list[2] == nil || *list[2] < 0 {
			return nil, fmt.Errorf("way %d of %d %s has no probability; use %s", i+1, len(lists), of, form)
		}
		x, logw, err := p.returned(list, sign)
		if err != nil {
			return nil, fmt.Errorf("way %d of %d %s returned cell %w", i+1, len(lists), of, err)
		}
		ways = append(ways, programs.Way{Cell: x, LogW: logw, P: *list[2]})
		sum += *list[2]
	}
	switch {
	case len(ways) > mostFrom:
		return nil, tooMany(mostFrom, "ways "+of)
	case !(math.Abs(sum-1) <= rounding):
		return nil, fmt.Errorf("the probabilities of its ways %s sum to %.12g; use %s, for each way, and runs that "+
			"remember no others", of, sum, form)
	}
	for i := range ways {
		ways[i].P /= sum
	}
	return ways, nil
}
