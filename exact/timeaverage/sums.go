package timeaverage

import "math"

// A Sums has the mean and the variance of S_N for one function, from every state with mass.
type Sums struct {
	N              int
	spread         float64
	states         []int
	mean, variance []float64
}

// newSums rounds the means. Where nothing is left to chance, one within the error of so many steps is 0: a
// chain that has gone round its cycle has no bias, and its RESS is +Inf.
func (c *Chain) newSums(n int, of centred, mean []twice, variance []float64) Sums {
	s := Sums{N: n, spread: of.spread, states: c.states, mean: make([]float64, len(mean)), variance: variance}
	most := 0.0
	for _, v := range of.g {
		most = max(most, math.Abs(v.hi))
	}
	for x, m := range mean {
		if variance[x] > 0 || math.Abs(m.hi) > float64(n)*most*0x1p-100 {
			s.mean[x] = m.hi
		}
	}
	return s
}

// Worst returns the largest mean squared error from a single cell. A cell is so many states in a
// row, where the chain starts by the law within, given the cell.
func (s Sums) Worst(share int, within []float64) (worst Accuracy) {
	worst.Variance = -1
	for i := 0; i < len(s.states); {
		cell, begin := s.states[i]/share, i
		var law Start
		for ; i < len(s.states) && s.states[i]/share == cell; i++ {
			law = append(law, within[s.states[i]])
		}
		part := Sums{N: s.N, spread: s.spread, mean: s.mean[begin:i], variance: s.variance[begin:i]}
		if a := part.From(law); a.MSE() > worst.MSE() {
			worst = a
		}
	}
	return worst
}

// From is the accuracy from a start of the chain. The variance is the mean of the variances from each
// state, and the variance of their means.
func (s Sums) From(law Start) Accuracy {
	m, v, steps := 0.0, 0.0, float64(s.N)
	for x, p := range law {
		m += p * s.mean[x]
	}
	for x, p := range law {
		v += p * (s.variance[x] + (s.mean[x]-m)*(s.mean[x]-m))
	}
	return Accuracy{N: s.N, Spread: s.spread, Bias: m / steps, Variance: v / steps / steps}
}
