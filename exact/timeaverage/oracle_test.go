package timeaverage

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact/spectra"
)

// The oracle: E[e^{tS}] of the sum S over N steps is a power of a matrix, s (P e^{tG})^N 1, where
// G has g on its diagonal. Up to t² it is a power of the triangular block matrix
//
//	P  PG  PGG/2
//	   P   PG
//	       P
//
// in 400 bits. Its first row of blocks gives 1, E[S] and E[S²]/2: raw moments, of which digits
// cancel, but not all of 120.

// rows is an operator that is written out, with its diagonal.
type rows struct {
	chains.Operator
	p [][]float64
}

func (r rows) Row(x int, visit func(y int, p float64)) {
	for y, p := range r.p[x] {
		if y != x && p > 0 {
			visit(y, p)
		}
	}
}

// Stay is what the rest of a row leaves of 1, as the oracle has it.
func (r rows) Stay(x int) float64 {
	left := twice{hi: 1}
	r.Row(x, func(_ int, p float64) { left = left.plus(twice{hi: -p}) })
	return left.hi
}

// A problem is a chain with what it leaves invariant.
type problem struct {
	p  []float64
	at [][]float64
}

func (q problem) chain() *Chain { return New(rows{p: q.at}, q.p) }

const bits = 400

func flt(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }

// oracle returns the bias and the mean squared error of the average of h over n steps, from s.
func (q problem) oracle(h, s []float64, n int) (bias, mse float64) {
	size := len(q.p)
	sum, mean := flt(0), flt(0)
	for x, p := range q.p {
		sum.Add(sum, flt(p))
		mean.Add(mean, flt(0).Mul(flt(p), flt(h[x])))
	}
	mean.Quo(mean, sum)
	var g []*big.Float
	for _, v := range h {
		g = append(g, flt(0).Sub(flt(v), mean))
	}
	law := make([]*big.Float, 3*size) // a row of the powers
	for x := range law {
		law[x] = flt(0)
	}
	for x, v := range s {
		law[x] = flt(v)
	}
	power := q.triangular(g)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			law = bigRow(law, power)
		}
		if n > 1 {
			power = bigSquare(power)
		}
	}
	first, second := flt(0), flt(0)
	for x := range size {
		first.Add(first, law[size+x])
		second.Add(second, law[2*size+x])
	}
	bias, _ = first.Float64()
	mse, _ = second.Float64()
	return bias, 2 * mse
}

// triangular is the block matrix. The diagonal of P is what the rest of a row leaves of 1.
func (q problem) triangular(g []*big.Float) [][]*big.Float {
	size := len(q.p)
	m := make([][]*big.Float, 3*size)
	for x := range m {
		m[x] = make([]*big.Float, 3*size)
		for y := range m[x] {
			m[x][y] = flt(0)
		}
	}
	for x := range size {
		left := flt(1)
		for y, p := range q.at[x] {
			if y != x {
				left.Sub(left, flt(p))
			}
		}
		for y := range size {
			p := flt(q.at[x][y])
			if y == x {
				p = left
			}
			once := flt(0).Mul(p, g[y])
			half := flt(0).Mul(flt(0).Mul(once, g[y]), flt(0.5))
			for b := range 3 {
				m[b*size+x][b*size+y] = p
			}
			m[x][size+y], m[size+x][2*size+y], m[x][2*size+y] = once, once, half
		}
	}
	return m
}

func bigRow(v []*big.Float, m [][]*big.Float) []*big.Float {
	out := make([]*big.Float, len(v))
	term := flt(0)
	for y := range out {
		out[y] = flt(0)
		for x, a := range v {
			if a.Sign() != 0 && m[x][y].Sign() != 0 {
				out[y].Add(out[y], term.Mul(a, m[x][y]))
			}
		}
	}
	return out
}

// bigSquare squares the block matrix: its first row of blocks tells the others.
func bigSquare(m [][]*big.Float) [][]*big.Float {
	size := len(m) / 3
	out := make([][]*big.Float, len(m))
	for x := range size {
		out[x] = bigRow(m[x], m)
	}
	for b := 1; b < 3; b++ {
		for x := range size {
			zeros := make([]*big.Float, b*size)
			for y := range zeros {
				zeros[y] = flt(0)
			}
			out[b*size+x] = append(zeros, out[x][:len(m)-b*size]...)
		}
	}
	return out
}

// drawRound draws a chain that goes round a cycle and takes other moves at will, with weights over
// this many decades. It is not reversible.
func drawRound(r *rand.Rand, decades float64) problem {
	n := 2 + r.IntN(4)
	q := problem{at: make([][]float64, n)}
	var all []float64
	for x := range n {
		q.at[x] = make([]float64, n)
		for y := range n {
			if y == (x+1)%n || y == x || r.IntN(2) == 0 {
				q.at[x][y] = math.Pow(10, -decades*r.Float64())
			}
		}
		floats.Scale(1/floats.Sum(q.at[x]), q.at[x])
		all = append(all, q.at[x]...)
	}
	pi, err := spectra.Dense(n, all).Stationary()
	if err != nil {
		panic(err)
	}
	q.p = pi
	return q
}

// drawReversible draws masses over this many decades, and moves that are accepted like those of
// Metropolis. Between two halves of the states they are further decades down.
func drawReversible(r *rand.Rand, decades, apart float64) problem {
	n := 2 + r.IntN(4)
	q := problem{at: make([][]float64, n), p: make([]float64, n)}
	for x := range n {
		q.at[x] = make([]float64, n)
		q.p[x] = math.Pow(10, -decades*r.Float64())
	}
	for x := range n {
		for y := range x {
			v := (1 + 9*r.Float64()) / 10 / float64(n)
			if (x < n/2) != (y < n/2) {
				v *= math.Pow(10, -apart)
			}
			q.at[x][y], q.at[y][x] = v*min(1, q.p[y]/q.p[x]), v*min(1, q.p[x]/q.p[y])
		}
	}
	for x := range n {
		q.at[x][x] = 1 - floats.Sum(q.at[x])
	}
	floats.Scale(1/floats.Sum(q.p), q.p)
	return q
}

// draw draws a function.
func draw(r *rand.Rand, n int) []float64 {
	h := make([]float64, n)
	for x := range h {
		h[x] = 10 * r.NormFloat64()
	}
	return h
}

// logs is log p in every state.
func logs(p []float64) []float64 {
	l := make([]float64, len(p))
	for x, v := range p {
		l[x] = math.Log(v)
	}
	return l
}

// at is the law of a start in one state.
func at(x, n int) []float64 {
	s := make([]float64, n)
	s[x] = 1
	return s
}

// within checks a number to a relative tolerance.
func within(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g", name, got, want)
	}
}
