package exact_test

import (
	"math"
	"math/big"

	"breadboard/chains"
	"breadboard/grid"
)

// The oracle: the definitions in dense matrices of 256-bit floats, written again
// from the papers and from nothing in chains but the betas and the log densities.

const bits = 256

func flt(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }
func zero() *big.Float         { return flt(0) }
func add(a, b *big.Float) *big.Float {
	return zero().Add(a, b)
}
func sub(a, b *big.Float) *big.Float { return zero().Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return zero().Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return zero().Quo(a, b) }

// exp halves its argument until it is below 2^-16, sums the series, and squares
// as often: 64 bits of the 256 are lost at the most.
func exp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return flt(1)
	}
	halvings := max(x.MantExp(nil)+16, 0)
	small := zero().SetMantExp(x, -halvings)
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

var ln2 = func() *big.Float { // sum of 1/(k 2^k)
	sum, power := zero(), flt(1)
	for k := 1; k <= bits; k++ {
		power = quo(power, flt(2))
		sum.Add(sum, quo(power, flt(float64(k))))
	}
	return sum
}()

// log starts from the float64 logarithm of the mantissa and takes Newton steps,
// each of which doubles the digits.
func log(x *big.Float) *big.Float {
	mant := zero()
	e := x.MantExp(mant)
	m, _ := mant.Float64()
	y := flt(math.Log(m))
	for range 4 {
		y = add(y, sub(mul(mant, exp(zero().Neg(y))), flt(1)))
	}
	return add(y, mul(flt(float64(e)), ln2))
}

func total(v []*big.Float) *big.Float {
	sum := zero()
	for _, x := range v {
		sum.Add(sum, x)
	}
	return sum
}

// matrix is a row-stochastic matrix; nil is 0.
type matrix [][]*big.Float

// dense holds one annealing, its densities and kernels level by level.
type dense struct {
	T       int
	grid    grid.Grid
	skip    bool
	logf    [][]*big.Float // by level from 1; nil is a cell of no mass
	p       [][]*big.Float
	logZ    []*big.Float
	kernels []matrix
}

func bigDensities(a chains.Annealing) *dense {
	g := a.Bridge.(chains.Geometric)
	d := &dense{T: a.T(), grid: a.Grid, skip: a.SkipLast,
		logf: make([][]*big.Float, a.T()+1), p: make([][]*big.Float, a.T()+1), logZ: make([]*big.Float, a.T()+1), kernels: make([]matrix, a.T()+1)}
	for t := 1; t <= d.T; t++ {
		beta := flt(a.Schedule.Beta(t))
		rest := sub(flt(1), beta)
		logf, f := make([]*big.Float, a.Grid.Size()), make([]*big.Float, a.Grid.Size())
		for x := range logf {
			f[x] = zero()
			if math.IsInf(g.From[x], -1) && beta.Cmp(flt(1)) < 0 || math.IsInf(g.To[x], -1) && beta.Sign() > 0 {
				continue
			}
			sum := zero()
			if beta.Cmp(flt(1)) < 0 {
				sum.Add(sum, mul(rest, flt(g.From[x])))
			}
			if beta.Sign() > 0 {
				sum.Add(sum, mul(beta, flt(g.To[x])))
			}
			logf[x], f[x] = sum, exp(sum)
		}
		Z := total(f)
		for x := range f {
			f[x] = quo(f[x], Z)
		}
		d.logf[t], d.p[t], d.logZ[t] = logf, f, log(Z)
	}
	return d
}

// neighbours are the cells one step away, written out from coordinates.
func neighbours(g grid.Grid, x int) []int {
	var out []int
	for y := range g.Size() {
		apart := 0
		for a := range g.Axes() {
			apart += max(g.Coord(x, a)-g.Coord(y, a), g.Coord(y, a)-g.Coord(x, a))
		}
		if apart == 1 && !g.Wall(y) {
			out = append(out, y)
		}
	}
	return out
}

// stay puts on the diagonal what the rows lack of 1.
func stay(m matrix) matrix {
	for x, row := range m {
		left := flt(1)
		for y, v := range row {
			if v != nil && y != x {
				left.Sub(left, v)
			}
		}
		m[x][x] = left
	}
	return m
}

func (d *dense) singleMoves(t int, accept func(here, there *big.Float) *big.Float) matrix {
	m := newMatrix(len(d.p[t]))
	for x := range m {
		for _, y := range neighbours(d.grid, x) {
			if d.p[t][y].Sign() > 0 {
				m[x][y] = quo(accept(d.p[t][x], d.p[t][y]), flt(float64(2*d.grid.Axes())))
			}
		}
	}
	return stay(m)
}

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for x := range m {
		m[x] = make([]*big.Float, n)
	}
	return m
}

// line is every cell that differs from x along one axis only, and x.
func (d *dense) line(x, axis int) []int {
	var line []int
	for y := range d.grid.Size() {
		on := true
		for b := range d.grid.Axes() {
			on = on && (b == axis || d.grid.Coord(x, b) == d.grid.Coord(y, b))
		}
		if on {
			line = append(line, y)
		}
	}
	return line
}

