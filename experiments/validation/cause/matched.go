package cause

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
)

// A slip is refuted by counted moves if its statistic has a probability below refused, after the row of any cell. Of
// those that are not, one is named if the moves are e^clear times as probable by it as by any other, and e^rarely times
// more if it is rare. All cells that are off are of one kind with probability byChance at most, if they are any cells.
const refused, clear, rarely, byChance = 1e-6, 10, 20, 5e-3

// A fit of known rows is Pearson's statistic, and the log of the probability of the moves that were counted. If the
// rows of the kernel are known the statistic is 0, or +Inf where one is off.
type fit struct{ statistic, df, logp float64 }

// with adds the fit of the row of a cell, whose entries may be off by rounding.
func (f fit) with(l Level, x int, row []float64, rounding float64) fit {
	switch {
	case l.Seen == nil && !(floats.Distance(row, l.Rows[x], math.Inf(1)) <= rounding), l.Seen != nil && row[x] < -1e-9:
		f.statistic = math.Inf(1)
	case l.Seen != nil:
		row[x] = max(0, row[x])
		counts := l.Seen.Row(x)
		if t := evidence.ChiSquare(counts, row); !t.TooFew() {
			f.statistic, f.df = f.statistic+t.Statistic, f.df+float64(t.DF)
		}
		for y, n := range counts {
			if n > 0 {
				f.logp += float64(n) * math.Log(row[y])
			}
		}
	}
	return f
}

// refuted reports whether so large a statistic has less than this probability.
func (f fit) refuted(level float64) bool {
	return math.IsInf(f.statistic, 1) || f.df > 0 && distuv.ChiSquared{K: f.df}.Survival(f.statistic) < level
}

// fits returns the fit at all levels, or at some that refute it. The last level tells slips apart best.
func (c Case) fits(s slip, rounding float64) (f fit, ok bool) {
	for _, l := range slices.Backward(c.Levels) {
		for _, x := range chains.Support(l.P) {
			if f = f.with(l, x, s.row(l, x), rounding); f.refuted(refused) {
				return f, false
			}
		}
	}
	return f, true
}

// slipped finds the slip whose rows are those of the kernel, to the digits of a matrix.
func slipped(c Case) *Cause {
	if len(chains.Support(c.Levels[0].P)) <= fewFlows {
		return nil
	}
	rounding, found, best, next := 1e-11, (*Cause)(nil), math.Inf(-1), math.Inf(-1)
	if n := c.fewest(decimal); c.Given && n > 0 {
		rounding = 0.51 * math.Pow(10, -float64(n))
	}
	for _, s := range c.slips() {
		f, ok := c.fits(s, rounding)
		if s.rare {
			f.logp -= rarely
		}
		switch {
		case !ok || math.Abs(f.logp-best) < 1e-6: // the rows are the same
		case f.logp > best:
			found, best, next = s.cause, f.logp, best
		default:
			next = max(next, f.logp)
		}
	}
	declared := c.breaks(laws.Declared) && !c.anywhere(laws.EachCell)
	if best <= next+clear || found != nil && found.Name == "kernel" && !declared {
		return nil
	}
	return found
}

// imprecise finds laws that are all kept with the tolerance of single precision, and many cells off.
func imprecise(c Case) *Cause {
	l, after, off := c.Levels[len(c.Levels)-1], make([]float64, len(c.Levels[0].P)), 0
	for x, row := range l.Rows {
		floats.AddScaled(after, l.P[x], row)
	}
	for y, p := range l.P {
		if math.Abs(after[y]-p) > 1e-11*p {
			off++
		}
	}
	if at, ok := c.tolerance(1e-9, 1e-8, 1e-7); ok && off > fewFlows {
		return tolerated(at, "imprecise", at)
	}
	return nil
}

// where finds what all cells have in common whose rows are off, if all others, more than half, have the rows of a right
// kernel.
func where(c Case) (found *Cause) {
	l, likely := c.Levels[len(c.Levels)-1], byChance
	cells, kinds := chains.Support(l.P), l.kinds()
	for _, s := range c.right() {
		var off []int
		var rest fit
		for _, x := range cells {
			if own := (fit{}).with(l, x, s.row(l, x), 1e-11); own.refuted(refused) {
				off = append(off, x)
			} else {
				rest = rest.with(l, x, s.row(l, x), 1e-11)
			}
		}
		if len(off) == 0 || 2*len(off) > len(cells) || rest.refuted(0.01) {
			continue
		}
		for _, says := range slices.Sorted(maps.Keys(kinds)) {
			other := func(x int) bool { return !kinds[says](x) }
			n := len(slices.DeleteFunc(slices.Clone(cells), other))
			p := math.Pow(float64(n)/float64(len(cells)), float64(len(off)))
			if p < likely && !slices.ContainsFunc(off, other) {
				likely, found = p, Named("where", s.cause.Says, len(off), len(cells), says, n)
			}
		}
	}
	return found
}

// kinds of cells. A quarter of those with mass are light, and a quarter are heavy.
func (l Level) kinds() map[string]func(x int) bool {
	box, masses := l.Grid.WithWalls(), slices.Sorted(slices.Values(l.P))
	masses = slices.DeleteFunc(masses, func(p float64) bool { return p == 0 })
	beside := func(off bool) func(x int) bool {
		return func(x int) (is bool) {
			for m := range box.Moves() {
				y, ok := box.Move(x, m)
				is = is || !ok && off || ok && !off && l.P[y] == 0
			}
			return is
		}
	}
	return map[string]func(x int) bool{"touch a cell without mass": beside(false), "are at the border": beside(true),
		"are of the lightest quarter": func(x int) bool { return l.P[x] < masses[len(masses)/4] },
		"are of the heaviest quarter": func(x int) bool { return l.P[x] > masses[len(masses)*3/4] }}
}
