package posteriors

import (
	"math"

	"breadboard/toys/zoo/data"
)

// pumps fail y_i times in t_i thousand hours, at rates that are Gamma(alpha, beta) and are
// integrated out. log alpha and log beta are N(0, 1) before the data.
func pumps() []Posterior {
	c := data.Columns("pumps", "failures", "hours")
	return []Posterior{
		{"pumps", "log shape and log rate of the gamma law of ten pumps' rates of failure",
			[]Axis{{"log shape", -1.6, 1, 10}, {"log rate", -2.2, 1.8, 11}},
			func(theta []float64) float64 {
				alpha, beta := math.Exp(theta[0]), math.Exp(theta[1])
				sum := -(theta[0]*theta[0] + theta[1]*theta[1]) / 2
				for i, y := range c[0] {
					sum += lgamma(alpha+y) - lgamma(alpha) + alpha*theta[1] - (alpha+y)*math.Log(beta+c[1][i])
				}
				return sum
			}},
	}
}

// lgamma is log Gamma(v).
func lgamma(v float64) float64 {
	l, _ := math.Lgamma(v)
	return l
}
