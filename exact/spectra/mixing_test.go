package spectra_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// power returns the laws after t steps from every state, one step after another.
func power(m *spectra.Matrix, t int) *mat.Dense {
	n := m.N()
	p, out := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for x := range n {
		out.Set(x, x, 1)
		for y := range n {
			p.Set(x, y, m.At(x, y))
		}
	}
	for range t {
		var next mat.Dense
		next.Mul(out, p)
		out = &next
	}
	return out
}

// variation returns the maximum and the mean over starts of the total variation from pi.
func variation(p *mat.Dense, pi []float64) (worst, average float64) {
	for x, v := range pi {
		tv := floats.Distance(p.RawRowView(x), pi, 1) / 2
		worst, average = max(worst, tv), average+v*tv
	}
	return worst, average
}

// TestMixingLaw: stepped through one by one, the chain is close at the mixing time and far a
// step before.
func TestMixingLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 6, 1.5)
		eps := rapid.SampledFrom([]float64{0.25, 0.5, 0.01}).Draw(t, "eps")
		mix := must(m.MixingTime(pi, eps))
		if mix.Worst > 2000 {
			t.Skip("too long to be stepped through")
		}
		// a distance within 1e-12 of eps may be on either side
		w, _ := variation(power(m, mix.Worst), pi)
		_, a := variation(power(m, mix.Average), pi)
		if w > eps+1e-12 {
			t.Fatalf("after %d steps the worst distance is %g, above %g", mix.Worst, w, eps)
		}
		if a > eps+1e-12 {
			t.Fatalf("after %d steps the average distance is %g, above %g", mix.Average, a, eps)
		}
		if mix.Worst > 0 {
			before := power(m, mix.Worst-1)
			if w, _ = variation(before, pi); w < eps-1e-12 {
				t.Fatalf("a step before step %d it is %g from π", mix.Worst, w)
			}
			if from := floats.Distance(before.RawRowView(mix.From), pi, 1) / 2; from < w-1e-12 {
				t.Fatalf("from state %d the distance is %g, from another %g", mix.From, from, w)
			}
		}
		if mix.Average > 0 {
			if _, a = variation(power(m, mix.Average-1), pi); a < eps-1e-12 {
				t.Fatalf("a step before step %d it is %g from π on the average", mix.Average, a)
			}
		}
	})
}

// TestTwoStatesMix: from the rarer of two states the distance after t steps is the probability
// of the other times |λ|^t.
func TestTwoStatesMix(t *testing.T) {
	for _, c := range [][2]float64{{0.3, 0.2}, {0.9, 0.8}, {1e-5, 3e-5}, {3e-9, 1e-9}} {
		a, b := c[0], c[1]
		m := rows([]float64{1 - a, a}, []float64{b, 1 - b})
		pi := []float64{b / (a + b), a / (a + b)}
		rate, rarer := math.Log1p(-(a + b)), 0
		if a+b > 1 {
			rate = math.Log(a + b - 1)
		}
		if pi[1] < pi[0] {
			rarer = 1
		}
		want := int(math.Ceil(math.Log(0.1/(1-pi[rarer])) / rate))
		average := int(math.Ceil(math.Log(0.1/(2*pi[0]*pi[1])) / rate))
		got := must(m.MixingTime(pi, 0.1))
		is(t, "worst mixing time", got.Worst, want)
		is(t, "its start", got.From, rarer)
		is(t, "average mixing time", got.Average, average)
	}
}

// TestExactlyEps: a distance that is the fraction 1/4 after one step counts as 1/4 whatever its
// last digit.
func TestExactlyEps(t *testing.T) {
	for n := 3; n <= 14; n++ {
		p, pi := make([]float64, n*n), make([]float64, n)
		keep := float64(n) / float64(4*(n-1)) // (1 - 1/n) keep = 1/4
		for x := range n {
			pi[x] = 1 / float64(n)
			for y := range n {
				p[x*n+y] = (1 - keep) / float64(n)
			}
			p[x*n+x] += keep
		}
		mix := must(spectra.Dense(n, p).MixingTime(pi, 0.25))
		is(t, fmt.Sprint("worst mixing time of ", n), mix.Worst, 1)
		is(t, fmt.Sprint("average mixing time of ", n), mix.Average, 1)
	}
}

