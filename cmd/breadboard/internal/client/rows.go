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

// Rows is a program that tells the rows of its kernel: from a cell, the probability of each cell after one step.
type Rows struct{ *client }

// mostNumbers is how many numbers, or pairs of a cell and a probability, an answer to a question for rows may have: on
// 49 cells all rows are one answer, and on 4096 cells 16 are.
const mostNumbers = 1 << 16

// numberBytes is how long a number may be, or a pair, with its commas, brackets and blanks. The longest pair that
// Python prints has 33 characters.
const numberBytes = 64

// telling describes the conversation with a program that tells rows of so many cells.
func telling(cells int) role {
	batch := max(1, min(cells, mostNumbers/cells))
	return role{
		flag:     "exec",
		example:  "'python3 mykernel.py'",
		question: "line of cells whose rows are asked for",
		answer:   fmt.Sprintf("a JSON array of at most %s", text.Count(batch, "row")),
		batch:    batch,
		longest:  numberBytes*batch*cells + 1024,
		lacking: "a program that only makes moves lacks the rows that are asked for here; sample --exec, and " +
			"validate --exec without --rows, take moves",
	}
}

// StartRows starts a program as StartKernel does.
func StartRows(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (Rows, error) {
	c, err := launch(ctx, command, telling(g.Size()), wait, seed, g)
	return Rows{c}, err
}

// Aim tells the program the density that its kernel must leave invariant from now on.
func (r Rows) Aim(ctx context.Context, beta float64, logf []float64) error {
	return r.tell(ctx, aimLine(beta, logf))
}

// Of asks the program for the rows of some cells, and returns them one after the other.
func (r Rows) Of(ctx context.Context, cells []int) ([]float64, error) {
	rows := make([]float64, len(cells)*r.cells)
	err := r.ask(ctx, len(cells), func(at, end int) map[string]any { return askedRows(cells[at:end]) },
		func(answer []byte, at, end int) error {
			return readRows(answer, cells[at:end], rows[at*r.cells:end*r.cells])
		})
	return rows, err
}

// askedRows asks for the rows of these cells.
func askedRows(cells []int) map[string]any { return map[string]any{"rows": cells} }

// readRows sets rows, which are zeros, to those in an answer: a JSON array with one for each cell asked.
func readRows(line []byte, cells []int, rows []float64) error {
	all, err := readList(line, len(cells), listed{one: "row", what: "rows", null: "null is no probability either"})
	if err != nil {
		return err
	}
	length := len(rows) / len(cells)
	for i, answer := range all {
		if err := readRow(answer, rows[i*length:][:length]); err != nil {
			return fmt.Errorf("row %d of %d, of cell %d, %w", i+1, len(cells), cells[i], err)
		}
	}
	return nil
}

// readRow sets a row of zeros. It is dense, with a number for each cell, or has pairs of a cell and a probability.
// Whether the numbers are probabilities is not asked here: who judges the rows names the level too.
func readRow(answer json.RawMessage, row []float64) error {
	if bytes.Contains(answer, []byte("null")) { // which would be read as 0
		return errors.New("has null; use a probability in its place")
	}
	var dense []float64
	if json.Unmarshal(answer, &dense) == nil {
		if len(dense) != len(row) {
			return fmt.Errorf("has %s; use %s", text.Count(len(dense), "number"), rowsWouldDo(len(row)))
		}
		copy(row, dense)
		return nil
	}
	var pairs [][]float64
	if json.Unmarshal(answer, &pairs) != nil {
		return fmt.Errorf("is %s; use %s", text.Quote(string(answer)), rowsWouldDo(len(row)))
	}
	return readPairs(pairs, row)
}

// readPairs sets a row of zeros to the probabilities of the cells that are named.
func readPairs(pairs [][]float64, row []float64) error {
	named := make([]bool, len(row))
	for _, pair := range pairs {
		if len(pair) != 2 {
			return fmt.Errorf("has a pair that is no cell and probability; use %s", rowsWouldDo(len(row)))
		}
		place := pair[0]
		if !(place >= 0 && place < float64(len(row)) && place == math.Trunc(place)) {
			return fmt.Errorf("has a probability of cell %v; use a whole number from 0 to %d", place, len(row)-1)
		}
		y := int(place)
		if named[y] {
			return fmt.Errorf("has cell %d twice; use once, with the sum of both", y)
		}
		named[y] = true
		row[y] = pair[1]
	}
	return nil
}

// rowsWouldDo says what a row may be.
func rowsWouldDo(cells int) string {
	return fmt.Sprintf("%s, one for each cell, or pairs of a cell and a probability, as in [[0,0.5],[1,0.5]],",
		text.Count(cells, "number"))
}
