package spectra_test

import (
	"math/big"

	"breadboard/exact/spectra"
)

// Arithmetic in 256 bits, for oracles.

const bits = 256

func flt(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }

func add(a, b *big.Float) *big.Float { return flt(0).Add(a, b) }

func sub(a, b *big.Float) *big.Float { return flt(0).Sub(a, b) }

func mul(a, b *big.Float) *big.Float { return flt(0).Mul(a, b) }

func quo(a, b *big.Float) *big.Float { return flt(0).Quo(a, b) }

func root(a *big.Float) *big.Float { return flt(0).Sqrt(a) }

func f64(a *big.Float) float64 { v, _ := a.Float64(); return v }

// exp sums the series of x/2^k and squares k times.
func exp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return flt(1)
	}
	halvings := max(x.MantExp(nil)+16, 0)
	small := flt(0).SetMantExp(x, -halvings)
	sum, term := flt(1), flt(1)
	for k := 1; k < 20; k++ {
		term = quo(mul(term, small), flt(float64(k)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// pow is x^n.
func pow(x *big.Float, n int) *big.Float {
	out := flt(1)
	for square := flt(0).Set(x); n > 0; n >>= 1 {
		if n&1 == 1 {
			out.Mul(out, square)
		}
		square.Mul(square, square)
	}
	return out
}

// bigStationary solves πP = π by Gauss elimination in 256 bits. The diagonal of P is 1 less
// the other entries of the row.
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
	gauss(a)
	pi := make([]float64, n)
	for x := range pi {
		pi[x] = f64(quo(a[x][n], a[x][x]))
	}
	return pi
}

// gauss makes the square part of a diagonal. The last column is a right side.
func gauss(a [][]*big.Float) {
	n := len(a)
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
}

// bigMatrix writes P in 256 bits, the diagonal as what the other entries leave of 1.
func bigMatrix(m *spectra.Matrix) [][]*big.Float {
	n := m.N()
	a := make([][]*big.Float, n)
	for x := range a {
		stay := flt(1)
		for y := range n {
			a[x] = append(a[x], flt(m.At(x, y)))
			if y != x {
				stay.Sub(stay, a[x][y])
			}
		}
		a[x][x] = stay
	}
	return a
}

// bigTimes returns the product of two matrices.
func bigTimes(a, b [][]*big.Float) [][]*big.Float {
	out := make([][]*big.Float, len(a))
	for x := range out {
		for y := range b {
			sum := flt(0)
			for z := range b {
				sum.Add(sum, mul(a[x][z], b[z][y]))
			}
			out[x] = append(out[x], sum)
		}
	}
	return out
}

// bigVariation returns the maximum and the mean over x of the total variation between row x and
// π.
func bigVariation(a [][]*big.Float, pi []float64) (worst, average *big.Float) {
	worst, average = flt(0), flt(0)
	for x := range a {
		sum := flt(0)
		for y := range a {
			sum.Add(sum, flt(0).Abs(sub(a[x][y], flt(pi[y]))))
		}
		sum.Quo(sum, flt(2))
		if sum.Cmp(worst) > 0 {
			worst = sum
		}
		average.Add(average, mul(flt(pi[x]), sum))
	}
	return worst, average
}
