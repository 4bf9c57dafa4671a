package evidence

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Pearson is Pearson's test of counts against a law, cells that expect too little pooled.
type Pearson struct {
	Statistic float64 // the sum of (count - expected)²/expected
	DF        int     // degrees of freedom: the number of cells after pooling, less one
	P         float64 // the probability of a statistic at least as large
}

// TooFew reports whether there are too few counts for a test: then all cells are in one
// pool, whose count is certain. Statistic and P are NaN.
func (f Pearson) TooFew() bool { return math.IsNaN(f.Statistic) }

// ChiSquare tests whether counts are draws from the law q.
//
// Cells are pooled from the smallest expectation up, until each pool expects at least 5;
// the rest joins the last pool. A visited cell of q = 0 refutes q for certain: the
// statistic is +Inf and P is 0. If q has mass in one cell only, nothing else can refute it:
// the statistic and DF are 0 and P is 1. It panics if Multinomial does.
func ChiSquare(counts []int, q []float64) Pearson {
	t := tableOf(counts, q)
	if t.impossible {
		return Pearson{Statistic: math.Inf(1), DF: 1}
	}
	total := 0.0
	for _, p := range t.p { // one after the other: floats.Sum adds in another order
		total += p
	}
	cells := pool(t.cells(total))
	if len(cells) == 1 && len(t.p) > 1 {
		return Pearson{Statistic: math.NaN(), P: math.NaN()}
	}
	return pearson(cells)
}

// cells returns the outcomes of the table with their expectations, if their probabilities add up to total.
func (t table) cells(total float64) (cells []cell) {
	for i, p := range t.p {
		cells = append(cells, cell{float64(t.counts[i]), float64(t.n) * p / total})
	}
	return cells
}

// pearson tests cells as they are. One cell is certain.
func pearson(cells []cell) Pearson {
	f := Pearson{DF: len(cells) - 1, P: 1}
	if f.DF == 0 {
		return f
	}
	for _, c := range cells {
		f.Statistic += (c.count - c.expected) * (c.count - c.expected) / c.expected
	}
	f.P = distuv.ChiSquared{K: float64(f.DF)}.Survival(f.Statistic)
	return f
}

// A cell is a cell of the law, or a pool of several.
type cell struct{ count, expected float64 }

func (c *cell) add(d cell) {
	c.count += d.count
	c.expected += d.expected
}

// pool merges cells until each expects enough, or one is left.
func pool(cells []cell) (pools []cell) {
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.expected, b.expected) })
	for _, c := range cells {
		if last := len(pools) - 1; last >= 0 && pools[last].expected < expectedLeast {
			pools[last].add(c)
		} else {
			pools = append(pools, c)
		}
	}
	if last := len(pools) - 1; last > 0 && pools[last].expected < expectedLeast {
		pools[last-1].add(pools[last])
		pools = pools[:last]
	}
	return pools
}

// A Run is a run of an inference program: the cell that it returned, or that a reverse run began
// from, and its log weight.
type Run struct {
	X    int
	LogW float64
}

// A BothWays is the test of the law that holds forward and reverse runs of a program together,
// E_fwd[w φ(x, w)] = R Σ_x p(x) E_rev[φ(x, w) | x] for every φ, in which R may be any constant.
//
// Mix n forward runs with m reverse runs from exact draws of p, and forget which is which. The law
// says that among the runs with the same x and w the reverse ones are m w to n R of the forward
// ones. So a run is a reverse one with probability s = m w/(n R + m w), independently of the
// others. R is taken so that the sum of s is m: this is Bennett's acceptance ratio (1976). Then
// groups of runs are compared: a group has as many reverse runs as the sum of its s, with variance
// Σ s(1-s). Runs that are certain to be of their kind, because w is far from R, do not count there.
// So a third test asks whether too many runs are of the kind that they are certain not to be.
type BothWays struct {
	LogR     float64 // the estimate of log R; NaN if no weight is finite, or one way has no runs
	StdErr   float64 // of LogR
	ByCell   Pearson // runs grouped by cell
	ByWeight Pearson // runs grouped by log w, into ten groups of equal variance at most
	Variance float64 // the sum of s(1-s) of all runs: a run that may as well be of either kind adds a quarter
	Swapped  float64 // Chernoff's bound on the probability that so many runs are of the unlikely kind
	Worst    int     // the cell that is farthest off, of those that are not pooled with others; -1 if there is none
	Z        float64 // how far it is off, in standard deviations; positive if it has too many reverse runs
}

// mixed is one of the mixed runs: its excess is 1 for a reverse run, or 0, less s.
type mixed struct {
	Run
	excess, variance float64
}

// P is the p-value of the three tests together, by Bonferroni: three times the smallest.
func (b BothWays) P() float64 {
	p := b.Swapped
	for _, f := range []Pearson{b.ByCell, b.ByWeight} {
		if !f.TooFew() {
			p = min(p, f.P)
		}
	}
	return min(1, 3*p)
}

// TooFew reports whether there are too few runs that could be of either kind.
func (b BothWays) TooFew() bool { return !(b.Variance >= expectedLeast) }

