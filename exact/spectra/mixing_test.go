package spectra_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"breadboard/exact/spectra"
	"breadboard/grid/must"
)

// power returns the distributions after t steps from every state, one step after another.
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

// TestMixingLaw checks that stepped through one by one, the chain is close at the mixing time and far a step before.
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

// TestExactlyEps checks that a distance that is the fraction 1/4 after one step counts as 1/4 whatever its last digit.
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

// TestMixingOfTwoClasses checks that two classes of mass 0.3 and 0.7 mix in one step each. The distance ends at 0.7
// from the worst start, and at 2 x 0.3 x 0.7 on the average.
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
