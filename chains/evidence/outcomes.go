package evidence

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mathext"

	"breadboard/chains"
)

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

// outcomes returns the number of ways to put n counts into k cells, or math.MaxInt if that
// is far too many to sum over.
func outcomes(n, k int) int {
	c := 1.0
	for i := 1; i < k; i++ {
		if c *= float64(n+i) / float64(i); c > 10*mostOutcomes {
			return math.MaxInt
		}
	}
	return int(math.Round(c))
}

// fact returns log k!.
func fact(k int) float64 {
	if small := factorials(); k < len(small) {
		return small[k]
	}
	l, _ := math.Lgamma(float64(k) + 1)
	return l
}

// factorials has log k! for the first k.
var factorials = sync.OnceValue(func() []float64 {
	l := make([]float64, 4096)
	for k := range l {
		l[k], _ = math.Lgamma(float64(k) + 1)
	}
	return l
})

// tie bounds how far rounding takes apart the logarithms of two equal probabilities: they
// are sums of terms as large as log n!.
func (t table) tie() float64 { return 1e-9 + 1e-14*fact(t.n) }

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
	limit := t.logP(t.counts) + t.tie()
	sum, all := t.share(most, func(_ []int, logP float64) bool { return logP <= limit })
	if most < t.n {
		sum += tailLeft
	} else {
		sum /= all
	}
	return min(1, sum)
}

// share returns the probability of the visited outcomes that matter, and of all visited
// outcomes.
func (t table) share(most int, matters func(counts []int, logP float64) bool) (some, all float64) {
	t.each(most, func(counts []int) {
		l := t.logP(counts)
		p := math.Exp(l)
		all += p
		if matters(counts, l) {
			some += p
		}
	})
	return some, all
}

// each visits the outcomes in which all cells except the last have at most most together.
func (t table) each(most int, visit func(counts []int)) {
	counts := make([]int, len(t.p))
	var fill func(i, left int)
	fill = func(i, left int) {
		if i == len(counts)-1 {
			counts[i] = t.n - (most - left)
			visit(counts)
			return
		}
		for k := 0; k <= left; k++ {
			counts[i] = k
			fill(i+1, left-k)
		}
	}
	fill(0, most)
}

const (
	exceedances = 20     // draws end after this many that are as improbable as the counts: P is then known to a quarter
	mostDraws   = 100000 // the largest number of outcomes drawn
	mostPicks   = 2e6    // and about the largest number of cells picked
)

// drawn estimates what exact sums, by the share of drawn outcomes that are at most as
// probable as the counts. The draws end at the twentieth such outcome, so their number is
// not fixed.
func (t table) drawn(level float64, d chains.Dice) (p, stderr float64) {
	limit := t.logP(t.counts) + t.tie()
	last := len(t.p) - 1
	most := t.most()
	total := make([]float64, most+1) // the law of how many counts are not in the last cell
	share := 1 - t.p[last]
	for m := range total {
		total[m] = math.Exp(fact(t.n) - fact(m) - fact(t.n-m) + float64(m)*math.Log(share) +
			float64(t.n-m)*math.Log1p(-share))
	}
	draws := int(max(1000, min(mostDraws, 30/level, mostPicks/(float64(t.n)*share+1))))
	counts, low := make([]int, last+1), 0
	for i := 1; i <= draws; i++ {
		clear(counts)
		m := d.Pick(total)
		counts[last] = t.n - m
		for range m {
			counts[d.Pick(t.p[:last])]++
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
