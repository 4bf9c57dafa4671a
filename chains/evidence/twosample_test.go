package evidence_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains/evidence"
)

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
		d, p := evidence.Smirnov(first, second)
		wantD, wantP := byOrders(first, second)
		if math.Abs(d-wantD) > 1e-12 {
			t.Errorf("%v and %v are %v apart, want %v", first, second, d, wantD)
		}
		if math.Abs(p-wantP) > 1e-12 {
			t.Errorf("%v and %v have p = %v, want %v", first, second, p, wantP)
		}
	}
}

// TestSmirnovSeparates: n values all below n others have p = 2/C(2n, n).
func TestSmirnovSeparates(t *testing.T) {
	var low, high []float64
	for i := range 30 {
		low, high = append(low, float64(i)), append(high, float64(100+i))
	}
	_, p := evidence.Smirnov(low, high)
	logC, _ := math.Lgamma(61)
	half, _ := math.Lgamma(31)
	if want := 2 * math.Exp(2*half-logC); math.Abs(p/want-1) > 1e-9 {
		t.Errorf("p = %v, want %v", p, want)
	}
}

// TestSmirnovIsHonest: of samples from one law at most a share u has p at or below u, also
// from a law of three values; and of samples from two laws almost all.
func TestSmirnovIsHonest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, draw := range map[string]func() float64{
		"normal": rng.NormFloat64, "three values": func() float64 { return float64(rng.IntN(3)) }} {
		const trials, u = 2000, 0.05
		low, found := 0, 0
		for range trials {
			first, second, moved := make([]float64, 100), make([]float64, 100), make([]float64, 100)
			for i := range first {
				first[i], second[i], moved[i] = draw(), draw(), 0.5+math.Round(1.5*draw())
			}
			if _, p := evidence.Smirnov(first, second); p <= u {
				low++
			}
			if _, p := evidence.Smirnov(first, moved); p <= u {
				found++
			}
		}
		if most := trials*u + 4*math.Sqrt(trials*u*(1-u)); float64(low) > most {
			t.Errorf("%s: %d of %d samples have p <= %v", name, low, trials, u)
		}
		if found < trials*9/10 {
			t.Errorf("%s: %d of %d other laws are found", name, found, trials)
		}
	}
}
