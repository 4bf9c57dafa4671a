package posteriors

import "math"

// solve integrates y' = f(y) from y at time 0 by the classical Runge-Kutta method, with a number
// of steps between two times, and calls at with the solution at every time.
func solve(f func(dst, y []float64), y, times []float64, steps int, at func(i int, y []float64)) {
	n := len(y)
	y = append([]float64(nil), y...)
	k, z := [4][]float64{}, make([]float64, n)
	for s := range k {
		k[s] = make([]float64, n)
	}
	now := 0.0
	for i, t := range times {
		h := (t - now) / float64(steps)
		for range steps {
			copy(z, y)
			for s, part := range [4]float64{0.5, 0.5, 1, 0} {
				f(k[s], z)
				for j := range z {
					z[j] = y[j] + part*h*k[s][j]
				}
			}
			for j := range y {
				y[j] += h / 6 * (k[0][j] + 2*k[1][j] + 2*k[2][j] + k[3][j])
			}
		}
		now = t
		at(i, y)
	}
}

// curves are solutions of differential equations.
//
// yeast grows until it fills its vessel: P' = r P (1 - P/K). The measurements have errors of
// standard deviation 10. log r and log K have flat priors.
//
// oxygen is the demand of polluted water for oxygen: x' = e^k (A - x) from x = 0. The
// measurements have errors of standard deviation 2.5. A and k have flat priors.
//
// lynx eat hares: u' = (a - b v) u and v' = (d u - c) v, as fur traders counted them. Counts have
// errors of 25%. The log growth of hares and the log death of lynx have flat priors; the
// other rates and the start are those of the Stan case study of Carpenter (2018).
func curves() []Posterior {
	yeast, water := dataOf("yeast", "hour", "biomass"), dataOf("bod", "days", "demand")
	furs := dataOf("lynx", "year", "hares", "lynx")
	years := shifted(furs[0], furs[0][0], 1)
	const b, d = 0.028, 0.024
	return []Posterior{
		{"yeast", "log rate and log capacity of logistic growth, for 18 hours of a culture of yeast",
			[]Axis{{"log rate", -0.64, -0.59, 10}, {"log capacity", 6.475, 6.521, 10}},
			func(theta []float64) (sum float64) {
				r, k := math.Exp(theta[0]), math.Exp(theta[1])
				solve(func(dst, p []float64) { dst[0] = r * p[0] * (1 - p[0]/k) }, []float64{yeast[1][0]}, yeast[0], 8,
					func(i int, p []float64) { sum -= misfit(yeast[1][i]-p[0], 10) })
				return sum
			}},
		{"oxygen", "the demand of polluted water for oxygen, and its log rate, by six measurements: a banana",
			[]Axis{{"demand", 13, 35, 12}, {"log rate", -2.2, 0.8, 12}},
			func(theta []float64) (sum float64) {
				rate := math.Exp(theta[1])
				solve(func(dst, x []float64) { dst[0] = rate * (theta[0] - x[0]) }, []float64{0}, water[0], 32,
					func(i int, x []float64) { sum -= misfit(water[1][i]-x[0], 2.5) })
				return sum
			}},
		{"lynx", "log growth of hares and log death of lynx, for 21 years of furs",
			[]Axis{{"log growth", -0.69, -0.53, 12}, {"log death", -0.33, -0.14, 12}},
			func(theta []float64) (sum float64) {
				a, c := math.Exp(theta[0]), math.Exp(theta[1])
				solve(func(dst, y []float64) {
					dst[0], dst[1] = (a-b*y[1])*y[0], (d*y[0]-c)*y[1]
				}, []float64{34, 5.9}, years, 16, func(i int, y []float64) {
					for j, v := range y {
						sum -= misfit(math.Log(furs[j+1][i]/v), 0.25)
					}
				})
				return sum
			}},
	}
}

// cycle is a wave with noise: y_i ~ N(height cos(2 pi x_i/period + phase), noise). The period and
// the phase are uniform before the data; the phase lies in a circle from the first one.
func cycle(x, y []float64, height, noise, first float64) func(theta []float64) float64 {
	return func(theta []float64) (sum float64) {
		if !(theta[1] >= first && theta[1] < first+2*math.Pi) {
			return math.Inf(-1)
		}
		for i := range x {
			sum -= misfit(y[i]-height*math.Cos(2*math.Pi*x[i]/theta[0]+theta[1]), noise)
		}
		return sum
	}
}

// waves are a neuron that learns the loss of a plant from its flow of air, and the lynx of 21 years, in logs. The phase
// is that of the first year.
func waves() []Posterior {
	c, plant := dataOf("lynx", "year", "lynx"), dataOf("stackloss", "air", "loss")
	counts := make([]float64, len(c[1]))
	for i, n := range c[1] {
		counts[i] = math.Log(n)
	}
	const first = -4.5 // where the wave does not fit
	return []Posterior{
		{"neuron", "two weights of a neuron that learns the stack loss of 21 days: two bananas, alike but for signs",
			[]Axis{{"outer weight", -4, 4, 12}, {"inner weight", -3, 3, 12}},
			neuron(standardized(plant[0]), standardized(plant[1]), 1.2)},
		{"pelts", "period and phase of the numbers of lynx in 21 years of furs",
			[]Axis{{"period", 7.5, 13, 12}, {"phase", first, first + 2*math.Pi*11/12, 12}},
			cycle(shifted(c[0], c[0][0], 1), standardized(counts), math.Sqrt2, 1.2, first)},
	}
}
