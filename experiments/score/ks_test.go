package score

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// beyond is P(K > x) of the Kolmogorov distribution, 2 sum over k of (-1)^(k-1) e^(-2 k² x²).
func beyond(x float64) float64 {
	if x < 0.2 {
		return 1 // to 1e-12, but the series needs many terms
	}
	sum := 0.0
	for k, sign := 1.0, 1.0; k < 100; k, sign = k+1, -sign {
		sum += 2 * sign * math.Exp(-2*k*k*x*x)
	}
	return sum
}

// The paper has "by numerically integrating, R = 0.822".
func TestKolmogorovIsTheIntegral(t *testing.T) {
	got := 0.2*0.2 + quad.Fixed(func(x float64) float64 { return 2 * x * beyond(x) }, 0.2, 8, 400, nil, 0)
	if math.Abs(got-Kolmogorov) > 1e-10 {
		t.Errorf("the integral is %v, want %v", got, Kolmogorov)
	}
	if math.Round(Kolmogorov*1000) != 822 {
		t.Errorf("R is %v, and 0.822 in the paper", Kolmogorov)
	}
}

// The constant of two values is F(1-F), that of values without mass is that of the others, and
// that of a fine lattice is near Kolmogorov's: a bridge watched at n places has a maximum lower
// by 0.58/√n (Broadie, Glasserman and Kou 1997), and E[K] is 0.87.
func TestBridgeScale(t *testing.T) {
	const off = 4 * 1.5 / 141 // 4 standard errors; a squared normal varies by √2 of its mean
	for _, p := range []float64{0.5, 0.1, 0.001} {
		if got, want := bridgeScale([]float64{p, 1 - p}), p*(1-p); math.Abs(got-want) > off*want {
			t.Errorf("of %v and %v it is %v, want %v", p, 1-p, got, want)
		}
		if got, want := bridgeScale([]float64{0, p, 0, 1 - p, 0}), p*(1-p); math.Abs(got-want) > off*want {
			t.Errorf("with empty values it is %v, want %v", got, want)
		}
	}
	const n = 300
	got := bridgeScale(slices.Repeat([]float64{1. / n}, n))
	if want := Kolmogorov - 2*0.87*0.58/math.Sqrt(n); math.Abs(got-want) > off*want {
		t.Errorf("of %d values it is %v, want %v", n, got, want)
	}
	if got := bridgeScale([]float64{1}); got != 0 {
		t.Errorf("of one value it is %v", got)
	}
}

// The mean squared distance of independent draws is the constant over their number, so that their
// real ESS is their number; with the constant of a continuous law it would be half as large again
// on seven values.
func TestIndependentDrawsKeepTheirNumber(t *testing.T) {
	p := []float64{0.05, 0.3, 0.1, 0, 0.15, 0.2, 0.2}
	m, law := newMarginal(grid.New(7), p, 0), chains.NewLaw(p)
	const n, runs = 1000, 2000
	squares := 0.0
	for i := range uint64(runs) {
		counts, dice := make([]int, len(p)), sample.Seeded(3, i)
		for range n {
			counts[law.Draw(dice)]++
		}
		d := m.distance(counts, n)
		squares += d * d
	}
	got := m.scale() * runs / squares
	if math.Abs(got/n-1) > 4*(1/math.Sqrt(runs)+1/math.Sqrt(bridges)) {
		t.Errorf("%d draws have a real ESS of %v", n, got)
	}
	if wrong := Kolmogorov * runs / squares; wrong < 1.3*n {
		t.Errorf("with the constant of a continuous law it is %v, which says nothing", wrong)
	}
}

// The distance of counts is found by hand.
func TestDistance(t *testing.T) {
	m := newMarginal(grid.New(2, 3), []float64{0.1, 0.2, 0.1, 0.3, 0.1, 0.2}, 1) // 0.4, 0.3, 0.3
	if got := m.distance([]int{1, 1, 2}, 4); math.Abs(got-0.2) > 1e-15 {
		t.Errorf("the distance is %v, want |0.5 - 0.7|", got)
	}
}
