package timeaverage

import "context"

// So many probabilities are read between two looks at the context. They take some milliseconds.
const betweenLooks = 1 << 20

// oneByOne propagates A_n and V_n one step at a time, and shows what they are after each number of
// steps in ns, which rises.
func (c *Chain) oneByOne(ctx context.Context, functions []centred, ns []int, show shower) error {
	likeliest, apart := c.likeliest(), make([]float64, len(c.states)) // a row has so many states at most
	for f, of := range functions {
		mean, sum := make([]twice, len(of.g)), make([]twice, len(of.g))
		variance, after := make([]float64, len(of.g)), make([]float64, len(of.g))
		n, look := 0, max(1, betweenLooks/len(c.to))
		for _, until := range ns {
			for ; n < until; n++ {
				if n%look == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				for x, g := range of.g {
					sum[x] = g.plus(mean[x])
				}
				c.step(mean, sum, after, variance, apart, likeliest)
				variance, after = after, variance
			}
			show(f, n, mean, variance)
		}
	}
	return nil
}

// likeliest is the next state with the largest probability, from each state.
func (c *Chain) likeliest() []int {
	all := make([]int, len(c.states))
	for x := range all {
		most := c.from[x]
		for k := most; k < c.from[x+1]; k++ {
			if c.prob[k] > c.prob[most] {
				most = k
			}
		}
		all[x] = c.to[most]
	}
	return all
}

// step sets mean to T sum, and after to T variance plus the variance of sum after one step. The
// differences from the likeliest next state keep the digits of a chain that hardly moves, or that
// hardly ever moves in another way. They are kept in apart.
func (c *Chain) step(mean, sum []twice, after, variance, apart []float64, likeliest []int) {
	for x := range mean {
		to := c.to[c.from[x]:c.from[x+1]]
		prob := c.prob[c.from[x]:c.from[x+1]][:len(to)]
		there, within := sum[likeliest[x]], variance[likeliest[x]]
		shift, change, spread := 0.0, 0.0, 0.0
		apart = apart[:len(to)]
		for k, y := range to {
			apart[k] = sum[y].less(there)
			shift += prob[k] * apart[k]
			change += prob[k] * (variance[y] - within)
		}
		for k, d := range apart {
			spread += prob[k] * (d - shift) * (d - shift)
		}
		mean[x], after[x] = there.plus(twice{hi: shift}), within+change+spread
	}
}
