package sample

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Fit is Pearson's test of counts against a law.
type Fit struct {
	Statistic float64 // the sum of (count - expected)²/expected
	DF        int     // degrees of freedom: cells, after pooling, less one
	P         float64 // the probability of a statistic at least as large
	Pooled    int     // how many cells share a pool with others
}

// TooFew reports whether there are too few counts for a test: all cells are in
// one pool, which says nothing. Statistic and P are NaN.
func (f Fit) TooFew() bool { return math.IsNaN(f.Statistic) }

// expectedLeast is the smallest expected count whose distribution is close
// enough to normal (Cochran 1954).
const expectedLeast = 5

// ChiSquare tests whether counts are draws from q, which is scaled to sum to 1.
// Cells are pooled, from the smallest expectation up, each pool until it expects
// at least 5; what is left at the end is of the last pool. A visited cell of q = 0
// refutes q for certain: the statistic is +Inf and P is 0. A q of one cell cannot
// be refuted otherwise: the statistic and DF are 0 and P is 1. Where several cells
// make one pool there are TooFew counts to test. It panics where the lengths
// differ, nothing was counted or q is no law.
func ChiSquare(counts []int, q []float64) Fit {
	n, total := check(counts, q)
	var cells []cell
	for x, p := range q {
		if p == 0 && counts[x] > 0 {
			return Fit{Statistic: math.Inf(1), DF: 1}
		}
		if p > 0 {
			cells = append(cells, cell{float64(counts[x]), n * p / total, 1})
		}
	}
	cells, pooled := pool(cells)
	f := Fit{DF: len(cells) - 1, P: 1, Pooled: pooled}
	switch {
	case f.DF == 0 && pooled > 0:
		return Fit{Statistic: math.NaN(), P: math.NaN(), Pooled: pooled}
	case f.DF == 0:
		return f
	}
	for _, c := range cells {
		f.Statistic += (c.count - c.expected) * (c.count - c.expected) / c.expected
	}
	f.P = distuv.ChiSquared{K: float64(f.DF)}.Survival(f.Statistic)
	return f
}

// A cell is one of the law, or a pool of them.
type cell struct {
	count, expected float64
	of              int // how many of the law's
}

func (c *cell) add(d cell) {
	c.count += d.count
	c.expected += d.expected
	c.of += d.of
}

// pool merges cells until each expects enough, or one is left, and returns how
// many are in company.
func pool(cells []cell) (pools []cell, merged int) {
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
	for _, p := range pools {
		if p.of > 1 {
			merged += p.of
		}
	}
	return pools, merged
}

func check(counts []int, q []float64) (n, total float64) {
	if len(counts) != len(q) {
		panic(fmt.Sprintf("sample: counts of %d cells against a law on %d", len(counts), len(q)))
	}
	for x, p := range q {
		if !(p >= 0) || counts[x] < 0 {
			panic(fmt.Sprintf("sample: cell %d has probability %v and count %d; neither is negative", x, p, counts[x]))
		}
		n += float64(counts[x])
		total += p
	}
	if !(n > 0 && total > 0 && total <= math.MaxFloat64) {
		panic(fmt.Sprintf("sample: %v counts against a law of total %v; both are positive", n, total))
	}
	return n, total
}
