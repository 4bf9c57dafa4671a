package timeaverage

import (
	"context"
	"slices"
)

// Measure returns the accuracy of the time averages of functions, from starts, after each
// number of steps in ns: one value for each function, start and number, in this order.
func (c *Chain) Measure(ctx context.Context, functions, starts [][]float64, ns []int) ([][][]Accuracy, error) {
	for _, s := range starts {
		c.checkStart(s)
	}
	all := make([][][]Accuracy, len(functions))
	for i, h := range functions {
		a, err := c.steps(ctx, h, starts, ns)
		if err != nil {
			return nil, err
		}
		all[i] = a
	}
	return all, nil
}

// steps propagates A_n and V_n one step at a time.
func (c *Chain) steps(ctx context.Context, h []float64, starts [][]float64, ns []int) ([][]Accuracy, error) {
	g, spread := c.centred(h)
	mean, variance, sum := make([]float64, len(g)), make([]float64, len(g)), make([]float64, len(g))
	next := make([]float64, len(g))
	all := make([][]Accuracy, len(starts))
	for i := range all {
		all[i] = make([]Accuracy, len(ns))
	}
	for n := 1; n <= slices.Max(ns); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for x := range g {
			sum[x] = g[x] + mean[x]
		}
		c.step(mean, next, sum, variance)
		variance, next = next, variance
		for k, at := range ns {
			if at != n {
				continue
			}
			for i, s := range starts {
				bias, v := total(s, mean, variance)
				all[i][k] = Accuracy{N: n, Spread: spread, Bias: bias / float64(n), Variance: v / float64(n) / float64(n)}
			}
		}
	}
	return all, nil
}

// step sets mean to T sum, and after to T variance plus the variance of sum after one step. The
// differences from the state where a step begins keep the digits of a chain that hardly moves.
func (c *Chain) step(mean, after, sum, variance []float64) {
	for x := range mean {
		shift, square, left := 0.0, 0.0, 0.0
		for k := c.from[x]; k < c.from[x+1]; k++ {
			y, prob := c.to[k], c.prob[k]
			d := sum[y] - sum[x]
			shift += prob * d
			square += prob * d * d
			left += prob * (variance[y] - variance[x])
		}
		mean[x] = sum[x] + shift
		after[x] = variance[x] + left + max(0, square-shift*shift)
	}
}

// total is the mean and the variance of a sum over a chain that starts from s: the mean of the
// variances from each state, and the variance of their means.
func total(s, mean, variance []float64) (m, v float64) {
	for x, p := range s {
		if p > 0 {
			m += p * mean[x]
		}
	}
	for x, p := range s {
		if p > 0 {
			v += p * (variance[x] + (mean[x]-m)*(mean[x]-m))
		}
	}
	return m, v
}
