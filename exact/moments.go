package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Moments are the mean, variance and skewness of log w. If the mean is infinite the
// variance is NaN; if log w is constant the skewness is NaN.
type Moments struct{ Mean, Variance, Skewness float64 }

// moments pushes E[(log w - mean)^k; x] for k = 1, 2, 3 beside a chain's law. It takes
// the mean off at every step, so that nothing large cancels.
type moments struct {
	mean  float64
	first []float64
	twice []float64
	third []float64
}

func newMoments(n int) *moments {
	return &moments{first: make([]float64, n), twice: make([]float64, n), third: make([]float64, n)}
}

// gain adds the weight's step that c's levels stand around. law is the chain's law
// there, and mean the step's mean under it.
func (m *moments) gain(c *plain, law []float64, mean float64) {
	m.mean += mean
	for x, q := range law {
		first, twice := m.first[x], m.twice[x]
		if q == 0 { // what the chain has left is left by its moments
			m.first[x], m.twice[x], m.third[x] = 0, 0, 0
			continue
		}
		y := c.rise[x] - mean
		m.third[x] += y * (3*twice + y*(3*first+y*q))
		m.twice[x] = twice + y*(2*first+y*q)
		m.first[x] = first + y*q
	}
}

func (m *moments) push(c *plain, op chains.Operator) {
	c.push(op, &m.first)
	c.push(op, &m.twice)
	c.push(op, &m.third)
}

// A variance below constant is explained by rounding alone.
const constant = 1e-26

func (m *moments) law() Moments { return law(m.mean, floats.Sum(m.twice), floats.Sum(m.third)) }

// law makes Moments of a mean and the second and third central moments.
func law(mean, twice, third float64) Moments {
	if math.IsInf(mean, 0) {
		return Moments{mean, math.NaN(), math.NaN()}
	}
	l := Moments{Mean: mean, Variance: max(twice, 0), Skewness: math.NaN()}
	if twice > constant {
		l.Skewness = third / (twice * math.Sqrt(twice))
	}
	return l
}