// TestPeriodic: a walk on a graph of two sides never forgets on which side it is.
func TestPeriodic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "half the states")
		c := make([]float64, 4*n*n)
		for x := range n {
			for y := range n {
				v := rapid.Float64Range(0.1, 1).Draw(t, "conductance")
				c[x*2*n+n+y], c[(n+y)*2*n+x] = v, v
			}
		}
		for x := range 2 * n {
			floats.Scale(1/floats.Sum(c[x*2*n:][:2*n]), c[x*2*n:][:2*n])
		}
		m := spectra.Dense(2*n, c)
		pi := must(m.Stationary())
		s := must(m.Spectrum(pi))
		is(t, "SLEM", s.SLEM, 1)
		is(t, "relaxation time", s.RelaxationTime, math.Inf(1))
		if s.Gap > 2.1 {
			t.Errorf("gap %g", s.Gap)
		}
		mix := must(m.MixingTime(pi, 0.25))
		is(t, "worst mixing time", mix.Worst, spectra.Never)
		is(t, "average mixing time", mix.Average, spectra.Never)
		if must(m.MixingTime(pi, 0.5+1e-9)).Worst == spectra.Never {
			t.Error("it never forgets all but its side")
		}
	})
}

// TestFrom: the start is numbered among all cells of the grid, not among those with mass.
func TestFrom(t *testing.T) {
	m, pi := written(grid.New(4).WithWalls(0), kernels.Metropolis{}, []float64{math.Inf(-1), 5, 0, -3})
	mix := must(m.MixingTime(pi, 0.25))
	is(t, "the worst start", mix.From, 3)
	if mix.Worst < 2 {
		t.Errorf("it mixes in %d steps", mix.Worst)
	}
}

// TestMixingOfTwoClasses: two classes of mass 0.3 and 0.7 mix in one step each. The distance
// ends at 0.7 from the worst start, and at 2 x 0.3 x 0.7 on the average.
func TestMixingOfTwoClasses(t *testing.T) {
	m := rows([]float64{1, 0, 0}, []float64{0, 0.5, 0.5}, []float64{0, 0.5, 0.5})
	pi := []float64{0.3, 0.35, 0.35}
	for _, c := range []struct {
		eps            float64
		worst, average int
	}{{0.75, 0, 0}, {0.6, spectra.Never, 1}, {0.43, spectra.Never, 1}, {0.41, spectra.Never, spectra.Never}} {
		mix := must(m.MixingTime(pi, c.eps))
		if mix.Average != c.average {
			t.Errorf("to %g on the average it takes %d, want %d", c.eps, mix.Average, c.average)
		}
		if mix.Worst != c.worst {
			t.Errorf("to %g from the worst start it takes %d, want %d", c.eps, mix.Worst, c.worst)
		}
	}
}

// slowPair draws a reversible chain of 2 to 6 states in two groups, between which it moves about
// once in 10^decades steps.
func slowPair(r *rand.Rand, decades float64) *spectra.Matrix {
	n := 2 + r.IntN(5)
	p := make([]float64, n*n)
	for x := range n {
		for y := range x {
			v := math.Pow(10, -3*r.Float64())
			if (x < n/2) != (y < n/2) {
				v *= math.Pow(10, -decades)
			}
			p[x*n+y], p[y*n+x] = v, v
		}
		p[x*n+x] = r.Float64()
	}
	for x := range n {
		row := p[x*n:][:n]
		sum, off := 0.0, 0.0
		for _, v := range row {
			sum += v
		}
		for y := range row {
			if row[y] /= sum; y != x {
				off += row[y]
			}
		}
		row[x] = 1 - off
	}
	return spectra.Dense(n, p)
}

