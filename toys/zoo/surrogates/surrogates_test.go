package surrogates

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

// cells returns the points of a lattice, with the masses of a mixture.
func cells(m Mixture) (points [][]float64, p []float64) {
	for x := range 9 {
		for y := range 9 {
			points = append(points, []float64{float64(x), float64(y)})
		}
	}
	p = m.LogDensity(points)
	norm := floats.LogSumExp(p)
	for i, v := range p {
		p[i] = math.Exp(v - norm)
	}
	return points, p
}

// least returns the least gain in likelihood by a round, wherever expectation maximisation passes
// from random beginnings.
func least(round func(m Mixture, points [][]float64, p []float64) Mixture) (gain float64) {
	points, p := cells(crooked())
	gain = math.Inf(1)
	for k := 1; k <= 4; k++ {
		m := begin(points, p, k, rand.New(rand.NewPCG(uint64(k), 0)))
		for range 40 {
			gain = min(gain, round(m, points, p).likelihood(points, p)-m.likelihood(points, p))
			m = m.improved(points, p)
		}
	}
	return gain
}

// TestRoundsClimb: no round lowers the likelihood, except by round-off. Covariances that are 1% too large do.
func TestRoundsClimb(t *testing.T) {
	if gain := least(Mixture.improved); !(gain > -1e-12) {
		t.Errorf("a round lowers the likelihood by %g", -gain)
	}
	gain := least(func(m Mixture, points [][]float64, p []float64) Mixture {
		next := m.improved(points, p)
		for k := range next.Components {
			wide := mat.NewSymDense(2, nil)
			wide.ScaleSym(1.01, next.Components[k].Cov)
			next.Components[k].Cov = wide
		}
		return next
	})
	if !(gain < -1e-6) {
		t.Errorf("rounds with covariances that are 1%% too large gain %g or more", gain)
	}
}

// TestFit: a mixture of two is found to be one of two, with the same weights.
func TestFit(t *testing.T) {
	m := crooked()
	m.Components[1].Mean = []float64{6, 5}
	fit := Fit(cells(m))
	if n := len(fit.Components); n != 2 {
		t.Fatalf("%d components are fitted to two", n)
	}
	// The components' own mass adds 0.01 to each weight of a sum of 1.02.
	light := min(fit.Components[0].Weight, fit.Components[1].Weight)
	if !(math.Abs(light-0.3) < 0.02) {
		t.Errorf("the lighter of two has the weight %v, not 0.3", light)
	}
}

// crooked has two components that are no circles.
func crooked() Mixture {
	return Mixture{[]Component{
		{0.3, []float64{2, 3}, mat.NewSymDense(2, []float64{1, 0.6, 0.6, 0.8})},
		{0.7, []float64{5, 4}, mat.NewSymDense(2, []float64{0.5, -0.3, -0.3, 1.5})},
	}}
}

func TestLogDensity(t *testing.T) {
	m := crooked()
	points := [][]float64{{0, 0}, {2, 3}, {5, 5}, {-3, 7}}
	for i, got := range m.LogDensity(points) {
		want := 0.0
		for _, c := range m.Components {
			law, _ := distmv.NewNormal(c.Mean, c.Cov, nil)
			want += c.Weight * law.Prob(points[i])
		}
		if off := got - math.Log(want); !(math.Abs(off) < 1e-12) {
			t.Errorf("the log density at %v is off by %g", points[i], off)
		}
	}
}
