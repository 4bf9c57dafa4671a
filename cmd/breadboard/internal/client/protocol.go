package outside

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"breadboard/grid"
)

// A Mover makes moves and shows nothing else of itself: a kernel of which only
// samples are seen.
type Mover interface {
	// Aim has the moves leave exp(logf) invariant from now on.
	Aim(ctx context.Context, beta float64, logf []float64) error
	// Move sets next[i] to the state after one step from states[i], each step by
	// itself. The states have mass; the next ones are cells of the grid.
	Move(ctx context.Context, next, states []int) error
}

// MostSeed is what the seeds that a program is told lie below: every language
// has whole numbers as large.
const MostSeed = 1 << 31

// A program is told three kinds of lines, each a JSON object without blanks with
// one array, its last value. HelloLine is the first: the grid, and a seed.
func HelloLine(seed uint64, g grid.Grid) []byte {
	b := append([]byte(`{"seed":`), strconv.FormatUint(seed%MostSeed, 10)...)
	b = append(b, `,"grid":[`...)
	for a := range g.Axes() {
		b = strconv.AppendInt(comma(b, a), int64(g.Len(a)), 10)
	}
	return append(b, "]}\n"...)
}

// AimLine is the log density at beta, from here on; null is a cell without mass.
// It panics on a NaN and on +Inf.
func AimLine(beta float64, logf []float64) []byte {
	b := strconv.AppendFloat([]byte(`{"beta":`), beta, 'g', -1, 64)
	b = append(b, `,"logf":[`...)
	for x, v := range logf {
		b = comma(b, x)
		switch {
		case math.IsInf(v, -1):
			b = append(b, "null"...)
		case math.IsNaN(v) || math.IsInf(v, 1):
			panic(fmt.Sprintf("outside: the log density of cell %d is %v", x, v))
		default:
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		}
	}
	return append(b, "]}\n"...)
}

// AskLine asks for one step from each of these states.
func AskLine(states []int) []byte {
	b := []byte(`{"states":[`)
	for i, x := range states {
		b = strconv.AppendInt(comma(b, i), int64(x), 10)
	}
	return append(b, "]}\n"...)
}

func comma(b []byte, i int) []byte {
	if i == 0 {
		return b
	}
	return append(b, ',')
}

// LongestAnswer is how many bytes an answer to n states may have: each number, its
// comma and blanks around it in 32.
func LongestAnswer(n int) int { return 32*n + 1024 }

// ReadAnswer sets next to the states in a program's answer, a JSON array of as many
// whole numbers from 0 to below cells. The error says what was found and what would
// do.
func ReadAnswer(line []byte, next []int, cells int) error {
	var values []json.RawMessage
	if err := json.Unmarshal(line, &values); err != nil || values == nil {
		return fmt.Errorf("it answered %s; a line with a JSON array of %s and nothing else would do", text.Quote(string(line)), text.Count(len(next), "cell number"))
	}
	if len(values) != len(next) {
		return fmt.Errorf("it answered %s to %s; one for each would do", text.Count(len(values), "number"), text.Count(len(next), "state"))
	}
	for i, v := range values {
		y, err := strconv.Atoi(string(v))
		if err != nil { // 4.0 and 1e5 are whole as well
			f, wrong := strconv.ParseFloat(string(v), 64)
			if wrong != nil || f != math.Trunc(f) || math.Abs(f) > 1<<52 {
				return fmt.Errorf("answer %d of %d is %s; a cell number, a whole one from 0 to %d, would do", i+1, len(next), text.Quote(string(v)), cells-1)
			}
			y = int(f)
		}
		if y < 0 || y >= cells {
			return fmt.Errorf("answer %d of %d is %d; a cell number from 0 to %d would do", i+1, len(next), y, cells-1)
		}
		next[i] = y
	}
	return nil
}
