package spectra_test

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/exact/spectra"
)

// drawReversible draws conductances c(x,y) = c(y,x) over this many decades, some
// of them 0, on a graph that is connected: P = c/π, π their sums.
func drawReversible(t *rapid.T, most int, decades float64) (*spectra.Matrix, []float64) {
	n := rapid.IntRange(2, most).Draw(t, "states")
	c, pi := make([]float64, n*n), make([]float64, n)
	for x := range n {
		for y := range x + 1 {
			if y < x-1 && rapid.Bool().Draw(t, "apart") {
				continue
			}
			v := math.Pow(10, -rapid.Float64Range(0, decades).Draw(t, "conductance"))
			c[x*n+y], c[y*n+x] = v, v
		}
	}
	for x := range n {
		pi[x] = floats.Sum(c[x*n:][:n])
		floats.Scale(1/pi[x], c[x*n:][:n])
	}
	floats.Scale(1/floats.Sum(pi), pi)
	return spectra.Dense(n, c), pi
}

// drawChain draws a chain that goes round a cycle, and elsewhere at will, with a
// stationary distribution from elsewhere.
func drawChain(t *rapid.T, most int, decades float64) (*spectra.Matrix, []float64) {
	n := rapid.IntRange(2, most).Draw(t, "states")
	p := make([]float64, n*n)
	for x := range n {
		for y := range n {
			if y == (x+1)%n || y == x || rapid.Bool().Draw(t, "an edge") {
				p[x*n+y] = math.Pow(10, -rapid.Float64Range(0, decades).Draw(t, "weight"))
			}
		}
		floats.Scale(1/floats.Sum(p[x*n:][:n]), p[x*n:][:n])
	}
	m := spectra.Dense(n, p)
	return m, bigStationary(m)
}

// bigStationary solves πP = π by Gauss in 256 bits, the diagonal what is left.
func bigStationary(m *spectra.Matrix) []float64 {
	n := m.N()
	a := make([][]*big.Float, n) // row y: the balance of y; the last is the sum
	for y := range a {
		a[y] = make([]*big.Float, n+1)
		for x := range n {
			a[y][x] = flt(m.At(x, y))
		}
		out := flt(0)
		for z := range n {
			if z != y {
				out.Add(out, flt(m.At(y, z)))
			}
		}
		a[y][y], a[y][n] = out.Neg(out), flt(0)
	}
	for x := range n + 1 {
		a[n-1][x] = flt(1)
	}
	for k := range n {
		best := k
		for y := k; y < n; y++ {
			if flt(0).Abs(a[y][k]).Cmp(flt(0).Abs(a[best][k])) > 0 {
				best = y
			}
		}
		a[k], a[best] = a[best], a[k]
		for y := range n {
			if y == k || a[y][k].Sign() == 0 {
				continue
			}
			f := quo(a[y][k], a[k][k])
			for x := k; x <= n; x++ {
				a[y][x] = sub(a[y][x], mul(f, a[k][x]))
			}
		}
	}
	pi := make([]float64, n)
	for x := range pi {
		pi[x] = f64(quo(a[x][n], a[x][x]))
	}
	return pi
}
