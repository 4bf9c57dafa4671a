package spectra_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/toys"
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
		mix := mixing(t, m, pi, eps)
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
		got := mixing(t, m, pi, 0.1)
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
		mix := mixing(t, spectra.Dense(n, p), pi, 0.25)
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
		pi := stationary(t, m)
		s := spectrum(t, m, pi)
		is(t, "SLEM", s.SLEM, 1)
		is(t, "relaxation time", s.RelaxationTime, math.Inf(1))
		if s.Gap > 2.1 {
			t.Errorf("gap %g", s.Gap)
		}
		mix := mixing(t, m, pi, 0.25)
		is(t, "worst mixing time", mix.Worst, spectra.Never)
		is(t, "average mixing time", mix.Average, spectra.Never)
		if mixing(t, m, pi, 0.5+1e-9).Worst == spectra.Never {
			t.Error("it never forgets all but its side")
		}
	})
}

// TestFrom: the start is numbered among all cells of the grid, not among those with mass.
func TestFrom(t *testing.T) {
	m, pi := written(grid.New(4).WithWalls(0), kernels.Metropolis{}, []float64{math.Inf(-1), 5, 0, -3})
	mix := mixing(t, m, pi, 0.25)
	is(t, "the worst start", mix.From, 3)
	if mix.Worst < 2 {
		t.Errorf("it mixes in %d steps", mix.Worst)
	}
}

// TestMixingAgainstBig: the mixing time is the very step, after a million, at which BARRIER
// comes within eps.
func TestMixingAgainstBig(t *testing.T) {
	tt := toys.Barrier()
	m, pi := written(tt.Grid, kernels.Metropolis{}, tt.LogF)
	o := bigBarrier()
	for _, eps := range []float64{0.25, 0.01} {
		mix := mixing(t, m, pi, eps)
		is(t, "doubt of the worst", mix.WorstDoubt, 0)
		is(t, "doubt of the average", mix.AverageDoubt, 0)
		before, _ := o.distance(mix.Worst - 1)
		after, _ := o.distance(mix.Worst)
		if !(before > eps && after <= eps) {
			t.Errorf("eps %g: the distance is %.15g before step %d and %.15g after it", eps, before, mix.Worst, after)
		}
		_, before = o.distance(mix.Average - 1)
		_, after = o.distance(mix.Average)
		if !(before > eps && after <= eps) {
			t.Errorf("eps %g: the average distance is %.15g before step %d and %.15g after it",
				eps, before, mix.Average, after)
		}
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
		mix := mixing(t, m, pi, c.eps)
		if mix.Average != c.average {
			t.Errorf("to %g on the average it takes %d, want %d", c.eps, mix.Average, c.average)
		}
		if mix.Worst != c.worst {
			t.Errorf("to %g from the worst start it takes %d, want %d", c.eps, mix.Worst, c.worst)
		}
	}
}
