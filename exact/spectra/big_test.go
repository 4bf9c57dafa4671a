package spectra_test

import (
	"math"
	"math/big"
	"sync"
	"testing"

	"breadboard/chains"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/toys"
)

// The oracle: Metropolis written again from its definition in 256-bit floats, and
// Jacobi's rotations, which find every eigenvalue of a symmetric matrix to the
// digits it is written in.

const bits = 256

func flt(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }

func add(a, b *big.Float) *big.Float { return flt(0).Add(a, b) }
func sub(a, b *big.Float) *big.Float { return flt(0).Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return flt(0).Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return flt(0).Quo(a, b) }
func root(a *big.Float) *big.Float   { return flt(0).Sqrt(a) }
func f64(a *big.Float) float64       { v, _ := a.Float64(); return v }

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

// An oracle knows the eigenvalues of a reversible chain, the largest first, its
// eigenvectors u as columns in the coordinates in which it is symmetric, and √π.
type oracle struct {
	values []*big.Float
	u      [][]*big.Float
	root   []*big.Float
}

// bigMetropolis is the chain of single moves on a grid with all cells of mass: in
// symmetric coordinates the entry between neighbours is exp(-|d|/2)/2d.
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

// jacobi turns the symmetric matrix a, which it changes, until what is off the
// diagonal is below 2^-200, and sorts.
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
				if a[p][q].Sign() == 0 || a[p][q].MantExp(nil) < -200 {
					continue
				}
				turned = true
				theta := quo(sub(a[q][q], a[p][p]), mul(flt(2), a[p][q]))
				t := quo(flt(1), add(flt(0).Abs(theta), root(add(mul(theta, theta), flt(1)))))
				if theta.Sign() < 0 {
					t.Neg(t)
				}
				c := quo(flt(1), root(add(mul(t, t), flt(1))))
				s := mul(t, c)
				for k := range n {
					rotate(a[k][p], a[k][q], c, s)
				}
				for k := range n {
					rotate(a[p][k], a[q][k], c, s)
					rotate(u[k][p], u[k][q], c, s)
				}
			}
		}
	}
	for x := range n {
		values = append(values, a[x][x])
	}
	for x := range n { // selection sort, with the columns
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
	return values, u
}

var scratch = [4]*big.Float{flt(0), flt(0), flt(0), flt(0)}

// rotate turns two numbers in place: half the time of the oracle is spent here.
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

// variance is the sum of (1+λ)/(1-λ) <f, φ>^2 over the eigenfunctions φ = u/√π.
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

// distance is max and mean over x of the total variation after t steps.
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

// walls is BARRIER with another depth of its wall.
func walls(depth float64) []float64 {
	logf := toys.Barrier().LogF
	for x, v := range logf {
		if v == -10 {
			logf[x] = depth
		}
	}
	return logf
}

// bigBarrier is BARRIER's, made once.
var bigBarrier = sync.OnceValue(func() oracle {
	b := toys.Barrier()
	return bigMetropolis(b.Grid, b.LogF)
})

// TestBarrierAgainstBig: the slow eigenvalues of BARRIER, and with a wall so high
// that no float64 is between them and 1, to twelve digits of 1 - λ; and what
// follows from them.
func TestBarrierAgainstBig(t *testing.T) {
	g := toys.Barrier().Grid
	for _, depth := range []float64{-10, -40} {
		logf := walls(depth)
		m, pi := written(g, chains.Metropolis{}, logf)
		o := bigBarrier()
		if depth != -10 {
			o = bigMetropolis(g, logf)
		}
		s, err := m.Spectrum(pi)
		if err != nil {
			t.Fatal(err)
		}
		gap := f64(o.gap(1))
		t.Logf("wall %g: gap %.15g, relaxation time %.15g, Kemeny %.15g; doubt %.1g", depth, s.Gap, s.RelaxationTime, s.Kemeny, s.Doubt)
		// The norm of G is at most 8 relaxation times, π(r) being 1/8 or more, and 49
		// states round as often: 1e-12 leaves a factor of ten.
		for name, pair := range map[string][2]float64{
			"gap": {s.Gap, gap}, "additive gap": {s.AdditiveGap, gap}, "relaxation time": {s.RelaxationTime, 1 / gap},
			"third": {real(s.Gaps[2]), f64(o.gap(2))}, "fourth": {real(s.Gaps[3]), f64(o.gap(3))},
			"Kemeny": {s.Kemeny, f64(o.kemeny())}, "Kemeny by trace": {s.KemenyByTrace, f64(o.kemeny())},
		} {
			within(t, name, pair[0], pair[1], 1e-12)
		}
		for k, v := range s.Gaps { // those in between: an ulp of 1, or 1e-10 of themselves
			if want := f64(o.gap(k)); imag(v) != 0 || math.Abs(real(v)-want) > 1e-10*want+1e-15 {
				t.Errorf("wall %g: gap %d is %v, not %.17g", depth, k, v, want)
			}
		}
		if s.Doubt > 1e-12 {
			t.Errorf("wall %g: doubt %g where nothing is lost", depth, s.Doubt)
		}
		bigVariance(t, o, m, pi, logf)
	}
}

// bigVariance holds asymptotic variances to the sum over eigenfunctions.
func bigVariance(t *testing.T, o oracle, m *spectra.Matrix, pi, logf []float64) {
	row, mode := make([]float64, len(pi)), make([]float64, len(pi))
	for x := range pi {
		row[x] = float64(x / 7)
		if logf[x] == 3 {
			mode[x] = 1
		}
	}
	for name, f := range map[string][]float64{"log f": logf, "row": row, "mode": mode} {
		got, _, err := m.AsymptoticVariance(pi, f)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "variance of "+name, got, f64(o.variance(f)), 1e-11) // f less its mean is a subtraction
	}
}

// TestMixingAgainstBig: the very step at which BARRIER comes within eps, a
// million steps on.
func TestMixingAgainstBig(t *testing.T) {
	tt := toys.Barrier()
	m, pi := written(tt.Grid, chains.Metropolis{}, tt.LogF)
	o := bigBarrier()
	for _, eps := range []float64{0.25, 0.01} {
		mix, err := m.MixingTime(pi, eps)
		if err != nil || mix.WorstDoubt+mix.AverageDoubt > 0 {
			t.Fatalf("%+v, %v", mix, err)
		}
		before, _ := o.distance(mix.Worst - 1)
		after, _ := o.distance(mix.Worst)
		if !(before > eps && after <= eps) {
			t.Errorf("eps %g: the distance is %.15g before step %d and %.15g after it", eps, before, mix.Worst, after)
		}
		_, before = o.distance(mix.Average - 1)
		_, after = o.distance(mix.Average)
		if !(before > eps && after <= eps) {
			t.Errorf("eps %g: the average distance is %.15g before step %d and %.15g after it", eps, before, mix.Average, after)
		}
	}
}
