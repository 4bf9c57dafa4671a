package cause

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
)

// A law is refuted by counted moves if its statistic has a probability below refused, after the row of any cell. Of
// those that are not, one is named if the moves are e^clear times as probable by it as by any other. Logs of
// probabilities that are apart by less than alike are the same but for rounding.
const refused, clear, alike = 1e-6, 10, 1e-6

// fewCells is the largest number of cells whose rows may be those of a slip by chance.
const fewCells = 2

// rivals lists powers of f without a name, which keep those with a name from being named. Counted moves fit a range of
// powers. Logs to other bases and powers far from those with a name count as other slips do. One that is next to a
// power with a name has a handicap: it must be e^3 times as probable, which it is in one case of a hundred by chance.
var rivals = []struct {
	handicap float64
	powers   []float64
}{
	{0, []float64{-1.5, -0.5, -0.25, 0.25, 1 / math.Ln10, math.Ln2, 0.75, 1 / math.Ln2, math.Ln10}},
	{clear + 3, []float64{-1.1, -0.9, -0.05, 0.05, 0.45, 0.55, 1.9, 2.1}},
}

// slipped finds the slip whose steps are those that were seen. Right kernels and powers of f without a name are looked
// at as well: what one of them explains has no cause.
func slipped(ctx context.Context, c Case) *Cause {
	if len(chains.Support(c.Levels[0].P)) <= fewCells {
		return nil
	}
	c.right = c.rightKernels()
	rounding := c.rounding()
	var found *Cause
	best, next := math.Inf(-1), math.Inf(-1)
	look := func(all []law, handicap float64, named func(l law) *Cause) {
		for _, l := range all {
			logp := c.logProbability(ctx, l.step, rounding) - handicap
			switch {
			case math.Abs(logp-best) < alike: // the rows are the same
			case logp > best:
				next = best
				best = logp
				found = named(l)
			default:
				next = max(next, logp)
			}
		}
	}
	nameless := func(law) *Cause { return nil }
	look(c.steps(), 0, nameless)
	for _, s := range slips {
		look(s.laws(c), 0, func(l law) *Cause { return s.cause(l.open...) })
	}
	for _, r := range rivals {
		for _, k := range r.powers {
			look(c.aimed(toPower(k)), r.handicap, nameless)
		}
	}
	if best <= next+clear {
		return nil
	}
	if found != nil && found.Name == "single-log-f" {
		found.Tolerance = c.tolerance(ctx, 1e-9, 1e-8, 1e-7, 1e-6)
	}
	return found
}

// rounding returns how far off the entries of a matrix may be that was written with a few digits.
func (c Case) rounding() float64 {
	if n := c.fewest('f'); c.Given && n > 0 {
		return 0.51 * math.Pow(10, -float64(n))
	}
	return 1e-11
}

// fits reports whether what was seen from x is no reason to refuse a row.
func (l Level) fits(x int, row []float64, rounding float64) bool {
	if l.Seen == nil {
		return floats.Distance(row, l.Rows[x], math.Inf(1)) <= rounding
	}
	if math.IsInf(l.logSeen(x, row), -1) {
		return false
	}
	t := evidence.ChiSquare(l.Seen.Row(x), row)
	return t.TooFew() || t.P >= refused
}

// logProbability returns the log of the probability of all that was seen at all levels: of the counted moves, or 0 if
// the rows are those of the matrix, whose entries may be off by rounding. It is -Inf if what was seen refutes the step.
// The last level is the first that is looked at: it tells steps apart best.
func (c Case) logProbability(ctx context.Context, s step, rounding float64) (logp float64) {
	statistic, df := 0.0, 0.0
	for i := range c.Levels {
		l := c.Levels[len(c.Levels)-1-i]
		for _, x := range chains.Support(l.P) {
			if ctx.Err() != nil {
				return math.Inf(-1)
			}
			row := s(l, x)
			if l.Seen == nil {
				if !l.fits(x, row, rounding) {
					return math.Inf(-1)
				}
				continue
			}
			if row[x] < -1e-9 {
				return math.Inf(-1)
			}
			row[x] = max(0, row[x])
			logp += l.logSeen(x, row)
			if math.IsInf(logp, -1) {
				return logp
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
		switch {
		case n == 0:
			continue
		case !(row[y] > 0):
			return math.Inf(-1)
		}
		logp += float64(n) * math.Log(row[y])
	}
	return logp
}
