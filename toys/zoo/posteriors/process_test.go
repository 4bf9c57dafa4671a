package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

// flows is the Gaussian process by its joint law.
func flows(first, step, n int, length, noise float64) func(theta []float64) float64 {
	all := data.Columns("nile", "flow")[0]
	var y []float64
	for i := range n {
		y = append(y, all[first+i*step])
	}
	mean, std := stat.MeanStdDev(y, nil)
	for i := range y {
		y[i] = (y[i] - mean) / std
	}
	return func(theta []float64) float64 {
		l, s := math.Exp(theta[0]), math.Exp(theta[1])
		cov := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range n {
				years := float64((i - j) * step)
				cov.SetSym(i, j, math.Exp(-years*years/(2*l*l)))
			}
			cov.SetSym(i, i, 1+s*s)
		}
		law, ok := distmv.NewNormal(make([]float64, n), cov, nil)
		if !ok {
			panic("a covariance that is not positive")
		}
		return law.LogProb(y) + distuv.Normal{Mu: length, Sigma: 1}.LogProb(theta[0]) +
			distuv.Normal{Mu: noise, Sigma: 1}.LogProb(theta[1])
	}
}

func TestProcess(t *testing.T) {
	const conditioned = 1e-8 // as the covariance is: its eigenvalues spread over six decades at most
	holds(t, "nile", conditioned, flows(0, 2, 50, math.Log(10), 0))
	holds(t, "nile-few", conditioned, flows(10, 1, 14, 1, -1))
}
