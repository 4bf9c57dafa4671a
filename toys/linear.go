package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Linear is BREAD's linear or logistic regression (Appendix C) on a lattice. With m_i = alpha + beta·x_i a response y_i is
// N(m_i, Noise), or if it is Logistic 1 with probability 1/(1 + e^-m_i) and else 0. alpha and the K numbers of beta are
// Scale times one of Points values from -2 to 2, with probabilities in proportion to the normal density. Scale and
// Noise are standard deviations. A cell is (alpha, beta), and a row of data x_i1..x_iK, y_i; the model says of y alone.
type Linear struct {
	N, K, Points int
	Scale, Noise float64
	Logistic     bool
	// X are the inputs of simulated data, whose rows may be longer; nil stands for cosines, K uncorrelated inputs with mean
	// 0 and variance 1.
	X [][]float64
}

// NewLinear and NewLogistic return the models with the other parameters as in the catalogue.
func NewLinear(n, k, points int) Linear {
	return Linear{N: n, K: k, Points: points, Scale: 1, Noise: 1}
}

// NewLogistic is NewLinear for responses of 0 and 1.
func NewLogistic(n, k, points int) Linear {
	return Linear{N: n, K: k, Points: points, Scale: 1, Logistic: true}
}

// widest is the last value of a coefficient, in standard deviations.
const widest = 2

// Model returns the model with the coefficients as latents. It panics unless there are at most MostCells cells.
func (l Linear) Model() Model {
	name := "linear"
	if l.Logistic {
		name = "logistic"
	}
	values := floats.Span(make([]float64, l.Points), -widest, widest)
	mean := func(x []int, row []float64) float64 {
		sum := values[x[0]]
		for k := range l.K {
			sum += values[x[1+k]] * row[k]
		}
		return l.Scale * sum
	}
	m := newModel(fmt.Sprintf("%s:%d:%d:%d", name, l.N, l.K, l.Points), l.N, l.K+1, 0,
		slices.Repeat([][]float64{normal(values)}, l.K+1), 1,
		func(x []int, y [][]float64) (sum float64) {
			for _, row := range y {
				if v, at := row[l.K], mean(x, row); l.Logistic {
					sum += v*at - max(at, 0) - math.Log1p(math.Exp(-math.Abs(at)))
				} else {
					sum += logNormal(v, at, l.Noise)
				}
			}
			return sum
		},
		func(x []int, rng *rand.Rand) [][]float64 {
			y := make([][]float64, l.N)
			for i := range y {
				y[i] = append(l.inputs(i), 0)
				switch at := mean(x, y[i]); {
				case !l.Logistic:
					y[i][l.K] = at + l.Noise*rng.NormFloat64()
				case rng.Float64() < 1/(1+math.Exp(-at)):
					y[i][l.K] = 1
				}
			}
			return y
		})
	m.Binary = l.Logistic
	return m
}

// inputs are x_i.
func (l Linear) inputs(i int) []float64 {
	if l.X != nil {
		return slices.Clone(l.X[i][:l.K])
	}
	x := make([]float64, l.K)
	for k := range x {
		x[k] = math.Sqrt2 * math.Cos(math.Pi*float64(k+1)*(float64(i)+0.5)/float64(l.N))
	}
	return x
}

// logNormal is log N(v; mean, sd).
func logNormal(v, mean, sd float64) float64 {
	off := (v - mean) / sd
	return -off*off/2 - math.Log(sd) - math.Log(2*math.Pi)/2
}

// Family returns the family with Scale, and Noise if there is any, on a lattice, with BREAD's inverse gamma priors.
func (l Linear) Family() Family {
	hypers := []Hyper{{"scale", scales, InverseGamma(scales)}, {"noise", noises, InverseGamma(noises)}}
	if l.Logistic {
		hypers = hypers[:1]
	}
	f := NewFamily(hypers, func(eta []float64) Model {
		if l.Scale = eta[0]; !l.Logistic {
			l.Noise = eta[1]
		}
		return l.Model()
	})
	f.over = func(y [][]float64) Family {
		l.X = y
		return l.Family()
	}
	return f
}

func linearOf(p *parameters) Linear {
	l := NewLinear(p.whole("N", 1, mostRows), p.whole("K", 0, mostSpins), p.whole("POINTS", 2, mostPoints))
	if !fits(l.Points, l.K+1) {
		p.refuse("%d coefficients of %d values are %d^%d cells; up to %d cells would do", l.K+1, l.Points, l.Points, l.K+1,
			MostCells)
	}
	return l
}

func logisticOf(p *parameters) Linear {
	l := linearOf(p)
	l.Logistic = true
	return l
}

// mostRows bounds the observations of models whose latents do not grow with them.
const mostRows = 1000

// Autoregression is BREAD's time series (Appendix C) on a lattice: y_n ~ N(alpha + beta y_(n-1), Noise) with
// alpha ~ N(0, 1) and beta ~ N(1, 0.1); all are standard deviations. A cell is (alpha, beta), each one of Points values up
// to 2 standard deviations from the mean. y_1 is given, and the model says nothing of it.
type Autoregression struct {
	N, Points    int
	First, Noise float64
}

// slopes is the standard deviation of beta.
const slopes = 0.1

// NewAutoregression returns the model with the other parameters as in the catalogue.
func NewAutoregression(n, points int) Autoregression {
	return Autoregression{N: n, Points: points, Noise: 1. / 2}
}

// Model returns the model with alpha and beta as latents. It panics unless there are at most MostCells cells.
func (a Autoregression) Model() Model {
	values := floats.Span(make([]float64, a.Points), -widest, widest)
	return a.given(slices.Repeat([][]float64{normal(values)}, 2), func(x []int) (alpha, beta float64) {
		return values[x[0]], 1 + slopes*values[x[1]]
	})
}

// given is the model with these latents, from which of takes alpha and beta.
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

// Family returns the family with alpha, beta and Noise on a lattice: as in BREAD all three are hyperparameters. A member
// has one latent of one value.
func (a Autoregression) Family() Family {
	values := floats.Span(make([]float64, a.Points), -widest, widest)
	betas := floats.ScaleTo(make([]float64, a.Points), slopes, values)
	floats.AddConst(1, betas)
	f := NewFamily([]Hyper{{"alpha", values, normal(values)}, {"beta", betas, normal(values)},
		{"noise", noises, InverseGamma(noises)}}, func(eta []float64) Model {
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
	return NewAutoregression(p.whole("N", 2, mostRows), p.whole("POINTS", 2, mostPoints))
}

// InverseGamma returns the log probabilities of standard deviations whose squares v are inverse gamma (1, 1), as in BREAD:
// the density of log v is e^(-1/v)/v. The standard deviations are evenly spaced on a logarithmic axis.
func InverseGamma(sds []float64) []float64 {
	logp := make([]float64, len(sds))
	for i, s := range sds {
		logp[i] = -1/(s*s) - 2*math.Log(s)
	}
	floats.AddConst(-floats.LogSumExp(logp), logp)
	return logp
}
