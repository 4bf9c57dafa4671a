package evidence

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Pearson is Pearson's test of counts against a distribution. Cells that expect too little are pooled.
type Pearson struct {
	Statistic float64 // the sum of (count - expected)²/expected
	DF        int     // degrees of freedom: the number of cells after pooling, less one
	P         float64 // the probability of a statistic at least as large
}

// tooFew holds the test of too few counts.
var tooFew = Pearson{Statistic: math.NaN(), P: math.NaN()}

// TooFew reports whether there are too few counts for a test: all cells are in one pool, whose count is certain.
// Statistic and P are then NaN.
func (f Pearson) TooFew() bool { return math.IsNaN(f.Statistic) }

// ChiSquare tests whether counts are draws from the distribution q.
//
// Cells are pooled from the smallest expectation up, until each pool expects at least 5. The rest joins the last pool.
// A visited cell of q = 0 refutes q for certain: the statistic is +Inf and P is 0. If q has mass in one cell only,
// nothing else can refute it: the statistic and DF are 0 and P is 1. It panics if Multinomial does.
func ChiSquare(counts []int, q []float64) Pearson {
	t := tableOf(counts, q)
	if t.impossible {
		return Pearson{Statistic: math.Inf(1), DF: 1}
	}
	cells := pool(t.cells(), expectedLeast)
	if len(cells) == 1 && len(t.p) > 1 {
		return tooFew
	}
	return pearson(cells)
}

// cells returns the outcomes of the table with their expectations.
func (t table) cells() (cells []cell) {
	total := 0.0
	for _, p := range t.p { // one after the other: floats.Sum adds in another order
		total += p
	}
	for i, p := range t.p {
		expected := float64(t.n) * p / total
		cells = append(cells, cell{float64(t.counts[i]) - expected, expected})
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
		f.Statistic += c.off * c.off / c.expected
	}
	f.P = distuv.ChiSquared{K: float64(f.DF)}.Survival(f.Statistic)
	return f
}

// A cell is a cell of the distribution, or a pool of several. off is the count less the expected one.
type cell struct{ off, expected float64 }

func (c *cell) add(d cell) {
	c.off += d.off
	c.expected += d.expected
}

// pool merges cells until each expects at least the least, or one is left.
func pool(cells []cell, least float64) (pools []cell) {
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.expected, b.expected) })
	for _, c := range cells {
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
