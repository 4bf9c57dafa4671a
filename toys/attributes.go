package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Attributes is BDMC's binary attribute model (Section 6). Point i has attribute k, z_ik = 1,
// with probability Share. Attribute k adds a_kj ~ N(0, Features) to coordinate j, so that
// y_ij ~ N(sum of z_ik a_kj, Noise). Features and Noise are standard deviations. The features
// a_kj are integrated out, so a cell is a binary matrix, and z_ik is axis i K + k, of length 2.
type Attributes struct {
	N, K, D                int
	Share, Features, Noise float64
}

// NewAttributes returns the model with the other parameters as in the catalogue.
func NewAttributes(n, k int) Attributes {
	return Attributes{N: n, K: k, D: 2, Share: 0.5, Features: 2, Noise: 1}
}

// Model returns the model with the matrix as latents. It panics unless there are at most
// MostCells of them.
func (m Attributes) Model() Model {
	prior := []float64{math.Log1p(-m.Share), math.Log(m.Share)}
	return newModel(fmt.Sprintf("attributes:%d:%d", m.N, m.K), m.N, m.D, m.K,
		slices.Repeat([][]float64{prior}, m.N*m.K), m.K, m)
}

// loglik adds up coordinates. The points of one are jointly normal with covariance
// Features² Z Z' + Noise² I.
func (m Attributes) loglik(z []int, y [][]float64) float64 {
	n := len(y)
	cov, columns := mat.NewSymDense(n, nil), mat.NewDense(n, m.D, nil)
	for i, row := range y {
		columns.SetRow(i, row)
		for h := range i + 1 {
			shared := 0
			for k := range m.K {
				shared += z[i*m.K+k] * z[h*m.K+k]
			}
			cov.SetSym(i, h, m.Features*m.Features*float64(shared))
		}
		cov.SetSym(i, i, cov.At(i, i)+m.Noise*m.Noise)
	}
	var root mat.Cholesky
	if !root.Factorize(cov) {
		panic("toys: a covariance that is not positive") // unreachable: Noise is positive
	}
	var solved mat.Dense
	if err := root.SolveTo(&solved, columns); err != nil {
		panic(fmt.Sprintf("toys: a covariance: %v", err))
	}
	solved.MulElem(&solved, columns)
	logdet := root.LogDet() + float64(n)*math.Log(2*math.Pi)
	return -(mat.Sum(&solved) + float64(m.D)*logdet) / 2
}

func (m Attributes) draw(z []int, rng *rand.Rand) [][]float64 {
	features := normals(m.K, m.D, m.Features, rng, zero)
	return normals(m.N, m.D, m.Noise, rng, func(i, j int) float64 {
		sum := 0.0
		for k := range m.K {
			sum += float64(z[i*m.K+k]) * features[k][j]
		}
		return sum
	})
}

// Family returns the family with Noise and Features on a lattice.
func (m Attributes) Family() Family {
	return NewFamily([]Hyper{{"noise", noises}, {"features", scales}}, func(eta []float64) Model {
		m.Noise, m.Features = eta[0], eta[1]
		return m.Model()
	})
}

func attributesOf(p *parameters) Attributes {
	n, k := p.whole("N", 1, mostSpins), p.whole("K", 1, mostSpins)
	if !fits(2, n*k) {
		p.refuse("%d points with %d attributes are 2^%d cells; up to 2^%d cells would do", n, k, n*k, mostSpins)
	}
	return NewAttributes(n, k)
}
