package experiments

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/outside"
	"breadboard/experiments/following"
	"breadboard/grid"
	"breadboard/grid/text"
)

// The kernel of --exec belongs to the user's command, which is asked for rows. The rows at the betas of a schedule are
// matrices, and these give all exact numbers of an annealing. A schedule that is found by the kernel is found by its
// rows at some betas, and by polynomials in between; its numbers are those of rows at its own betas. An annealer asks
// once for each beta.

// AskRows returns the rows of a kernel from some cells of g, one after the other: the probabilities of all cells after
// one step, at beta. The kernel is to leave exp(logf) invariant. The row of a cell without mass may be any that leads
// to mass.
type AskRows func(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error)

// A Stepper has the rows of a kernel, and says how they are known.
type Stepper interface {
	// Anew returns it as it was before it was asked: what it says of rows does not depend on those of others.
	Anew() Stepper
	// Rows is an AskRows.
	Rows(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error)
	// Agree compares the rows with what the kernel does, and says what was followed; "" of rows that its author tells.
	Agree(ctx context.Context, g grid.Grid) (said string, err error)
}

// Anew returns ask.
func (ask AskRows) Anew() Stepper { return ask }

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

// checkExec returns the fault of a setting with a command: it also names a kernel, or its target has too many cells.
func (s Setting) checkExec(cells int) error {
	switch {
	case s.Kernel != execName(s.Exec):
		return Faultf(bothGiven, FieldExec, s.Exec, FieldKernel, s.Kernel)
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

// fewestNodes and mostNodes bound the betas, less one, at which a command is asked for a search. The number is doubled
// until the polynomials through all before are within nodeError of the rows at the new ones.
const (
	fewestNodes, mostNodes = 8, 128
	nodeError              = 1e-7
)

// interpolated returns the command's kernel at any beta: by rows at some, and polynomials in between. The error is
// ctx's, a NoRowsError, or a fault of rows that jump or bend.
func (an Annealer) interpolated(ctx context.Context) (chains.Kernel, error) {
	var k kernels.Interpolated
	for n := fewestNodes; n <= mostNodes; n *= 2 {
		before := k
		k = kernels.Interpolated{N: an.Target.Grid.Size(), Betas: kernels.ChebyshevBetas(n)}
		betas, err := chains.NewSchedule(slices.Concat([]float64{0}, k.Betas))
		if err != nil {
			panic("experiments: " + err.Error())
		}
		a := an.Base(betas)
		off := 0.0
		for i, beta := range k.Betas {
			rows, err := an.commandRows.atLevel(ctx, a, i+2, an.Exec)
			if err != nil {
				return nil, err
			}
			k.P = append(k.P, rows.p)
			if before.P != nil {
				off = max(off, floats.Distance(before.At(beta), rows.p, math.Inf(1)))
			}
		}
		if before.P != nil && off < nodeError {
			return an.repeated(k), nil
		}
	}
	return nil, Faultf("the rows of %s are no smooth functions of beta: polynomials through those at %d betas miss "+
		"others; use a schedule that no kernel has a part in, such as %s", execName(an.Exec), mostNodes/2+1,
		Specs(FieldSchedule)[0])
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
