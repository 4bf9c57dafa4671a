package surrogates

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Mixture is a mixture of Gaussians on one to three axes.
type Mixture struct{ Components []Component }

// A Component is a Gaussian with its weight.
type Component struct {
	Weight float64
	Mean   []float64
	Cov    *mat.SymDense
}

// Axes is the number of axes.
func (m Mixture) Axes() int { return len(m.Components[0].Mean) }

// Moments returns the mean and the standard deviation along each axis.
func (m Mixture) Moments() (mean, std []float64) {
	mean, std = make([]float64, m.Axes()), make([]float64, m.Axes())
	for a := range mean {
		for _, c := range m.Components {
			mean[a] += c.Weight * c.Mean[a]
		}
		for _, c := range m.Components {
			off := c.Mean[a] - mean[a]
			std[a] += c.Weight * (c.Cov.At(a, a) + off*off)
		}
		std[a] = math.Sqrt(std[a])
	}
	return mean, std
}

// logs returns a function that sets dst to the log of each component's weight times its density.
func (m Mixture) logs() func(dst, x []float64) {
	d := m.Axes()
	whiten, constant := make([]*mat.TriDense, len(m.Components)), make([]float64, len(m.Components))
	for k, c := range m.Components {
		whiten[k], constant[k] = whitening(c.Cov)
		constant[k] += math.Log(c.Weight) - float64(d)*math.Log(2*math.Pi)/2
	}
	return func(dst, x []float64) {
		for k, c := range m.Components {
			rows := whiten[k].RawTriangular()
			square := 0.0
			for i := range d {
				z := 0.0
				for j := range i + 1 {
					z += rows.Data[i*rows.Stride+j] * (x[j] - c.Mean[j])
				}
				square += z * z
			}
			dst[k] = constant[k] - square/2
		}
	}
}

// whitening returns the inverse of the Cholesky factor of a covariance, and its log determinant.
func whitening(cov *mat.SymDense) (*mat.TriDense, float64) {
	var root mat.Cholesky
	var lower, inverse mat.TriDense
	if !root.Factorize(cov) {
		panic("surrogates: a covariance that is not positive")
	}
	root.LTo(&lower)
	if err := inverse.InverseTri(&lower); err != nil {
		panic(err)
	}
	return &inverse, -root.LogDet() / 2
}

// LogDensity returns the log density at each point.
func (m Mixture) LogDensity(points [][]float64) []float64 {
	logs, terms := m.logs(), make([]float64, len(m.Components))
	all := make([]float64, len(points))
	for i, x := range points {
		logs(terms, x)
		all[i] = floats.LogSumExp(terms)
	}
	return all
}
