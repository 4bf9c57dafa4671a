package client

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"breadboard/grid"
	"breadboard/grid/text"
)

// A Kernel is a program that makes moves; it is an outside.Mover.
type Kernel struct{ *client }

// mostMoves is the number of states in a line.
const mostMoves = 1000

// moving is what a kernel is asked. An answer has 32 bytes for each number with its comma and blanks.
var moving = role{
	example:  "'python3 mykernel.py'",
	question: "line of states",
	answer:   fmt.Sprintf("a JSON array of at most %d cell numbers", mostMoves),
	batch:    mostMoves,
	longest:  32*mostMoves + 1024,
}

// StartKernel starts a program by its command line, in which quotes work and there is no shell.
// It tells the program the grid and a seed. The program may take the time wait for each line.
func StartKernel(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (Kernel, error) {
	c, err := launch(ctx, command, moving, wait, seed, g)
	return Kernel{c}, err
}

// Aim tells the program the density that its moves must leave invariant from now on.
func (k Kernel) Aim(ctx context.Context, beta float64, logf []float64) error {
	return k.tell(ctx, aimLine(beta, logf))
}

// Move asks the program for one step from each state.
func (k Kernel) Move(ctx context.Context, next, states []int) error {
	return k.ask(ctx, len(states), func(at, end int) map[string]any { return asked(states[at:end]) },
		func(answer []byte, at, end int) error { return readStates(answer, next[at:end], k.cells) })
}

// asked asks for one step from each of these states.
func asked(states []int) map[string]any { return map[string]any{"states": states} }

// A program reads JSON objects without blanks, one a line. An object has at most one array, its last value, so that a
// client without a JSON library can read the numbers between the brackets. The grid and a seed come first. A kernel
// then reads lines of aim and of states, and an inference program reads two densities and lines that ask for runs.

// seedLimit bounds a program's seed: every language has whole numbers below it.
const seedLimit = 1 << 31

// helloLine has the grid and a seed; it is the first line.
func helloLine(seed uint64, g grid.Grid) []byte {
	lens := make([]int, g.Axes())
	for a := range lens {
		lens[a] = g.Len(a)
	}
	return oneLine(struct {
		Seed uint64 `json:"seed"`
		Grid []int  `json:"grid"`
	}{seed % seedLimit, lens})
}

// aimLine has beta and the log density of the next moves; null is a cell without mass. It panics on a NaN and on +Inf.
func aimLine(beta float64, logf []float64) []byte {
	return oneLine(map[string]any{"beta": beta, "logf": density(logf)})
}

// density is a log density in which nil, which JSON writes as null, is -Inf.
func density(logf []float64) []*float64 {
	values := make([]*float64, len(logf))
	for x, v := range logf {
		if !math.IsInf(v, -1) {
			values[x] = &logf[x]
		}
	}
	return values
}

// oneLine is a value as JSON on a line.
func oneLine(value any) []byte {
	b, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("client: %v", err))
	}
	return append(b, '\n')
}

// readStates sets next to the states in an answer: a JSON array of len(next) whole numbers from 0 to cells-1.
func readStates(line []byte, next []int, cells int) error {
	var values []json.RawMessage
	if err := json.Unmarshal(line, &values); err != nil || values == nil {
		return fmt.Errorf("it answered %s; a line with a JSON array of %s and nothing else would do",
			text.Quote(string(line)), text.Count(len(next), "cell number"))
	}
	if len(values) != len(next) {
		return fmt.Errorf("it answered %s to %s; one for each would do",
			text.Count(len(values), "number"), text.Count(len(next), "state"))
	}
	for i, v := range values {
		y, ok := wholeNumber(string(v))
		switch {
		case !ok:
			return fmt.Errorf("answer %d of %d is %s; a cell number, a whole one from 0 to %d, would do",
				i+1, len(next), text.Quote(string(v)), cells-1)
		case y < 0 || y >= cells:
			return fmt.Errorf("answer %d of %d is %d; a cell number from 0 to %d would do", i+1, len(next), y, cells-1)
		}
		next[i] = y
	}
	return nil
}

// wholeNumber reads a whole number that some languages print as 4.0 or 1e5.
func wholeNumber(s string) (n int, ok bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	return int(f), err == nil && f == math.Trunc(f) && math.Abs(f) <= 1<<52
}