// bigKernels are the catalogued kernels by name, from their definitions.
var bigKernels = map[string]func(d *dense, t int) matrix{
	"metropolis": func(d *dense, t int) matrix {
		return d.singleMoves(t, func(here, there *big.Float) *big.Float {
			if there.Cmp(here) >= 0 {
				return flt(1)
			}
			return quo(there, here)
		})
	},
	"barker": func(d *dense, t int) matrix {
		return d.singleMoves(t, func(here, there *big.Float) *big.Float { return quo(there, add(here, there)) })
	},
	"heat-bath": func(d *dense, t int) matrix { // the diagonal is added up, not what is left of 1
		m, each := newMatrix(len(d.p[t])), flt(1/float64(d.grid.Axes()))
		for x := range m {
			m[x][x] = zero()
			for a := range d.grid.Axes() {
				line, mass := d.line(x, a), zero()
				for _, y := range line {
					mass.Add(mass, d.p[t][y])
				}
				for _, y := range line {
					if mass.Sign() > 0 && y != x {
						m[x][y] = mul(each, quo(d.p[t][y], mass))
					} else if mass.Sign() > 0 {
						m[x][x].Add(m[x][x], mul(each, quo(d.p[t][y], mass)))
					}
				}
				if mass.Sign() == 0 {
					m[x][x].Add(m[x][x], each)
				}
			}
		}
		return m
	},
	"perfect": func(d *dense, t int) matrix {
		m := newMatrix(len(d.p[t]))
		for x := range m {
			copy(m[x], d.p[t])
		}
		return m
	},
	"identity": func(d *dense, t int) matrix { return stay(newMatrix(len(d.p[t]))) },
	"king": func(d *dense, t int) matrix {
		moves := 0 // 3^d - 1
		for range d.grid.Axes() {
			moves = 3*moves + 2
		}
		return d.proposed(t, moves, func(x, y int) bool {
			near := true
			for a := range d.grid.Axes() {
				near = near && max(d.grid.Coord(x, a)-d.grid.Coord(y, a), d.grid.Coord(y, a)-d.grid.Coord(x, a)) <= 1
			}
			return near
		})
	},
	"independence": func(d *dense, t int) matrix {
		return d.proposed(t, d.grid.Size(), func(int, int) bool { return true })
	},
}

// proposed is Metropolis with each of so many proposals as probable, of which
// those that are near are on the grid.
func (d *dense) proposed(t, proposals int, near func(x, y int) bool) matrix {
	m, p := newMatrix(len(d.p[t])), d.p[t]
	for x := range m {
		for y := range m {
			if y == x || !near(x, y) || p[y].Sign() == 0 {
				continue
			}
			a := flt(1)
			if p[y].Cmp(p[x]) < 0 {
				a = quo(p[y], p[x])
			}
			m[x][y] = quo(a, flt(float64(proposals)))
		}
	}
	return stay(m)
}

// after is q after one step of m.
func after(q []*big.Float, m matrix) []*big.Float {
	out := make([]*big.Float, len(q))
	for x := range out {
		out[x] = zero()
	}
	for x, row := range m {
		for y, v := range row {
			if v != nil {
				out[y].Add(out[y], mul(q[x], v))
			}
		}
	}
	return out
}

// reversal is p(y) m(y,x) / p(x), by Bayes; rows of cells without mass are m's.
func reversal(m matrix, p []*big.Float) matrix {
	out := newMatrix(len(m))
	for x := range m {
		for y := range m {
			switch {
			case p[x].Sign() == 0:
				out[x][y] = m[x][y]
			case m[y][x] != nil:
				out[x][y] = quo(mul(p[y], m[y][x]), p[x])
			}
		}
	}
	return out
}

// bigGap is what the oracle finds.
type bigGap struct {
	q, pT                    []*big.Float
	klQP, klPQ, fwd, rev, lR *big.Float // divergences, log R
}

func (g bigGap) J() *big.Float { return add(g.klQP, g.klPQ) }
func (g bigGap) B() *big.Float { return add(g.fwd, g.rev) }

func kl(a, b []*big.Float) *big.Float {
	sum := zero()
	for x := range a {
		if a[x].Sign() > 0 {
			sum.Add(sum, mul(a[x], log(quo(a[x], b[x]))))
		}
	}
	return sum
}

// rise is the mean of log f_t/f_{t-1} under a law.
func (d *dense) rise(law []*big.Float, t int) *big.Float {
	sum := zero()
	for x, q := range law {
		if q.Sign() != 0 && d.logf[t][x] != nil && d.logf[t-1][x] != nil {
			sum.Add(sum, mul(q, sub(d.logf[t][x], d.logf[t-1][x])))
		}
	}
	return sum
}

// run pushes both chains through dense matrices, as Appendix B says.
func (d *dense) run(kernel func(d *dense, t int) matrix) bigGap {
	T := d.T
	for t := 2; t <= T; t++ {
		d.kernels[t] = kernel(d, t)
	}
	q, fwd := d.p[1], zero()
	for t := 2; t <= T; t++ {
		fwd.Add(fwd, d.rise(q, t))
		if t < T || !d.skip {
			q = after(q, d.kernels[t])
		}
	}
	r, rev := d.p[T], zero()
	for t := T; t >= 2; t-- {
		if t < T || !d.skip {
			r = after(r, reversal(d.kernels[t], d.p[t]))
		}
		rev.Add(rev, d.rise(r, t))
	}
	logR := sub(d.logZ[T], d.logZ[1])
	return bigGap{q: q, pT: d.p[T], klQP: kl(q, d.p[T]), klPQ: kl(d.p[T], q), fwd: sub(logR, fwd), rev: sub(rev, logR), lR: logR}
}
