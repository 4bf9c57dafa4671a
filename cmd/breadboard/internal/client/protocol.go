package client

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"breadboard/grid"
	"breadboard/grid/text"
)

// A program reads JSON objects without blanks, one a line. An object has at most one array,
// its last value, so that a client without a JSON library can read the numbers between the
// brackets. The grid and a seed come first. A kernel then reads lines of aim and of states, and
// an inference program reads two densities and lines that ask for runs.

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

// aimLine has beta and the log density of the next moves; null is a cell without mass.
// It panics on a NaN and on +Inf.
func aimLine(beta float64, logf []float64) []byte {
	return oneLine(struct {
		Beta float64    `json:"beta"`
		LogF []*float64 `json:"logf"`
	}{beta, density(logf)})
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

// moveLine asks for one step from each of these states.
func moveLine(states []int) []byte {
	return oneLine(struct {
		States []int `json:"states"`
	}{states})
}

// oneLine is a value as JSON on a line.
func oneLine(value any) []byte {
	b, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("client: %v", err))
	}
	return append(b, '\n')
}

// readStates sets next to the states in an answer: a JSON array of len(next) whole
// numbers from 0 to cells-1.
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
