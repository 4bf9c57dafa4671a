package posteriors

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// logistic returns the model y_i ~ Binomial(n_i, 1/(1 + e^-(alpha + beta x_i))). The two coefficients are N(0, scale)
// before the data, where scale is a standard deviation.
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

// softplus returns log(1 + e^v).
func softplus(v float64) float64 { return max(v, 0) + math.Log1p(math.Exp(-math.Abs(v))) }

// standardized returns x with mean 0 and standard deviation 1.
func standardized(x []float64) []float64 {
	mean, std := stat.MeanStdDev(x, nil)
	return scaledFrom(x, mean, std)
}

// scaledFrom returns (x - from)/unit.
func scaledFrom(x []float64, from, unit float64) []float64 {
	z := make([]float64, len(x))
	for i, v := range x {
		z[i] = (v - from) / unit
	}
	return z
}

// doses returns three cases of logistic regression: whether an O-ring was in distress in a launch, against temperature;
// the number of animals killed by a dose; and the number of beetles killed by a dose of carbon disulphide.
func doses() []Posterior {
	rings := dataOf("challenger", "temperature", "distressed")
	launches := make([]float64, len(rings[0]))
	distress := make([]float64, len(rings[0]))
	for i, damaged := range rings[1] {
		launches[i], distress[i] = 1, min(damaged, 1)
	}
	assay := dataOf("bioassay", "dose", "deaths", "animals")
	beetles := dataOf("beetles", "dose", "killed", "exposed")
	return []Posterior{
		{"challenger", "two coefficients of logistic regression for 23 launches before Challenger",
			[]Axis{{"intercept", -3.5, 0.8, 11}, {"slope", -4.2, 0.8, 11}},
			logistic(standardized(rings[0]), distress, launches, 10)},
		{"challenger-raw", "two coefficients for 23 launches before Challenger, by degrees above 60 F: they are " +
			"correlated",
			[]Axis{{"intercept", -2, 6, 12}, {"slope", -6, 1, 12}},
			logistic(scaledFrom(rings[0], 60, 10), distress, launches, 10)},
		{"bioassay", "two coefficients of logistic regression for 20 animals in a bioassay: a fan",
			[]Axis{{"intercept", -4, 8, 12}, {"slope", -5, 40, 12}},
			logistic(assay[0], assay[1], assay[2], 15)},
		{"beetles", "two coefficients of logistic regression for 481 beetles",
			[]Axis{{"intercept", 0.2, 1.3, 9}, {"slope", 1.6, 3.2, 9}},
			logistic(standardized(beetles[0]), beetles[1], beetles[2], 10)},
	}
}

// robust returns linear regression with errors of Student's t: y_i = alpha + beta x_i + e^s t_i, where t_i has nu
// degrees of freedom. All three parameters have flat priors.
func robust(x, y []float64, nu float64) func(alpha, beta, s float64) float64 {
	return func(alpha, beta, s float64) float64 {
		sum := -s * float64(len(y))
		for i := range y {
			r := (y[i] - alpha - beta*x[i]) * math.Exp(-s)
			sum -= (nu + 1) / 2 * math.Log1p(r*r/nu)
		}
		return sum
	}
}

// lines returns robust lines. One goes through the loss of a plant that makes nitric acid, against the flow of air. One
// goes through the brightness of the cluster CYG OB1, against temperature; four giants lie far from the main sequence.
// One, without a slope, goes through the excess height of crossed plants of maize over self-fertilised twins.
func lines() []Posterior {
	plant := dataOf("stackloss", "air", "loss")
	sky := dataOf("stars", "temperature", "light")
	maize := dataOf("darwin", "difference")[0]
	loss := robust(standardized(plant[0]), plant[1], 4)
	star := robust(scaledFrom(sky[0], 4.4, 1), sky[1], 2)
	location := robust(make([]float64, len(maize)), maize, 2)
	return []Posterior{
		{"stackloss", "a robust line through 21 days of a plant that makes nitric acid",
			[]Axis{{"intercept", 14, 19.5, 10}, {"slope", 6, 11.5, 10}},
			func(theta []float64) float64 { return loss(theta[0], theta[1], math.Log(2.5)) }},
		{"stars", "a robust line through 47 stars, its scale known: it follows most of them, or four giants",
			[]Axis{{"intercept", 4.75, 5.25, 10}, {"slope", -1.6, 4.1, 14}},
			func(theta []float64) float64 { return star(theta[0], theta[1], math.Log(0.25)) }},
		{"stars-scale", "a robust line through 47 stars, and the log of its scale",
			[]Axis{{"intercept", 4.8, 5.28, 5}, {"slope", -1.4, 3.4, 7}, {"log scale", -1.4, -0.4, 4}},
			func(theta []float64) float64 { return star(theta[0], theta[1], theta[2]) }},
		{"darwin", "location and log scale of Student's t for Darwin's 15 pairs of maize",
			[]Axis{{"location", -10, 60, 12}, {"log scale", 1.8, 4.4, 10}},
			func(theta []float64) float64 { return location(theta[0], 0, theta[1]) }},
	}
}

// misfit returns -log N(off; 0, noise), less a constant.
func misfit(off, noise float64) float64 {
	off /= noise
	return off * off / 2
}

