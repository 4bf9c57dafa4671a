package toys_test

import (
	"math"
	"math/big"
	"testing"

	"breadboard/toys"
)

// meet is log p(y_i | z_i, and all other points with their clusters), by the posterior of the
// centre: its precision is 1/Centres² + n/Noise².
func meet(c toys.Clustering, z []int, i int, y [][]float64) (sum float64) {
	for j := range c.D {
		precision, pull := 1/(c.Centres*c.Centres), 0.0
		for h := range y {
			if h != i && z[h] == z[i] {
				precision += 1 / (c.Noise * c.Noise)
				pull += y[h][j] / (c.Noise * c.Noise)
			}
		}
		sum += logNormal(y[i][j], pull/precision, 1/precision+c.Noise*c.Noise)
	}
	return sum
}

func TestClusteringConditionals(t *testing.T) {
	c := toys.Clustering{N: 4, K: 3, D: 2, Centres: 1.7, Noise: 0.6}
	broken := c
	broken.Centres *= 1.01
	consistent(t, c.Model(), broken.Model(), func(z []int, i, k int, y [][]float64) float64 {
		z[i] = k
		return meet(c, z, i, y)
	}, func(z []int, y [][]float64) float64 { return meet(c, z, len(y)-1, y) })
}

// TestClusteringEvidence: a dense covariance for each coordinate, of all points at once.
func TestClusteringEvidence(t *testing.T) {
	c := toys.Clustering{N: 5, K: 3, D: 2, Centres: 1.7, Noise: 0.6}
	for seed := range uint64(3) {
		evidence(t, c.Model(), seed, func(z []int, y [][]float64) *big.Float {
			p := bigOf(1)
			for range c.N {
				p.Quo(p, bigOf(float64(c.K)))
			}
			return p.Mul(p, columns(y, c.D, func(i, h int) float64 {
				cov := 0.0
				if z[i] == z[h] {
					cov += c.Centres * c.Centres
				}
				if i == h {
					cov += c.Noise * c.Noise
				}
				return cov
			}))
		})
	}
}

// columns is the product of the densities of all coordinates, which have one covariance.
func columns(y [][]float64, d int, entry func(i, h int) float64) *big.Float {
	p := bigOf(1)
	for j := range d {
		cov, column := make([][]*big.Float, len(y)), make([]float64, len(y))
		for i := range y {
			column[i] = y[i][j]
			for h := range y {
				cov[i] = append(cov[i], bigOf(entry(i, h)))
			}
		}
		p.Mul(p, density(cov, column))
	}
	return p
}

// TestClusteringFarData: points a million from 0 lose no digits to each other's squares.
func TestClusteringFarData(t *testing.T) {
	c := toys.Clustering{N: 2, K: 2, D: 1, Centres: 1e6, Noise: 1}
	y := [][]float64{{1e6}, {1e6 + 1}}
	together := c.Model().Given(y).LogF[0] - 2*math.Log(0.5)
	// one point is the sum of the two, the other their difference, both over the root of 2
	want := logNormal((2e6+1)/math.Sqrt2, 0, 2e12+1) + logNormal(1/math.Sqrt2, 0, 1)
	if math.Abs(together-want) > 1e-12*math.Abs(want) {
		t.Errorf("log p of two far points is %.15g, want %.15g", together, want)
	}
}