// CompareWays tests the law on cells 0 to cells-1.
func CompareWays(forward, reverse []Run, cells int) BothWays {
	b := BothWays{LogR: logRatio(forward, reverse), StdErr: math.NaN(), ByCell: tested(nil), ByWeight: tested(nil),
		Swapped: 1, Worst: -1, Z: math.NaN()}
	if math.IsNaN(b.LogR) {
		return b
	}
	runs := mix(forward, reverse, b.LogR)
	unlikely := 0.0
	all := make([]cell, cells)
	for _, r := range runs {
		all[r.X].add(cell{r.excess, r.variance})
		b.Variance += r.variance
		unlikely += math.Abs(r.excess)
	}
	var seen []cell
	for x, c := range all {
		if c.expected > 0 {
			seen = append(seen, c)
		}
		if z := c.count / math.Sqrt(c.expected); c.expected >= expectedLeast && !(math.Abs(z) <= math.Abs(b.Z)) {
			b.Worst, b.Z = x, z
		}
	}
	// The two numbers of runs are given and not drawn, which takes the last two terms off.
	b.StdErr = math.Sqrt(max(0, 1/b.Variance-1/float64(len(forward))-1/float64(len(reverse))))
	b.ByCell, b.ByWeight = tested(pool(seen)), tested(byWeight(runs, b.Variance))
	b.Swapped = beyondMean(unlikely, 2*b.Variance) // |excess| is 1-s with probability s, and s with 1-s
	return b
}

// logRatio is the log R at which the excesses sum to 0. Their sum rises with R.
func logRatio(forward, reverse []Run) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, runs := range [][]Run{forward, reverse} {
		some := false
		for _, r := range runs {
			if !math.IsInf(r.LogW, 0) {
				low = min(low, r.LogW)
				high = max(high, r.LogW)
				some = true
			}
		}
		if !some {
			return math.NaN()
		}
	}
	// Farther than this from all log w each s is 0 or 1 to rounding.
	far := 40 + math.Log(float64(len(forward))) + math.Log(float64(len(reverse)))
	low, high = low-far, high+far
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return middle
		}
		if excess(forward, reverse, middle) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
}

// An odds has the s of runs, w e^shift/(1 + w e^shift), where shift is the log of m/(n R).
type odds struct{ shift float64 }

func oddsAt(logR float64, forward, reverse []Run) odds {
	return odds{math.Log(float64(len(reverse))) - math.Log(float64(len(forward))) - logR}
}

func (o odds) s(r Run) float64    { return 1 / (1 + math.Exp(-r.LogW-o.shift)) }
func (o odds) rest(r Run) float64 { return 1 / (1 + math.Exp(r.LogW+o.shift)) } // 1 - s

// excess is the sum of all excesses, with this R.
func excess(forward, reverse []Run, logR float64) (sum float64) {
	o := oddsAt(logR, forward, reverse)
	for _, r := range forward {
		sum -= o.s(r)
	}
	for _, r := range reverse {
		sum += o.rest(r)
	}
	return sum
}

// mix are the forward runs and then the reverse runs, seen with this R.
func mix(forward, reverse []Run, logR float64) []mixed {
	o := oddsAt(logR, forward, reverse)
	all := make([]mixed, 0, len(forward)+len(reverse))
	for _, r := range forward {
		all = append(all, mixed{r, -o.s(r), o.s(r) * o.rest(r)})
	}
	for _, r := range reverse {
		all = append(all, mixed{r, o.rest(r), o.s(r) * o.rest(r)})
	}
	return all
}

// byWeight cuts the runs, in the order of their weights, into groups of at least a tenth of all
// variance. Weights that differ by rounding alone are not cut apart: a mean of the same numbers in
// another order, which may depend on the way, has other last digits.
func byWeight(runs []mixed, variance float64) (groups []cell) {
	const most, step = 10, 1e-6
	slices.SortStableFunc(runs, func(a, b mixed) int { return cmp.Compare(a.LogW, b.LogW) })
	var group cell
	for i, r := range runs {
		group.add(cell{r.excess, r.variance})
		last := i+1 == len(runs)
		full := group.expected >= max(expectedLeast, variance/most*(1-1e-9))
		if full && !last && math.Round(runs[i+1].LogW/step) != math.Round(r.LogW/step) {
			groups = append(groups, group)
			group = cell{}
		}
	}
	if len(groups) > 0 && group.expected < expectedLeast {
		groups[len(groups)-1].add(group)
		return groups
	}
	return append(groups, group)
}

// tested tests groups of runs: the counts are their excesses, and the expectations their
// variances. One degree of freedom went into R.
func tested(groups []cell) Pearson {
	f := Pearson{DF: max(0, len(groups)-1), Statistic: math.NaN(), P: math.NaN()}
	if f.DF == 0 {
		return f
	}
	f.Statistic = 0
	for _, g := range groups {
		f.Statistic += g.count * g.count / g.expected
	}
	f.P = distuv.ChiSquared{K: float64(f.DF)}.Survival(f.Statistic)
	return f
}

// beyondMean is Chernoff's bound on the probability that independent numbers from 0 to 1 sum to so
// much, if their means sum to mean.
func beyondMean(sum, mean float64) float64 {
	switch {
	case sum <= mean:
		return 1
	case mean == 0:
		return 0
	}
	return math.Exp(sum - mean - sum*math.Log(sum/mean))
}
