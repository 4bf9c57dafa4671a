package cause

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
)

// rounding bounds the error of the entries of a known row.
const rounding = 1e-11

// fewCells bounds the number of cells whose rows may equal the rows of a slip by chance.
const fewCells = 2

// slipped finds the first slip whose steps explain the rows. It also tries right kernels: rows that one of them
// explains have no cause.
func slipped(ctx context.Context, c Case) *Cause {
	if len(chains.Support(c.Levels[0].P)) <= fewCells {
		return nil
	}
	for _, s := range slips {
		for _, v := range s.variants(c) {
			switch {
			case v.logf != nil && !c.leave(v.logf), v.step != nil && !c.has(ctx, v.step, nil):
			case s.name == "", v.step != nil && c.balanced(v.step):
				return nil
			default:
				return &Cause{Name: s.name, Says: fmt.Sprintf(s.says, v.open...), Advice: s.advice}
			}
		}
	}
	return nil
}

// balanced reports whether a step is in detailed balance at every level. Such a step is right, and no cause: a slip may
// have no effect, as on a flat density.
func (c Case) balanced(s step) bool {
	return !slices.ContainsFunc(c.Levels, func(l Level) bool {
		w := *l.Written
		w.Rows = nil
		for x, p := range w.P {
			row := make([]float64, len(w.P))
			if p > 0 {
				row = s(l, x)
			}
			w.Rows = append(w.Rows, row)
		}
		return !w.Entries().OK || !w.DetailedBalance().OK
	})
}

// leave reports whether nothing is wrong with the rows but that they leave another density invariant in place of the
// level's own, at every level.
func (c Case) leave(logf func(l Level) []float64) bool {
	return !slices.ContainsFunc(c.Levels, func(l Level) bool {
		w := *l.Written
		w.LogF = logf(l)
		w.P = chains.Normalized(w.LogF)
		_, _, each := w.Invariance()
		return !l.onlyUnbalanced() || !each.OK
	})
}

// has reports whether a step has the rows of some cells, or of all with mass if cells is nil. It has not if ctx has
// ended. The last level comes first: it distinguishes steps best.
func (c Case) has(ctx context.Context, s step, cells []int) bool {
	for _, l := range slices.Backward(c.Levels) {
		from := cells
		if from == nil {
			from = chains.Support(l.P)
		}
		for _, x := range from {
			row := s(l, x)
			if ctx.Err() != nil || !(floats.Distance(row, l.Rows[x], math.Inf(1)) <= rounding) {
				return false
			}
		}
	}
	return true
}

// A step returns the row of a cell at a level: the probability of each cell after one step from x.
type step func(l Level, x int) []float64

// A variant is a step, or a log density that rows leave invariant, whatever their moves are; and the arguments of the
// sentence about it.
type variant struct {
	step step
	open []any
	logf func(l Level) []float64 // nil if there is a step
}

// mostPaths bounds the number of paths that the rows of a kernel may add up. A kernel with more is not compared.
const mostPaths = 1e4

// rightKernels returns the declared kernel, and the kernels of the catalogue that fit the grid and move.
func (c Case) rightKernels() []chains.Entry[chains.Kernel] {
	declared := chains.Entry[chains.Kernel]{Name: "the declared kernel", Make: c.Declared}
	all := append([]chains.Entry[chains.Kernel]{declared}, kernels.Studied...)
	return slices.DeleteFunc(all, func(k chains.Entry[chains.Kernel]) bool {
		return k.Make == nil || k.Name == "identity" || chains.Fits(k.Make, c.Grid) != nil ||
			kernels.Paths(k.Make, c.Grid) > mostPaths
	})
}

// steps returns the steps of all right kernels.
func (c Case) steps() (all []variant) {
	for _, right := range c.right {
		a := c.Annealing
		a.Kernel = right.Make
		var at *laws.Written // the level at which op is aimed
		var op chains.Operator
		all = append(all, variant{step: func(l Level, x int) []float64 {
			if at != l.Written {
				at = l.Written
				op, _ = a.Aimed(l.T, l.Beta)
			}
			return laws.RowOf(op, x, len(l.P))
		}})
	}
	return all
}

// toPower returns a function that takes f of a level to a power.
func toPower(k float64) func(l Level) []float64 {
	return func(l Level) []float64 {
		logf := make([]float64, len(l.LogF))
		for x, v := range l.LogF {
			logf[x] = v
			if !math.IsInf(v, -1) {
				logf[x] = k * v
			}
		}
		return logf
	}
}
