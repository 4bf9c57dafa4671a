package gaussian

import "math"

// The family is a box of means and logs of standard deviations. A point of it is the middle plus
// half the width times the sine of a free number, so that descent knows no bounds. The free numbers
// are in units of half a standard deviation of the start, and of log 2 or so: the first step of a
// descent, whose length nothing is known about, has one unit.

// bounds returns the middle and half the width of the means, and of the logs of standard
// deviations, along an axis.
func (f *family) bounds(axis int) (middle, half, logMiddle, logHalf float64) {
	n := f.length[axis]
	low, high := math.Log(0.1), math.Log(10*n)
	return (n - 1) / 2, n / 2, (low + high) / 2, (high - low) / 2
}

// unit sets the units of the free numbers, over half the widths.
func (f *family) unit(sd []float64) {
	axes := len(sd)
	f.units = make([]float64, 2*axes)
	for a, v := range sd {
		_, half, _, logHalf := f.bounds(a)
		f.units[a], f.units[axes+a] = v/2/half, 0.5/logHalf
	}
}

// gaussian is the Gaussian of free numbers: those of the means come first.
func (f *family) gaussian(u []float64) (mean, sd []float64) {
	axes := len(f.length)
	mean, sd = make([]float64, axes), make([]float64, axes)
	for a := range axes {
		middle, half, logMiddle, logHalf := f.bounds(a)
		mean[a] = middle + half*math.Sin(f.units[a]*u[a])
		sd[a] = math.Exp(logMiddle + logHalf*math.Sin(f.units[axes+a]*u[axes+a]))
	}
	return mean, sd
}

// free is the inverse of gaussian. What is outside comes to a point just inside, where there is
// still a slope.
func (f *family) free(mean, sd []float64) []float64 {
	axes := len(f.length)
	u := make([]float64, 2*axes)
	inside := func(v float64) float64 { return math.Asin(min(max(v, -0.99), 0.99)) }
	for a := range axes {
		middle, half, logMiddle, logHalf := f.bounds(a)
		u[a] = inside((mean[a]-middle)/half) / f.units[a]
		u[axes+a] = inside((math.Log(sd[a])-logMiddle)/logHalf) / f.units[axes+a]
	}
	return u
}

// gradient sets the derivatives of KL by the free numbers.
func (f *family) gradient(grad, u []float64) {
	mean, sd := f.gaussian(u)
	axes := len(mean)
	f.slopes(grad[:axes], grad[axes:], mean, sd, f.at(mean, sd))
	for a := range axes {
		_, half, _, logHalf := f.bounds(a)
		grad[a] *= half * f.units[a] * math.Cos(f.units[a]*u[a])
		grad[axes+a] *= logHalf * f.units[axes+a] * math.Cos(f.units[axes+a]*u[axes+a])
	}
}
