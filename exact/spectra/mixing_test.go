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

// variation returns the largest total variation from pi over all starts.
func variation(p *mat.Dense, pi []float64) (worst float64) {
	for x := range pi {
		worst = max(worst, floats.Distance(p.RawRowView(x), pi, 1)/2)
	}
	return worst
}

// TestMixingLaw checks that stepped through one by one, the chain is close at the mixing time and far a step before.
func TestMixingLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 6, 1.5)
		mix := must.Have(m.MixingTime(pi))(t)
		if mix.Steps > 2000 {
			t.Skip("too long to be stepped through")
		}
		// a distance within 1e-12 of 1/4 may be on either side
		if w := variation(power(m, mix.Steps), pi); w > 0.25+1e-12 {
			t.Fatalf("after %d steps the distance is %g", mix.Steps, w)
		}
		if mix.Steps > 0 {
			before := power(m, mix.Steps-1)
			w := variation(before, pi)
			if w < 0.25-1e-12 {
				t.Fatalf("a step before step %d it is %g from π", mix.Steps, w)
			}
			if from := floats.Distance(before.RawRowView(mix.From), pi, 1) / 2; from < w-1e-12 {
				t.Fatalf("from state %d the distance is %g, from another %g", mix.From, from, w)
			}
		}
	})
}

// TestExactlyAQuarter checks that a distance that is the fraction 1/4 after one step counts as 1/4 whatever its last
// digit.
func TestExactlyAQuarter(t *testing.T) {
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
		is(t, fmt.Sprint("mixing time of ", n), must.Have(dense(n, p).MixingTime(pi))(t).Steps, 1)
	}
}
