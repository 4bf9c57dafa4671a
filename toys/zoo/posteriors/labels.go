package posteriors

import (
	"math"

	"breadboard/toys/zoo/data"
)

// mixture is the model in which a value comes from N(a, noise) with probability w, or from
// N(b, noise). The means are N(0, scale) before the data, and w is uniform.
func mixture(y []float64, noise, scale float64) func(a, b, w float64) float64 {
	return func(a, b, w float64) float64 {
		if !(w >= 0 && w <= 1) {
			return math.Inf(-1)
		}
		sum := -(a*a + b*b) / (2 * scale * scale)
		for _, v := range y {
			p, q := (v-a)/noise, (v-b)/noise
			sum += math.Log(w*math.Exp(-p*p/2) + (1-w)*math.Exp(-q*q/2))
		}
		return sum
	}
}

// labels are the two means of a mixture, which change places.
func labels() []Posterior {
	density := mixture(data.Columns("darwin", "difference")[0], 27, 60)
	return []Posterior{
		{"labels", "two means of a mixture for Darwin's 15 pairs of maize: the labels change places",
			[]Axis{{"mean 1", -90, 90, 12}, {"mean 2", -90, 90, 12}},
			func(theta []float64) float64 { return density(theta[0], theta[1], 0.5) }},
		{"labels-share", "two means of a mixture for Darwin's 15 pairs of maize, and the share of the first",
			[]Axis{{"mean 1", -80, 70, 6}, {"mean 2", -80, 70, 6}, {"share", 0.125, 0.875, 4}},
			func(theta []float64) float64 { return density(theta[0], theta[1], theta[2]) }},
	}
}
