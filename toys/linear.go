package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Linear is regression on a lattice. With m_i = alpha + beta·x_i a response y_i is N(m_i, Noise). If Logistic, it is 1
// with probability 1/(1 + e^-m_i) and otherwise 0. alpha and the K numbers of beta are Scale times one of Points values
// from -Ends to Ends, with probabilities in proportion to the normal density. Scale and Noise are standard deviations.
// A cell is (alpha, beta), and a row of data x_i1..x_iK, y_i, of which only y_i is random.
type Linear struct {
	Name               string
	N, K, Points       int
	Ends, Scale, Noise float64
	Logistic           bool
	X                  [][]float64 // the inputs of simulated data, in rows that may be longer
}

// NewLinear returns BREAD's regression (Appendix C) with the other parameters as in the catalogue. The inputs of
// simulated data are cosines: uncorrelated, with mean 0 and variance 1.
func NewLinear(n, k, points int) Linear {
	l := Linear{Name: fmt.Sprintf("linear:%d:%d:%d", n, k, points), N: n, K: k, Points: points,
		Ends: 2, Scale: 1, Noise: 1}
	for i := range n {
		l.X = append(l.X, make([]float64, k))
		for j := range k {
			l.X[i][j] = math.Sqrt2 * math.Cos(math.Pi*float64(j+1)*(float64(i)+0.5)/float64(n))
		}
	}
	return l
}

// NewLogistic does as NewLinear for responses of 0 and 1.
func NewLogistic(n, k, points int) Linear {
	l := NewLinear(n, k, points)
	l.Name, l.Logistic = "logistic"+l.Name[len("linear"):], true
	return l
}

// NewRegression returns a line with a, b ~ N(0, 1) and x equally spaced from -2 to 2. With the data (-2, -2) and (2,
// 2) it is the problem of AIDE's Figure 2 (Cusumano-Towner and Mansinghka 2017). The prior has 4e-9 of its mass beyond
// the ends.
func NewRegression(n, points int) Linear {
	l := NewLinear(n, 1, points)
	l.Name, l.Ends = fmt.Sprintf("regression:%d:%d", n, points), 6
	for i := range l.X {
		l.X[i][0] = -2 + 4*float64(i)/float64(max(n-1, 1))
	}
	return l
}

// At returns the i-th value of a coefficient, in units of Scale.
func (l Linear) At(i int) float64 { return l.Ends * (2*float64(i)/float64(l.Points-1) - 1) }

// Model returns the model with the coefficients as latents.
func (l Linear) Model() Model {
	values := make([]float64, l.Points)
	for i := range values {
		values[i] = l.At(i)
	}
	mean := func(x []int, row []float64) float64 {
		sum := values[x[0]]
		for k := range l.K {
			sum += values[x[1+k]] * row[k]
		}
		return l.Scale * sum
	}
	m := newModel(l.Name, l.N, l.K+1, 0, slices.Repeat([][]float64{normal(values)}, l.K+1), 1,
		func(x []int, y [][]float64) (sum float64) {
			for _, row := range y {
				v := row[l.K]
				at := mean(x, row)
				if l.Logistic {
					sum += v*at - max(at, 0) - math.Log1p(math.Exp(-math.Abs(at)))
				} else {
					sum += logNormal(v, at, l.Noise)
				}
			}
			return sum
		},
		func(x []int, rng *rand.Rand) (y [][]float64) {
			for _, row := range l.X {
				v := mean(x, row) + l.Noise*rng.NormFloat64()
				if l.Logistic {
					v = float64(Pick([]float64{-math.Log1p(math.Exp(mean(x, row))), 0}, rng))
				}
				y = append(y, append(slices.Clone(row[:l.K]), v))
			}
			return y
		})
	m.Binary = l.Logistic
	return m
}

// Hierarchical returns the model with Scale, and Noise if there is any, on a lattice.
func (l Linear) Hierarchical() Hierarchical {
	hypers := []Hyperparameter{InverseGamma("scale", scales), InverseGamma("noise", noises)}
	if l.Logistic {
		hypers = hypers[:1]
	}
	f := NewHierarchical(hypers, func(eta []float64) Model {
		l.Scale, l.Noise = eta[0], eta[len(eta)-1]
		return l.Model()
	})
	f.over = func(y [][]float64) Hierarchical {
		l.X = y
		return l.Hierarchical()
	}
	return f
}

// linearOf reads the parameters of linear or logistic regression.
func linearOf(of func(n, k, points int) Linear) func(p *parameters) Linear {
	return func(p *parameters) Linear {
		n := p.integer("N", 1, mostRows)
		k := p.integer("K", 0, mostSpins)
		points := p.integer("POINTS", 2, mostPoints)
		p.fit(points, k+1)
		return of(n, k, points)
	}
}

// mostRows bounds the number of observations of a model whose latents do not grow with them, and mostPoints the number
// of values of one of two coefficients.
const mostRows, mostPoints = 1000, 1 << (mostSpins / 2)

func regressionOf(p *parameters) Linear {
	return NewRegression(p.integer("N", 1, mostSpins), p.integer("POINTS", 2, mostPoints))
}
