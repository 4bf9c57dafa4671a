package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

func TestPumps(t *testing.T) {
	c := data.Columns("pumps", "failures", "hours")
	holds(t, "pumps", round, func(theta []float64) float64 {
		prior := distuv.Normal{Sigma: 1}
		sum := prior.LogProb(theta[0]) + prior.LogProb(theta[1])
		law := distuv.Gamma{Alpha: math.Exp(theta[0]), Beta: math.Exp(theta[1])}
		for i, y := range c[0] {
			sum += integral(-30, 6, func(v float64) float64 {
				rate := math.Exp(v)
				return v + law.LogProb(rate) + distuv.Poisson{Lambda: rate * c[1][i]}.LogProb(y)
			})
		}
		return sum
	})
}
