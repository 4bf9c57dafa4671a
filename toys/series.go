package toys

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// Autoregression is BREAD's time series (Appendix C): y_n ~ N(alpha + beta y_(n-1), Noise) with alpha ~ N(0, 1) and
// beta ~ N(1, 0.1); all are standard deviations. alpha and beta have Points values, up to 2 standard deviations from
// the mean. y_1 is First, and the model says nothing of it.
type Autoregression struct {
	N, Points    int
	First, Noise float64
}

// NewAutoregression returns the model with the other parameters as in the catalogue.
func NewAutoregression(n, points int) Autoregression {
	return Autoregression{N: n, Points: points, Noise: 1. / 2}
}

// axes are alpha and beta.
func (a Autoregression) axes() []Hyper {
	alpha := floats.Span(make([]float64, a.Points), -2, 2)
	return []Hyper{{"alpha", alpha, normal(alpha)},
		{"beta", floats.Span(make([]float64, a.Points), 1-2*0.1, 1+2*0.1), normal(alpha)}}
}

// Model returns the model with alpha and beta as latents. It panics unless there are at most MostCells cells.
func (a Autoregression) Model() Model {
	h := a.axes()
	return a.given([][]float64{h[0].LogP, h[1].LogP}, func(x []int) (alpha, beta float64) {
		return h[0].Values[x[0]], h[1].Values[x[1]]
	})
}

// given is the model with latents of these priors, from which of takes alpha and beta.
func (a Autoregression) given(priors [][]float64, of func(x []int) (alpha, beta float64)) Model {
	return newModel(fmt.Sprintf("ar1:%d:%d", a.N, a.Points), a.N, 1, 0, priors, 1,
		func(x []int, y [][]float64) (sum float64) {
			alpha, beta := of(x)
			for n := 1; n < len(y); n++ {
				sum += logNormal(y[n][0], alpha+beta*y[n-1][0], a.Noise)
			}
			return sum
		},
		func(x []int, rng *rand.Rand) [][]float64 {
			alpha, beta := of(x)
			y := [][]float64{{a.First}}
			for n := 1; n < a.N; n++ {
				y = append(y, []float64{alpha + beta*y[n-1][0] + a.Noise*rng.NormFloat64()})
			}
			return y
		})
}

// Family returns the family with alpha, beta and Noise on a lattice: as in BREAD all three are hyperparameters. A
// member has one latent of one value.
func (a Autoregression) Family() Family {
	f := NewFamily(append(a.axes(), InverseGamma("noise", noises)), func(eta []float64) Model {
		a.Noise = eta[2]
		return a.given([][]float64{{0}}, func([]int) (alpha, beta float64) { return eta[0], eta[1] })
	})
	f.over = func(y [][]float64) Family {
		a.First = y[0][0]
		return a.Family()
	}
	return f
}

func autoregressionOf(p *parameters) Autoregression {
	return NewAutoregression(p.integer("N", 2, mostRows), p.integer("POINTS", 2, mostPoints))
}
