package posteriors

import "math"

// A trial has effects y_i ~ N(theta_i, error_i) of schools, where theta_i ~ N(mu, tau). The mean
// mu is N(0, 10) and log tau is N(log 5, 1) before the data.
type trial struct{ effects, errors []float64 }

// prior is the log density of mu and log tau.
func (t trial) prior(mu, logTau float64) float64 {
	off := logTau - math.Log(5)
	return -mu*mu/200 - off*off/2
}

// school is log N(y_i; mu, error_i² + tau²): the effect in school i is integrated out.
func (t trial) school(i int, mu, logTau float64) float64 {
	return logNormal(t.effects[i]-mu, t.errors[i]*t.errors[i]+math.Exp(2*logTau))
}

// logNormal is the log density of N(0, variance), less a constant.
func logNormal(v, variance float64) float64 { return -(v*v/variance + math.Log(variance)) / 2 }

// schools is coaching for a test in eight schools.
func schools() []Posterior {
	c := dataOf("schools", "effect", "error")
	t := trial{c[0], c[1]}
	return []Posterior{
		{"schools", "the mean effect of coaching in eight schools, and the log of its spread between them",
			[]Axis{{"mean", -12, 26, 12}, {"log spread", -2, 4, 12}},
			func(theta []float64) float64 {
				sum := t.prior(theta[0], theta[1])
				for i := range t.effects {
					sum += t.school(i, theta[0], theta[1])
				}
				return sum
			}},
		// The first school's effect is less the mean of all, 8.
		{"schools-funnel", "the effect of coaching in one of eight schools, and the log of their spread: a funnel",
			[]Axis{{"effect", -25, 35, 12}, {"log spread", -2, 4, 12}},
			func(theta []float64) float64 {
				const mean = 8
				tau := math.Exp(theta[1])
				sum := t.prior(mean, theta[1]) + logNormal(theta[0], tau*tau) +
					logNormal(t.effects[0]-mean-theta[0], t.errors[0]*t.errors[0])
				for i := range t.effects[1:] {
					sum += t.school(i+1, mean, theta[1])
				}
				return sum
			}},
	}
}

// mixture is the model in which a value comes from N(a, noise) with probability w, or from
// N(b, noise). The means are N(0, scale) before the data, and w is uniform.
func mixture(y []float64, noise, scale float64) func(a, b, w float64) float64 {
	return func(a, b, w float64) float64 {
		if !(w >= 0 && w <= 1) {
			return math.Inf(-1)
		}
		sum := -(a*a + b*b) / (2 * scale * scale)
		for _, v := range y {
			p, q := (v-a)/noise, (v-b)/noise
			sum += math.Log(w*math.Exp(-p*p/2) + (1-w)*math.Exp(-q*q/2))
		}
		return sum
	}
}

// labels are the two means of a mixture, which change places.
func labels() []Posterior {
	density := mixture(dataOf("darwin", "difference")[0], 27, 60)
	return []Posterior{
		{"labels", "two means of a mixture for Darwin's 15 pairs of maize: the labels change places",
			[]Axis{{"mean 1", -90, 90, 12}, {"mean 2", -90, 90, 12}},
			func(theta []float64) float64 { return density(theta[0], theta[1], 0.5) }},
		{"labels-share", "two means of a mixture for Darwin's 15 pairs of maize, and the share of the first",
			[]Axis{{"mean 1", -80, 70, 6}, {"mean 2", -80, 70, 6}, {"share", 0.125, 0.875, 4}},
			func(theta []float64) float64 { return density(theta[0], theta[1], theta[2]) }},
	}
}
