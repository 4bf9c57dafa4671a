package posteriors

import (
	"math"

	"breadboard/toys/zoo/data"
)

// cycle is a wave with noise: y_i ~ N(height cos(2 pi x_i/period + phase), noise). The period and
// the phase are uniform before the data; the phase lies in a circle from the first one.
func cycle(x, y []float64, height, noise, first float64) func(theta []float64) float64 {
	return func(theta []float64) (sum float64) {
		if !(theta[1] >= first && theta[1] < first+2*math.Pi) {
			return math.Inf(-1)
		}
		for i := range x {
			off := (y[i] - height*math.Cos(2*math.Pi*x[i]/theta[0]+theta[1])) / noise
			sum -= off * off / 2
		}
		return sum
	}
}

// pelts are the lynx of 21 years, in logs. The phase is that of the first year.
func pelts() []Posterior {
	c := data.Columns("lynx", "year", "lynx")
	counts := make([]float64, len(c[1]))
	for i, n := range c[1] {
		counts[i] = math.Log(n)
	}
	const first = -4.5 // where the wave does not fit
	return []Posterior{
		{"pelts", "period and phase of the numbers of lynx in 21 years of furs",
			[]Axis{{"period", 7.5, 13, 12}, {"phase", first, first + 2*math.Pi*11/12, 12}},
			cycle(shifted(c[0], c[0][0], 1), standardized(counts), math.Sqrt2, 1.2, first)},
	}
}
