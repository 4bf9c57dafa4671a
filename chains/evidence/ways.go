package evidence

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A CrooksTest is the test of the law that holds forward and reverse runs of a program together,
// E_fwd[w φ(x, w)] = R Σ_x p(x) E_rev[φ(x, w) | x] for every φ, in which R may be any constant.
//
// Mix n forward runs with m reverse runs from exact draws of p, and forget which is which. By the law, reverse and
// forward runs with the same x and w are as m w to n R. So a run is a reverse one with probability s = m w/(n R + m w),
// independently of the others. R is taken so that the sum of s is m: this is Bennett's acceptance ratio (1976). Then
// groups of runs are compared: a group has as many reverse runs as the sum of its s, with variance Σ s(1-s). A run with
// w far from R is certain to be of one kind, and does not count there. So a third test looks for too many runs of the
// kind that their w excludes.
type CrooksTest struct {
	LogR     float64 // the estimate of log R; NaN if no weight is finite, or one way has no runs
	StdErr   float64 // of LogR
	ByCell   Pearson // runs grouped by cell
	ByWeight Pearson // runs grouped by log w, into ten groups of equal variance at most
	Variance float64 // the sum of s(1-s) of all runs: a run that is equally likely of either kind adds 1/4
	Swapped  float64 // Chernoff's bound on the probability that as many runs are of the unlikely kind
	Worst    int     // the cell farthest off, of those not pooled with others; -1 if there is none
	Z        float64 // how far it is off, in standard deviations; positive if it has too many reverse runs
}

// P returns the p-value of the three tests together, by Bonferroni: three times the smallest.
func (b CrooksTest) P() float64 {
	p := b.Swapped
	for _, f := range []Pearson{b.ByCell, b.ByWeight} {
		if !f.TooFew() {
			p = min(p, f.P)
		}
	}
	return min(1, 3*p)
}

// TooFew reports whether too few runs could be of either kind.
func (b CrooksTest) TooFew() bool { return !(b.Variance >= expectedLeast) }

// CrooksTestOfWeights tests the law on log weights alone, whatever cells their runs ended in.
func CrooksTestOfWeights(forward, reverse []float64) CrooksTest {
	logR := logRatio(forward, reverse)
	b := CrooksTest{LogR: logR, StdErr: math.NaN(), ByCell: tooFew, ByWeight: tooFew, Swapped: 1, Worst: -1,
		Z: math.NaN()}
	if math.IsNaN(logR) {
		return b
	}
	all := slices.Collect(runsOf(forward, reverse, logR))
	unlikely := 0.0
	for _, r := range all {
		b.Variance += r.expected
		unlikely += math.Abs(r.off)
	}
	// The two numbers of runs are given and not drawn: hence the last two terms.
	b.StdErr = math.Sqrt(max(0, 1/b.Variance-1/float64(len(forward))-1/float64(len(reverse))))
	slices.SortFunc(all, func(a, b run) int {
		return cmp.Or(cmp.Compare(a.logw, b.logw), cmp.Compare(a.off, b.off)) // a forward run before a reverse one
	})
	b.ByWeight = tested(byWeight(all, b.Variance))
	b.Swapped = beyondMean(unlikely, 2*b.Variance) // |excess| is 1-s with probability s, and s with 1-s
	return b
}

// CrooksTestOf tests the law on cells 0 to cells-1 too. ends has the cells that the forward runs returned, and then the
// cells from which the reverse runs began.
func CrooksTestOf(forward, reverse []float64, ends []int, cells int) CrooksTest {
	b := CrooksTestOfWeights(forward, reverse)
	if math.IsNaN(b.LogR) {
		return b
	}
	all := make([]bin, cells)
	i := 0
	for r := range runsOf(forward, reverse, b.LogR) {
		all[ends[i]].add(r.bin)
		i++
	}
	for x, c := range all {
		if z := c.off / math.Sqrt(c.expected); c.expected >= expectedLeast && !(math.Abs(z) <= math.Abs(b.Z)) {
			b.Worst, b.Z = x, z
		}
	}
	b.ByCell = tested(pool(slices.DeleteFunc(all, func(c bin) bool { return c.expected == 0 }), expectedLeast))
	return b
}

