package timeaverage

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// moments hold P_n, A_n, V_n and K_n of the package doc after some number n of steps, from every state,
// one a row. S is the sum of a function g over x_1 to x_n.
type moments struct {
	states int
	law    blas64.General // a row each: the law of x_n
	sums   []sum          // of each function
	// with is E[(S - E[S]) 1{x_n = y}] for each row, function and state y, in this order. It sums
	// to 0 over y.
	with []float64
}

// A sum has the mean and the variance of S from every state.
type sum struct {
	mean     []twice
	variance []float64
}

func newSum(states int) sum { return sum{make([]twice, states), make([]float64, states)} }

func newMoments(states, functions int) *moments {
	return &moments{states: states, law: matrix(states, states, nil), with: make([]float64, functions*states*states)}
}

// block returns the moments of one step.
func (c *Chain) block(functions []centred) *moments {
	n := len(c.p)
	b, d := newMoments(n, len(functions)), make([]float64, n)
	for x := range n {
		law := row(b.law, x)
		for k := c.from[x]; k < c.from[x+1]; k++ {
			law[c.to[k]] += c.prob[k]
		}
	}
	b.stochastic()
	for f, of := range functions {
		s := newSum(n)
		for x := range n {
			law, with := row(b.law, x), b.of(x, f)
			s.mean[x] = about(d, of.g, law)
			for y, p := range law {
				with[y] = p * d[y]
				s.variance[x] += p * d[y] * d[y]
			}
		}
		b.sums = append(b.sums, s)
	}
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
// Of the last, grown has the part without V, and with becomes with + law a.
func (m *moments) then(rest []sum, change []float64) (all []sum, grown [][]float64) {
	d := make([]float64, m.states)
	for f, after := range rest {
		s, own := newSum(m.states), make([]float64, m.states)
		for x := range m.states {
			law, with := row(m.law, x), m.of(x, f)
			s.mean[x] = m.sums[f].mean[x].plus(about(d, after.mean, law))
			own[x] = m.sums[f].variance[x]
			for y, v := range d {
				own[x] += (law[y]*v + 2*with[y]) * v
			}
			s.variance[x] = own[x] + floats.Dot(law, after.variance)
			if change != nil {
				for y, v := range d {
					change[(x*len(rest)+f)*m.states+y] = with[y] + law[y]*v
				}
			}
		}
		all, grown = append(all, s), append(grown, own)
	}
	return all, grown
}

// twofold returns the moments of twice as many steps: these, and as many after them. With P and K their
// laws and their with, with becomes (with + law a) P + law K.
func (m *moments) twofold() *moments {
	functions := len(m.sums)
	next := newMoments(m.states, functions)
	change := make([]float64, len(m.with))
	next.sums, _ = m.then(m.sums, change)
	multiply(m.law, m.law, 0, next.law)
	if functions > 0 {
		rows, wide := m.states*functions, functions*m.states
		multiply(matrix(rows, m.states, change), m.law, 0, matrix(rows, m.states, next.with))
		multiply(m.law, matrix(m.states, wide, m.with), 1, matrix(m.states, wide, next.with))
	}
	next.stochastic()
	return next
}

// about sets d to values less their mean under a law, and returns the mean. Both are found by the
// differences from the likeliest state. Its own probability is not read, and so no round-off of 1 less
// something: what the law leaves to chance says how far the mean may be off.
func about(d []float64, values []twice, law []float64) twice {
	likeliest, shift := values[floats.MaxIdx(law)], 0.0
	for y, v := range values {
		d[y] = v.less(likeliest)
		shift += law[y] * d[y]
	}
	floats.AddConst(-shift, d)
	return likeliest.plus(twice{hi: shift})
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
