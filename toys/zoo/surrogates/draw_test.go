package surrogates

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/grid"
)

// What is drawn is a mixture: its weights add up to 1, and its covariances are positive.
func TestDrawn(t *testing.T) {
	for seed := range uint64(100) {
		m := crooked().drawn(rand.New(rand.NewPCG(seed, 0)))
		sum := 0.0
		for _, c := range m.Components {
			sum += c.Weight
			var root mat.Cholesky
			if !root.Factorize(c.Cov) {
				t.Errorf("seed %d: a covariance %v", seed, c.Cov)
			}
		}
		if !(math.Abs(sum-1) < 1e-12) {
			t.Errorf("seed %d: the weights add up to %v", seed, sum)
		}
	}
}

// An axis that is integrated out leaves the sums of the density along it.
func TestFirst(t *testing.T) {
	m := crooked()
	for _, x := range []float64{1, 4, 6} {
		sum := 0.0
		for y := -10.0; y < 20; y += 0.05 {
			sum += 0.05 * math.Exp(m.LogDensity([][]float64{{x, y}})[0])
		}
		if off := m.first(1).LogDensity([][]float64{{x}})[0] - math.Log(sum); !(math.Abs(off) < 1e-9) {
			t.Errorf("the log density at %v is off by %g", x, off)
		}
	}
}

// A lattice is the same however far away the mixture lies, and has nearly all of its mass.
func TestLattice(t *testing.T) {
	m, far := crooked(), crooked()
	for k := range far.Components {
		far.Components[k].Mean = []float64{far.Components[k].Mean[0] + 100, far.Components[k].Mean[1]}
	}
	g := grid.New(9, 8)
	here, there := m.lattice(g, 3), far.lattice(g, 3)
	if !floats.EqualApprox(here, there, 1e-9) {
		t.Errorf("the lattice changes when the mixture moves")
	}
	inner, border := math.Inf(-1), math.Inf(-1)
	for x, v := range here {
		if i, j := g.Coord(x, 0), g.Coord(x, 1); i == 0 || j == 0 || i == 8 || j == 7 {
			border = max(border, v)
		} else {
			inner = max(inner, v)
		}
	}
	// The border lies three standard deviations from some mean, which is 4.5 nats.
	if !(border < inner-3) {
		t.Errorf("log f is %v inside and %v at the border", inner, border)
	}
}
