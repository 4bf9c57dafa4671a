package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Regression is Bayesian linear regression: y = a + b x with a, b ~ N(0, 1) and noise N(0, Noise), which
// is a standard deviation. A cell is a pair (a, b) on a square lattice, with Points values of either from
// -Ends to Ends. An observation is the pair (x, y), and the model says of y alone. In simulated data the
// x are equally spaced from -2 to 2. With the data (-2, -2) and (2, 2) it is the problem of AIDE's
// Figure 2 (Cusumano-Towner and Mansinghka 2017).
type Regression struct {
	N, Points   int
	Ends, Noise float64
}

// NewRegression returns the model with the other parameters as in the catalogue. The prior has 4e-9 of
// its mass beyond the ends.
func NewRegression(n, points int) Regression {
	return Regression{N: n, Points: points, Ends: 6, Noise: 1}
}

// Model returns the model with (a, b) as latents. It panics unless there are at most MostCells cells.
func (r Regression) Model() Model {
	values := make([]float64, r.Points)
	for i := range values {
		values[i] = r.At(i)
	}
	prior := normal(values)
	return newModel(fmt.Sprintf("regression:%d:%d", r.N, r.Points), r.N, 2, 0, [][]float64{prior, prior}, 1, r)
}

// mostPoints is the largest number of values of a and b.
const mostPoints = 1 << (mostSpins / 2)

// At is the i-th value of a and of b.
func (r Regression) At(i int) float64 { return r.Ends * (2*float64(i)/float64(r.Points-1) - 1) }

func (r Regression) loglik(x []int, data [][]float64) (sum float64) {
	for _, d := range data {
		off := (d[1] - r.At(x[0]) - r.At(x[1])*d[0]) / r.Noise
		sum -= off*off/2 + math.Log(2*math.Pi*r.Noise*r.Noise)/2
	}
	return sum
}

func (r Regression) draw(x []int, rng *rand.Rand) [][]float64 {
	data := normals(r.N, 2, r.Noise, rng, zero)
	for i, d := range data {
		if d[0] = -2; r.N > 1 {
			d[0] += 4 * float64(i) / float64(r.N-1)
		}
		d[1] += r.At(x[0]) + r.At(x[1])*d[0]
	}
	return data
}

func regressionOf(p *parameters) Regression {
	return NewRegression(p.whole("N", 1, mostSpins), p.whole("POINTS", 2, mostPoints))
}
