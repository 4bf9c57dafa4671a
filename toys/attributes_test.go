package toys_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"

	"breadboard/toys"
)

// regress is log p(y_i | z_i, and all other points with their attributes), by the posterior of
// the K features: its precision is I/Features² + Z'Z/Noise².
func regress(m toys.Attributes, z []int, i int, y [][]float64) (sum float64) {
	at := func(h, k int) float64 { return float64(z[h*m.K+k]) }
	precision := mat.NewDense(m.K, m.K, nil)
	for k := range m.K {
		for l := range m.K {
			for h := range y {
				if h != i {
					precision.Set(k, l, precision.At(k, l)+at(h, k)*at(h, l)/(m.Noise*m.Noise))
				}
			}
		}
		precision.Set(k, k, precision.At(k, k)+1/(m.Features*m.Features))
	}
	var cov mat.Dense
	if err := cov.Inverse(precision); err != nil {
		panic(err)
	}
	for j := range m.D {
		mean, variance := 0.0, m.Noise*m.Noise
		for k := range m.K {
			for l := range m.K {
				variance += at(i, k) * cov.At(k, l) * at(i, l)
				for h := range y {
					if h != i {
						mean += at(i, k) * cov.At(k, l) * at(h, l) * y[h][j] / (m.Noise * m.Noise)
					}
				}
			}
		}
		sum += logNormal(y[i][j], mean, variance)
	}
	return sum
}

func TestAttributesConditionals(t *testing.T) {
	m := toys.Attributes{N: 3, K: 2, D: 2, Share: 0.3, Features: 1.7, Noise: 0.6}
	broken := m
	broken.Noise *= 1.01
	consistent(t, m.Model(), broken.Model(), func(z []int, axis, value int, y [][]float64) float64 {
		z[axis] = value
		return math.Log([]float64{0.7, 0.3}[value]) + regress(m, z, axis/m.K, y)
	}, func(z []int, y [][]float64) float64 { return regress(m, z, len(y)-1, y) })
}

func TestAttributesEvidence(t *testing.T) {
	m := toys.Attributes{N: 4, K: 2, D: 2, Share: 0.25, Features: 1.7, Noise: 0.6}
	for seed := range uint64(3) {
		evidence(t, m.Model(), seed, func(z []int, y [][]float64) *big.Float {
			p := bigOf(1)
			for _, v := range z {
				p.Mul(p, bigOf([]float64{0.75, 0.25}[v]))
			}
			return p.Mul(p, columns(y, m.D, func(i, h int) float64 {
				cov := 0.0
				for k := range m.K {
					cov += float64(z[i*m.K+k]*z[h*m.K+k]) * m.Features * m.Features
				}
				if i == h {
					cov += m.Noise * m.Noise
				}
				return cov
			}))
		})
	}
}
