package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// disasters are those of the years from 1851 to 1962.
var disasters = dataOf("coal", "disasters")[0]

// period is the log density of a log rate and the disasters from one year to another.
func period(logRate float64, from, to int) float64 {
	rate := math.Exp(logRate)
	sum := distuv.Gamma{Alpha: 1, Beta: 1}.LogProb(rate) + logRate
	for year := from; year < to; year++ {
		sum += distuv.Poisson{Lambda: rate}.LogProb(disasters[year-1851])
	}
	return sum
}

// anyRate is period with the rate integrated out. It is kept: many cells have the same years.
func anyRate(from, to int) float64 {
	if from == to {
		return 0
	}
	years := [2]int{from, to}
	if _, ok := integrals[years]; !ok {
		integrals[years] = integral(-12, 4, func(v float64) float64 { return period(v, from, to) })
	}
	return integrals[years]
}

var integrals = map[[2]int]float64{}

func TestRateChange(t *testing.T) {
	whole := func(v float64) int { return int(math.Round(v)) }
	holds(t, "coal", round, func(theta []float64) float64 {
		year := whole(theta[0])
		return anyRate(1851, year) + period(theta[1], year, 1963)
	})
	holds(t, "coal-twice", round, func(theta []float64) float64 {
		a, b := whole(min(theta[0], theta[1])), whole(max(theta[0], theta[1]))
		return anyRate(1851, a) + anyRate(a, b) + anyRate(b, 1963)
	})
	holds(t, "coal-rates", round, func(theta []float64) float64 {
		var years []float64
		for year := 1852; year < 1963; year++ {
			years = append(years, period(theta[0], 1851, year)+period(theta[1], year, 1963))
		}
		return floats.LogSumExp(years)
	})
}

// A count has the probability n (n-1) .. (n-y+1) / y! p^y (1-p)^(n-y), also if n is no whole
// number.
func TestHerds(t *testing.T) {
	for _, name := range []string{"impala", "waterbuck"} {
		counts := dataOf("herds", name)[0]
		holds(t, name, round, func(theta []float64) float64 {
			n := math.Exp(theta[0])
			p := theta[1] / n
			sum := -math.Log(n)
			for _, y := range counts {
				for k := range int(y) {
					sum += math.Log((n - float64(k)) / float64(k+1) * p)
				}
				sum += (n - y) * math.Log(1-p)
			}
			return sum
		})
	}
}

func TestPumps(t *testing.T) {
	c := dataOf("pumps", "failures", "hours")
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

var coaching = dataOf("schools", "effect", "error")

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

// assignments is the mixture as the sum over all ways to give the values to the two means.
func assignments(y []float64, a, b, w float64) float64 {
	prior := distuv.Normal{Sigma: 60}
	terms := []float64{prior.LogProb(a) + prior.LogProb(b)}
	for _, v := range y {
		first := math.Log(w) + distuv.Normal{Mu: a, Sigma: 27}.LogProb(v)
		second := math.Log(1-w) + distuv.Normal{Mu: b, Sigma: 27}.LogProb(v)
		for _, sum := range terms {
			terms = append(terms, sum+second)
		}
		for i := range terms[:len(terms)/2] {
			terms[i] += first
		}
	}
	return floats.LogSumExp(terms)
}

func TestLabels(t *testing.T) {
	y := dataOf("darwin", "difference")[0]
	holds(t, "labels", round, func(theta []float64) float64 { return assignments(y, theta[0], theta[1], 0.5) })
	holds(t, "labels-share", round, func(theta []float64) float64 {
		return assignments(y, theta[0], theta[1], theta[2])
	})
}
