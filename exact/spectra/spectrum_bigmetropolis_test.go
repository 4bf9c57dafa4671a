package spectra_test

import (
	"math/big"
	"sync"

	"breadboard/grid"
	"breadboard/toys"
)

// The oracle: Metropolis written again from its definition in 256 bits, and Jacobi's
// rotations, which find every eigenvalue of a symmetric matrix to the digits it is written in.

// An oracle knows a reversible chain: its eigenvalues, the largest first; the eigenvectors u as
// columns, in the coordinates in which the chain is symmetric; and √π.
type oracle struct {
	values []*big.Float
	u      [][]*big.Float
	root   []*big.Float
}

// bigMetropolis returns the oracle of single Metropolis moves on a grid all of whose cells have
// mass. In symmetric coordinates the entry between neighbours is exp(-|d|/2)/2d.
func bigMetropolis(g grid.Grid, logf []float64) oracle {
	n := g.Size()
	a := make([][]*big.Float, n)
	Z := flt(0)
	for x := range a {
		a[x] = make([]*big.Float, n)
		for y := range a[x] {
			a[x][y] = flt(0)
		}
		Z.Add(Z, exp(flt(logf[x])))
	}
	var o oracle
	moves := flt(float64(2 * g.Axes()))
	for x := range a {
		o.root = append(o.root, root(quo(exp(flt(logf[x])), Z)))
		a[x][x] = flt(1)
		for y := range a {
			apart := 0
			for axis := range g.Axes() {
				apart += max(g.Coord(x, axis)-g.Coord(y, axis), g.Coord(y, axis)-g.Coord(x, axis))
			}
			if apart == 1 {
				d := sub(flt(logf[y]), flt(logf[x]))
				a[x][y] = quo(exp(quo(flt(0).Neg(flt(0).Abs(d)), flt(2))), moves)
				accept := flt(1)
				if d.Sign() < 0 {
					accept = exp(d)
				}
				a[x][x].Sub(a[x][x], quo(accept, moves))
			}
		}
	}
	o.values, o.u = jacobi(a)
	return o
}

// jacobi turns the symmetric matrix a, in place, until all entries off the diagonal are below
// 2^-200, and sorts the eigenvalues.
func jacobi(a [][]*big.Float) (values []*big.Float, u [][]*big.Float) {
	n := len(a)
	u = make([][]*big.Float, n)
	for x := range u {
		u[x] = make([]*big.Float, n)
		for y := range u[x] {
			u[x][y] = flt(0)
		}
		u[x][x] = flt(1)
	}
	for turned := true; turned; {
		turned = false
		for p := range n {
			for q := p + 1; q < n; q++ {
				if a[p][q].Sign() != 0 && a[p][q].MantExp(nil) >= -200 {
					annul(a, u, p, q)
					turned = true
				}
			}
		}
	}
	for x := range n {
		values = append(values, a[x][x])
	}
	sortColumns(values, u)
	return values, u
}

// annul turns the axes p and q so that a[p][q] becomes 0.
func annul(a, u [][]*big.Float, p, q int) {
	theta := quo(sub(a[q][q], a[p][p]), mul(flt(2), a[p][q]))
	t := quo(flt(1), add(flt(0).Abs(theta), root(add(mul(theta, theta), flt(1)))))
	if theta.Sign() < 0 {
		t.Neg(t)
	}
	c := quo(flt(1), root(add(mul(t, t), flt(1))))
	s := mul(t, c)
	for k := range a {
		rotate(a[k][p], a[k][q], c, s)
	}
	for k := range a {
		rotate(a[p][k], a[q][k], c, s)
		rotate(u[k][p], u[k][q], c, s)
	}
}

// sortColumns sorts the values, the largest first, and the columns of u with them.
func sortColumns(values []*big.Float, u [][]*big.Float) {
	n := len(values)
	for x := range n {
		best := x
		for y := x; y < n; y++ {
			if values[y].Cmp(values[best]) > 0 {
				best = y
			}
		}
		values[x], values[best] = values[best], values[x]
		for k := range n {
			u[k][x], u[k][best] = u[k][best], u[k][x]
		}
	}
}

var scratch = [4]*big.Float{flt(0), flt(0), flt(0), flt(0)}

// rotate turns two numbers in place. The oracle spends half of its time here.
func rotate(p, q, c, s *big.Float) {
	if p.Sign() == 0 && q.Sign() == 0 {
		return
	}
	cp, sq, sp, cq := scratch[0].Mul(c, p), scratch[1].Mul(s, q), scratch[2].Mul(s, p), scratch[3].Mul(c, q)
	p.Sub(cp, sq)
	q.Add(sp, cq)
}

func (o oracle) gap(k int) *big.Float { return sub(flt(1), o.values[k]) }

func (o oracle) kemeny() *big.Float {
	sum := flt(0)
	for k := 1; k < len(o.values); k++ {
		sum.Add(sum, quo(flt(1), o.gap(k)))
	}
	return sum
}

// variance returns the sum of (1+λ)/(1-λ) <f, φ>^2 over the eigenfunctions φ = u/√π.
func (o oracle) variance(f []float64) *big.Float {
	sum := flt(0)
	for k := 1; k < len(o.values); k++ {
		inner := flt(0)
		for x, v := range f {
			inner.Add(inner, mul(mul(flt(v), o.root[x]), o.u[x][k]))
		}
		sum.Add(sum, mul(mul(inner, inner), quo(add(flt(1), o.values[k]), o.gap(k))))
	}
	return sum
}

// distance returns the maximum and the mean over x of the total variation after t steps.
func (o oracle) distance(t int) (worst, average float64) {
	n := len(o.values)
	powers := make([]*big.Float, n)
	for k := range powers {
		if powers[k] = pow(o.values[k], t); powers[k].MantExp(nil) < -bits {
			powers[k] = flt(0) // an exponent of millions makes every sum as long
		}
	}
	for x := range n {
		sum := flt(0)
		for y := range n {
			d := flt(0)
			for k := 1; k < n; k++ {
				d.Add(d, mul(powers[k], mul(o.u[x][k], o.u[y][k])))
			}
			sum.Add(sum, flt(0).Abs(mul(d, quo(o.root[y], o.root[x]))))
		}
		tv := f64(sum) / 2
		worst = max(worst, tv)
		average += f64(o.root[x]) * f64(o.root[x]) * tv
	}
	return worst, average
}

// walls returns the log density of BARRIER with another depth of its wall.
func walls(depth float64) []float64 {
	logf := toys.Barrier().LogF
	for x, v := range logf {
		if v == -10 {
			logf[x] = depth
		}
	}
	return logf
}

// bigBarrier is the oracle of BARRIER, made once.
var bigBarrier = sync.OnceValue(func() oracle {
	b := toys.Barrier()
	return bigMetropolis(b.Grid, b.LogF)
})
