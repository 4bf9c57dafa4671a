package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains/sample"
)

// The p-values are those of draws from the law, of few and of many.
func TestMidRankUnderTheLaw(t *testing.T) {
	p, values := []float64{0.3, 0, 0.2, 0.1, 0.4}, []float64{2, 7, 1, 2, 5}
	d := sample.Seeded(11)
	for _, n := range []int{20, 1000} {
		tenth := uniformity(t, "mid-ranks", 500, func() float64 { return MidRank(draw(d, n, p), p, values).P })
		if tenth < 0.06 { // the exact one is discrete, of steps of some hundredths
			t.Errorf("%d draws: %v of the p-values at or below 0.1", n, tenth)
		}
	}
	uniformity(t, "a tie of nearly all", 500, func() float64 {
		return MidRank(draw(d, 1000, []float64{0.998, 0.002}), []float64{0.998, 0.002}, []float64{0, 1}).P
	})
}

// By hand: two draws from thirds with values 0, 1, 2 and both in the highest: ranks
// 5/6 each, as far off as both in the lowest, so P = 2/9.
func TestMidRankByHand(t *testing.T) {
	third := []float64{1. / 3, 1. / 3, 1. / 3}
	fits(t, "both in the highest", MidRank([]int{0, 0, 2}, third, []float64{0, 1, 2}), 2./9, 1e-12, byExact)
	// Ranks 0.2, 0.55, 0.8 and 0.95 are 2.5 off their mean together, with the variance 1000 (1 - 0.1)/12.
	four := []float64{0.4, 0.3, 0.2, 0.1}
	fits(t, "many draws", MidRank([]int{400, 310, 190, 100}, four, []float64{0, 1, 2, 3}),
		math.Erfc(2.5/math.Sqrt(75)/math.Sqrt2), 1e-12, byNormal)
	fits(t, "all tied", MidRank([]int{0, 0, 2}, third, []float64{1, 1, 1}), 1, 0, byNothing)
	fits(t, "impossible", MidRank([]int{0, 1}, []float64{1, 0}, []float64{0, 1}), 0, 0, byImpossible)
}

// byOrders is Smirnov's p by all choices of the first sample's places in the pooled one.
func byOrders(first, second []float64) (distance, p float64) {
	pooled := slices.Concat(first, second)
	of := func(chosen uint) float64 {
		worst := 0.0
		for _, v := range pooled {
			one, two := 0.0, 0.0
			for i, w := range pooled {
				switch {
				case w > v:
				case chosen>>i&1 == 1:
					one += 1 / float64(len(first))
				default:
					two += 1 / float64(len(second))
				}
			}
			worst = max(worst, math.Abs(one-two))
		}
		return worst
	}
	distance = of(1<<len(first) - 1)
	all, far := 0.0, 0.0
	for chosen := range uint(1) << len(pooled) {
		count := 0
		for i := range pooled {
			count += int(chosen >> i & 1)
		}
		if count != len(first) {
			continue
		}
		if all++; of(chosen) >= distance-1e-9 {
			far++
		}
	}
	return distance, far / all
}

// TestSmirnov: samples with ties and without, of equal sizes and others, by enumeration.
func TestSmirnov(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		draw := func(n, values int) []float64 {
			v := make([]float64, n)
			for i := range v {
				v[i] = float64(rng.IntN(values))
			}
			return v
		}
		values := 1 + rng.IntN(12)
		first, second := draw(1+rng.IntN(5), values), draw(1+rng.IntN(5), values)
		d, p := Smirnov(first, second)
		wantD, wantP := byOrders(first, second)
		if math.Abs(d-wantD) > 1e-12 {
			t.Errorf("%v and %v are %v apart, want %v", first, second, d, wantD)
		}
		if math.Abs(p-wantP) > 1e-12 {
			t.Errorf("%v and %v have p = %v, want %v", first, second, p, wantP)
		}
	}
}
