package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"breadboard/chains/outside"
	"breadboard/grid"
	"breadboard/grid/text"
)

// A Kernel is a command that has a step of a Markov chain: it makes runs and moves of it, or tells its rows. It is an
// outside.Step. The step may be a scan, which makes updates in turn.
type Kernel struct {
	*client
	update *int  // that is looked at alone; nil of the whole step
	held   **int // moves that changed what its runs begin with; nil if runs do
}

const (
	mostMoves   = 1000    // of a line of states
	mostNumbers = 1 << 16 // of an answer of rows: on 49 cells all rows are one answer, and on 4096 cells 16 are
)

// StartKernel starts a command by its command line, in which quotes work and there is no shell. The command first reads
// the grid and a seed, and may take the time wait for each line.
func StartKernel(ctx context.Context, command string, wait time.Duration, seed uint64, g grid.Grid) (Kernel, error) {
	c, err := launch(ctx, command, wait, seed, g)
	return Kernel{client: c}.Anew(), err
}

// Anew returns the step with nothing held for its runs.
func (k Kernel) Anew() Kernel {
	k.held = new(*int)
	return k
}

// Updates returns the names of the updates of a scan, as it told them when it was asked for rows; none of another step.
func (k Kernel) Updates() []string { return k.updates }

// Update returns one update of a scan, from 0, in place of the whole.
func (k Kernel) Update(i int) Kernel {
	k.update = &i
	return k.Anew()
}

// Aim tells the command the density that its steps must leave invariant from now on.
func (k Kernel) Aim(_ context.Context, beta float64, logf []float64) error {
	k.aimed = fmt.Sprintf(", beta = %.4g", beta)
	k.send(aimLine(beta, k.update, logf))
	return nil
}

// aimLine returns the line with beta, the update if it is not the whole step, and the log density; null is a cell
// without mass.
func aimLine(beta float64, update *int, logf []float64) []byte {
	return oneLine(struct {
		Beta   float64    `json:"beta"`
		Update *int       `json:"update,omitempty"`
		LogF   []*float64 `json:"logf"`
	}{beta, update, density(logf)})
}

// Calls returns how often the command's step was asked for, by what it may call its function: a run that is made again
// with plain numbers counts twice.
func (k Kernel) Calls() int { return k.calls }

// Move asks the command for one step from each state.
func (k Kernel) Move(ctx context.Context, next, states []int) error {
	for at := 0; at < len(states); at += mostMoves {
		end := min(at+mostMoves, len(states))
		q := question{line: map[string]any{"states": states[at:end]}, noun: "line of states"}
		err := k.put(ctx, q, &k.makesMoves, step, "it makes no moves", func(answer []byte) error {
			return readStates(answer, next[at:end], k.cells)
		})
		// A command that makes moves may crash in one.
		if none := (outside.NotTold{}); k.crashed && errors.As(err, &none) {
			err = none.Err
		}
		if err != nil {
			return err
		}
		k.calls += end - at
	}
	return nil
}

// Rows asks the command for the rows of some cells, and returns them one after the other. The row of a cell has in p
// the probability of each cell after one step, and in q that of proposing it: NaN where it is not told. q is nil if
// none is told. The first question is for one row, and the next for more as long as the answers come soon.
func (k Kernel) Rows(ctx context.Context, cells []int) (p, q []float64, err error) {
	r := rows{n: k.cells, p: make([]float64, len(cells)*k.cells)}
	for at := 0; at < len(cells); {
		end := min(at+k.together, len(cells))
		one := question{line: map[string]any{"rows": cells[at:end]}, noun: "line of cells whose rows are asked for"}
		if !k.tellsRows {
			one.hint = "a command that only makes moves answers null to it; " + takeMoves
		}
		begun := time.Now()
		err := k.put(ctx, one, &k.tellsRows, step, "it tells no rows", func(answer []byte) error {
			if k.updates = updatesIn(answer); k.updates != nil {
				return nil
			}
			return r.read(answer, cells[at:end], at)
		})
		switch {
		case err != nil:
			return nil, nil, err
		case k.updates != nil:
			return nil, nil, outside.NotTold{Why: "it is a scan of updates, which are followed"}
		}
		k.together = k.more(k.together, begun, mostNumbers/k.cells)
		at = end
	}
	return r.p, r.q, nil
}

// updatesIn returns the names of updates in an answer, {"updates":["gibbs","swap"]}; nil of any other.
func updatesIn(answer []byte) []string {
	var scan struct{ Updates []string }
	if json.Unmarshal(answer, &scan) != nil {
		return nil
	}
	return scan.Updates
}

// Pace has questions that take up to this time, where the usual ones take longer.
func (c *client) Pace(most time.Duration) { c.pace = min(c.pace, most) }

// more returns how many cells or runs the next question is about, if one about this many began at a time and is
// answered: more as long as answers come soon, up to most.
func (c *client) more(together int, begun time.Time, most int) int {
	together = max(1, together/2)
	if time.Since(begun) < c.pace {
		together = 4 * together
	}
	return max(1, min(together, most))
}

// step names the code of a kernel, which may be followed, and program that of a Program.
const step, program = "step", "program"

