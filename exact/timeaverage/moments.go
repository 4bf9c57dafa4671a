package timeaverage

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/exact/spectra"
)

// moments holds P_n, A_n, V_n and K_n of the package doc after some number n of steps, a row for every start. S is the
// sum of a function g over x_1 to x_n.
type moments struct {
	states int
	dist   *mat.Dense // P_n: each row is the distribution of x_n
	sums   []sum      // A_n and V_n of each function
	cov    []float64  // K_n, E[(S - E[S]) 1{x_n = y}], by row, function and state y; it sums to 0 over y
}

// A sum has the mean and the variance of S from every start.
type sum struct {
	mean     []twice
	variance []float64
}

// newSum returns a sum over no steps.
func newSum(states int) sum { return sum{make([]twice, states), make([]float64, states)} }

// newMoments returns moments of zeros.
func newMoments(states, functions int) *moments {
	return &moments{states: states, dist: mat.NewDense(states, states, nil),
		cov: make([]float64, functions*states*states)}
}

// block returns the moments of one step.
func (c *Chain) block(functions []centred) *moments {
	n := len(c.p)
	b := newMoments(n, len(functions))
	for x := range n {
		row := b.dist.RawRowView(x)
		for k := c.from[x]; k < c.from[x+1]; k++ {
			row[c.to[k]] += c.prob[k]
		}
	}
	spectra.Stochastic(b.dist)
	var after []sum
	for _, of := range functions {
		b.sums = append(b.sums, newSum(n))
		after = append(after, sum{of.g, make([]float64, n)})
	}
	cov := make([]float64, len(b.cov))
	b.sums = b.then(after, cov)
	b.cov = cov
	return b
}

// covariance returns the part of cov that belongs to a row and a function.
func (m *moments) covariance(row, function int) []float64 {
	return m.cov[(row*len(m.cov)/m.states/m.states+function)*m.states:][:m.states]
}

// then returns the sums over these steps and over others after them, whose sums are known. If the chain is in y after
// these, the others have the mean A(y) and the variance V(y). By the law of total covariance, with a = A less its mean
// under dist,
//
//	the mean grows by       <dist, A>
//	the variance grows by   <dist, V + a²> + 2 <cov, a>.
//
// It also sets change to cov + dist a, unless change is nil.
func (m *moments) then(rest []sum, change []float64) (all []sum) {
	d := make([]float64, m.states)
	for f, after := range rest {
		s := newSum(m.states)
		for x := range m.states {
			dist := m.dist.RawRowView(x)
			cov := m.covariance(x, f)
			s.mean[x] = m.sums[f].mean[x].plus(subtractMean(d, after.mean, dist))
			s.variance[x] = m.sums[f].variance[x] + floats.Dot(dist, after.variance)
			for y, v := range d {
				s.variance[x] += (dist[y]*v + 2*cov[y]) * v
				if change != nil {
					change[(x*len(rest)+f)*m.states+y] = cov[y] + dist[y]*v
				}
			}
		}
		all = append(all, s)
	}
	return all
}

// doubled returns the moments of twice as many steps: cov becomes (cov + dist a) dist + dist cov.
func (m *moments) doubled() *moments {
	n, many := m.states, m.states*len(m.sums)
	next := newMoments(n, len(m.sums))
	change := make([]float64, len(m.cov))
	next.sums = m.then(m.sums, change)
	multiply(m.dist, m.dist, 0, next.dist)
	multiply(mat.NewDense(many, n, change), m.dist, 0, mat.NewDense(many, n, next.cov))
	multiply(m.dist, mat.NewDense(n, many, m.cov), 1, mat.NewDense(n, many, next.cov))
	spectra.Stochastic(next.dist) // no probability leaks over any number of blocks
	return next
}

// subtractMean sets d to values less their mean under dist, and returns the mean. Both are found by the differences
// from the likeliest state, whose probability, 1 less the others with their round-off, then does not count.
func subtractMean(d []float64, values []twice, dist []float64) twice {
	likeliest, shift := values[floats.MaxIdx(dist)], 0.0
	for y, v := range values {
		d[y] = v.less(likeliest)
		shift += dist[y] * d[y]
	}
	floats.AddConst(-shift, d)
	return likeliest.plus(twice{hi: shift})
}

// multiply sets into to a b plus keep times itself.
func multiply(a, b *mat.Dense, keep float64, into *mat.Dense) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), keep, into.RawMatrix())
}

// stepByStep propagates A_n and V_n one step at a time.
func (c *Chain) stepByStep(ctx context.Context, functions []centred, ns []int, see visitor) error {
	likeliest := make([]int, len(c.states)) // the next state with the largest probability, from each state
	for x := range likeliest {
		likeliest[x] = c.to[c.from[x]+floats.MaxIdx(c.prob[c.from[x]:c.from[x+1]])]
	}
	differences := make([]float64, len(c.states)) // a row has no more states
	for f, of := range functions {
		mean := make([]twice, len(of.g))
		sum := make([]twice, len(of.g))
		variance := make([]float64, len(of.g))
		after := make([]float64, len(of.g))
		for n := 1; n <= slices.Max(ns); n++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for x, g := range of.g {
				sum[x] = g.plus(mean[x])
			}
			c.step(mean, sum, after, variance, differences, likeliest)
			variance, after = after, variance
			for k, number := range ns {
				if number == n {
					see(f, k, c.newSums(n, of, mean, variance))
				}
			}
		}
	}
	return nil
}

// step sets mean to T sum, and after to T variance plus the variance of sum after one step. The differences of sum from
// the likeliest next state keep the digits of a chain that hardly ever moves, or hardly ever in another way.
func (c *Chain) step(mean, sum []twice, after, variance, differences []float64, likeliest []int) {
	for x := range mean {
		to := c.to[c.from[x]:c.from[x+1]]
		prob := c.prob[c.from[x]:c.from[x+1]][:len(to)]
		base := sum[likeliest[x]]
		baseVariance := variance[likeliest[x]]
		var shift, change, spread float64
		differences = differences[:len(to)]
		for k, y := range to {
			differences[k] = sum[y].less(base)
			shift += prob[k] * differences[k]
			change += prob[k] * (variance[y] - baseVariance)
		}
		for k, d := range differences {
			spread += prob[k] * (d - shift) * (d - shift)
		}
		mean[x] = base.plus(twice{hi: shift})
		after[x] = baseVariance + change + spread
	}
}

// byDoubling goes through blocks of 1, 2, 4, ... steps, each twice the one before. n steps are the blocks whose bits n
// has.
func (c *Chain) byDoubling(ctx context.Context, functions []centred, ns []int, see visitor) error {
	sums := make([][]sum, len(ns))
	for k := range sums {
		for range functions {
			sums[k] = append(sums[k], newSum(len(c.p)))
		}
	}
	block := c.block(functions)
	for level := 0; ; level++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for k, n := range ns {
			if n>>level&1 == 1 {
				sums[k] = block.then(sums[k], nil)
			}
		}
		if slices.Max(ns)>>level <= 1 {
			break
		}
		block = block.doubled()
	}
	for k, all := range sums {
		for f, s := range all {
			see(f, k, c.newSums(ns[k], functions[f], s.mean, s.variance))
		}
	}
	return nil
}
