package experiments

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/grid/text"
)

// A kernel may be known by its answers alone: whoever has it tells the rows at a beta when asked. The rows at the betas
// of a schedule are matrices, and by these all is exact that an annealing of T levels has. At other betas nobody knows
// them. So a schedule that is found by the kernel is refused. A chain asks for every T, but once at a beta.

// An Ask tells the rows of a kernel from some cells of g, one after the other: the probability of each cell after one
// step, at beta. The kernel leaves exp(logf) invariant. A cell without mass there may have any row that leads to mass.
type AskRows func(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error)

// MostAskedCells is the most cells of a target whose rows are asked for. A matrix of so many takes 128 MiB.
const MostExecCells = 4096

// Caller is the program that started this one, where a setting names a program.
const Caller = "-"

// answers keep the rows that a program has told of its kernel on one target. Safe for concurrent use.
type commandRows struct {
	ask  AskRows
	mu   sync.Mutex
	rows map[float64][]float64 // by beta: those that keep the laws
}

// Asking returns the chain with the one who tells the rows of its kernel. Whoever is asked at a beta is not asked there
// again, by this chain and its copies.
func (c Chain) WithRows(ask AskRows) Chain {
	c.commandRows = &commandRows{ask: ask, rows: map[float64][]float64{}}
	return c
}

// checkAsk returns the fault of a kernel, of a schedule that is found by one, or of a large target, beside a program.
func (s Setting) checkExec(of schedule, cells int) error {
	switch {
	case s.Kernel != execName(s.Exec):
		return Faultf(bothGiven, FieldExec, s.Exec, FieldKernel, s.Kernel)
	case of.optimal != nil && of.optimal.byKernel():
		return Faultf("%v %s is found by the rows of the kernel at betas of its own, and %v %s is asked at those of a "+
			"schedule alone; use one that no kernel has a part in, such as %s", FieldSchedule, s.Schedule,
			FieldExec, s.Exec, Specs(FieldSchedule)[0])
	case cells > MostExecCells:
		return Faultf("%v %s: the target has %s cells; use one of up to %s, whose rows fit",
			FieldExec, s.Exec, text.Thousands(cells), text.Thousands(MostExecCells))
	}
	return nil
}

// Unanswered is why the rows of a kernel are not known: nobody tells them, or they break a law.
type NoRowsError struct{ Fault }

// unanswered is Faultf of such a reason.
func noRows(format string, args ...any) error { return NoRowsError{Fault{format, args}} }

// byAnswers returns the kernel that has the rows at the levels of an annealing. The error is ctx's, or Unanswered.
func (c Chain) kernelOfCommand(ctx context.Context, a chains.Annealing) (chains.Kernel, error) {
	return c.kernelOfRows(a, func(t int) ([]float64, error) { return c.commandRowsAt(ctx, a, t) })
}

// answerAt returns the rows at a level. The error is ctx's, or Unanswered: nobody tells them, or they break a law.
func (c Chain) commandRowsAt(ctx context.Context, a chains.Annealing, t int) ([]float64, error) {
	if c.commandRows == nil {
		return nil, noRows("%v %s: nobody asks it for its rows; use a chain with Asking", FieldExec, c.Exec)
	}
	c.commandRows.mu.Lock()
	defer c.commandRows.mu.Unlock()
	beta := a.Schedule.Beta(t)
	if p, ok := c.commandRows.rows[beta]; ok {
		return p, nil
	}
	p, err := c.commandRows.matrix(ctx, a, t, beta)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, noRows("%v", err)
	}
	p, err = checkedRows(a, t, p)
	if err != nil {
		return nil, noRows("%v %s, beta = %v: %v; use rows that breadboard validate %v with %v accepts",
			FieldExec, c.Exec, beta, err, FieldExec, Field("rows"))
	}
	c.commandRows.rows[beta] = p
	return p, nil
}

// matrix asks for the rows at level t, at beta. A cell without mass there and at both ends is not asked for, and its
// row is left empty: no chain is ever in it. One that has mass at an end alone is asked for, because chains may begin
// there.
func (q *commandRows) matrix(ctx context.Context, a chains.Annealing, t int, beta float64) ([]float64, error) {
	level := a.NewLevel()
	level.Move(t, beta)
	first, last := a.Ends()
	var cells []int
	for x, v := range level.LogF() {
		if !isWall(v) || !isWall(first[x]) || !isWall(last[x]) {
			cells = append(cells, x)
		}
	}
	rows, err := q.ask(ctx, a.Grid, beta, slices.Clone(level.LogF()), cells)
	if err != nil {
		return nil, err
	}
	n := len(last)
	p := make([]float64, n*n)
	for i, x := range cells {
		copy(p[x*n:][:n], rows[i*n:])
	}
	return p, nil
}

// Told returns the rows at a beta as they are told: a matrix that nobody has judged.
func (c Chain) RowsAt(ctx context.Context, beta float64) ([]float64, error) {
	return c.commandRows.matrix(ctx, c.Base(chains.Linear(2)), 1, beta)
}

// RowsSum returns a checksum of the rows at ten betas, 0.1 to 1: the SHA-256 of their bits, in hexadecimal digits. A
// program that has changed has another, unless it only has at betas between.
func (c Chain) RowsChecksum(ctx context.Context) (string, error) {
	a := c.Base(chains.Linear(11))
	h := sha256.New()
	for t := 2; t <= a.T(); t++ {
		p, err := c.commandRowsAt(ctx, a, t)
		if err != nil {
			return "", err
		}
		for _, v := range p {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// execName returns what the kernel of a program is called.
func execName(command string) string {
	if command == Caller {
		return "the caller"
	}
	return command
}
