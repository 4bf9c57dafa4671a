package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
)

// A Fit is the result of testing counts against a law.
type Fit struct {
	P      float64 // the p-value: 0 if something impossible was counted, 1 if nothing was counted
	StdErr float64 // of P if it was drawn, otherwise 0
	Method string  // how P was computed, one of the constants below
	N      int     // the number of counts; in Balance, the number of draws of p that they are worth
	Cells  int     // the number of cells with mass
	Worst  int     // the cell that is farthest off, in standard deviations; an impossible one if there is one
}

// How says how P was computed, with its standard error if it was drawn.
func (f Fit) How() string {
	if f.StdErr == 0 {
		return f.Method
	}
	return fmt.Sprintf("%s: p = %.3g, standard error %.1g", f.Method, f.P, f.StdErr)
}

// The ways to a p-value.
const (
	byNothing    = "nothing counted"
	byImpossible = "impossible"
	byExact      = "exact"
	byChiSquare  = "chi-square"
	byMixed      = "exact and chi-square"
	byDrawn      = "Monte Carlo"
	byNormal     = "normal"
	byChernoff   = "Chernoff"
)

const (
	expectedLeast = 5     // Pearson's test takes cells that expect this many counts or more (Cochran 1954)
	mostOutcomes  = 20000 // the largest number of outcomes that are summed
	tailLeft      = 1e-14 // the mass that is not summed; it counts for the law
)

// Multinomial tests whether counts are draws from the law p, which sums to 1 up to
// rounding. P is the probability of all outcomes that are at most as probable as the
// counts. If there are at most 20000 outcomes, it is summed. Otherwise it is the smallest of
// up to three p-values, times their number:
//
//   - of the cells that expect less than 5 counts, among themselves and against
//     the rest: by sums or, if those are too many, by draws of d that end once the error of P
//     is a quarter of it, or P is below level (Besag and Clifford 1991);
//   - of each of these cells by itself, by its binomial law;
//   - of the other cells among themselves, by Pearson's statistic.
//
// It panics if the lengths differ or p is no law.
func Multinomial(counts []int, p []float64, level float64, d chains.Dice) Fit {
	t := tableOf(counts, p)
	f := Fit{N: t.n, Cells: len(t.counts), Worst: t.worst(counts, p), Method: byNothing, P: 1}
	switch {
	case t.impossible:
		f.P, f.Method = 0, byImpossible
	case t.n == 0:
	case outcomes(t.n, len(t.counts)) <= mostOutcomes:
		f.P, f.Method = t.exact(t.n), byExact
	default:
		f.P, f.StdErr, f.Method = t.parts(level, d)
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

// tableOf returns the cells with mass, and whether any other was counted.
func tableOf(counts []int, p []float64) table {
	if len(counts) != len(p) {
		panic(fmt.Sprintf("evidence: counts of %d cells against a law on %d", len(counts), len(p)))
	}
	var t table
	total := 0.0
	for x, q := range p {
		if !(q >= 0) || counts[x] < 0 {
			panic(fmt.Sprintf("evidence: cell %d has probability %v and count %d; neither is negative", x, q,
				counts[x]))
		}
		t.n += counts[x]
		total += q
		if q > 0 {
			t.counts, t.p = append(t.counts, counts[x]), append(t.p, q)
		} else if counts[x] > 0 {
			t.impossible = true
		}
	}
	if math.Abs(total-1) > 1e-6 {
		panic(fmt.Sprintf("evidence: a law that sums to %v", total))
	}
	return t
}

// worst returns an impossible cell that was counted, or else the cell farthest from its
// expectation, in standard deviations.
func (t table) worst(counts []int, p []float64) int {
	at, most := 0, -1.0
	for x, q := range p {
		expected := float64(t.n) * q
		off := math.Abs(float64(counts[x])-expected) / math.Sqrt(max(expected*(1-q), 1e-300))
		if q == 0 && counts[x] == 0 {
			continue
		}
		if q >= 1 {
			off = 0
		}
		if off > most {
			at, most = x, off
		}
	}
	return at
}

// parts tests counts with too many outcomes to sum over, as Multinomial says.
func (t table) parts(level float64, d chains.Dice) (p, stderr float64, method string) {
	var rare, often table
	for i, q := range t.p {
		into := &often
		if q*float64(t.n) < expectedLeast {
			into = &rare
		}
		into.counts, into.p, into.n = append(into.counts, t.counts[i]), append(into.p, q), into.n+t.counts[i]
	}
	if len(rare.p) == 0 {
		return often.pearson(), 0, byChiSquare
	}
	if len(often.p) > 0 {
		rare.counts, rare.p, rare.n = append(rare.counts, often.n), append(rare.p, rest(rare.p)), t.n
	}
	method = byMixed
	if most := rare.most(); outcomes(most, len(rare.counts)) <= mostOutcomes {
		p = rare.exact(most)
	} else {
		method = byDrawn
		p, stderr = rare.drawn(level, d)
	}
	alone := 1.0
	for i, k := range rare.counts {
		alone = min(alone, binomial(k, t.n, rare.p[i])*float64(len(rare.counts)))
	}
	n := 2.0
	least := min(p, alone)
	if len(often.p) > 1 && often.n > 0 {
		n = 3
		least = min(least, often.pearson())
	}
	if least < p {
		stderr = 0
	}
	return min(1, n*least), n * stderr, method
}

// rest returns 1 less the sum of p.
func rest(p []float64) float64 {
	left := 1.0
	for _, q := range p {
		left -= q
	}
	return max(left, 0)
}

// pearson returns the p-value of Pearson's statistic, given the total.
func (t table) pearson() float64 {
	total := 1 - rest(t.p)
	sum := 0.0
	for i, q := range t.p {
		expected := float64(t.n) * q / total
		sum += (float64(t.counts[i]) - expected) * (float64(t.counts[i]) - expected) / expected
	}
	if len(t.p) < 2 {
		return 1
	}
	return distuv.ChiSquared{K: float64(len(t.p) - 1)}.Survival(sum)
}

// binomial returns the p-value of k successes in n trials of probability p: twice the
// smaller of the two tails that include k.
func binomial(k, n int, p float64) float64 {
	lower := distuv.Binomial{N: float64(n), P: min(p, 1)}.CDF(float64(k))
	return min(1, 2*min(lower, upper(k, n, p)))
}
