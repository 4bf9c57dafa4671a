package posteriors

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"breadboard/toys/zoo/data"
)

// herd is the model of Raftery (1988): of N animals each is seen with probability p, so that a
// count is Binomial(N, p). log N and p are flat before the data. The parameters are log N and
// the mean count m = N p, so that p = m/N.
func herd(counts []float64) func(theta []float64) float64 {
	return func(theta []float64) float64 {
		n, p := math.Exp(theta[0]), theta[1]/math.Exp(theta[0])
		if n < slices.Max(counts) || !(p < 1) {
			return math.Inf(-1)
		}
		sum := -theta[0] // dp = dm/N
		for _, y := range counts {
			sum += combin.LogGeneralizedBinomial(n, y) + y*math.Log(p) + (n-y)*math.Log1p(-p)
		}
		return sum
	}
}

// herds are five counts each of two species.
func herds() []Posterior {
	c := data.Columns("herds", "impala", "waterbuck")
	return []Posterior{
		{"impala", "log size of a herd of impala and its mean count, by five counts",
			[]Axis{{"log size", 3.3, 7, 12}, {"mean count", 15, 27, 12}}, herd(c[0])},
		{"waterbuck", "log size of a herd of waterbuck and its mean count, by five counts",
			[]Axis{{"log size", 4.4, 8, 12}, {"mean count", 52, 73, 12}}, herd(c[1])},
	}
}
