package spectra_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/must"
)

// power returns the laws after t steps from every state, one step after another.
func power(m spectra.Matrix, t int) *mat.Dense {
	n := len(m)
	p := mat.NewDense(n, n, nil)
	out := mat.NewDense(n, n, nil)
	for x := range n {
		out.Set(x, x, 1)
		for y := range n {
			p.Set(x, y, m[x][y])
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
		mix := must.Have(m.MixingTime(pi, eps))(t)
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
		mix := must.Have(dense(n, p).MixingTime(pi, 0.25))(t)
		is(t, fmt.Sprint("worst mixing time of ", n), mix.Worst, 1)
		is(t, fmt.Sprint("average mixing time of ", n), mix.Average, 1)
	}
}

// TestFrom: the start is numbered among all cells of the grid, not among those with mass.
func TestFrom(t *testing.T) {
	m, pi := written(grid.New(4).WithWalls(0), kernels.Metropolis{}, []float64{math.Inf(-1), 5, 0, -3})
	mix := must.Have(m.MixingTime(pi, 0.25))(t)
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
		mix := must.Have(m.MixingTime(pi, c.eps))(t)
		if mix.Average != c.average {
			t.Errorf("to %g on the average it takes %d, want %d", c.eps, mix.Average, c.average)
		}
		if mix.Worst != c.worst {
			t.Errorf("to %g from the worst start it takes %d, want %d", c.eps, mix.Worst, c.worst)
		}
	}
}

// slowPair draws a reversible chain of 2 to 6 states in two groups, between which it moves about
// once in 10^decades steps, and its stationary distribution: the sums of the rows of its conductances.
func slowPair(r *rand.Rand, decades float64) (spectra.Matrix, []float64) {
	n := 2 + r.IntN(5)
	p, pi := make([]float64, n*n), make([]float64, n)
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
		row, off := p[x*n:][:n], 0.0
		pi[x] = floats.Sum(row)
		for y := range row {
			if row[y] /= pi[x]; y != x {
				off += row[y]
			}
		}
		row[x] = 1 - off
	}
	floats.Scale(1/floats.Sum(pi), pi)
	return dense(n, p), pi
}

// bigMixing finds the worst mixing time in 256 bits, from the powers P^(2^k).
func bigMixing(m spectra.Matrix, pi []float64, eps float64) int {
	powers := []bigMatrix{bigRows(m)}
	for powers[len(powers)-1].far(pi, eps) {
		last := powers[len(powers)-1]
		powers = append(powers, last.times(last))
	}
	t, law := 0, bigMatrix(nil)
	for k := len(powers) - 1; k >= 0; k-- {
		next := powers[k]
		if law != nil {
			next = law.times(next)
		}
		if next.far(pi, eps) {
			law = next
			t += 1 << k
		}
	}
	return t + 1
}

// TestMixingDigits compares mixing times of up to about 1e17 steps with those in 256 bits. They are exact below 1e11
// steps, and have twelve digits beyond.
func TestMixingDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	slow := 0
	const chains = 36
	for range chains {
		m, pi := slowPair(r, 15*r.Float64())
		mix := must.Have(m.MixingTime(pi, 0.25))(t)
		want := bigMixing(m, pi, 0.25)
		off := max(mix.Worst-want, want-mix.Worst)
		if want < 1e11 && off > 0 || float64(off) > 1e-12*float64(want) {
			t.Errorf("%d states mix in %d steps, not %d", len(m), want, mix.Worst)
		}
		if want >= 1e11 {
			slow++
		}
	}
	if slow < chains/12 {
		t.Errorf("only %d of %d chains are slow", slow, chains)
	}
}

// Arithmetic in 256 bits, for an oracle.

type bigMatrix [][]*numbers.Interval

func num(v float64) *numbers.Interval { return numbers.Zero(256).SetFloat(v) }

// bigRows writes P in 256 bits, the diagonal as what the other entries leave of 1.
func bigRows(m spectra.Matrix) bigMatrix {
	a := make(bigMatrix, len(m))
	for x := range a {
		stay := num(1)
		for y := range a {
			a[x] = append(a[x], num(m[x][y]))
			if y != x {
				stay = stay.Minus(a[x][y])
			}
		}
		a[x][x] = stay
	}
	return a
}

func (a bigMatrix) times(b bigMatrix) bigMatrix {
	out := make(bigMatrix, len(a))
	for x := range out {
		for y := range b {
			sum := num(0)
			for z := range b {
				sum = sum.Plus(a[x][z].Times(b[z][y]))
			}
			out[x] = append(out[x], sum)
		}
	}
	return out
}

// far reports whether the total variation between some row and π is above eps.
func (a bigMatrix) far(pi []float64, eps float64) bool {
	for _, row := range a {
		sum := num(0)
		for y, v := range row {
			d := v.Minus(num(pi[y]))
			sum = sum.Plus(d.Max(num(0).Minus(d)))
		}
		if sum.Compare(num(2*eps)) > 0 {
			return true
		}
	}
	return false
}
