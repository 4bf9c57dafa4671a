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

// A Kernel is a program that makes moves; it is an chains.Mover.
type Kernel struct{ *client }

// mostMoves is the number of states in a line.
const mostMoves = 1000

// moving describes the conversation with a kernel. An answer has 32 bytes for each number with its comma and blanks.
var moving = role{
	flag:     "exec",
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
// then reads lines of aim and of states, or of cells whose rows are asked for (rows.go), and an inference program reads
// two densities and lines that ask for runs.

// seedLimit bounds a program's seed: every language has whole numbers below it.
const seedLimit = 1 << 31

// helloLine has the grid and a seed; it is the first line.
func helloLine(seed uint64, g grid.Grid) []byte {
	return oneLine(struct {
		Seed uint64 `json:"seed"`
		Grid []int  `json:"grid"`
	}{seed % seedLimit, g.Lens()})
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
	if plainStates(line, next, cells) {
		return nil
	}
	var values []json.RawMessage
	if err := json.Unmarshal(line, &values); err != nil || values == nil {
		return fmt.Errorf("it answered %s; use a line with a JSON array of %s and nothing else",
			text.Quote(string(line)), text.Count(len(next), "cell number"))
	}
	if len(values) != len(next) {
		return fmt.Errorf("it answered %s to %s; use one for each",
			text.Count(len(values), "number"), text.Count(len(next), "state"))
	}
	for i, v := range values {
		y, ok := wholeNumber(string(v))
		switch {
		case !ok:
			return fmt.Errorf("answer %d of %d is %s; use a cell number, a whole one from 0 to %d",
				i+1, len(next), text.Quote(string(v)), cells-1)
		case y < 0 || y >= cells:
			return fmt.Errorf("answer %d of %d is %d; use a cell number from 0 to %d", i+1, len(next), y, cells-1)
		}
		next[i] = y
	}
	return nil
}

// plainStates is readStates of an answer that has nothing but digits between its commas and blanks, which nearly all
// have. It reports whether the answer is one, and takes a fifth of the time: of ten million moves that is some seconds.
func plainStates(line []byte, next []int, cells int) bool {
	const blanks = " \t\r\n" // those of JSON
	inner, opened := bytes.CutPrefix(bytes.Trim(line, blanks), []byte("["))
	inner, closed := bytes.CutSuffix(inner, []byte("]"))
	i := 0
	for word := range bytes.SplitSeq(inner, []byte(",")) {
		word = bytes.Trim(word, blanks)
		y, err := strconv.ParseUint(string(word), 10, 31)
		padded := len(word) > 1 && word[0] == '0' // which is no JSON
		if err != nil || padded || i == len(next) || int(y) >= cells {
			return false
		}
		next[i] = int(y)
		i++
	}
	return opened && closed && i == len(next)
}

// wholeNumber reads a whole number that some languages print as 4.0 or 1e5.
func wholeNumber(s string) (n int, ok bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	return int(f), err == nil && f == math.Trunc(f) && math.Abs(f) <= 1<<52
}

// A Program is an inference program; it is an outside.Runner.
type Program struct {
	*client
	target []float64
}

// mostRuns is the number of runs that a line asks for. A run may take far longer than a move.
const mostRuns = 100

// running describes the conversation with an inference program. An answer has 32 bytes for each cell and each
// weight, with its commas, brackets and blanks.
var running = role{
	flag:     "exec",
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

// Forward asks the program for as many forward runs as there are places. It is an error if a run returned a cell
// without mass and has a weight.
func (p Program) Forward(ctx context.Context, cells []int, logw []float64) error {
	return p.ask(ctx, len(cells), func(at, end int) map[string]any { return map[string]any{"forward": end - at} },
		func(answer []byte, at, end int) error {
			cells, logw := cells[at:end], logw[at:end]
			err := readForward(answer, cells, logw, p.cells)
			for i, x := range cells {
				if err == nil && math.IsInf(p.target[x], -1) && !math.IsInf(logw[i], -1) {
					err = fmt.Errorf("run %d of %d returned cell %d, which has no mass under the target, with log w "+
						"= %v; use null, for a weight of 0", i+1, len(cells), x, logw[i])
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
	runs, err := readList(line, len(cells), listed{"run", "pairs such as [3,-0.5]", noWeight})
	if err != nil {
		return err
	}
	for i, r := range runs {
		var pair []json.RawMessage
		if err := json.Unmarshal(r, &pair); err != nil || len(pair) != 2 {
			return fmt.Errorf("run %d of %d is %s; use a pair of a cell and log w, as in [3,-0.5]", i+1,
				len(runs),
				text.Quote(string(r)))
		}
		x, ok := wholeNumber(string(pair[0]))
		if !ok || x < 0 || x >= most {
			return fmt.Errorf("run %d of %d returned cell %s; use a whole number from 0 to %d", i+1, len(runs),
				text.Quote(string(pair[0])), most-1)
		}
		cells[i] = x
		if logw[i], ok = readWeight(pair[1], -1); !ok {
			return fmt.Errorf("run %d of %d has the log weight %s; use a number, or null for a weight of 0", i+1,
				len(runs), text.Quote(string(pair[1])))
		}
	}
	return nil
}

// readReverse sets the log weights to those in an answer, a JSON array. Null is +Inf.
func readReverse(line []byte, logw []float64) error {
	runs, err := readList(line, len(logw), listed{"run", "log weights", noWeight})
	if err != nil {
		return err
	}
	for i, r := range runs {
		var ok bool
		if logw[i], ok = readWeight(r, 1); !ok {
			return fmt.Errorf("run %d of %d has the log weight %s; use a number, or null for one that no forward run "+
				"has", i+1, len(runs), text.Quote(string(r)))
		}
	}
	return nil
}

// A listed says what an array has, as errors put it.
type listed struct {
	one  string // the noun of an item
	what string // items as they are written
	null string // what null is, which JSON has and a program may mean by NaN
}

// noWeight is what null is in an array of runs.
const noWeight = "null is a log weight without a number"

// readList takes an array of so many items apart.
func readList(line []byte, items int, of listed) (all []json.RawMessage, err error) {
	if err := json.Unmarshal(line, &all); err != nil || all == nil {
		hint := ""
		if lower := bytes.ToLower(line); bytes.Contains(lower, []byte("nan")) || bytes.Contains(lower, []byte("inf")) {
			hint = fmt.Sprintf(" (JSON has no NaN and no infinity; %s)", of.null)
		}
		return nil, fmt.Errorf("it answered %s%s; use a line with a JSON array of %s, %d of them, and nothing else",
			clipped(line), hint, of.what, items)
	}
	if len(all) != items {
		return nil, fmt.Errorf("it answered %s to a question for %d; use one for each",
			text.Count(len(all), of.one), items)
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
