package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

// line is regression with Student's t by the law of its errors.
func line(x, y []float64, nu float64) func(alpha, beta, scale float64) float64 {
	return func(alpha, beta, scale float64) (sum float64) {
		for i := range y {
			sum += distuv.StudentsT{Mu: alpha + beta*x[i], Sigma: scale, Nu: nu}.LogProb(y[i])
		}
		return sum
	}
}

func TestRobust(t *testing.T) {
	c := data.Columns("stars", "temperature", "light")
	for i := range c[0] {
		c[0][i] -= 4.4
	}
	stars := line(c[0], c[1], 2)
	holds(t, "stars", round, func(theta []float64) float64 { return stars(theta[0], theta[1], 0.25) })
	holds(t, "stars-scale", round, func(theta []float64) float64 {
		return stars(theta[0], theta[1], math.Exp(theta[2]))
	})
	c = data.Columns("stackloss", "air", "loss")
	mean, std := stat.MeanStdDev(c[0], nil)
	for i := range c[0] {
		c[0][i] = (c[0][i] - mean) / std
	}
	plant := line(c[0], c[1], 4)
	holds(t, "stackloss", round, func(theta []float64) float64 { return plant(theta[0], theta[1], 2.5) })
	c = data.Columns("darwin", "difference")
	maize := line(make([]float64, 15), c[0], 2)
	holds(t, "darwin", round, func(theta []float64) float64 { return maize(theta[0], 0, math.Exp(theta[1])) })
}
