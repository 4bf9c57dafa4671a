package evidence

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mathext"

	"breadboard/chains"
)

// lower is the probability of at most k successes in n trials, upper of at least k.
func lower(k, n int, p float64) float64 {
	switch {
	case k >= n || p <= 0:
		return 1
	case p >= 1:
		return 0
	}
	return mathext.RegIncBeta(float64(n-k), float64(k+1), 1-p)
}

func upper(k, n int, p float64) float64 {
	switch {
	case k <= 0 || p >= 1:
		return 1
	case p <= 0:
		return 0
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), p)
}

// outcomes is the number of ways in which n can fall into k cells, or more than is
// ever summed over.
func outcomes(n, k int) int {
	c := 1.0
	for i := 1; i < k; i++ {
		if c *= float64(n+i) / float64(i); c > 10*mostOutcomes {
			return math.MaxInt
		}
	}
	return int(math.Round(c))
}

// fact is the logarithm of k!.
func fact(k int) float64 {
	if small := factorials(); k < len(small) {
		return small[k]
	}
	l, _ := math.Lgamma(float64(k) + 1)
	return l
}

// factorials are the logarithms of the first ones.
var factorials = sync.OnceValue(func() []float64 {
	l := make([]float64, 4096)
	for k := range l {
		l[k], _ = math.Lgamma(float64(k) + 1)
	}
	return l
})

// tie is how far apart logarithms of equal probabilities may come out: they are
// sums of terms as large as log n!.
func (t table) tie() float64 { return 1e-9 + 1e-14*fact(t.n) }

// logP is the logarithm of the probability of the counts.
func (t table) logP(counts []int) float64 {
	s := fact(t.n)
	for i, k := range counts {
		if k > 0 {
			s += float64(k)*math.Log(t.p[i]) - fact(k)
		}
	}
	return s
}

// most is the largest total of all cells but the last that is summed over; beyond
// lies less than tailLeft, or nothing.
func (t table) most() int {
	p := 1 - t.p[len(t.p)-1]
	for m := 0; m < t.n; m++ {
		if upper(m+1, t.n, p) < tailLeft {
			return m
		}
	}
	return t.n
}

// exact is the probability of all outcomes at most as probable as the counts: of
// those in which all cells but the last have at most most, and of all others.
func (t table) exact(most int) float64 {
	limit := t.logP(t.counts) + t.tie()
	sum, all := 0.0, 0.0
	t.each(most, func(counts []int) {
		l := t.logP(counts)
		p := math.Exp(l)
		all += p
		if l <= limit {
			sum += p
		}
	})
	if most < t.n {
		sum += tailLeft
	} else {
		sum /= all
	}
	return min(1, sum)
}

// each visits the outcomes in which all cells but the last have at most most.
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
	exceedances = 20     // after which draws end: P is then known to a quarter
	mostDraws   = 100000 // of outcomes
	mostPicks   = 2e6    // of cells
)

// drawn estimates what exact sums: the share of drawn outcomes that are at most as
// probable as the counts. The number of draws is not fixed: they end at the
// twentieth of these.
func (t table) drawn(level float64, d chains.Dice) (p, stderr float64) {
	limit := t.logP(t.counts) + t.tie()
	last := len(t.p) - 1
	most := t.most()
	total := make([]float64, most+1) // the law of how many are not in the last cell
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
