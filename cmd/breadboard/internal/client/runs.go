package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"breadboard/grid/text"
)

// initialLine has the initial law's log density, in which null is a cell without mass.
func initialLine(logf []float64) []byte {
	return oneLine(struct {
		Initial []*float64 `json:"initial"`
	}{density(logf)})
}

// targetLine has the target's log density.
func targetLine(logf []float64) []byte {
	return oneLine(struct {
		Target []*float64 `json:"target"`
	}{density(logf)})
}

// forwardLine asks for so many forward runs.
func forwardLine(runs int) []byte {
	return oneLine(struct {
		Forward int `json:"forward"`
	}{runs})
}

// reverseLine asks for a reverse run from each of these cells.
func reverseLine(cells []int) []byte {
	return oneLine(struct {
		Reverse []int `json:"reverse"`
	}{cells})
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