// bigMixing finds the worst mixing time in 256 bits, from the powers P^(2^k).
func bigMixing(m *spectra.Matrix, pi []float64, eps float64) int {
	far := func(a [][]*big.Float) bool {
		worst, _ := bigVariation(a, pi)
		return worst.Cmp(flt(eps)) > 0
	}
	powers := [][][]*big.Float{bigMatrix(m)}
	for far(powers[len(powers)-1]) {
		last := powers[len(powers)-1]
		powers = append(powers, bigTimes(last, last))
	}
	t, law := 0, [][]*big.Float(nil)
	for k := len(powers) - 1; k >= 0; k-- {
		next := powers[k]
		if law != nil {
			next = bigTimes(law, next)
		}
		if far(next) {
			law = next
			t += 1 << k
		}
	}
	return t + 1
}

// TestMixingDoubt compares mixing times of up to about 1e17 steps with those in 256 bits. Each
// is within its own doubt. The doubt is 0 below 1e11 steps, and always below a thousandth of the
// time.
func TestMixingDoubt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	doubted, chains := 0, 60
	if os.Getenv("BREADBOARD_LONG") != "" {
		chains = 600
	}
	for range chains {
		m := slowPair(r, 15*r.Float64())
		pi := bigStationary(m)
		mix := must(m.MixingTime(pi, 0.25))
		want := bigMixing(m, pi, 0.25)
		if off := max(mix.Worst-want, want-mix.Worst); off > mix.WorstDoubt {
			t.Errorf("%d states mix in %d steps, not %d: %d off, and said to be %d off at most",
				m.N(), want, mix.Worst, off, mix.WorstDoubt)
		}
		if want < 1e11 && mix.WorstDoubt > 0 {
			t.Errorf("a doubt of %d steps about %d", mix.WorstDoubt, want)
		}
		if float64(mix.WorstDoubt) > 1e-3*float64(want) {
			t.Errorf("a doubt of %d steps about %d is of no use", mix.WorstDoubt, want)
		}
		if mix.WorstDoubt > 0 {
			doubted++
		}
	}
	if doubted < chains/12 {
		t.Errorf("only %d of %d chains are slow enough to be in doubt", doubted, chains)
	}
}

// TestMixingTie: a distance that is 1/4 after 1e15 steps, where the next ones are as near, is in
// doubt; one that is 1/4 after a single step is not.
func TestMixingTie(t *testing.T) {
	quarter := rows([]float64{0.75, 0.25}, []float64{0.25, 0.75})
	once := must(quarter.MixingTime([]float64{0.5, 0.5}, 0.25))
	is(t, "a quarter after one step", once, spectra.Mixing{Worst: 1, Average: 1})
	const q = 0x1p-50
	slow := rows([]float64{1 - q, q}, []float64{q, 1 - q})
	mix := must(slow.MixingTime([]float64{0.5, 0.5}, 0.25))
	if mix.WorstDoubt == 0 {
		t.Errorf("no doubt whether %d steps are the worst", mix.Worst)
	}
	if mix.AverageDoubt == 0 {
		t.Errorf("no doubt whether %d steps are the average", mix.Average)
	}
}

// TestSlowMixing: after 1e13 steps the mixing time of two states still follows from the gap. If the rows of products were
// not divided by their sums, they would sum to 1.001 by then.
func TestSlowMixing(t *testing.T) {
	const q, eps = 1e-13, 0.1
	m := rows([]float64{1 - 3*q, 3 * q}, []float64{q, 1 - q})
	mix := must(m.MixingTime([]float64{0.25, 0.75}, eps))
	is(t, "the worst start", mix.From, 0)
	within(t, "mixing time of two states", float64(mix.Worst), math.Log(0.75/eps)/(4*q), 1e-11)
	if mix.WorstDoubt == 0 {
		t.Errorf("no doubt about %d steps", mix.Worst)
	}
}

// Arithmetic in 256 bits, for oracles.

const bits = 256

func flt(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }

func sub(a, b *big.Float) *big.Float { return flt(0).Sub(a, b) }

func mul(a, b *big.Float) *big.Float { return flt(0).Mul(a, b) }

func quo(a, b *big.Float) *big.Float { return flt(0).Quo(a, b) }

func f64(a *big.Float) float64 { v, _ := a.Float64(); return v }

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
