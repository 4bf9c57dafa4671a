package experiments

import (
	"context"
	"slices"
	"sync"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/text"
)

// A kernel may be known by its answers alone: whoever has it tells the rows at a beta when asked. The rows at the betas
// of a schedule are matrices, and by these all is exact that an annealing of T levels has. At other betas nobody knows
// them. So a schedule that is found by the kernel is refused. A chain asks for every T, but once at a beta.

// An Ask tells the rows of a kernel from some cells of g, one after the other: the probability of each cell after one
// step, at beta. The kernel leaves exp(logf) invariant. A cell without mass there may have any row that leads to mass.
type Ask func(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64, error)

// MostAskedCells is the most cells of a target whose rows are asked for. A matrix of so many takes 128 MiB.
const MostAskedCells = 4096

// checkAsked is the fault of a kernel, or of a schedule that is found by one, beside a program.
func (s Setting) checkAsked(of foundSchedule) error {
	switch {
	case s.Matrix != "":
		return Faultf(bothGiven, FieldExec, s.Exec, FieldMatrix, s.Matrix)
	case s.Kernel != execName(s.Exec):
		return Faultf(bothGiven, FieldExec, s.Exec, FieldKernel, s.Kernel)
	case of.byKernel():
		return Faultf("%v %s is found by the rows of the kernel at betas of its own, and %v %s is asked at those of a "+
			"schedule alone; one that no kernel has a part in, such as %s, would do", FieldSchedule, s.Schedule,
			FieldExec, s.Exec, Specs(FieldSchedule)[0])
	}
	return nil
}

// openAsked is the kernel of a program, before it is asked for anything.
func (s Setting) openAsked(cells int) (foundKernel, error) {
	if cells > MostAskedCells {
		return foundKernel{}, Faultf("%v %s: the target has %s cells; one of up to %s, whose rows fit, would do",
			FieldExec, s.Exec, text.Thousands(cells), text.Thousands(MostAskedCells))
	}
	return foundKernel{Kernel: s.repeated(kernels.Matrices{N: cells})}, nil
}

// asked has what a program has told of its kernel on one target. Safe for concurrent use.
type asked struct {
	ask   Ask
	mu    sync.Mutex
	sound map[float64][]float64 // by beta: the rows that keep the laws
}

// matrix asks for the rows at a level. A cell without mass there and at both ends is not asked for, and its row is left
// empty: no chain is ever in it. One that has mass at an end alone is asked for, because chains may begin there.
func (q *asked) matrix(ctx context.Context, a chains.Annealing, level *chains.Level) ([]float64, error) {
	first, last := a.Ends()
	var cells []int
	for x, v := range level.LogF() {
		if !isWall(v) || !isWall(first[x]) || !isWall(last[x]) {
			cells = append(cells, x)
		}
	}
	rows, err := q.ask(ctx, a.Grid, level.Beta, slices.Clone(level.LogF()), cells)
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
