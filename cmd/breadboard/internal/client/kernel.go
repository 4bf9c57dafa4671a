package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"breadboard/grid"
	"breadboard/grid/text"
)

// A Kernel is a command that makes moves, or tells the rows of its kernel, or both; it is a chains.Mover.
type Kernel struct{ *client }

const (
	mostMoves   = 1000    // of a line of states
	mostNumbers = 1 << 16 // of an answer of rows: on 49 cells all rows are one answer, and on 4096 cells 16 are
)

// StartKernel starts a command by its command line, in which quotes work and there is no shell. The command first reads
// the grid and a seed, and may take the time wait for each line.
func StartKernel(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (Kernel, error) {
	c, err := launch(ctx, command, wait, seed, g)
	return Kernel{c}, err
}

// Aim tells the command the density that its steps must leave invariant from now on.
func (k Kernel) Aim(_ context.Context, beta float64, logf []float64) error {
	k.send(aimLine(beta, logf))
	return nil
}

// aimLine returns the line with beta and the log density; null is a cell without mass.
func aimLine(beta float64, logf []float64) []byte {
	return oneLine(map[string]any{"beta": beta, "logf": density(logf)})
}

// Move asks the command for one step from each state.
func (k Kernel) Move(ctx context.Context, next, states []int) error {
	for at := 0; at < len(states); at += mostMoves {
		end := min(at+mostMoves, len(states))
		q := question{line: map[string]any{"states": states[at:end]}, noun: "line of states"}
		err := k.ask(ctx, q, func(answer []byte) error { return readStates(answer, next[at:end], k.cells) })
		if err != nil {
			return err
		}
	}
	return nil
}

// Rows asks the command for the rows of some cells, and returns them one after the other. The row of a cell has the
// probability of each cell after one step.
func (k Kernel) Rows(ctx context.Context, cells []int) ([]float64, error) {
	rows := make([]float64, len(cells)*k.cells)
	batch := max(1, mostNumbers/k.cells)
	for at := 0; at < len(cells); at += batch {
		end := min(at+batch, len(cells))
		q := question{line: map[string]any{"rows": cells[at:end]}, noun: "line of cells whose rows are asked for"}
		if !k.answered {
			q.hint = "a command that only makes moves has no rows, which are asked for here; sample --exec, and " +
				"validate --exec without --rows, take moves"
		}
		err := k.ask(ctx, q, func(answer []byte) error {
			return readRows(answer, cells[at:end], rows[at*k.cells:end*k.cells])
		})
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// readStates sets next to the states in an answer: a JSON array of len(next) whole numbers from 0 to cells-1.
func readStates(answer []byte, next []int, cells int) error {
	values, err := readArray[*float64](answer, len(next), "cell numbers", "")
	if err != nil {
		return err
	}
	for i, v := range values {
		if next[i], err = cellOf(v, cells); err != nil {
			return fmt.Errorf("answer %d of %d is %w", i+1, len(values), err)
		}
	}
	return nil
}

// readRows sets rows, which are zeros, to the rows in an answer: a JSON array with one row for each of the cells.
func readRows(answer []byte, cells []int, rows []float64) error {
	all, err := readArray[json.RawMessage](answer, len(cells), "rows", "")
	if err != nil {
		return err
	}
	length := len(rows) / len(cells)
	for i, row := range all {
		if err := readRow(row, rows[i*length:][:length]); err != nil {
			return fmt.Errorf("row %d of %d, of cell %d, %w; use %d numbers, one for each cell, or pairs of a cell "+
				"and a probability, as in [[0,0.5],[1,0.5]]", i+1, len(cells), cells[i], err, length)
		}
	}
	return nil
}

// readRow sets a row of zeros. It is dense, with a number for each cell, or has pairs of a cell and a probability.
// Whether the numbers are probabilities is judged elsewhere, where the level is named too.
func readRow(answer json.RawMessage, row []float64) error {
	if bytes.Contains(answer, []byte("null")) { // null would be read as 0
		return errors.New("has null in place of a probability")
	}
	var dense []float64
	if json.Unmarshal(answer, &dense) == nil {
		if len(dense) != len(row) {
			return fmt.Errorf("has %s", text.Count(len(dense), "number"))
		}
		copy(row, dense)
		return nil
	}
	var pairs [][]float64
	if json.Unmarshal(answer, &pairs) != nil {
		return fmt.Errorf("is %s", text.Quote(string(answer)))
	}
	named := make([]bool, len(row))
	for _, pair := range pairs {
		if len(pair) != 2 {
			return errors.New("has a pair that is no cell and probability")
		}
		y, err := cellOf(&pair[0], len(row))
		switch {
		case err != nil:
			return fmt.Errorf("has a probability of cell %w", err)
		case named[y]:
			return fmt.Errorf("has cell %d twice, and not once with the sum of both", y)
		}
		named[y] = true
		row[y] = pair[1]
	}
	return nil
}

// readArray reads an answer, a JSON array of this many items. In errors what names the items, and form says how to
// write them.
func readArray[T any](answer []byte, items int, what, form string) (all []T, err error) {
	if err := json.Unmarshal(answer, &all); err != nil || all == nil {
		hint := ""
		if lower := bytes.ToLower(answer); bytes.Contains(lower, []byte("nan")) || bytes.Contains(lower, []byte("inf")) {
			hint = " (JSON has no NaN and no infinity)"
		}
		return nil, fmt.Errorf("it answered %s%s; use a line with a JSON array of %d %s%s and nothing else",
			clipped(answer), hint, items, what, form)
	}
	if len(all) != items {
		return nil, fmt.Errorf("it answered %d %s to a question for %d; use one for each", len(all), what, items)
	}
	return all, nil
}

// cellOf returns the cell of a number, which some languages print as 4.0 or 1e5. nil stands for null.
func cellOf(number *float64, cells int) (int, error) {
	if number == nil {
		return 0, fmt.Errorf("null; use a cell number from 0 to %d", cells-1)
	}
	v := *number
	if v < 0 || v >= float64(cells) || v != math.Trunc(v) {
		return 0, fmt.Errorf("%v; use a cell number, a whole one from 0 to %d", v, cells-1)
	}
	return int(v), nil
}
