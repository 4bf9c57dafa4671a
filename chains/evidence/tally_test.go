package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// byOrders returns Smirnov's p by all choices of the first sample's places in the pooled one.
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
		all++
		if of(chosen) >= distance-1e-9 {
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
		first := draw(1+rng.IntN(5), values)
		second := draw(1+rng.IntN(5), values)
		d, p := Smirnov(first, second)
		wantD, wantP := byOrders(first, second)
		if math.Abs(d-wantD) > 1e-12 {
			t.Errorf("%v and %v are %v apart, want %v", first, second, d, wantD)
		}
		must.Near(t, p, wantP, 1e-12, "%v and %v have p", first, second)
	}
}
