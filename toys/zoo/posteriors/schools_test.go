package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

var coaching = data.Columns("schools", "effect", "error")

// pupils is the log density of the effects of some schools, each integrated out.
func pupils(mu, logTau float64, first int) (sum float64) {
	tau := math.Exp(logTau)
	for i := first; i < 8; i++ {
		sum += integral(mu-12*tau, mu+12*tau, func(v float64) float64 {
			return distuv.Normal{Mu: mu, Sigma: tau}.LogProb(v) +
				distuv.Normal{Mu: v, Sigma: coaching[1][i]}.LogProb(coaching[0][i])
		})
	}
	return sum
}

func TestSchools(t *testing.T) {
	spread := distuv.Normal{Mu: math.Log(5), Sigma: 1}
	holds(t, "schools", round, func(theta []float64) float64 {
		return distuv.Normal{Sigma: 10}.LogProb(theta[0]) + spread.LogProb(theta[1]) + pupils(theta[0], theta[1], 0)
	})
	holds(t, "schools-funnel", round, func(theta []float64) float64 {
		return spread.LogProb(theta[1]) + distuv.Normal{Sigma: math.Exp(theta[1])}.LogProb(theta[0]) +
			distuv.Normal{Mu: 8 + theta[0], Sigma: 15}.LogProb(28) + pupils(8, theta[1], 1)
	})
}
