package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Fit is the result of testing counts against a distribution.
type Fit struct {
	P     float64 // the p-value: 0 if something impossible was counted, 1 if nothing was counted
	N     int     // the number of counts; in Balance, the number of draws of p that the moves are worth
	Cells int     // the number of cells with mass
	Worst int     // the cell farthest off, in standard deviations; an impossible one if there is one
}

const (
	expectedLeast = 5     // Pearson's test takes cells that expect this many counts or more (Cochran 1954)
	expectedOften = 25    // a p-value as small as 1e-6 is right for cells that expect this many or more
	mostOutcomes  = 20000 // the largest number of outcomes that are summed
)

// Multinomial tests whether counts are draws from the distribution p, which sums to 1 up to
// rounding. P is the probability of all outcomes that are at most as probable as the counts, if there are at most 20000
// outcomes. Otherwise it comes from Pearson's statistic of cells, pooled until each pool expects at least 25. If some
// cells expect less, each of these is also tested by its binomial distribution. P is then the smallest p-value,
// corrected for the number of tests.
//
// It panics if the lengths differ or p does not sum to 1.
func Multinomial(counts []int, p []float64) Fit {
	t := tableOf(counts, p)
	f := Fit{N: t.n, Cells: len(t.counts), Worst: t.worst(counts, p), P: 1}
	switch {
	case t.impossible:
		f.P = 0
	case t.n == 0:
	case combin.LogGeneralizedBinomial(float64(t.n+f.Cells-1), float64(f.Cells-1)) < math.Log(mostOutcomes+0.5):
		f.P = t.exact()
	default:
		f.P = t.pooled()
	}
	return f
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

// pooled tests counts with too many outcomes to sum over.
func (t table) pooled() float64 {
	p := pearson(pool(t.bins(), expectedOften)).P
	rare, least := 0, 1.0
	for i, q := range t.p {
		if q*float64(t.n) < expectedOften {
			rare++
			least = min(least, binomial(t.counts[i], t.n, q))
		}
	}
	if rare == 0 {
		return p
	}
	return min(1, 2*p, 2*float64(rare)*least)
}

// binomial returns the p-value of k successes in n trials of probability p: twice the
// smaller of the two tails that include k. Rounding may take p above 1.
func binomial(k, n int, p float64) float64 {
	lower := distuv.Binomial{N: float64(n), P: min(p, 1)}.CDF(float64(k))
	upper := 1.0
	if k > 0 && p < 1 {
		upper = mathext.RegIncBeta(float64(k), float64(n-k+1), p)
	}
	return min(1, 2*min(lower, upper))
}

// fact returns log k!.
func fact(k int) float64 {
	l, _ := math.Lgamma(float64(k) + 1)
	return l
}

// logP returns the log probability of an outcome.
func (t table) logP(counts []int) float64 {
	s := fact(t.n)
	for i, k := range counts {
		if k > 0 {
			s += float64(k)*math.Log(t.p[i]) - fact(k)
		}
	}
	return s
}

// exact returns the probability of all outcomes that are at most as probable as the counts. The logarithms of two equal
// probabilities may differ by rounding: they are sums of terms as large as log n!.
func (t table) exact() float64 {
	limit := t.logP(t.counts) + 1e-9 + 1e-14*fact(t.n)
	counts := make([]int, len(t.p))
	some, all := 0.0, 0.0
	var fill func(i, left int)
	fill = func(i, left int) {
		if i < len(counts)-1 {
			for k := 0; k <= left; k++ {
				counts[i] = k
				fill(i+1, left-k)
			}
			return
		}
		counts[i] = left
		logP := t.logP(counts)
		all += math.Exp(logP)
		if logP <= limit {
			some += math.Exp(logP)
		}
	}
	fill(0, t.n)
	return min(1, some/all)
}
