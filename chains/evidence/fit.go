package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/combin"
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
	byPooled     = "chi-square of pools"
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
//     is a quarter of it, or P is below level (Besag and Clifford 1991); or, if a thousand draws
//     took more than mostSteps, by Pearson's statistic of pools of them that expect 5 or more;
//   - of each of these cells by itself, by its binomial law;
//   - of the other cells among themselves, by Pearson's statistic.
//
// It panics if the lengths differ or p does not sum to 1.
func Multinomial(counts []int, p []float64, level float64, d chains.Dice) Fit {
	t := tableOf(counts, p)
	f := Fit{N: t.n, Cells: len(t.counts), Worst: t.worst(counts, p), Method: byNothing, P: 1}
	switch {
	case t.impossible:
		f.P, f.Method = 0, byImpossible
	case t.n == 0:
	case few(t.n, len(t.counts)):
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
		panic(fmt.Sprintf("evidence: counts of %d cells against a law on %d that sums to %v", len(counts), len(p),
			total))
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

// rest returns 1 less the sum of p.
func rest(p []float64) float64 {
	left := 1.0
	for _, q := range p {
		left -= q
	}
	return max(left, 0)
}

// parts tests counts with too many outcomes to sum over, as Multinomial says.
func (t table) parts(level float64, d chains.Dice) (p, stderr float64, method string) {
	var rare, often table
	for i, q := range t.p {
		into := &often
		if q*float64(t.n) < expectedLeast {
			into = &rare
		}
		into.counts = append(into.counts, t.counts[i])
		into.p = append(into.p, q)
		into.n += t.counts[i]
	}
	if len(rare.p) == 0 {
		return pearson(often.cells(1 - rest(often.p))).P, 0, byChiSquare
	}
	if len(often.p) > 0 {
		rare.counts = append(rare.counts, often.n)
		rare.p = append(rare.p, rest(rare.p))
		rare.n = t.n
	}
	method = byMixed
	most := rare.most()
	switch {
	case few(most, len(rare.counts)):
		p = rare.exact(most)
	case rare.steps() > mostSteps:
		method = byPooled
		p = pearson(pool(rare.cells(1))).P
	default:
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
		least = min(least, pearson(often.cells(1-rest(often.p))).P)
	}
	if least < p {
		stderr = 0
	}
	return min(1, n*least), n * stderr, method
}

// binomial returns the p-value of k successes in n trials of probability p: twice the
// smaller of the two tails that include k.
func binomial(k, n int, p float64) float64 {
	lower := distuv.Binomial{N: float64(n), P: min(p, 1)}.CDF(float64(k))
	return min(1, 2*min(lower, upper(k, n, p)))
}

// upper returns the probability of at least k successes in n trials of probability p.
func upper(k, n int, p float64) float64 {
	switch {
	case k <= 0 || p >= 1:
		return 1
	case p <= 0:
		return 0
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), p)
}

// few reports whether there are so few ways to put n counts into k cells that all are summed over.
func few(n, k int) bool {
	return combin.LogGeneralizedBinomial(float64(n+k-1), float64(k-1)) < math.Log(mostOutcomes+0.5)
}

// fact returns log k!.
func fact(k int) float64 {
	l, _ := math.Lgamma(float64(k) + 1)
	return l
}

// asProbable is the largest log probability that counts as no more than the counts' own. Rounding takes apart the
// logarithms of two equal probabilities, which are sums of terms as large as log n!.
func (t table) asProbable() float64 { return t.logP(t.counts) + 1e-9 + 1e-14*fact(t.n) }

func (t table) logP(counts []int) float64 {
	s := fact(t.n)
	for i, k := range counts {
		if k > 0 {
			s += float64(k)*math.Log(t.p[i]) - fact(k)
		}
	}
	return s
}

// most returns the largest total of all cells except the last that the sums go up to. Larger
// totals have less than tailLeft of the mass, or none.
func (t table) most() int {
	p := 1 - t.p[len(t.p)-1]
	for m := 0; m < t.n; m++ {
		if upper(m+1, t.n, p) < tailLeft {
			return m
		}
	}
	return t.n
}

// exact returns the probability of all outcomes that are at most as probable as the counts.
// Outcomes in which all cells except the last have more than most together are skipped and
// count as if they were all less probable.
func (t table) exact(most int) float64 {
	limit := t.asProbable()
	sum, all := t.share(most, func(_ []int, logP float64) bool { return logP <= limit })
	if most < t.n {
		sum += tailLeft
	} else {
		sum /= all
	}
	return min(1, sum)
}

// share returns the probability of the outcomes that matter, of those in which all cells except the last have at most
// most together, and of all of these.
func (t table) share(most int, matters func(counts []int, logP float64) bool) (some, all float64) {
	counts := make([]int, len(t.p))
	var fill func(i, left int)
	fill = func(i, left int) {
		if i < len(counts)-1 {
			for k := 0; k <= left; k++ {
				counts[i] = k
				fill(i+1, left-k)
			}
			return
		}
		counts[i] = t.n - (most - left)
		l := t.logP(counts)
		p := math.Exp(l)
		all += p
		if matters(counts, l) {
			some += p
		}
	}
	fill(0, most)
	return some, all
}

const (
	exceedances = 20     // draws end after this many that are as improbable as the counts: P is then known to a quarter
	mostDraws   = 100000 // the largest number of outcomes drawn
	leastDraws  = 1000   // and the least that are planned: with fewer, P is never below 0.001
	mostPicks   = 2e6    // and about the largest number of cells picked
	mostSteps   = 2e7    // the most cells that the planned draws may pick or go through, in a third of a second
)

// steps is about the number of cells that the least draws pick, and then go through.
func (t table) steps() float64 {
	last := len(t.p) - 1
	picks := float64(t.n) * (1 - t.p[last])
	return leastDraws * (picks + float64(last))
}

// drawn estimates what exact sums, by the share of drawn outcomes that are at most as
// probable as the counts. The draws end at the twentieth such outcome, so their number is
// not fixed.
func (t table) drawn(level float64, d chains.Dice) (p, stderr float64) {
	limit := t.asProbable()
	last := len(t.p) - 1
	most := t.most()
	total := make([]float64, most+1) // the law of how many counts are not in the last cell
	share := 1 - t.p[last]
	for m := range total {
		total[m] = distuv.Binomial{N: float64(t.n), P: share}.Prob(float64(m))
	}
	draws := int(max(leastDraws, min(mostDraws, 30/level, mostPicks/(float64(t.n)*share+1))))
	cells := chains.NewLaw(t.p[:last])
	counts, low := make([]int, last+1), 0
	for i := 1; i <= draws; i++ {
		clear(counts)
		m := d.Pick(total)
		counts[last] = t.n - m
		for range m {
			counts[cells.Draw(d)]++
		}
		if t.logP(counts) <= limit {
			low++
		}
		if low == exceedances {
			p = float64(low) / float64(i)
			return p, p * math.Sqrt((1-p)/float64(low))
		}
	}
	p = float64(low+1) / float64(draws+1)
	return p, math.Sqrt(p * (1 - p) / float64(draws))
}
