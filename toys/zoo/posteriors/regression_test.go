package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// deaths is logistic regression by the laws of its variables.
func deaths(x, y, n []float64, scale float64) func(theta []float64) float64 {
	return func(theta []float64) float64 {
		prior := distuv.Normal{Sigma: scale}
		sum := prior.LogProb(theta[0]) + prior.LogProb(theta[1])
		for i := range x {
			odds := math.Exp(theta[0] + theta[1]*x[i])
			sum -= y[i]*math.Log(1+1/odds) + (n[i]-y[i])*math.Log(1+odds) // p is 1/(1 + 1/odds)
		}
		return sum
	}
}

func TestLogistic(t *testing.T) {
	c := dataOf("bioassay", "dose", "deaths", "animals")
	holds(t, "bioassay", round, deaths(c[0], c[1], c[2], 15))
	c = dataOf("beetles", "dose", "killed", "exposed")
	mean, std := stat.MeanStdDev(c[0], nil)
	holds(t, "beetles", round, func(theta []float64) float64 {
		x := make([]float64, len(c[0]))
		for i, v := range c[0] {
			x[i] = (v - mean) / std
		}
		return deaths(x, c[1], c[2], 10)(theta)
	})
}

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

// Lynx and hares have none; small steps of the midpoint rule will do.
func TestLynx(t *testing.T) {
	c := dataOf("lynx", "hares", "lynx")
	const steps = 2000                                           // a year
	holds(t, "lynx", 1e-3, func(theta []float64) (sum float64) { // 21 years times the square of a step, over the noise
		a, d := math.Exp(theta[0]), math.Exp(theta[1])
		u, v, h := 34.0, 5.9, 1.0/steps
		for i := range c[0] {
			for range min(i, 1) * steps {
				um, vm := u+h/2*(a-0.028*v)*u, v+h/2*(0.024*u-d)*v
				u, v = u+h*(a-0.028*vm)*um, v+h*(0.024*um-d)*vm
			}
			sum += distuv.Normal{Mu: math.Log(u), Sigma: 0.25}.LogProb(math.Log(c[0][i])) +
				distuv.Normal{Mu: math.Log(v), Sigma: 0.25}.LogProb(math.Log(c[1][i]))
		}
		return sum
	})
}
