package cause

import (
	"cmp"
	"context"
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
			f.statistic += t.Statistic
			f.df += float64(t.DF)
		}
		f.logp += l.logp(x, row)
	}
	return f
}

// refuted reports whether so large a statistic has less than this probability.
func (f fit) refuted(level float64) bool {
	return math.IsInf(f.statistic, 1) || f.df > 0 && distuv.ChiSquared{K: f.df}.Survival(f.statistic) < level
}

// fits returns the fit of a slip at all levels; false if some of them refute it. The last level tells slips apart best.
func (c Case) fits(ctx context.Context, s slip, rounding float64) (f fit, ok bool) {
	f.logp = s.before()
	for _, l := range slices.Backward(c.Levels) {
		for _, x := range chains.Support(l.P) {
			if ctx.Err() != nil {
				return f, false
			}
			f = f.with(l, x, s.row(l, x), rounding)
			if f.refuted(refused) {
				return f, false
			}
		}
	}
	return f, true
}

// A ceiling is, by level and by cell, the log of the probability of the counted moves by their own frequencies: no rows
// make them more probable. It is nil if the rows are known.
type ceiling struct {
	cells [][]float64
	all   float64
}

// ceiling is that of the counted moves from cells with mass.
func (c Case) ceiling() *ceiling {
	if c.Levels[0].Seen == nil {
		return nil
	}
	high := &ceiling{}
	for _, l := range c.Levels {
		logp := make([]float64, len(l.P))
		for _, x := range chains.Support(l.P) {
			for _, n := range l.Seen.RowOf(x) {
				logp[x] += float64(n) * math.Log(float64(n)/float64(l.Seen.From(x)))
			}
		}
		high.cells = append(high.cells, logp)
		high.all += floats.Sum(logp)
	}
	return high
}

// reaches reports whether the log of the probability of the counted moves by a slip is this number at least. That of
// cells that were not looked at is at most the ceiling, so that the first cells often tell, far quicker than fits
// does.
func (high *ceiling) reaches(ctx context.Context, c Case, s slip, least float64) bool {
	if high == nil {
		return true
	}
	most := s.before() + high.all
	for i, l := range slices.Backward(c.Levels) {
		for _, x := range chains.Support(l.P) {
			if ctx.Err() != nil || most < least {
				return false
			}
			if l.Seen.From(x) > 0 {
				most += l.logp(x, s.row(l, x)) - high.cells[i][x]
			}
		}
	}
	return most >= least
}

// before is the log of how likely the slip is before anything is seen, next to others.
func (s slip) before() float64 {
	if s.rare {
		return -rarely
	}
	return 0
}

// slipped finds the slip whose rows are those of the kernel, to the digits of a matrix.
func slipped(ctx context.Context, c Case) *Cause {
	if len(chains.Support(c.Levels[0].P)) <= fewFlows {
		return nil
	}
	rounding, found := 1e-11, (*Cause)(nil)
	if n := c.fewest(decimal); c.Given && n > 0 {
		rounding = 0.51 * math.Pow(10, -float64(n))
	}
	slips := c.slips()
	fits := c.fitting(ctx, slips, rounding)
	best, next := math.Inf(-1), math.Inf(-1)
	for _, i := range slices.Sorted(maps.Keys(fits)) {
		logp := fits[i].logp
		switch {
		case math.Abs(logp-best) < alike: // the rows are the same
		case logp > best:
			next = best
			best = logp
			found = slips[i].cause
		default:
			next = max(next, logp)
		}
	}
	declared := c.breaks(laws.Declared) && !c.anywhere(laws.EachCell)
	if best <= next+clear || found != nil && found.Name == "kernel" && !declared {
		return nil
	}
	return found
}

// fitting are the fits of slips that are not refuted, by the place of the slip. A slip that falls behind another by
// more than clear is left out: it can be named no more, and keeps no other from being named. So most need few rows,
// if the best come first.
func (c Case) fitting(ctx context.Context, slips []slip, rounding float64) map[int]fit {
	fits, best := map[int]fit{}, math.Inf(-1)
	high := c.ceiling()
	for _, i := range c.promising(ctx, slips) {
		if !high.reaches(ctx, c, slips[i], best-clear-alike) {
			continue
		}
		f, ok := c.fits(ctx, slips[i], rounding)
		if ok {
			fits[i] = f
			best = max(best, f.logp)
		}
	}
	return fits
}

// alike is the largest difference between logs of probabilities that are the same but for rounding.
const alike = 1e-6

// promising are the places of slips, those first by which the moves from a few cells of the last level are most
// probable. Known rows tell nothing before they are compared.
func (c Case) promising(ctx context.Context, slips []slip) []int {
	const few = 16 // cells
	places := make([]int, len(slips))
	logp := make([]float64, len(slips))
	for i := range places {
		places[i] = i
	}
	l := c.Levels[len(c.Levels)-1]
	if l.Seen == nil {
		return places
	}
	cells := chains.Support(l.P)
	for i, s := range slips {
		logp[i] = s.before()
		for k := range few {
			if ctx.Err() != nil {
				return nil
			}
			x := cells[k*len(cells)/few]
			logp[i] += l.logp(x, s.row(l, x))
		}
	}
	slices.SortStableFunc(places, func(i, k int) int { return cmp.Compare(logp[k], logp[i]) })
	return places
}

// logp is the log of the probability of the moves that were counted from x by a row; -Inf if the row has an entry
// below 0, or none for one of these moves.
func (l Level) logp(x int, row []float64) (logp float64) {
	for y, n := range l.Seen.RowOf(x) {
		if !(row[y] > 0) {
			return math.Inf(-1)
		}
		logp += float64(n) * math.Log(row[y])
	}
	return logp
}

// imprecise finds laws that are all kept with the tolerance of single precision, and many cells off.
func imprecise(ctx context.Context, c Case) *Cause {
	l := c.Levels[len(c.Levels)-1]
	after := make([]float64, len(c.Levels[0].P))
	off := 0
	for x, row := range l.Rows {
		floats.AddScaled(after, l.P[x], row)
	}
	for y, p := range l.P {
		if math.Abs(after[y]-p) > 1e-11*p {
			off++
		}
	}
	at, ok := c.tolerance(ctx, 1e-9, 1e-8, 1e-7)
	if ok && off > fewFlows {
		return tolerated(at, "imprecise", at)
	}
	return nil
}

// where finds what all cells have in common whose rows are off, if all others, more than half, have the rows of a right
// kernel.
func where(ctx context.Context, c Case) (found *Cause) {
	l, likely := c.Levels[len(c.Levels)-1], byChance
	cells, kinds := chains.Support(l.P), l.kinds()
	for _, s := range c.right() {
		var off []int
		var rest fit
		for _, x := range cells {
			if ctx.Err() != nil {
				return nil
			}
			own := (fit{}).with(l, x, s.row(l, x), 1e-11)
			if own.refuted(refused) {
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
	box := l.Grid.WithWalls()
	masses := slices.Sorted(slices.Values(l.P))
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