// put asks a question of a kind that may have been answered before, and passes the answer to read. The error is ctx's,
// a Fault, or an outside.NotTold: it answers null, or says why the code cannot be followed, or ends at its first
// question of the kind.
func (c *client) put(ctx context.Context, q question, before *bool, code, none string,
	read func(answer []byte) error) error {
	why, refused := "", false
	err := c.ask(ctx, q, func(answer []byte) error {
		if why, refused = refusal(answer, code, none); why != "" {
			return nil
		}
		*before = true
		return read(answer)
	})
	switch {
	case why != "":
		return outside.NotTold{Why: why, Err: &Fault{c.command, errors.New(why + "; " + takeMoves)}, Refused: refused}
	case err != nil && !*before && c.ended && ctx.Err() == nil:
		what, _, _ := strings.Cut(errors.Unwrap(err).Error(), ";")
		if last := c.stderr.last(); last != "" {
			what += "; its stderr ends: " + text.OneLine(last)
		}
		return outside.NotTold{Why: none + " (" + what + ")", Err: err}
	}
	return err
}

// takeMoves says which commands do without rows.
const takeMoves = "validate --exec and sample --exec take moves"

// refusal returns in words what an answer that is null has none of, or why the code cannot be followed if the answer is
// a text, which refuses; "" of any other answer.
func refusal(answer []byte, code, none string) (why string, refused bool) {
	var says *string
	if json.Unmarshal(answer, &says) != nil {
		return "", false
	}
	if says == nil {
		return none + " (it answers null)", false
	}
	return "your " + code + " cannot be followed: " + text.Brief(text.OneLine(*says), 200), true
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

// rows has the rows that are read, of n probabilities each.
type rows struct {
	n    int
	p, q []float64 // q is nil as long as no probability of a proposal is told
}

// read reads an answer: a JSON array with one row for each of the cells. The first is row at.
func (r *rows) read(answer []byte, cells []int, at int) error {
	all, err := readArray[json.RawMessage](answer, len(cells), "rows", "")
	if err != nil {
		return err
	}
	for i, row := range all {
		if err := r.readRow(row, at+i); err != nil {
			return fmt.Errorf("row %d of %d, of cell %d, %w; use %d numbers, one for each cell, or pairs of a cell "+
				"and a probability, as in [[0,0.5],[1,0.5]]", i+1, len(cells), cells[i], err, r.n)
		}
	}
	return r.checkProposals(cells, at)
}

// checkProposals returns an error unless each move of the rows from at on, of these cells, is proposed as often as it
// is made at least, and with probability 1 at most. A step that stays need not have been proposed. Rounding may be that
// of single precision.
func (r *rows) checkProposals(cells []int, at int) error {
	const rounding = 1e-6
	if r.q == nil {
		return nil
	}
	for i, x := range cells {
		place := (at + i) * r.n
		for y, q := range r.q[place:][:r.n] {
			made := max(r.p[place+y], 0)
			if y == x || made > 1 { // which is judged elsewhere
				made = 0
			}
			if q > 1+rounding || q < made-rounding {
				return fmt.Errorf("row %d of %d, of cell %d, has %g for the probability of proposing cell %d; use one "+
					"from %g, its probability in the row, to 1, or leave it out", i+1, len(cells), x, q, y, made)
			}
		}
	}
	return nil
}

// readRow sets row at. It is dense, with a number for each cell, or has pairs of a cell and a probability, or triples
// with the probability of proposing that cell. Whether the numbers are probabilities is judged elsewhere, where the
// level is named too.
func (r *rows) readRow(answer json.RawMessage, at int) error {
	if bytes.Contains(answer, []byte("null")) { // null would be read as 0
		return errors.New("has null in place of a probability")
	}
	p := r.p[at*r.n:][:r.n]
	var dense []float64
	err := json.Unmarshal(answer, &dense)
	if err == nil {
		if len(dense) != r.n {
			return fmt.Errorf("has %s", text.Count(len(dense), "number"))
		}
		copy(p, dense)
		return nil
	}
	var lists [][]float64
	if inLists := json.Unmarshal(answer, &lists); inLists != nil {
		if bytes.HasPrefix(bytes.TrimLeft(answer[1:], " "), []byte("[")) {
			err = inLists
		}
		return fmt.Errorf("is %s", clippedAt(answer, err))
	}
	named := make([]bool, r.n)
	for _, list := range lists {
		if len(list) != 2 && len(list) != 3 {
			return errors.New("has a list that is no cell and probability")
		}
		y, err := cellOf(&list[0], r.n)
		switch {
		case err != nil:
			return fmt.Errorf("has a probability of cell %w", err)
		case named[y]:
			return fmt.Errorf("has cell %d twice, and not once with the sum of both", y)
		}
		named[y] = true
		p[y] = list[1]
		if len(list) == 3 {
			if r.q == nil {
				r.q = slices.Repeat([]float64{math.NaN()}, len(r.p))
			}
			r.q[at*r.n+y] = list[2]
		}
	}
	return nil
}

// anyNumber says that an answer may have any number of items.
const anyNumber = -1

// readArray reads an answer, a JSON array of this many items. In errors what names the items, and form says how to
// write them.
func readArray[T any](answer []byte, items int, what, form string) (all []T, err error) {
	if err := json.Unmarshal(answer, &all); err != nil || all == nil {
		hint := ""
		lower := bytes.ToLower(answer)
		if bytes.Contains(lower, []byte("nan")) || bytes.Contains(lower, []byte("inf")) {
			hint = " (JSON has no NaN and no infinity)"
		}
		if items != anyNumber {
			what = fmt.Sprint(items, " ", what)
		}
		return nil, fmt.Errorf("it answered %s%s; use a line with a JSON array of %s%s and nothing else",
			clippedAt(answer, err), hint, what, form)
	}
	if len(all) != items && items != anyNumber {
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
