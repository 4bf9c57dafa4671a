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
