package client

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"breadboard/grid"
	"breadboard/grid/text"
)

// A Model is a program that knows p(y | x): it simulates data, and tells their log likelihood under every cell. It is
// a told.Simulator.
type Model struct{ *client }

// mostData is how many numbers a set of data may have.
const mostData = 1 << 14

// modelling describes the conversation with a model on so many cells. The Caller may be asked for moves too, so a line
// has as many states as one to a kernel.
func modelling(cells int) role {
	return role{
		flag:     "model",
		example:  "'python3 mymodel.py'",
		question: "line of simulate or loglik",
		answer:   fmt.Sprintf("a JSON array of at most %s", text.Count(max(cells, mostData), "number")),
		batch:    mostMoves,
		longest:  numberBytes*max(cells, mostData) + 1024,
		lacking:  "the model wants a program that answers simulate and loglik, as model.py does",
	}
}

// StartModel starts a program as StartKernel does.
func StartModel(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (Model, error) {
	c, err := launch(ctx, command, modelling(g.Size()), wait, seed, g)
	return Model{c}, err
}

// Kernel is the same program as a kernel: the Caller is one program, and may be both.
func (m Model) Kernel() Kernel { return Kernel(m) }

// Simulate asks the program for data from p(y | x).
func (m Model) Simulate(ctx context.Context, x int) (y []float64, err error) {
	err = m.ask(ctx, 1, func(int, int) map[string]any { return simulated(x) },
		func(answer []byte, _, _ int) error {
			y, err = readData(answer)
			return err
		})
	return y, err
}

// LogLik asks the program for log p(y | x) of every cell.
func (m Model) LogLik(ctx context.Context, dst, y []float64) error {
	return m.ask(ctx, 1, func(int, int) map[string]any { return likely(y) },
		func(answer []byte, _, _ int) error { return readLogLik(answer, dst) })
}

// simulated asks for data from the law of a cell.
func simulated(x int) map[string]any { return map[string]any{"simulate": x} }

// likely asks how likely data are.
func likely(y []float64) map[string]any { return map[string]any{"loglik": y} }

// readData reads the data in an answer: a JSON array of numbers, one at least.
func readData(line []byte) (y []float64, err error) {
	var values []json.RawMessage
	if json.Unmarshal(line, &values) != nil || len(values) == 0 {
		return nil, fmt.Errorf("it answered simulate by %s; a line with a JSON array of the numbers of the data, "+
			"row by row, would do", clipped(line))
	}
	if len(values) > mostData {
		return nil, fmt.Errorf("it simulated %s; up to %s would do", text.Count(len(values), "number"),
			text.Thousands(mostData))
	}
	for i, v := range values {
		number, ok := readWeight(v, 0)
		if !ok || math.IsInf(number, 0) {
			return nil, fmt.Errorf("number %d of %d of its data is %s; a finite number would do", i+1, len(values),
				text.Quote(string(v)))
		}
		y = append(y, number)
	}
	return y, nil
}

// readLogLik sets dst to the log likelihoods in an answer: a JSON array with a number for each cell. Null is -Inf.
func readLogLik(line []byte, dst []float64) error {
	values, err := readList(line, len(dst), listed{one: "number", what: "log likelihoods", null: "null is -inf"})
	if err != nil {
		return err
	}
	for i, v := range values {
		var ok bool
		dst[i], ok = readWeight(v, -1)
		if !ok || math.IsInf(dst[i], 1) {
			return fmt.Errorf("the log likelihood of cell %d is %s; a number, or null for -inf, would do", i,
				text.Quote(string(v)))
		}
	}
	return nil
}
