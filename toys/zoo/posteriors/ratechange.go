package posteriors

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/toys/zoo/data"
)

// A rateChange is a model of yearly counts: they are Poisson variables, and their rate changes
// once or twice. Each rate is Gamma(shape, per) before the data.
type rateChange struct {
	first  float64 // year
	counts []float64
}

const shape, per = 1, 1

// before is the number of years before a change at the beginning of a year.
func (r rateChange) before(year float64) int { return int(math.Round(year - r.first)) }

// given is the log density of a log rate and the counts of some years, less log factorials. A
// rate of 2 in 3 years with 5 disasters in all has (5 + shape) log 2 - (3 + per) 2.
func given(logRate float64, counts []float64) float64 {
	return (floats.Sum(counts)+shape)*logRate - (float64(len(counts))+per)*math.Exp(logRate)
}

// without is given, with the rate integrated out.
func without(counts []float64) float64 {
	n := floats.Sum(counts) + shape
	return lgamma(n) - n*math.Log(float64(len(counts))+per)
}

// coal is the number of disasters in British coal mines.
func coal() []Posterior {
	c := data.Columns("coal", "year", "disasters")
	r := rateChange{c[0][0], c[1]}
	return []Posterior{
		{"coal", "the year in which disasters in coal mines became fewer, and the log rate after it",
			[]Axis{{"year", 1883, 1898, 16}, {"log rate after", -0.5, 0.35, 9}},
			func(theta []float64) float64 {
				n := r.before(theta[0])
				return without(r.counts[:n]) + given(theta[1], r.counts[n:])
			}},
		{"coal-rates", "the log rates of disasters in coal mines, before and after a year that is summed out",
			[]Axis{{"log rate before", 0.8, 1.5, 10}, {"log rate after", -0.5, 0.35, 10}},
			func(theta []float64) float64 {
				var years []float64
				for n := 1; n < len(r.counts); n++ {
					years = append(years, given(theta[0], r.counts[:n])+given(theta[1], r.counts[n:]))
				}
				return floats.LogSumExp(years)
			}},
		{"coal-twice", "two years of changes, in any order and from 1873 to 1906, of the rate of disasters in coal mines",
			[]Axis{{"one year", 1873, 1906, 12}, {"other year", 1873, 1906, 12}},
			func(theta []float64) float64 {
				early, late := min(theta[0], theta[1]), max(theta[0], theta[1])
				if early < 1873 || late > 1906 {
					return math.Inf(-1)
				}
				m, n := r.before(early), r.before(late)
				return without(r.counts[:m]) + without(r.counts[m:n]) + without(r.counts[n:])
			}},
	}
}
