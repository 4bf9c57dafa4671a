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

// ChiSquareDeep tests as ChiSquare does, but pools that expect 25 counts, so that P is right even if it is as small as
// 1e-6.
func ChiSquareDeep(counts []int, q []float64) Pearson { return chiSquare(counts, q, expectedOften) }

// Deep returns the p-value of ChiSquareDeep, 1 for too few counts, and the cell farthest from its expectation, in
// standard deviations.
func Deep(counts []int, q []float64) (p float64, worst int) {
	f := ChiSquareDeep(counts, q)
	if f.TooFew() {
		f.P = 1
	}
	return f.P, farthest(counts, q)
}

func chiSquare(counts []int, q []float64, least float64) Pearson {
	bins, impossible := binsOf(counts, q)
	if impossible {
		return Pearson{Statistic: math.Inf(1), DF: 1}
	}
	pools := pool(bins, least)
	if len(pools) == 1 && len(bins) > 1 {
		return tooFew
	}
	return pearson(pools)
}

// binsOf returns the cells with mass, and whether any cell without mass was counted.
func binsOf(counts []int, q []float64) (bins []bin, impossible bool) {
	n := 0
	total := 0.0 // one after the other: floats.Sum adds in another order
	for x, p := range q {
		n += counts[x]
		total += p
	}
	if len(counts) != len(q) || !(math.Abs(total-1) <= 1e-6) {
		panic(fmt.Sprintf("evidence: counts of %d cells against a distribution on %d that sums to %v", len(counts),
			len(q), total))
	}
	for x, p := range q {
		if p > 0 {
			expected := float64(n) * p / total
			bins = append(bins, bin{float64(counts[x]) - expected, expected})
		}
		impossible = impossible || !(p > 0) && counts[x] > 0
	}
	return bins, impossible
}

// farthest returns an impossible cell that was counted, or else the cell farthest from its expectation, in standard
// deviations.
func farthest(counts []int, q []float64) int {
	n := 0
	for _, count := range counts {
		n += count
	}
	off := make([]float64, len(q))
	for x, p := range q {
		expected := float64(n) * p
		off[x] = math.Abs(float64(counts[x])-expected) / math.Sqrt(max(expected*(1-p), 1e-300))
	}
	return floats.MaxIdx(off)
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
