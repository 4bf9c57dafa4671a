package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// order returns the indices of values by increasing value. Equal values keep their order.
func order(values []float64) []int {
	at := make([]int, len(values))
	floats.ArgsortStable(slices.Clone(values), at)
	return at
}

// MidRank tests whether counts are draws from the distribution p by their ranks in an order of the
// cells. It finds a drift up or down with fewer draws than a test of all cells.
//
// Cells of equal value share a rank, the middle of their joint mass. Under p a rank has mean 1/2 and variance (1 - the
// sum of P³ over ties)/12, where P is a tie's mass. The p-value comes from the normal distribution. If less than ten
// draws are expected outside one tie, it comes from the binomial test of the draws in it. If all cells with mass have
// one value, there is nothing to find, and it is 1.
//
// It panics if Multinomial does.
func MidRank(counts []int, p, values []float64) Fit {
	t := tableOf(counts, p)
	f := Fit{N: t.n, Cells: len(t.p), Worst: t.worst(counts, p), P: 1}
	if t.impossible {
		f.P = 0
		return f
	}
	ranked := ties(counts, p, values)
	if t.n == 0 || len(ranked.p) < 2 {
		return f
	}
	below, off := 0.0, 0.0
	variance := 1.0
	for i, q := range ranked.p {
		if float64(t.n)*(1-q) < 2*expectedLeast {
			f.P = binomial(ranked.counts[i], t.n, q)
			return f
		}
		off += float64(ranked.counts[i]) * (below + q/2 - 0.5)
		variance -= q * q * q
		below += q
	}
	z := math.Abs(off) / math.Sqrt(float64(t.n)*variance/12)
	f.P = math.Erfc(z / math.Sqrt2)
	return f
}

// ties joins the cells with mass that have one value, in the order of values.
func ties(counts []int, p, values []float64) (t table) {
	last := math.NaN()
	for _, x := range order(values) {
		if p[x] == 0 {
			continue
		}
		if values[x] != last {
			t.p = append(t.p, 0)
			t.counts = append(t.counts, 0)
			last = values[x]
		}
		end := len(t.p) - 1
		t.p[end] += p[x]
		t.counts[end] += counts[x]
	}
	return t
}

// negligible bounds the probability of a state of Smirnov's walk that counts as far and is not followed. All such
// states together add less than 1e-30 to p.
const negligible = 1e-40

// Smirnov tests whether two samples come from one distribution, by the largest distance between their
// distribution functions (Kolmogorov and Smirnov). p is the probability of at least that distance if all orders of the
// pooled sample are equally likely, whatever values are equal. It is summed and not approximated. Neither sample is
// empty, and no value is NaN.
//
// The pooled sample in its order is a walk: a value of the first sample is a step up, and one
// of the second a step to the side. Distances count where a run of equal values ends.
func Smirnov(first, second []float64) (distance, p float64) {
	n, m := len(first), len(second)
	pooled := slices.Concat(first, second)
	ends := make([]bool, n+m+1) // after this many values a run of equal ones ends
	off := func(i, j int) float64 { return math.Abs(float64(i)/float64(n) - float64(j)/float64(m)) }
	i, sorted := 0, order(pooled)
	for k, at := range sorted {
		if at < n {
			i++
		}
		if k+1 == n+m || pooled[sorted[k+1]] != pooled[at] {
			ends[k+1] = true
			distance = max(distance, off(i, k+1-i))
		}
	}
	limit := distance * (1 - 1e-9) // equal fractions may be rounded differently
	walks := make([]float64, n+2)  // walks[i] is the probability of i steps up that were never too far
	walks[0] = 1
	for k := range n + m {
		left := float64(n + m - k)
		most := min(k+1, n)
		for i := most; i >= 0; i-- {
			walks[i+1] += walks[i] * float64(n-i) / left
			walks[i] = walks[i] * float64(m-(k-i)) / left
		}
		for i := range most + 1 {
			if ends[k+1] && off(i, k+1-i) >= limit || walks[i] < negligible {
				p += walks[i]
				walks[i] = 0
			}
		}
	}
	return distance, min(1, p)
}
