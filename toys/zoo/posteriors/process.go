package posteriors

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"breadboard/toys/zoo/data"
)

// process is a Gaussian process of amplitude 1 with noise: y ~ N(0, K + e^2s I) where
// K_ij = e^(-(x_i - x_j)²/(2 e^2l)). Its parameters are the log length l and the log noise s.
// Both have the prior N(0, 1) around given centres.
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

// nile is the yearly flow of the Nile at Aswan, from 1871.
func nile() []Posterior {
	c := data.Columns("nile", "year", "flow")
	flow := func(first, step, n int) (x, y []float64) {
		for i := range n {
			x, y = append(x, float64(i*step)), append(y, c[1][first+i*step])
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
