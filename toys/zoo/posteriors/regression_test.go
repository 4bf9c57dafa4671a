package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The solution of logistic growth, and that of the demand for oxygen, have closed forms.
func TestClosedForms(t *testing.T) {
	const step = 1e-4 // an error of Runge and Kutta's fourth order, over the noise
	c := dataOf("yeast", "hour", "biomass")
	holds(t, "yeast", step, func(theta []float64) (sum float64) {
		r, k := math.Exp(theta[0]), math.Exp(theta[1])
		for i, hour := range c[0] {
			p := k / (1 + (k/c[1][0]-1)*math.Exp(-r*hour))
			sum += distuv.Normal{Mu: p, Sigma: 10}.LogProb(c[1][i])
		}
		return sum
	})
	water := dataOf("bod", "days", "demand")
	holds(t, "oxygen", step, func(theta []float64) (sum float64) {
		for i, day := range water[0] {
			x := theta[0] * (1 - math.Exp(-math.Exp(theta[1])*day))
			sum += distuv.Normal{Mu: x, Sigma: 2.5}.LogProb(water[1][i])
		}
		return sum
	})
}
