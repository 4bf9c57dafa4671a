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
	DF        int     // degrees of freedom: the number of cells after pooling, less one
	P         float64 // the probability of a statistic at least as large
	Pooled    int     // how many cells are in a pool with others
}

// TooFew reports whether there are too few counts for a test: then all cells are in one
// pool, whose count is certain. Statistic and P are NaN.
func (f Fit) TooFew() bool { return math.IsNaN(f.Statistic) }

// expectedLeast is the smallest expected count whose distribution is close enough to a
// normal one (Cochran 1954).
const expectedLeast = 5

// ChiSquare tests whether counts are draws from q, which need not sum to 1.
//
// Cells are pooled from the smallest expectation up, until each pool expects at least 5;
// what is left at the end joins the last pool. A visited cell of q = 0 refutes q for
// certain: the statistic is +Inf and P is 0. If q has mass in one cell only, nothing but
// that can refute it: the statistic and DF are 0 and P is 1. If all cells come into one
// pool there are TooFew counts. It panics if the lengths differ, if nothing was counted,
// or if q is no law.
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

// A cell is a cell of the law, or a pool of several.
type cell struct {
	count, expected float64
	size            int // how many cells are in the pool
}

func (c *cell) add(d cell) {
	c.count += d.count
	c.expected += d.expected
	c.size += d.size
}

// pool merges cells until each expects enough, or one is left. merged counts the cells
// that are in a pool with others.
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
		if p.size > 1 {
			merged += p.size
		}
	}
	return pools, merged
}

// check panics unless counts and q can be tested, and returns their sums.
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
