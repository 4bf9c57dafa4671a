package spectra_test

import (
	"cmp"
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
)

// TestTwoStates: a chain that leaves its two states with probabilities a and b has λ = 1 - a -
// b, and everything else in closed form, for probabilities of any size.
func TestTwoStates(t *testing.T) {
	for _, c := range [][2]float64{{0.3, 0.2}, {0.9, 0.8}, {1e-13, 3e-13}, {1e-200, 1e-190}, {0.5, 1e-17}} {
		a, b := c[0], c[1]
		m := rows([]float64{1 - a, a}, []float64{b, 1 - b})
		pi := stationary(t, m)
		within(t, "pi", pi[0], b/(a+b), 1e-15)
		within(t, "pi", pi[1], a/(a+b), 1e-15)
		s := spectrum(t, m, pi)
		within(t, "gap", s.Gap, a+b, 1e-14)
		within(t, "relaxation time", s.RelaxationTime, 1/min(a+b, 2-a-b), 1e-14)
		within(t, "Kemeny", s.Kemeny, 1/(a+b), 1e-14)
		within(t, "SLEM", s.SLEM, math.Abs(1-a-b), 1e-14)
		h, err := m.HittingTimes([]int{1})
		if err != nil {
			t.Fatal(err)
		}
		within(t, "hitting time", h[0], 1/a, 1e-15)
		v, iat, err := m.AsymptoticVariance(pi, []float64{2, -1})
		if err != nil {
			t.Fatal(err)
		}
		within(t, "variance", v, 9*(a/(a+b))*(b/(a+b))*((2-a-b)/(a+b)), 1e-13)
		within(t, "iat", iat, (2-a-b)/(a+b), 1e-13)
	}
}

// TestPath: Metropolis on a flat path of n cells holds at both ends, and has the eigenvalues
// cos(πk/n).
func TestPath(t *testing.T) {
	for _, n := range []int{2, 3, 10, 60} {
		g := grid.New(n, 1) // two moves of four lead off the grid: half lazy
		m, pi := written(g, kernels.Metropolis{}, make([]float64, n))
		var want []complex128
		for k := range n {
			want = append(want, complex(0.5+0.5*math.Cos(math.Pi*float64(k)/float64(n)), 0))
		}
		s := spectrum(t, m, pi)
		sameValues(t, s, want, 1e-13)
		sine := math.Sin(math.Pi / float64(2*n))
		within(t, "gap", s.Gap, sine*sine, 1e-13)

		m, pi = written(grid.New(n), kernels.Metropolis{}, make([]float64, n))
		for k := range want {
			want[k] = 2*want[k] - 1
		}
		slices.SortFunc(want, func(a, b complex128) int { return cmp.Compare(real(b), real(a)) })
		sameValues(t, spectrum(t, m, pi), want, 1e-13)
	}
}

// TestFlatGrid: the eigenvalues of 7x7 flat cells are means of those of two paths.
func TestFlatGrid(t *testing.T) {
	m, pi := written(grid.New(7, 7), kernels.Metropolis{}, make([]float64, 49))
	var want []complex128
	for i := range 7 {
		for j := range 7 {
			want = append(want, complex((math.Cos(math.Pi*float64(i)/7)+math.Cos(math.Pi*float64(j)/7))/2, 0))
		}
	}
	s := spectrum(t, m, pi)
	sameValues(t, s, want, 1e-13)
	within(t, "gap", s.Gap, (1-math.Cos(math.Pi/7))/2, 1e-14)
	c := bottleneck(t, m, pi)
	// Along an axis, 21 cells of 49 from the others by 7 edges of 1/4.
	if c.Phi < 7./4/21*(1-1e-12) {
		t.Errorf("the conductance of the flat grid is %g, and a cut has no less than %g", c.Phi, 7./4/21)
	}
	if c.Phi*c.Phi > 2*s.Gap {
		t.Errorf("a conductance of %g and a gap of %g break Cheeger's inequality", c.Phi, s.Gap)
	}
}

// TestCycle: the walk on a cycle has the eigenvalues cos(2πk/n), and period 2 if n is even. The
// chain that always turns one way has the roots of unity; turning half of the time, it is not
// reversible.
func TestCycle(t *testing.T) {
	for _, n := range []int{3, 4, 9, 12} {
		walk, turn, lazy := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		var cosines, roots, halves []complex128
		pi := slices.Repeat([]float64{1 / float64(n)}, n)
		for x := range n {
			right, left := (x+1)%n, (x+n-1)%n
			walk[x*n+right], walk[x*n+left] = 0.5, 0.5
			turn[x*n+right] = 1
			lazy[x*n+right], lazy[x*n+x] = 0.5, 0.5
			w := cmplx.Rect(1, 2*math.Pi*float64(x)/float64(n))
			cosines, roots, halves = append(cosines, complex(real(w), 0)), append(roots, w), append(halves, (1+w)/2)
		}
		s := spectrum(t, spectra.Dense(n, walk), pi)
		sameValues(t, s, cosines, 1e-14)
		even := n%2 == 0
		is(t, fmt.Sprint("infinite relaxation time of a walk on ", n), math.IsInf(s.RelaxationTime, 1), even)
		is(t, fmt.Sprint("SLEM 1 of a walk on ", n), s.SLEM == 1, even)
		is(t, "a walk is reversible", s.Reversible, true)
		s = spectrum(t, spectra.Dense(n, turn), pi)
		sameValues(t, s, roots, 1e-14)
		is(t, "turning is reversible", s.Reversible, false)
		is(t, "relaxation time of turning", s.RelaxationTime, math.Inf(1))
		is(t, "period of turning", spectra.Dense(n, turn).Classes()[0].Period, n)
		mix := mixing(t, spectra.Dense(n, turn), pi, 0.25)
		is(t, "worst mixing time of turning", mix.Worst, spectra.Never)
		is(t, "average mixing time of turning", mix.Average, spectra.Never)
		s = spectrum(t, spectra.Dense(n, lazy), pi)
		sameValues(t, s, halves, 1e-14)
		within(t, "SLEM", s.SLEM, math.Cos(math.Pi/float64(n)), 1e-14)
		within(t, "relaxation time", s.RelaxationTime, 1/(1-math.Cos(math.Pi/float64(n))), 1e-12)
		within(t, "gap", s.Gap, (1-math.Cos(2*math.Pi/float64(n)))/2, 1e-13)
		within(t, "additive gap", s.AdditiveGap, (1-math.Cos(2*math.Pi/float64(n)))/2, 1e-13)
	}
}

