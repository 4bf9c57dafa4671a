package posteriors

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"breadboard/toys/zoo/data"
)

// logistic is the model y_i ~ Binomial(n_i, 1/(1 + e^-(alpha + beta x_i))). The two coefficients
// are N(0, scale) before the data, where scale is a standard deviation.
func logistic(x, y, n []float64, scale float64) func(theta []float64) float64 {
	return func(theta []float64) float64 {
		sum := -(theta[0]*theta[0] + theta[1]*theta[1]) / (2 * scale * scale)
		for i := range x {
			eta := theta[0] + theta[1]*x[i]
			sum += y[i]*eta - n[i]*softplus(eta)
		}
		return sum
	}
}

// softplus is log(1 + e^v).
func softplus(v float64) float64 { return max(v, 0) + math.Log1p(math.Exp(-math.Abs(v))) }

// standardized is x less its mean, over its standard deviation.
func standardized(x []float64) []float64 {
	mean, std := stat.MeanStdDev(x, nil)
	return shifted(x, mean, std)
}

// shifted is (x - from)/unit.
func shifted(x []float64, from, unit float64) []float64 {
	z := make([]float64, len(x))
	for i, v := range x {
		z[i] = (v - from) / unit
	}
	return z
}

// challenger is whether an O-ring was in distress in a launch, against temperature.
func challenger() []Posterior {
	c := data.Columns("challenger", "temperature", "distressed")
	launches, distress := make([]float64, len(c[0])), make([]float64, len(c[0]))
	for i, rings := range c[1] {
		launches[i], distress[i] = 1, min(rings, 1)
	}
	return []Posterior{
		{"challenger", "two coefficients of logistic regression for 23 launches before Challenger",
			[]Axis{{"intercept", -3.5, 0.8, 11}, {"slope", -4.2, 0.8, 11}},
			logistic(standardized(c[0]), distress, launches, 10)},
		{"challenger-raw", "two coefficients for 23 launches before Challenger, by degrees above 60 F: they are correlated",
			[]Axis{{"intercept", -2, 6, 12}, {"slope", -6, 1, 12}},
			logistic(shifted(c[0], 60, 10), distress, launches, 10)},
	}
}

// bioassay is the number of animals that died of a dose.
func bioassay() []Posterior {
	c := data.Columns("bioassay", "dose", "deaths", "animals")
	return []Posterior{
		{"bioassay", "two coefficients of logistic regression for 20 animals in a bioassay: a fan",
			[]Axis{{"intercept", -4, 8, 12}, {"slope", -5, 40, 12}},
			logistic(c[0], c[1], c[2], 15)},
	}
}

// beetles is the number of beetles that died of a dose of carbon disulphide.
func beetles() []Posterior {
	c := data.Columns("beetles", "dose", "killed", "exposed")
	return []Posterior{
		{"beetles", "two coefficients of logistic regression for 481 beetles",
			[]Axis{{"intercept", 0.2, 1.3, 9}, {"slope", 1.6, 3.2, 9}},
			logistic(standardized(c[0]), c[1], c[2], 10)},
	}
}
