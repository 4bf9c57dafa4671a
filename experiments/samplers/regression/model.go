package regression

import (
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A model predicts a response by a normal distribution.
type model interface {
	Predict(x []float64) (mean, variance float64)
}

// normal is a model that does not look at the features.
type normal struct{ mean, variance float64 }

// newNormal has the mean and the variance of the responses.
func newNormal(y []float64) normal {
	mean, variance := stat.MeanVariance(y, nil)
	return normal{mean, variance}
}

func (n normal) Predict([]float64) (mean, variance float64) { return n.mean, n.variance }

// linear is least squares with an intercept. Its variance is that of the residuals: with hundreds of
// rows for a handful of coefficients, what the coefficients add to it is below 1%.
type linear struct {
	weights  []float64 // of 1 and of the features
	variance float64
}

// newLinear fits by singular values, so that a feature that is constant has no weight.
func newLinear(x [][]float64, y []float64) linear {
	columns := 1 + len(x[0])
	a := mat.NewDense(len(x), columns, nil)
	for i, row := range x {
		a.SetRow(i, append([]float64{1}, row...))
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		panic("regression: the singular values of finite rows did not converge")
	}
	var w mat.VecDense
	rank := svd.Rank(1e-10)
	svd.SolveVecTo(&w, mat.NewVecDense(len(y), y), rank)
	l, squares := linear{weights: w.RawVector().Data}, 0.0
	for i, row := range x {
		mean, _ := l.Predict(row)
		squares += (y[i] - mean) * (y[i] - mean)
	}
	l.variance = squares / float64(max(1, len(y)-rank))
	return l
}

func (l linear) Predict(x []float64) (mean, variance float64) {
	mean = l.weights[0]
	for f, v := range x {
		mean += l.weights[1+f] * v
	}
	return mean, l.variance
}
