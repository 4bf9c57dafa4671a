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
	Pooled    int     // how many cells were pooled
}

// expectedLeast is the smallest expected count whose distribution is close
// enough to normal (Cochran 1954).
const expectedLeast = 5

// ChiSquare tests whether counts are draws from q, which is scaled to sum to 1.
// Cells of the smallest expectation are pooled until the pool and every cell
// outside it expect at least 5. A visited cell of q = 0 refutes q for certain:
// the statistic is +Inf and P is 0. Where only one cell is left there is nothing
// to refute: the statistic and DF are 0 and P is 1. It panics where the lengths
// differ, nothing was counted or q is no law.
func ChiSquare(counts []int, q []float64) Fit {
	n, total := check(counts, q)
	var cells []cell
	for x, p := range q {
		if p == 0 && counts[x] > 0 {
			return Fit{Statistic: math.Inf(1), DF: 1}
		}
		if p > 0 {
			cells = append(cells, cell{float64(counts[x]), n * p / total})
		}
	}
	cells, pooled := pool(cells)
	f := Fit{DF: len(cells) - 1, P: 1, Pooled: pooled}
	if f.DF == 0 {
		return f
	}
	for _, c := range cells {
		f.Statistic += (c.count - c.expected) * (c.count - c.expected) / c.expected
	}
	f.P = distuv.ChiSquared{K: float64(f.DF)}.Survival(f.Statistic)
	return f
}

type cell struct{ count, expected float64 }

// pool merges the smallest cells into the first, and returns how many.
func pool(cells []cell) ([]cell, int) {
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.expected, b.expected) })
	merged := 0
	for len(cells) > 1 && (cells[0].expected < expectedLeast || merged > 0 && cells[1].expected < expectedLeast) {
		cells[1].count += cells[0].count
		cells[1].expected += cells[0].expected
		cells = cells[1:]
		merged++
	}
	if merged > 0 {
		merged++
	}
	return cells, merged
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
