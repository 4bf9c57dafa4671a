package surrogates

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

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

// The moments are those of the density, summed over a fine lattice.
func TestMoments(t *testing.T) {
	m := crooked()
	mean, std := m.Moments()
	const step = 0.05
	var sum, square [2]float64
	for x := -5.0; x < 13; x += step {
		for y := -5.0; y < 13; y += step {
			p := math.Exp(m.LogDensity([][]float64{{x, y}})[0]) * step * step
			for a, v := range []float64{x, y} {
				sum[a] += p * v
				square[a] += p * v * v
			}
		}
	}
	for a := range 2 {
		if off := mean[a] - sum[a]; !(math.Abs(off) < 1e-9) {
			t.Errorf("the mean of axis %d is off by %g", a+1, off)
		}
		if off := std[a] - math.Sqrt(square[a]-sum[a]*sum[a]); !(math.Abs(off) < 1e-9) {
			t.Errorf("the standard deviation of axis %d is off by %g", a+1, off)
		}
	}
}
