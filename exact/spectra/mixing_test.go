package spectra_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/exact/spectra"
	"breadboard/grid/must"
)

// variations returns the total variation from pi after t steps from every state, one step after another.
func variations(m spectra.Matrix, pi []float64, t int) (all []float64) {
	for x := range pi {
		now := make([]float64, len(pi))
		now[x] = 1
		for range t {
			next := make([]float64, len(pi))
			for y, p := range now {
				floats.AddScaled(next, p, m[y])
			}
			now = next
		}
		all = append(all, floats.Distance(now, pi, 1)/2)
	}
	return all
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
		if w := floats.Max(variations(m, pi, mix.Steps)); w > 0.25+1e-12 {
			t.Fatalf("after %d steps the distance is %g", mix.Steps, w)
		}
		if mix.Steps > 0 {
			before := variations(m, pi, mix.Steps-1)
			if w := floats.Max(before); w < 0.25-1e-12 || before[mix.From] < w-1e-12 {
				t.Fatalf("before step %d it is %g from π, and %g from state %d",
					mix.Steps, w, before[mix.From], mix.From)
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
