package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

// The solution of logistic growth, and that of the demand for oxygen, have closed forms.
func TestClosedForms(t *testing.T) {
	const step = 1e-4 // an error of Runge and Kutta's fourth order, over the noise
	c := data.Columns("yeast", "hour", "biomass")
	holds(t, "yeast", step, func(theta []float64) (sum float64) {
		r, k := math.Exp(theta[0]), math.Exp(theta[1])
		for i, hour := range c[0] {
			p := k / (1 + (k/c[1][0]-1)*math.Exp(-r*hour))
			sum += distuv.Normal{Mu: p, Sigma: 10}.LogProb(c[1][i])
		}
		return sum
	})
	water := data.Columns("bod", "days", "demand")
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
	c := data.Columns("lynx", "hares", "lynx")
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

// Twice the steps divide the error of y' = y by sixteen.
func TestSolveIsOfFourthOrder(t *testing.T) {
	off := func(steps int) (off float64) {
		solve(func(dst, y []float64) { dst[0] = y[0] }, []float64{1}, []float64{0, 1}, steps,
			func(_ int, y []float64) { off = math.E - y[0] })
		return off
	}
	if ratio := off(8) / off(16); !(ratio > 14 && ratio < 18) {
		t.Errorf("twice the steps divide the error by %v", ratio)
	}
}
