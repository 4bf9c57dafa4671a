package cause

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
)

// refused, clear and alike are limits. Counted moves refute a step if their statistic has a probability below refused
// after the row of any cell. Of the other steps one is named if it makes the moves e^clear times as probable as any
// other does. Logs of probabilities that differ by less than alike are the same but for rounding.
const refused, clear, alike = 1e-6, 10, 1e-6

// leastRounding bounds the error of the entries of a known row in double precision.
const leastRounding = 1e-11

// fewCells bounds the number of cells whose rows may equal the rows of a slip by chance.
const fewCells = 2

// slipped finds the slip whose steps explain the rows or moves. It also tries right kernels and powers of f without a
// name: a case that one of them explains has no cause.
func slipped(ctx context.Context, c Case) *Cause {
	if len(chains.Support(c.Levels[0].P)) <= fewCells {
		return nil
	}
	var all []explanation
	for _, s := range slips {
		for _, v := range s.variants(c) {
			e := explanation{logp: c.explained(ctx, v)}
			if s.name != "" && (v.step == nil || math.IsInf(e.logp, -1) || !c.balanced(v.step)) {
				e.cause = &Cause{Name: s.name, Says: fmt.Sprintf(s.says, v.open...), Advice: s.advice}
			}
			all = append(all, e)
		}
	}
	return likeliest(all)
}

// An explanation holds the log of the probability of the rows or moves by some steps, and the steps' cause or nil.
type explanation struct {
	logp  float64
	cause *Cause
}

// likeliest returns the cause of the explanation that is far more probable than all others. Of equal steps the first
// counts.
func likeliest(all []explanation) *Cause {
	slices.SortStableFunc(all, func(a, b explanation) int { return cmp.Compare(b.logp, a.logp) })
	best := all[0]
	for _, other := range all {
		switch gap := best.logp - other.logp; {
		case math.IsInf(best.logp, -1) || alike < gap && gap <= clear:
			return nil
		case gap > clear:
			return best.cause
		}
	}
	return best.cause
}

// explained returns the log of the probability of the rows or moves by a variant.
func (c Case) explained(ctx context.Context, v variant) float64 {
	switch {
	case v.logf == nil:
		return c.logProbability(ctx, v.step, nil)
	case c.leave(v.logf):
		return 0
	}
	return math.Inf(-1)
}

// balanced reports whether a step is in detailed balance at every level. Such a step is right, and no cause: a slip may
// have no effect, as on a flat density.
func (c Case) balanced(s step) bool {
	return !slices.ContainsFunc(c.Levels, func(l Level) bool {
		w := *l.LevelMatrices
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
		w := *l.LevelMatrices
		w.LogF = logf(l)
		w.P = chains.Normalized(w.LogF)
		_, _, each := w.Invariance()
		return !l.onlyUnbalanced() || !each.OK
	})
}

// logProbability returns the log of the probability of the moves counted from some cells, or from all if cells is nil.
// It is 0 if there are rows instead, and they equal the step's. It is -Inf if moves or rows refute the step, or ctx has
// ended. The last level comes first: it distinguishes steps best.
func (c Case) logProbability(ctx context.Context, s step, cells []int) (logp float64) {
	statistic, df := 0.0, 0.0
	for i := range c.Levels {
		l := c.Levels[len(c.Levels)-1-i]
		from := cells
		if from == nil {
			from = chains.Support(l.P)
		}
		for _, x := range from {
			row := s(l, x)
			if ctx.Err() != nil || floats.HasNaN(row) {
				return math.Inf(-1)
			}
			if l.Seen == nil {
				if floats.Distance(row, l.Rows[x], math.Inf(1)) > max(leastRounding, l.rounding()) {
					return math.Inf(-1)
				}
				continue
			}
			logp += l.logSeen(x, row)
			if math.IsInf(logp, -1) || row[x] < -1e-9 {
				return math.Inf(-1)
			}
			row[x] = max(0, row[x])
			if math.Abs(floats.Sum(row)-1) > 1e-6 { // the slip makes no probabilities here
				return math.Inf(-1)
			}
			if t := evidence.ChiSquare(l.Seen.Row(x), row); !t.TooFew() {
				statistic += t.Statistic
				df += float64(t.DF)
			}
			if df > 0 && (distuv.ChiSquared{K: df}).Survival(statistic) < refused {
				return math.Inf(-1)
			}
		}
	}
	return logp
}

// logSeen returns the log of the probability that a row gives to the moves counted from x. It is -Inf if the row gives
// none to one of them.
func (l Level) logSeen(x int, row []float64) (logp float64) {
	for y, n := range l.Seen.Row(x) {
		if n > 0 {
			logp += float64(n) * math.Log(max(0, row[y]))
		}
	}
	return logp
}

// A step returns the row of a cell at a level: the probability of each cell after one step from x.
type step func(l Level, x int) []float64

// A variant is a step, or a log density that known rows leave invariant, whatever their moves are; and the arguments of
// the sentence about it.
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
	all := append([]chains.Entry[chains.Kernel]{declared}, kernels.Original...)
	return slices.DeleteFunc(all, func(k chains.Entry[chains.Kernel]) bool {
		return k.Make == nil || k.Name == "identity" || chains.Fits(k.Make, c.Grid) != nil ||
			kernels.Paths(k.Make, c.Grid) > mostPaths
	})
}

// stepsOn returns the steps of all right kernels, aimed at each level at logf instead of the level's own density.
func (c Case) stepsOn(logf func(l Level) []float64, open ...any) (all []variant) {
	first, _ := c.Ends()
	for _, right := range c.right {
		a := c.Annealing
		a.Kernel = right.Make
		var at *laws.LevelMatrices // the level at which op is aimed
		var op chains.Operator
		all = append(all, variant{step: func(l Level, x int) []float64 {
			if at != l.LevelMatrices {
				at = l.LevelMatrices
				a.Bridge = chains.Geometric{From: first, To: logf(l)}
				op, _ = a.Aimed(l.T, 1)
			}
			return laws.RowOf(op, x, len(l.P))
		}, open: open})
	}
	return all
}

// leaving returns what leaves logf invariant in place of the level's own density: any rows that do, or the steps of all
// right kernels if only moves are known.
func (c Case) leaving(logf func(l Level) []float64, open ...any) []variant {
	if c.Levels[0].Seen == nil {
		return []variant{{logf: logf, open: open}}
	}
	return c.stepsOn(logf, open...)
}

// steps returns the steps of all right kernels.
func (c Case) steps() []variant { return c.stepsOn(toPower(1)) }

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
