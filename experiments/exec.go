package experiments

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/experiments/following"
	"breadboard/grid"
	"breadboard/grid/text"
)

// The kernel of --exec belongs to the user's command, which is asked for rows. The rows at the betas of a schedule are
// matrices, and these give all exact numbers of an annealing. The rows at other betas are not known, so that a schedule
// that is found by the kernel is refused. An annealer asks once for each beta.

// AskRows returns the rows of a kernel from some cells of g, one after the other: the probabilities of all cells after
// one step, at beta. The kernel is to leave exp(logf) invariant. The row of a cell without mass may be any that leads
// to mass.
type AskRows func(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error)

// A Stepper has the rows of a kernel, and says how they are known.
type Stepper interface {
	// Rows is an AskRows.
	Rows(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error)
	// Agree compares the rows with what the kernel does, and says what was followed; "" of rows that its author tells.
	Agree(ctx context.Context, g grid.Grid) (said string, err error)
}

// Rows asks.
func (ask AskRows) Rows(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64,
	error) {
	return ask(ctx, g, beta, logf, cells)
}

// Agree says nothing: there is nothing to compare.
func (AskRows) Agree(context.Context, grid.Grid) (string, error) { return "", nil }

// commandRows keeps the rows of a command's kernel on one target. It is safe for concurrent use.
type commandRows struct {
	by   Stepper
	mu   sync.Mutex
	rows map[float64]levelRows // by beta, each checked by the laws
	said string                // how they are known
}

// agree compares the rows that were asked for with what the kernel does. The error is ctx's or a NoRowsError.
func (q *commandRows) agree(ctx context.Context, g grid.Grid, command string) (err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.said, err = q.by.Agree(ctx, g)
	if err != nil && ctx.Err() == nil {
		err = notKnown(command, err)
	}
	return err
}

// notKnown returns why the rows of the command are not known.
func notKnown(command string, err error) error {
	none := outside.NotTold{}
	if errors.As(err, &none) && none.Err == nil || errors.As(err, new(following.Disagreement)) {
		return noRows("%v %s: %v; validate and sample take moves", FieldExec, execName(command), err)
	}
	return noRows("%v", err)
}

// checkExec returns the fault of a setting with a command: it also names a kernel, its schedule is found by the kernel,
// or its target has too many cells.
func (s Setting) checkExec(of schedule, cells int) error {
	switch {
	case s.Kernel != execName(s.Exec):
		return Faultf(bothGiven, FieldExec, s.Exec, FieldKernel, s.Kernel)
	case of.optimal != nil && of.optimal.byKernel():
		return Faultf("%v %s is found by the rows of the kernel at betas of its own, and %v %s is asked only at those "+
			"of a schedule; use one that no kernel has a part in, such as %s", FieldSchedule, s.Schedule,
			FieldExec, s.Exec, Specs(FieldSchedule)[0])
	case cells > MostExecCells:
		return Faultf("%v %s: the target has %s cells; use one of up to %s, whose rows fit",
			FieldExec, s.Exec, text.Thousands(cells), text.Thousands(MostExecCells))
	}
	return nil
}

// NoRowsError says why the rows of a kernel are not known: the command did not return them, or they are no
// distributions.
type NoRowsError struct{ Fault }

// noRows returns a NoRowsError, formatted as by Faultf.
func noRows(format string, args ...any) error { return NoRowsError{Fault{format, args}} }

// atLevel returns the rows at a level, checked by the laws. The error is ctx's or a NoRowsError.
func (q *commandRows) atLevel(ctx context.Context, a chains.Annealing, t int, command string) (rows levelRows,
	err error) {
	if q == nil {
		return rows, noRows("%v %s: nothing asks it for its rows; use Annealer.WithRows", FieldExec, command)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	beta := a.Schedule.Beta(t)
	if rows, ok := q.rows[beta]; ok {
		return rows, nil
	}
	p, err := q.matrix(ctx, a, t)
	var broken error
	if err == nil {
		rows, broken = checkedRows(a, t, p)
	}
	switch {
	case ctx.Err() != nil:
		return rows, ctx.Err()
	case err != nil:
		return rows, notKnown(command, err)
	case broken != nil:
		return rows, noRows("the rows of %s, beta = %v: %v; use rows that are right by breadboard validate %v",
			execName(command), beta, broken, FieldExec)
	}
	q.rows[beta] = rows
	return rows, nil
}

// QueryAt returns what a command is asked at level t, at beta: log f, and the cells whose rows are needed. A cell
// without mass there and at both ends is none of them: no chain is ever in it. A cell with mass only at an end is one,
// because chains may begin there.
func QueryAt(a chains.Annealing, t int, beta float64) (logf []float64, cells []int) {
	level := a.NewLevel()
	level.Move(t, beta)
	logf = slices.Clone(level.LogF())
	first, last := a.Ends()
	for x, v := range logf {
		if !isWall(v) || !isWall(first[x]) || !isWall(last[x]) {
			cells = append(cells, x)
		}
	}
	return logf, cells
}

// matrix asks for the rows at level t.
func (q *commandRows) matrix(ctx context.Context, a chains.Annealing, t int) ([]float64, error) {
	beta := a.Schedule.Beta(t)
	logf, cells := QueryAt(a, t, beta)
	rows, err := q.by.Rows(ctx, a.Grid, beta, logf, cells)
	return MatrixOf(rows, cells, len(logf)), err
}

// MatrixOf returns the matrix of n cells with these rows at some cells, and NaN at others; nil if there are no rows.
func MatrixOf(rows []float64, cells []int, n int) []float64 {
	if rows == nil {
		return nil
	}
	m := slices.Repeat([]float64{math.NaN()}, n*n)
	for i, x := range cells {
		copy(m[x*n:][:n], rows[i*n:])
	}
	return m
}
