package timeaverage

import (
	"context"

	"gonum.org/v1/gonum/floats"
)

// So many probabilities are read between two looks at the context. They take some milliseconds.
const betweenLooks = 1 << 20

// oneByOne propagates A_n and V_n one step at a time, and records what they are after each number
// of steps in ns, which rises.
func (c *Chain) oneByOne(ctx context.Context, functions, starts [][]float64, ns []int, r *record) error {
	for f, g := range functions {
		mean, variance := make([]float64, len(g)), make([]float64, len(g))
		sum, after := make([]float64, len(g)), make([]float64, len(g))
		n, look := 0, max(1, betweenLooks/len(c.to))
		for _, until := range ns {
			for ; n < until; n++ {
				if n%look == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				for x := range g {
					sum[x] = g[x] + mean[x]
				}
				c.step(mean, after, sum, variance)
				variance, after = after, variance
			}
			for i, s := range starts {
				m, v := total(s, mean, variance)
				r.set(f, i, n, m, v)
			}
		}
	}
	return nil
}

// step sets mean to T sum, and after to T variance plus the variance of sum after one step. The
// differences from the state where a step begins keep the digits of a chain that hardly moves.
func (c *Chain) step(mean, after, sum, variance []float64) {
	for x := range mean {
		to := c.to[c.from[x]:c.from[x+1]]
		prob := c.prob[c.from[x]:c.from[x+1]][:len(to)]
		here, within := sum[x], variance[x]
		shift, change, spread := 0.0, 0.0, 0.0
		for k, y := range to {
			shift += prob[k] * (sum[y] - here)
			change += prob[k] * (variance[y] - within)
		}
		for k, y := range to {
			d := sum[y] - here - shift
			spread += prob[k] * d * d
		}
		mean[x], after[x] = here+shift, within+change+spread
	}
}

// total is the mean and the variance of a sum over a chain that starts from s: the mean of the
// variances from each state, and the variance of their means.
func total(s, mean, variance []float64) (m, v float64) {
	m = floats.Dot(s, mean)
	for x, p := range s {
		v += p * (variance[x] + (mean[x]-m)*(mean[x]-m))
	}
	return m, v
}
