package posteriors

import (
	"math"

	"breadboard/toys/zoo/data"
)

// robust is linear regression with errors of Student's t: y_i = alpha + beta x_i + e^s t_i, where
// t_i has nu degrees of freedom. All three parameters have flat priors.
func robust(x, y []float64, nu float64) func(alpha, beta, s float64) float64 {
	return func(alpha, beta, s float64) float64 {
		sum := -s * float64(len(y))
		for i := range y {
			r := (y[i] - alpha - beta*x[i]) * math.Exp(-s)
			sum -= (nu + 1) / 2 * math.Log1p(r*r/nu)
		}
		return sum
	}
}

// stackloss is the loss of a plant that makes nitric acid, against the flow of air.
func stackloss() []Posterior {
	c := data.Columns("stackloss", "air", "loss")
	line := robust(standardized(c[0]), c[1], 4)
	return []Posterior{
		{"stackloss", "a robust line through 21 days of a plant that makes nitric acid",
			[]Axis{{"intercept", 14, 19.5, 10}, {"slope", 6, 11.5, 10}},
			func(theta []float64) float64 { return line(theta[0], theta[1], math.Log(2.5)) }},
	}
}

// stars is the brightness of the cluster CYG OB1, against temperature. Four giants lie far from
// the main sequence.
func stars() []Posterior {
	c := data.Columns("stars", "temperature", "light")
	line := robust(shifted(c[0], 4.4, 1), c[1], 2)
	return []Posterior{
		{"stars", "a robust line through 47 stars, its scale known: it follows most of them, or four giants",
			[]Axis{{"intercept", 4.75, 5.25, 10}, {"slope", -1.6, 4.1, 14}},
			func(theta []float64) float64 { return line(theta[0], theta[1], math.Log(0.25)) }},
		{"stars-scale", "a robust line through 47 stars, and the log of its scale",
			[]Axis{{"intercept", 4.8, 5.28, 5}, {"slope", -1.4, 3.4, 7}, {"log scale", -1.4, -0.4, 4}},
			func(theta []float64) float64 { return line(theta[0], theta[1], theta[2]) }},
	}
}

// darwin is how much higher crossed plants of maize grew than their self-fertilised twins.
func darwin() []Posterior {
	y := data.Columns("darwin", "difference")[0]
	location := robust(make([]float64, len(y)), y, 2)
	return []Posterior{
		{"darwin", "location and log scale of Student's t for Darwin's 15 pairs of maize",
			[]Axis{{"location", -10, 60, 12}, {"log scale", 1.8, 4.4, 10}},
			func(theta []float64) float64 { return location(theta[0], 0, theta[1]) }},
	}
}