// TestHypercube: Metropolis on 2^d flat cells rejects half of its moves and so is the lazy walk,
// which has the eigenvalue 1 - k/d as often as d over k says.
func TestHypercube(t *testing.T) {
	const d = 6
	m, pi := written(grid.New(2, 2, 2, 2, 2, 2), kernels.Metropolis{}, make([]float64, 1<<d))
	var want []complex128
	kemeny, choose := 0.0, 1
	for k := range d + 1 {
		want = append(want, slices.Repeat(reals(1-float64(k)/d), choose)...)
		if k > 0 {
			kemeny += float64(choose*d) / float64(k)
		}
		choose = choose * (d - k) / (k + 1)
	}
	s := spectrum(t, m, pi)
	sameValues(t, s, want, 1e-13)
	within(t, "relaxation time", s.RelaxationTime, d, 1e-13)
	within(t, "Kemeny", s.Kemeny, kemeny, 1e-13)
	// Half the cube: the lazy walk leaves it with probability 1/2d.
	c := bottleneck(t, m, pi)
	if c.Phi < 1./(2*d)*(1-1e-12) {
		t.Errorf("the conductance is %g, and no cut has less than %g", c.Phi, 1./(2*d))
	}
	if c.Phi*c.Phi/2 > s.Gap {
		t.Errorf("a conductance of %g and a gap of %g break Cheeger's inequality", c.Phi, s.Gap)
	}
}

// landOfOz returns the weather of Kemeny and Snell, Finite Markov Chains: rain, nice, snow.
func landOfOz(t *testing.T) (*spectra.Matrix, []float64) {
	t.Helper()
	m := rows([]float64{.5, .25, .25}, []float64{.5, 0, .5}, []float64{.25, .25, .5})
	return m, stationary(t, m)
}

// TestLandOfOz: its stationary distribution, eigenvalues and mean first passage times, the mean
// times of return among them (Section 4.4 there).
func TestLandOfOz(t *testing.T) {
	m, pi := landOfOz(t)
	for x, want := range []float64{2. / 5, 1. / 5, 2. / 5} {
		within(t, "stationary", pi[x], want, 1e-15)
	}
	passage := [][]float64{{5. / 2, 4, 10. / 3}, {8. / 3, 5, 8. / 3}, {10. / 3, 4, 5. / 2}}
	for y := range 3 {
		h := hits(t, m, y)
		h[y] = 1 // and what comes after the step out of y
		m.Row(y, func(x int, p float64) {
			if x != y {
				h[y] += p * h[x]
			}
		})
		for x := range 3 {
			within(t, fmt.Sprintf("first passage from %d to %d", x, y), h[x], passage[x][y], 1e-15)
		}
	}
	s := spectrum(t, m, pi)
	sameValues(t, s, reals(1, 0.25, -0.25), 1e-15)
	within(t, "Kemeny", s.Kemeny, 32./15, 1e-14)
	is(t, "reversible", s.Reversible, true)
	if s.Doubt > 1e-14 {
		t.Errorf("doubt %g", s.Doubt)
	}
}

// TestLandOfOzCovariances: the limiting covariances of the times spent in two states, by the
// fundamental matrix that is printed in Section 4.3 there.
func TestLandOfOzCovariances(t *testing.T) {
	m, pi := landOfOz(t)
	z := [][]float64{{86. / 75, 3. / 75, -14. / 75}, {6. / 75, 63. / 75, 6. / 75}, {-14. / 75, 3. / 75, 86. / 75}}
	covariance := func(x, y int) float64 {
		c := pi[x]*z[x][y] + pi[y]*z[y][x] - pi[x]*pi[y]
		if x == y {
			c -= pi[x]
		}
		return c
	}
	for x := range 3 {
		for y := range x + 1 {
			f, want := make([]float64, 3), covariance(x, x)
			if f[x] = 1; y != x {
				f[y] = 1
				want += covariance(y, y) + 2*covariance(x, y)
			}
			v, _ := variance(t, m, pi, f)
			within(t, fmt.Sprintf("variance of the time spent in %d and %d", x, y), v, want, 1e-14)
		}
	}
}
