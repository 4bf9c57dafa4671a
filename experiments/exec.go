package experiments

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"breadboard/chains"
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

// MostExecCells bounds the cells of a target whose rows are asked for: a matrix of this size takes 128 MiB.
const MostExecCells = 4096

// Caller stands for the process that started breadboard, in place of a command. YourKernel names its kernel.
const Caller, YourKernel = "-", "your kernel"

// commandRows keeps the rows of a command's kernel on one target. It is safe for concurrent use.
type commandRows struct {
	ask  AskRows
	mu   sync.Mutex
	rows map[float64]levelRows // by beta, each checked by the laws
}

// WithRows returns the annealer with a function that asks for the rows of its kernel. The annealer and its copies call
// it once for each beta.
func (an Annealer) WithRows(ask AskRows) Annealer {
	an.commandRows = &commandRows{ask: ask, rows: map[float64]levelRows{}}
	return an
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

// commandRowsAt returns the rows at a level, checked by the laws. The error is ctx's or a NoRowsError.
func (an Annealer) commandRowsAt(ctx context.Context, a chains.Annealing, t int) (rows levelRows, err error) {
	if an.commandRows == nil {
		return rows, noRows("%v %s: nothing asks it for its rows; use Annealer.WithRows", FieldExec, an.Exec)
	}
	an.commandRows.mu.Lock()
	defer an.commandRows.mu.Unlock()
	beta := a.Schedule.Beta(t)
	if rows, ok := an.commandRows.rows[beta]; ok {
		return rows, nil
	}
	p, err := an.commandRows.matrix(ctx, a, t, false)
	var broken error
	if err == nil {
		rows, broken = checkedRows(a, t, p)
	}
	if broken != nil || rows.moved > 0 { // or they were once
		var again Again
		if again, err = an.commandRows.again(ctx, a, t, p); !again.Same() {
			broken = errors.New(again.Says())
		}
	}
	switch {
	case ctx.Err() != nil:
		return rows, ctx.Err()
	case err != nil:
		return rows, noRows("%v", err)
	case broken != nil:
		return rows, noRows("the rows of %s, beta = %v: %v; use rows that are right by breadboard validate %v",
			execName(an.Exec), beta, broken, FieldExec)
	}
	an.commandRows.rows[beta] = rows
	return rows, nil
}

// Asked returns what a command is asked at level t, at beta: log f, and the cells whose rows are needed. A cell without
// mass there and at both ends is none of them: no chain is ever in it. A cell with mass only at an end is one, because
// chains may begin there.
func Asked(a chains.Annealing, t int, beta float64) (logf []float64, cells []int) {
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

// matrix asks for the rows at level t, with cells backwards if it is to.
func (q *commandRows) matrix(ctx context.Context, a chains.Annealing, t int, backwards bool) ([]float64, error) {
	beta := a.Schedule.Beta(t)
	logf, cells := Asked(a, t, beta)
	if backwards {
		slices.Reverse(cells)
	}
	rows, err := q.ask(ctx, a.Grid, beta, logf, cells)
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

// again asks again for the rows p at level t, after the next level, or the first one, whose density a step may keep.
func (q *commandRows) again(ctx context.Context, a chains.Annealing, t int, p []float64) (again Again, err error) {
	next := t%a.T() + 1
	beta := a.Schedule.Beta(next)
	logf, cells := Asked(a, next, beta)
	if _, err = q.ask(ctx, a.Grid, beta, logf, cells[:1]); err != nil {
		return again, err
	}
	second, err := q.matrix(ctx, a, t, true)
	if err == nil {
		again.See(a.Grid, a.Schedule.Beta(t), p, second)
	}
	return again, err
}

// execName returns the name of a command's kernel.
func execName(command string) string {
	if command == Caller {
		return YourKernel
	}
	return command
}
