package client

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/enumerate"
)

// A client makes runs whose first choices have told outcomes, and tells for each the odds of its choices, their
// outcomes and its end: cmd/breadboard/doc/runs.md has the protocol. Which runs are made, and what follows from them,
// is of package enumerate.

// mostAsked bounds the runs of a line.
const mostAsked = 1000

// runs asks for runs, as many in a line as are answered soon. start returns a start as it is asked for, and end reads
// an end.
func runs[E comparable](ctx context.Context, c *client, code string, asked []enumerate.Run[E], how enumerate.Asking,
	held *int, start func(int) any, end func(start int, answer json.RawMessage) (E, error)) (made []enumerate.Run[E],
	err error) {
	for at := 0; at < len(asked); {
		some := asked[at:min(at+c.atOnce, len(asked))]
		lines := make([][]any, len(some))
		for i, r := range some {
			lines[i] = append(lines[i], start(r.Start))
			for _, outcome := range r.Outcomes {
				lines[i] = append(lines[i], outcome)
			}
		}
		line := map[string]any{"runs": lines, "again": how == enumerate.Again}
		switch how {
		case enumerate.Marked:
			line["marks"] = true
		case enumerate.Numbers:
			line["numbers"] = true
		}
		if held != nil {
			line["held"] = *held
		}
		begun := time.Now()
		q := question{line: line, noun: "line of runs"}
		if !c.makesRuns {
			q.hint = "a command that makes no runs answers null to it"
		}
		err := c.put(ctx, q, &c.makesRuns, code, "it makes no runs", func(answer []byte) error {
			told, err := readRuns(answer, some, end)
			made = append(made, told...)
			return err
		})
		if err != nil {
			return nil, err
		}
		at += len(some)
		c.calls += len(some)
		if how == enumerate.Again { // with plain numbers, too
			c.calls += len(some)
		}
		c.atOnce = c.more(c.atOnce, begun, mostAsked)
	}
	return made, nil
}

// readRuns reads an answer: a JSON array with a run for each of those that were asked for.
func readRuns[E comparable](answer []byte, asked []enumerate.Run[E],
	end func(start int, answer json.RawMessage) (E, error)) (made []enumerate.Run[E], err error) {
	all, err := readArray[toldRun](answer, len(asked), "runs", ", each with its choices, their outcomes and its end,")
	for i, told := range all {
		r := enumerate.Run[E]{Start: asked[i].Start}
		if err = told.read(&r.Choices, &r.Outcomes); err == nil {
			r.End, r.Failed, err = endOf(told, r.Start, end)
		}
		if err != nil {
			return nil, fmt.Errorf("run %d of %d %w", i+1, len(all), err)
		}
		made = append(made, r)
	}
	return made, err
}

// A toldRun is a run as it is answered: [choices, outcomes, end].
type toldRun [3]json.RawMessage

// UnmarshalJSON takes an array of three, and no other.
func (t *toldRun) UnmarshalJSON(answer []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(answer, &parts); err != nil {
		return err
	}
	if len(parts) != len(t) {
		return fmt.Errorf("a run has %d parts, and not its choices, their outcomes and its end", len(parts))
	}
	copy(t[:], parts)
	return nil
}

// read reads the choices and their outcomes.
func (t toldRun) read(choices *[]enumerate.Choice, outcomes *[]int) error {
	var lists [][]any
	if err := json.Unmarshal(t[0], &lists); err != nil {
		return fmt.Errorf("has the choices %s; use a list of odds for each", clipped(t[0]))
	}
	var fell []float64 // which some languages print as 1.0
	if err := json.Unmarshal(t[1], &fell); err != nil {
		return fmt.Errorf("has the outcomes %s; use a whole number for each choice", clipped(t[1]))
	}
	if len(lists) != len(fell) {
		return fmt.Errorf("has %d choices and %d outcomes; use one for each", len(lists), len(fell))
	}
	for k, list := range lists {
		c, err := readChoice(list)
		if err != nil {
			return err
		}
		i := int(fell[k])
		isKey := c.Bits > 0
		if isKey && !(float64(i) == fell[k] && i >= 0 && i < 1<<enumerate.KeyBits) {
			return fmt.Errorf("has %v for a number; use a whole number below 2^%d, its first bits",
				fell[k], enumerate.KeyBits)
		}
		if !isKey && (float64(i) != fell[k] || i < 0 || i >= len(c.Odds) || c.Odds[i] == 0) {
			return fmt.Errorf("has outcome %v of a choice by the odds %v; use one that is possible", fell[k], c.Odds)
		}
		*choices = append(*choices, c)
		*outcomes = append(*outcomes, i)
	}
	return nil
}

// readChoice reads the odds of a choice: after "<" if a random number was compared, and before a mark, "@" and a text.
// A number whose odds are not known is "u" and its bits.
func readChoice(list []any) (c enumerate.Choice, err error) {
	if len(list) == 2 && list[0] == "u" {
		bits, _ := list[1].(float64)
		if c.Bits = int(bits); float64(c.Bits) != bits || c.Bits < 1 || c.Bits > enumerate.KeyBits {
			return c, fmt.Errorf("has a number of %v bits; use 1 to %d", list[1], enumerate.KeyBits)
		}
		return c, nil
	}
	for _, v := range list {
		switch v := v.(type) {
		case string:
			if v == "<" {
				c.Compared = true
			} else {
				c.Mark = strings.TrimPrefix(v, "@")
			}
		case float64:
			c.Odds = append(c.Odds, v)
		default:
			return c, fmt.Errorf("has %v in place of a probability", v)
		}
	}
	const rounding = 1e-6 // of single precision
	sum := floats.Sum(c.Odds)
	if len(c.Odds) == 0 || slices.Min(c.Odds) < 0 || !(math.Abs(sum-1) <= rounding) {
		return c, fmt.Errorf("has the odds %v; use numbers from 0 that sum to 1", c.Odds)
	}
	if math.Abs(sum-1) > 1e-12 { // odds in double precision are taken as they are
		floats.Scale(1/sum, c.Odds)
	}
	return c, nil
}

// endOf reads the end of a run, or the text of an error.
func endOf[E comparable](t toldRun, from int, read func(start int, answer json.RawMessage) (E, error)) (end E,
	failed string, err error) {
	if t[2][0] == '"' {
		err = json.Unmarshal(t[2], &failed)
		return end, failed, err
	}
	end, err = read(from, t[2])
	return end, "", err
}

// Runs makes runs of the step.
func (k Kernel) Runs(ctx context.Context, asked []enumerate.Run[int], how enumerate.Asking) ([]enumerate.Run[int],
	error) {
	return runs(ctx, k.client, step, asked, how, *k.held, func(x int) any { return x }, k.endOfRun)
}

// Hold has later runs of this Kernel begin with what the step holds after some moves, and put back what they change.
func (k Kernel) Hold(moves int) {
	if *k.held != nil {
		moves += **k.held
	}
	*k.held = &moves
}

// endOfRun reads the end of a run, a cell.
func (k Kernel) endOfRun(_ int, answer json.RawMessage) (x int, err error) {
	var number *float64
	if err := json.Unmarshal(answer, &number); err != nil {
		return 0, fmt.Errorf("ends in %s; use a cell", clipped(answer))
	}
	if x, err = cellOf(number, k.cells); err != nil {
		err = fmt.Errorf("ends in %w", err)
	}
	return x, err
}
