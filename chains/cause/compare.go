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

// A step is refuted by counted moves if their statistic has a probability below refused, after the row of any cell. Of
// those that are not, one is named if the moves are e^clear times as probable by it as by any other. Logs of
// probabilities that are apart by less than alike are the same but for rounding.
const refused, clear, alike = 1e-6, 10, 1e-6

// rounding bounds how far off the entries of a row are that is known.
const rounding = 1e-11

// fewCells bounds the number of cells whose rows may be those of a slip by chance.
const fewCells = 2

// slipped finds the slip whose steps are those that were seen. Right kernels and powers of f without a name are looked
// at as well: what one of them explains has no cause.
func slipped(ctx context.Context, c Case) *Cause {
	if len(chains.Support(c.Levels[0].P)) <= fewCells {
		return nil
	}
	var all []explanation
	for _, s := range slips {
		for _, v := range s.variants(c) {
			e := explanation{logp: c.logProbability(ctx, v.step, nil)}
			if s.name != "" {
				e.cause = &Cause{Name: s.name, Says: fmt.Sprintf(s.says, v.open...), Advice: s.advice}
			}
			all = append(all, e)
		}
	}
	return likeliest(all)
}

// An explanation is the log of the probability of what was seen, by steps that have this cause; nil if they have none.
type explanation struct {
	logp  float64
	cause *Cause
}

// likeliest returns the cause by which what was seen is far more probable than by all others. Of the same steps the
// first counts.
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

// logProbability returns the log of the probability of what was seen from some cells, or from all if they are nil: of
// the counted moves, or 0 if the rows are those of the matrix. It is -Inf if what
// was seen refutes the step, or ctx has ended. The last level is looked at first: it tells steps apart best.
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
				if floats.Distance(row, l.Rows[x], math.Inf(1)) > rounding {
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

// logSeen returns the log of the probability of the moves that were counted from x by a row; -Inf if the row has none
// for one of these moves.
func (l Level) logSeen(x int, row []float64) (logp float64) {
	for y, n := range l.Seen.Row(x) {
		if n > 0 {
			logp += float64(n) * math.Log(max(0, row[y]))
		}
	}
	return logp
}

// A step is the row of a cell at a level: where a step from there leads, and with which probabilities.
type step func(l Level, x int) []float64

// A variant is a step, and what the sentence about it leaves open.
type variant struct {
	step step
	open []any
}

// mostPaths bounds the number of paths that the rows of a kernel may add up to be compared.
const mostPaths = 1e4

// rightKernels returns the declared kernel, and those of the catalogue that fit the grid and move.
func (c Case) rightKernels() []chains.Entry[chains.Kernel] {
	declared := chains.Entry[chains.Kernel]{Name: "the declared kernel", Make: c.Declared}
	all := append([]chains.Entry[chains.Kernel]{declared}, kernels.Catalogue...)
	return slices.DeleteFunc(all, func(k chains.Entry[chains.Kernel]) bool {
		return k.Make == nil || k.Name == "identity" || chains.Fits(k.Make, c.Grid) != nil ||
			kernels.Paths(k.Make, c.Grid) > mostPaths
	})
}

// stepsOn returns the steps of all right kernels that take the density at each level for this one.
func (c Case) stepsOn(logf func(l Level) []float64, open ...any) (all []variant) {
	first, _ := c.Ends()
	for _, right := range c.right {
		a := c.Annealing
		a.Kernel = right.Make
		var at *laws.Written // the level at which op is aimed
		var op chains.Operator
		all = append(all, variant{func(l Level, x int) []float64 {
			if at != l.Written {
				at = l.Written
				a.Bridge = chains.Geometric{From: first, To: logf(l)}
				op, _ = a.Aimed(l.T, 1)
			}
			return laws.RowOf(op, x, len(l.P))
		}, open})
	}
	return all
}

// steps returns the steps of all right kernels.
func (c Case) steps() []variant { return c.stepsOn(toPower(1)) }

// toPower takes f to a power.
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
