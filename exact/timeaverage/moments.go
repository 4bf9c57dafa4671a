package timeaverage

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// moments hold P_n, A_n, V_n and K_n of the package doc after some number n of steps, one chain a row. S is
// the sum of a function g over x_1 to x_n.
type moments struct {
	states         int
	law            blas64.General // a row each: the law of x_n
	mean, variance [][]float64    // of S, by function and row
	grown          [][]float64    // what the last block added to the variance
	// with is E[(S - E[S]) 1{x_n = y}] for each row, function and state y, in this order. It sums
	// to 0 over y.
	with []float64
}

// newMoments returns those of chains that have made no step, one from each law.
func newMoments(states, functions int, laws [][]float64) *moments {
	m := &moments{states: states, law: matrix(len(laws), states, nil), with: make([]float64, len(laws)*functions*states)}
	for i, s := range laws {
		copy(row(m.law, i), s)
	}
	for range functions {
		m.mean, m.variance = append(m.mean, make([]float64, len(laws))), append(m.variance, make([]float64, len(laws)))
		m.grown = append(m.grown, make([]float64, len(laws)))
	}
	return m
}

// block returns the moments of one step from every state, a row each, of functions with mean 0.
func (c *Chain) block(functions [][]float64) *moments {
	points := make([][]float64, len(c.p))
	for x := range points {
		points[x] = make([]float64, len(c.p))
		for k := c.from[x]; k < c.from[x+1]; k++ {
			points[x][c.to[k]] += c.prob[k]
		}
		floats.Scale(1/floats.Sum(points[x]), points[x])
	}
	b, d := newMoments(len(c.p), len(functions), points), make([]float64, len(c.p))
	for f, g := range functions {
		for x, law := range points {
			b.mean[f][x] = apart(d, g, law)
			with := b.of(x, f)
			for y, p := range law {
				with[y] = p * d[y]
				b.variance[f][x] += p * d[y] * d[y]
			}
		}
	}
	return b
}

// of is the part of with that belongs to a row and a function.
func (m *moments) of(row, function int) []float64 {
	return m.with[(row*len(m.mean)+function)*m.states:][:m.states]
}

// followed returns the moments of these chains after the steps of a block, which has a row for
// every state where it may begin. Given that the chain is in y after the first n steps, the rest
// of the sum has the mean A(y) and the variance V(y) of the block. By the law of total covariance,
// with a = A less its mean under the law of x_n,
//
//	the mean grows by       <law, A>
//	the variance grows by   <law, V + a²> + 2 <with, a>
//	with becomes            (with + law a) P + law K,
//
// where P and K are the laws and the with of the block.
func (m *moments) followed(b *moments) *moments {
	rows, functions := m.law.Rows, len(m.mean)
	next := newMoments(m.states, functions, make([][]float64, rows))
	before := make([]float64, len(m.with))
	d := make([]float64, m.states)
	for r := range rows {
		law := row(m.law, r)
		for f := range functions {
			with, change := m.of(r, f), before[(r*functions+f)*m.states:][:m.states]
			mean, grown := apart(d, b.mean[f], law), floats.Dot(law, b.variance[f])
			for y, v := range d {
				grown += (law[y]*v + 2*with[y]) * v
				change[y] = with[y] + law[y]*v
			}
			next.mean[f][r], next.variance[f][r], next.grown[f][r] = m.mean[f][r]+mean, m.variance[f][r]+grown, grown
		}
	}
	multiply(m.law, b.law, 0, next.law)
	if functions > 0 {
		multiply(matrix(rows*functions, m.states, before), b.law, 0, matrix(rows*functions, m.states, next.with))
		wide := functions * m.states
		multiply(m.law, matrix(m.states, wide, b.with), 1, matrix(rows, wide, next.with))
	}
	next.stochastic()
	return next
}

// apart sets d to values less their mean under a law, and returns the mean.
func apart(d, values, law []float64) (mean float64) {
	mean = floats.Dot(law, values)
	for y, v := range values {
		d[y] = v - mean
	}
	return mean
}

// stochastic divides each law by its sum. No probability leaks then over any number of blocks,
// and small entries keep their digits.
func (m *moments) stochastic() {
	for r := range m.law.Rows {
		law := row(m.law, r)
		floats.Scale(1/floats.Sum(law), law)
	}
}

// memory is how far the laws of a block are from the invariant law p: the largest share by which a
// probability differs. The memory of two blocks in a row is at most the product of theirs. States
// whose mass has no digits left do not count.
func (m *moments) memory(p []float64) (most float64) {
	for r := range m.law.Rows {
		for y, v := range row(m.law, r) {
			if p[y] > 1e-290 {
				most = max(most, math.Abs(v-p[y])/p[y])
			}
		}
	}
	return most
}

func multiply(a, b blas64.General, keep float64, into blas64.General) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, keep, into)
}

// matrix is a matrix with these entries, or of zeros.
func matrix(rows, columns int, entries []float64) blas64.General {
	if entries == nil {
		entries = make([]float64, rows*columns)
	}
	return blas64.General{Rows: rows, Cols: columns, Stride: columns, Data: entries}
}

func row(m blas64.General, i int) []float64 { return m.Data[i*m.Stride:][:m.Cols] }
