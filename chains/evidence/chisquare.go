package evidence

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

const (
	expectedLeast = 5  // Pearson's test takes cells that expect this many counts or more (Cochran 1954)
	expectedOften = 25 // a p-value as small as 1e-6 is right for cells that expect this many or more
)

// A Pearson is Pearson's test of counts against a distribution. Cells that expect too little are pooled.
type Pearson struct {
	Statistic float64 // the sum of (count - expected)²/expected
	DF        int     // degrees of freedom: the number of bins after pooling, less one
	P         float64 // the probability of a statistic at least as large
}

// tooFew holds the test of too few counts.
var tooFew = Pearson{Statistic: math.NaN(), P: math.NaN()}

// TooFew reports whether there are too few counts for a test: all bins are in one pool, whose count is certain.
// Statistic and P are then NaN.
func (f Pearson) TooFew() bool { return math.IsNaN(f.Statistic) }

// ChiSquare tests whether counts are draws from the distribution q.
//
// Cells are pooled from the smallest expectation up, until each pool expects at least 5. The rest joins the last pool.
// A visited cell of q = 0 refutes q for certain: the statistic is +Inf and P is 0. If q has mass in one cell only,
// nothing else can refute it: the statistic and DF are 0 and P is 1. It panics if the lengths differ or q does not sum
// to 1.
func ChiSquare(counts []int, q []float64) Pearson { return chiSquare(counts, q, expectedLeast) }

// Deep returns a p-value as ChiSquare does, but of pools that expect 25 counts, so that it is right even if it is as
// small as 1e-6, and 1 for too few counts. It also returns the cell farthest from its expectation, in standard
// deviations.
func Deep(counts []int, q []float64) (p float64, worst int) {
	f := chiSquare(counts, q, expectedOften)
	if f.TooFew() {
		f.P = 1
	}
	return f.P, tableOf(counts, q).worst(counts, q)
}

func chiSquare(counts []int, q []float64, least float64) Pearson {
	t := tableOf(counts, q)
	if t.impossible {
		return Pearson{Statistic: math.Inf(1), DF: 1}
	}
	bins := pool(t.bins(), least)
	if len(bins) == 1 && len(t.p) > 1 {
		return tooFew
	}
	return pearson(bins)
}

// A table holds the counts and probabilities of the cells with mass.
type table struct {
	counts     []int
	p          []float64
	n          int
	impossible bool
}

// tableOf returns the cells with mass, and whether any cell without mass was counted.
func tableOf(counts []int, p []float64) table {
	var t table
	total := 0.0
	for x, q := range p {
		t.n += counts[x]
		total += q
		if q > 0 {
			t.counts = append(t.counts, counts[x])
			t.p = append(t.p, q)
		} else if counts[x] > 0 {
			t.impossible = true
		}
	}
	if len(counts) != len(p) || !(math.Abs(total-1) <= 1e-6) {
		panic(fmt.Sprintf("evidence: counts of %d cells against a distribution on %d that sums to %v", len(counts),
			len(p), total))
	}
	return t
}

// worst returns an impossible cell that was counted, or else the cell farthest from its
// expectation, in standard deviations.
func (t table) worst(counts []int, p []float64) int {
	off := make([]float64, len(p))
	for x, q := range p {
		expected := float64(t.n) * q
		off[x] = math.Abs(float64(counts[x])-expected) / math.Sqrt(max(expected*(1-q), 1e-300))
	}
	return floats.MaxIdx(off)
}

// bins returns the outcomes of the table with their expectations.
func (t table) bins() (all []bin) {
	total := 0.0
	for _, p := range t.p { // one after the other: floats.Sum adds in another order
		total += p
	}
	for i, p := range t.p {
		expected := float64(t.n) * p / total
		all = append(all, bin{float64(t.counts[i]) - expected, expected})
	}
	return all
}

// pearson tests bins as they are. One bin is certain.
func pearson(bins []bin) Pearson {
	f := Pearson{DF: len(bins) - 1, P: 1}
	if f.DF == 0 {
		return f
	}
	for _, c := range bins {
		f.Statistic += c.off * c.off / c.expected
	}
	f.P = distuv.ChiSquared{K: float64(f.DF)}.Survival(f.Statistic)
	return f
}

// A bin is an outcome of the distribution, or a pool of several. off is the count less the expected one.
type bin struct{ off, expected float64 }

// add pools c with another bin.
func (c *bin) add(d bin) {
	c.off += d.off
	c.expected += d.expected
}

// pool merges bins until each expects at least the least, or one is left.
func pool(bins []bin, least float64) (pools []bin) {
	slices.SortStableFunc(bins, func(a, b bin) int { return cmp.Compare(a.expected, b.expected) })
	for _, c := range bins {
		if last := len(pools) - 1; last >= 0 && pools[last].expected < least {
			pools[last].add(c)
		} else {
			pools = append(pools, c)
		}
	}
	if last := len(pools) - 1; last > 0 && pools[last].expected < least {
		pools[last-1].add(pools[last])
		pools = pools[:last]
	}
	return pools
}