// process returns a Gaussian process of amplitude 1 with noise: y ~ N(0, K + e^2s I) where K_ij = e^(-(x_i - x_j)²/(2
// e^2l)). Its parameters are the log length l and the log noise s. Both have the prior N(0, 1) around given centres.
func process(x, y []float64, length, noise float64) func(theta []float64) float64 {
	n := len(x)
	return func(theta []float64) float64 {
		cov := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i {
				d := (x[i] - x[j]) * math.Exp(-theta[0])
				cov.SetSym(i, j, math.Exp(-d*d/2))
			}
			cov.SetSym(i, i, 1+math.Exp(2*theta[1]))
		}
		var root mat.Cholesky
		if !root.Factorize(cov) {
			panic("posteriors: a covariance that is not positive") // unreachable: there is noise
		}
		var solved mat.VecDense
		if err := root.SolveVecTo(&solved, mat.NewVecDense(n, y)); err != nil {
			panic(err)
		}
		l, s := theta[0]-length, theta[1]-noise
		return -(mat.Dot(&solved, mat.NewVecDense(n, y))+root.LogDet())/2 - (l*l+s*s)/2
	}
}

// nile returns posteriors of the yearly flow of the Nile at Aswan, from 1871.
func nile() []Posterior {
	c := dataOf("nile", "year", "flow")
	flow := func(first, step, n int) (x, y []float64) {
		for i := range n {
			x = append(x, float64(i*step))
			y = append(y, c[1][first+i*step])
		}
		return x, standardized(y)
	}
	years, all := flow(0, 2, 50)
	few, some := flow(10, 1, 14)
	return []Posterior{
		{"nile", "log length scale and log noise of a Gaussian process through 50 years of the Nile's flow",
			[]Axis{{"log length", 0.9, 4.9, 11}, {"log noise", -0.7, 0.25, 10}},
			process(years, all, math.Log(10), 0)},
		{"nile-few", "a Gaussian process through 14 years of the Nile: short and little noise, or long and much",
			[]Axis{{"log length", -1.5, 4.5, 12}, {"log noise", -3.5, 1.3, 12}},
			process(few, some, 1, -1)},
	}
}

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

// curves returns posteriors of solutions of differential equations.
//
// yeast grows until it fills its vessel: P' = r P (1 - P/K). The measurements have errors of
// standard deviation 10. log r and log K have flat priors.
//
// oxygen is the demand of polluted water for oxygen: x' = e^k (A - x) from x = 0. The
// measurements have errors of standard deviation 2.5. A and k have flat priors.
//
// lynx eat hares: u' = (a - b v) u and v' = (d u - c) v, as fur traders counted them. Counts have errors of 25%. The
// log growth of hares and the log death of lynx have flat priors. The other rates and the start come from the Stan case
// study of Carpenter (2018).
func curves() []Posterior {
	yeast := dataOf("yeast", "hour", "biomass")
	water := dataOf("bod", "days", "demand")
	furs := dataOf("lynx", "year", "hares", "lynx")
	years := scaledFrom(furs[0], furs[0][0], 1)
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
					dst[0] = (a - b*y[1]) * y[0]
					dst[1] = (d*y[0] - c) * y[1]
				}, []float64{34, 5.9}, years, 16, func(i int, y []float64) {
					for j, v := range y {
						sum -= misfit(math.Log(furs[j+1][i]/v), 0.25)
					}
				})
				return sum
			}},
	}
}

// waves returns posteriors with errors of standard deviation 1.2.
//
// neuron is a neural network of one unit that learns the loss of a plant from its flow of air: a tanh(b x). Both
// weights are N(0, 1.5) before the data. They may change their signs together.
//
// pelts are the lynx of 21 years, in logs: √2 cos(2 pi x/period + phase). The period and the phase of the first year
// are uniform before the data; the phase lies in a circle.
func waves() []Posterior {
	c := dataOf("lynx", "year", "lynx")
	plant := dataOf("stackloss", "air", "loss")
	counts := make([]float64, len(c[1]))
	for i, n := range c[1] {
		counts[i] = math.Log(n)
	}
	const first = -4.5 // where the wave does not fit
	air := standardized(plant[0])
	loss := standardized(plant[1])
	years := scaledFrom(c[0], c[0][0], 1)
	furs := standardized(counts)
	return []Posterior{
		{"neuron", "two weights of a neuron that learns the stack loss of 21 days: two bananas, alike but for signs",
			[]Axis{{"outer weight", -4, 4, 12}, {"inner weight", -3, 3, 12}},
			func(theta []float64) float64 {
				sum := -(theta[0]*theta[0] + theta[1]*theta[1]) / 4.5
				for i, x := range air {
					sum -= misfit(loss[i]-theta[0]*math.Tanh(theta[1]*x), 1.2)
				}
				return sum
			}},
		{"pelts", "period and phase of the numbers of lynx in 21 years of furs",
			[]Axis{{"period", 7.5, 13, 12}, {"phase", first, first + 2*math.Pi*11/12, 12}},
			func(theta []float64) (sum float64) {
				if !(theta[1] >= first && theta[1] < first+2*math.Pi) {
					return math.Inf(-1)
				}
				for i, x := range years {
					sum -= misfit(furs[i]-math.Sqrt2*math.Cos(2*math.Pi*x/theta[0]+theta[1]), 1.2)
				}
				return sum
			}},
	}
}
