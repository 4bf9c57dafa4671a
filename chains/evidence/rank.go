package evidence

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// order is the indices by increasing value, equal ones as they come.
func order(values []float64) []int {
	at := make([]int, len(values))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return at
}

// MidRank tests whether counts are draws from the law p by where they stand in an
// order of the cells: cells of equal value share a rank, the middle of the mass
// that they have together, so that under p a rank has mean 1/2 and variance (1 - the
// sum of P³ over ties)/12 whatever the ties are. It finds what drifts up or down,
// with fewer draws than a test of all cells. P is summed where there are at most
// 20000 outcomes, and normal beyond; where less than ten draws are expected outside
// one tie, it is that of the binomial test of how many are in it. It panics where Multinomial does and where
// the values are not as many as the cells; where all cells with mass are of one
// value there is nothing to find, and P is 1.
func MidRank(counts []int, p, values []float64) Fit {
	if len(values) != len(p) {
		panic(fmt.Sprintf("evidence: %d values of %d cells", len(values), len(p)))
	}
	t := tableOf(counts, p)
	f := Fit{N: t.n, Cells: len(t.p), Worst: t.worst(counts, p), P: 1, Method: Nothing}
	if t.impossible {
		f.P, f.Method = 0, Impossible
		return f
	}
	ranked, ranks := ties(counts, p, values)
	if t.n == 0 || len(ranked.p) < 2 {
		return f
	}
	off := func(counts []int) float64 {
		sum := 0.0
		for i, k := range counts {
			sum += float64(k) * (ranks[i] - 0.5)
		}
		return math.Abs(sum)
	}
	if outcomes(t.n, len(ranked.p)) <= mostOutcomes {
		far, all := 0.0, 0.0
		limit := off(ranked.counts) * (1 - 1e-9)
		ranked.each(t.n, func(counts []int) {
			prob := math.Exp(ranked.logP(counts))
			all += prob
			if off(counts) >= limit {
				far += prob
			}
		})
		f.P, f.Method = min(1, far/all), Exact
		return f
	}
	variance := 1.0
	for i, q := range ranked.p {
		variance -= q * q * q
		if float64(t.n)*(1-q) < 2*expectedLeast {
			f.P, f.Method = Binomial(ranked.counts[i], t.n, q), Exact
			return f
		}
	}
	z := off(ranked.counts) / math.Sqrt(float64(t.n)*variance/12)
	f.P, f.Method = math.Erfc(z/math.Sqrt2), Normal
	return f
}

// ties gathers the cells with mass by their values, in order, and returns the
// middle of each one's mass.
func ties(counts []int, p, values []float64) (table, []float64) {
	var t table
	var ranks []float64
	below, last := 0.0, math.NaN()
	for _, x := range order(values) {
		if p[x] == 0 {
			continue
		}
		if len(t.p) == 0 || values[x] != last {
			t.p, t.counts = append(t.p, 0), append(t.counts, 0)
			last = values[x]
		}
		end := len(t.p) - 1
		t.p[end] += p[x]
		t.counts[end] += counts[x]
		t.n += counts[x]
	}
	for _, q := range t.p {
		ranks = append(ranks, below+q/2)
		below += q
	}
	return t, ranks
}
