package timeaverage

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// moments hold P_n, A_n, V_n and K_n of the package doc after some number n of steps, from every state,
// one a row. S is the sum of a function g over x_1 to x_n.
type moments struct {
	states int
	law    *mat.Dense // a row each: the law of x_n
	sums   []sum      // of each function
	// with is E[(S - E[S]) 1{x_n = y}] for each row, function and state y, in this order. It sums
	// to 0 over y.
	with []float64
}

// A sum has the mean and the variance of S from every state.
type sum struct{ mean, variance []float64 }

func newSum(states int) sum { return sum{make([]float64, states), make([]float64, states)} }

func newMoments(states, functions int) *moments {
	return &moments{states: states, law: mat.NewDense(states, states, nil),
		with: make([]float64, functions*states*states)}
}

// block returns the moments of one step: it has no sum before it, and g after it.
func (c *Chain) block(functions []centred) *moments {
	n := len(c.p)
	b := newMoments(n, len(functions))
	for x := range n {
		law := b.law.RawRowView(x)
		for k := c.from[x]; k < c.from[x+1]; k++ {
			law[c.to[k]] += c.prob[k]
		}
	}
	b.stochastic()
	var after []sum
	for _, of := range functions {
		b.sums = append(b.sums, newSum(n))
		after = append(after, sum{of.g, make([]float64, n)})
	}
	with := make([]float64, len(b.with))
	b.sums = b.then(after, with)
	b.with = with
	return b
}

// of is the part of with that belongs to a row and a function.
func (m *moments) of(row, function int) []float64 {
	return m.with[(row*len(m.with)/m.states/m.states+function)*m.states:][:m.states]
}

// then returns the sums over these steps and over others that come after, whose sums are known. Given
// that the chain is in y after these, the others have the mean A(y) and the variance V(y). By the law of
// total covariance, with a = A less its mean under the law of x_n,
//
//	the mean grows by       <law, A>
//	the variance grows by   <law, V + a²> + 2 <with, a>.
//
// With becomes with + law a, which change is set to unless it is nil.
func (m *moments) then(rest []sum, change []float64) (all []sum) {
	d := make([]float64, m.states)
	for f, after := range rest {
		s := newSum(m.states)
		for x := range m.states {
			law, with := m.law.RawRowView(x), m.of(x, f)
			s.mean[x] = m.sums[f].mean[x] + about(d, after.mean, law)
			s.variance[x] = m.sums[f].variance[x] + floats.Dot(law, after.variance)
			for y, v := range d {
				s.variance[x] += (law[y]*v + 2*with[y]) * v
				if change != nil {
					change[(x*len(rest)+f)*m.states+y] = with[y] + law[y]*v
				}
			}
		}
		all = append(all, s)
	}
	return all
}

// twofold returns the moments of twice as many steps: these, and as many after them. With P and K their
// laws and their with, with becomes (with + law a) P + law K.
func (m *moments) twofold() *moments {
	n, many := m.states, m.states*len(m.sums)
	next := newMoments(n, len(m.sums))
	change := make([]float64, len(m.with))
	next.sums = m.then(m.sums, change)
	multiply(m.law, m.law, 0, next.law)
	multiply(mat.NewDense(many, n, change), m.law, 0, mat.NewDense(many, n, next.with))
	multiply(m.law, mat.NewDense(n, many, m.with), 1, mat.NewDense(n, many, next.with))
	next.stochastic()
	return next
}

// about sets d to values less their mean under a law, and returns the mean. Both are found by the
// differences from the likeliest state. Its own probability is not read, and so no round-off of 1 less
// something: what the law leaves to chance says how far the mean may be off.
func about(d []float64, values []float64, law []float64) float64 {
	likeliest, shift := values[floats.MaxIdx(law)], 0.0
	for y, v := range values {
		d[y] = v - likeliest
		shift += law[y] * d[y]
	}
	floats.AddConst(-shift, d)
	return likeliest + shift
}

// stochastic divides each law by its sum. No probability leaks then over any number of blocks,
// and small entries keep their digits.
func (m *moments) stochastic() {
	for r := range m.states {
		law := m.law.RawRowView(r)
		floats.Scale(1/floats.Sum(law), law)
	}
}

// multiply sets into to a b, and adds so much of what it was.
func multiply(a, b *mat.Dense, keep float64, into *mat.Dense) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), keep, into.RawMatrix())
}

// oneByOne propagates A_n and V_n one step at a time, and shows what they are after each number of
// steps in ns.
func (c *Chain) oneByOne(ctx context.Context, functions []centred, ns []int, show shower) error {
	likeliest := make([]int, len(c.states)) // the next state with the largest probability, from each state
	for x := range likeliest {
		likeliest[x] = c.to[c.from[x]+floats.MaxIdx(c.prob[c.from[x]:c.from[x+1]])]
	}
	apart := make([]float64, len(c.states)) // a row has so many states at most
	for f, of := range functions {
		mean := make([]float64, len(of.g))
		sum := make([]float64, len(of.g))
		variance := make([]float64, len(of.g))
		after := make([]float64, len(of.g))
		for n := 1; n <= slices.Max(ns); n++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for x, g := range of.g {
				sum[x] = g + mean[x]
			}
			c.step(mean, sum, after, variance, apart, likeliest)
			variance, after = after, variance
			for k, number := range ns {
				if number == n {
					show(f, k, mean, variance)
				}
			}
		}
	}
	return nil
}

// step sets mean to T sum, and after to T variance plus the variance of sum after one step. The
// differences from the likeliest next state keep the digits of a chain that hardly moves, or that
// hardly ever moves in another way. They are kept in apart.
func (c *Chain) step(mean, sum, after, variance, apart []float64, likeliest []int) {
	for x := range mean {
		to := c.to[c.from[x]:c.from[x+1]]
		prob := c.prob[c.from[x]:c.from[x+1]][:len(to)]
		there := sum[likeliest[x]]
		within := variance[likeliest[x]]
		var shift, change, spread float64
		apart = apart[:len(to)]
		for k, y := range to {
			apart[k] = sum[y] - there
			shift += prob[k] * apart[k]
			change += prob[k] * (variance[y] - within)
		}
		for k, d := range apart {
			spread += prob[k] * (d - shift) * (d - shift)
		}
		mean[x] = there + shift
		after[x] = within + change + spread
	}
}

// doubled goes through blocks of 1, 2, 4, ... steps, each of them twice the one before. A
// chain of n steps is made of those blocks whose bits n has.
func (c *Chain) doubled(ctx context.Context, functions []centred, ns []int, show shower) error {
	chains := make([][]sum, len(ns))
	for k := range chains {
		for range functions {
			chains[k] = append(chains[k], newSum(len(c.p)))
		}
	}
	block := c.block(functions)
	for level := 0; ; level++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for k, n := range ns {
			if n>>level&1 == 1 {
				chains[k] = block.then(chains[k], nil)
			}
		}
		if slices.Max(ns)>>level <= 1 {
			break
		}
		block = block.twofold()
	}
	for k, all := range chains {
		for f, s := range all {
			show(f, k, s.mean, s.variance)
		}
	}
	return nil
}