// A run has its log weight, and its part in its group.
type run struct {
	logw float64
	bin
}

// runsOf yields forward runs and then reverse ones. A run is a reverse one with probability s = 1/(1 + n R/(m w)).
func runsOf(forward, reverse []float64, logR float64) iter.Seq[run] {
	shift := math.Log(float64(len(reverse))) - math.Log(float64(len(forward))) - logR
	return func(yield func(run) bool) {
		for i, logw := range slices.Concat(forward, reverse) {
			if !yield(run{logw, excess(i >= len(forward), logw+shift)}) {
				return
			}
		}
	}
}

// excess returns the part of a run in its group: 1 for a reverse run, or 0, less s, where s/(1-s) = e^odds; and
// s(1-s), its variance.
func excess(reverse bool, odds float64) bin {
	e := math.Exp(-math.Abs(odds))
	s := 1 / (1 + e)
	rest := e / (1 + e)
	if odds < 0 {
		s, rest = rest, s
	}
	if reverse {
		return bin{rest, s * rest}
	}
	return bin{-s, s * rest}
}

// logRatio returns the log R at which the excesses sum to 0. Their sum rises with log R, from below 0 at one end to
// above 0 at the other, and their derivative is the sum of their variances. logRatio takes Newton's steps, and bisects
// where one leaves the ends, or where many hardly move: far from all log w. No log weight may be NaN.
func logRatio(forward, reverse []float64) float64 {
	const (
		nearest = 0x1p-50 // some roundings of log R
		many    = 200
	)
	low, high := math.Inf(1), math.Inf(-1)
	for _, some := range [][]float64{forward, reverse} {
		finite := slices.DeleteFunc(slices.Clone(some), func(v float64) bool { return math.IsInf(v, 0) })
		if len(finite) == 0 {
			return math.NaN()
		}
		low = min(low, floats.Min(finite))
		high = max(high, floats.Max(finite))
	}
	// Farther than this from all log w each s is 0 or 1 to rounding.
	far := 40 + math.Log(float64(len(forward))) + math.Log(float64(len(reverse)))
	low, high = low-far, high+far
	at := low + (high-low)/2
	for steps := 1; ; steps++ {
		sum := 0.0
		slope := 0.0
		for r := range runsOf(forward, reverse, at) {
			sum += r.off
			slope += r.expected
		}
		if sum < 0 {
			low = at
		} else {
			high = at
		}
		next := at - sum/slope
		if math.Abs(next-at) <= nearest*max(1, math.Abs(at)) {
			return next
		}
		if !(low < next && next < high) || steps > many {
			next = low + (high-low)/2
		}
		if !(low < next && next < high) {
			return next
		}
		at = next
	}
}

// byWeight cuts the runs, in the order of their weights, into groups of at least a tenth of all
// variance. Weights that differ by rounding alone stay together: forward and reverse runs may sum the same numbers in
// another order, and get other last digits.
func byWeight(sorted []run, variance float64) (groups []bin) {
	const most, step = 10, 1e-6
	full := max(expectedLeast, variance/most*(1-1e-9))
	var group bin
	for i, r := range sorted {
		group.add(r.bin)
		if group.expected < full || i+1 == len(sorted) {
			continue
		}
		if math.Round(sorted[i+1].logw/step) != math.Round(r.logw/step) {
			groups = append(groups, group)
			group = bin{}
		}
	}
	if len(groups) > 0 && group.expected < expectedLeast {
		groups[len(groups)-1].add(group)
		return groups
	}
	return append(groups, group)
}

// tested tests groups of runs. off holds their excesses, and expected their variances. One degree of freedom went into
// R.
func tested(groups []bin) Pearson {
	if len(groups) < 2 {
		return tooFew
	}
	return pearson(groups)
}

// beyondMean returns Chernoff's bound on the probability that independent numbers from 0 to 1 sum to sum or more, if
// their means sum to mean. Sums that differ by rounding count as equal.
func beyondMean(sum, mean float64) float64 {
	if sum-mean <= 1e-9*(sum+mean) {
		return 1
	}
	return math.Exp(-(sum*math.Log(sum/mean) - sum + mean))
}
