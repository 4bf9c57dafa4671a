package spectra_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"breadboard/exact/spectra"
)

// power is the law after t steps from every state, one step after another.
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

func variation(p *mat.Dense, pi []float64) (worst, average float64) {
	for x, v := range pi {
		tv := floats.Distance(p.RawRowView(x), pi, 1) / 2
		worst, average = max(worst, tv), average+v*tv
	}
	return worst, average
}

// TestMixingLaw: before the time the chain is far, at it it is near, step by step.
func TestMixingLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 6, 1.5)
		eps := rapid.SampledFrom([]float64{0.25, 0.5, 0.01}).Draw(t, "eps")
		mix, err := m.MixingTime(pi, eps)
		if err != nil {
			t.Fatal(err)
		}
		if mix.Worst > 2000 {
			t.Skip("too long to be stepped through")
		}
		// a distance within 1e-12 of eps may be on either side
		w, _ := variation(power(m, mix.Worst), pi)
		_, a := variation(power(m, mix.Average), pi)
		if w > eps+1e-12 || a > eps+1e-12 {
			t.Fatalf("%+v: the distances are %g and %g, above %g", mix, w, a, eps)
		}
		if mix.Worst > 0 {
			before := power(m, mix.Worst-1)
			if w, _ = variation(before, pi); w < eps-1e-12 {
				t.Fatalf("%+v: a step before it is %g from π", mix, w)
			}
			if from := floats.Distance(before.RawRowView(mix.From), pi, 1) / 2; from < w-1e-12 {
				t.Fatalf("%+v: from there it is %g, from another start %g", mix, from, w)
			}
		}
		if mix.Average > 0 {
			if _, a = variation(power(m, mix.Average-1), pi); a < eps-1e-12 {
				t.Fatalf("%+v: a step before it is %g from π on the average", mix, a)
			}
		}
	})
}

// TestVarianceLaw: the asymptotic variance is the sum of the autocovariances.
func TestVarianceLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 6, 1)
		n := m.N()
		f := rapid.SliceOfN(rapid.Float64Range(-3, 3), n, n).Draw(t, "f")
		f[0], f[1] = 1, -1
		v, iat, err := m.AsymptoticVariance(pi, f)
		if err != nil {
			t.Fatal(err)
		}
		mean := floats.Dot(pi, f)
		ahead, want, square := slices.Clone(f), 0.0, 0.0
		for step := range 4000 {
			cov := 0.0
			for x := range f {
				cov += pi[x] * (f[x] - mean) * (ahead[x] - mean)
			}
			if step == 0 {
				square, want = cov, cov
			} else {
				want += 2 * cov
			}
			next := make([]float64, n)
			for x := range next {
				m.Row(x, func(y int, p float64) { next[x] += p * ahead[y] })
			}
			ahead = next
		}
		if math.Abs(v-want) > 1e-9*(square+want) || math.Abs(iat-want/square) > 1e-9*(1+want/square) {
			t.Fatalf("variance %.15g, iat %.15g, not %.15g and %.15g", v, iat, want, want/square)
		}
	})
}

// TestHittingLaw: h = 1 + Ph outside the set and 0 in it.
func TestHittingLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 8, 4)
		to := rapid.SliceOfNDistinct(rapid.IntRange(0, m.N()-1), 1, m.N(), rapid.ID).Draw(t, "to")
		h, err := m.HittingTimes(to)
		if err != nil {
			t.Fatal(err)
		}
		for x := range h {
			if slices.Contains(to, x) {
				if h[x] != 0 {
					t.Fatalf("it takes %g from state %d, which is there", h[x], x)
				}
				continue
			}
			step, stay := 1.0, 0.0
			m.Row(x, func(y int, p float64) {
				if y == x {
					stay = p
					return
				}
				step += p * h[y]
			})
			within(t, "hitting time", h[x]*(1-stay), step, 1e-10) // 1 - stay is above 1e-5
		}
		mean, err := m.MeanHittingTime(pi, []int{0}, to)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "hitting time from state 0 alone", mean, h[0], 1e-15)
	})
}

// TestSlowMixing: after 1e13 steps the time is still what the slowest mode says,
// c (1 - gap)^t = eps, though not to the very step, and Mixing knows: four states in
// two pairs that change places most of the time. Had rows been left as products
// make them, they would by now sum to 1.001.
func TestSlowMixing(t *testing.T) {
	const q, eps = 1e-13, 0.1
	m := rows([]float64{0.1, 0.9, 0, 0}, []float64{0.9, 0.1 - q, q, 0}, []float64{0, q, 0.1 - q, 0.9}, []float64{0, 0, 0.9, 0.1})
	pi := stationary(t, m)
	s := spectrum(t, m, pi)
	c := 0.0
	for x, f := range s.Second {
		c += pi[x] * math.Abs(f) / 2
	}
	c *= floats.Norm(s.Second, math.Inf(1))
	mix, err := m.MixingTime(pi, eps)
	if err != nil || mix.WorstDoubt == 0 {
		t.Fatalf("%+v, %v", mix, err)
	}
	within(t, "mixing time", float64(mix.Worst), math.Log(c/eps)/s.Gap, 1e-11)

	m = rows([]float64{1 - 3*q, 3 * q}, []float64{q, 1 - q})
	mix, err = m.MixingTime([]float64{0.25, 0.75}, eps)
	if err != nil || mix.From != 0 {
		t.Fatalf("%+v, %v", mix, err)
	}
	within(t, "mixing time of two states", float64(mix.Worst), math.Log(0.75/eps)/(4*q), 1e-11)
}

// TestExactlyEps: where the distance after one step is 1/4 as a fraction, it is 1/4
// whatever its last digit.
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
		mix, err := spectra.Dense(n, p).MixingTime(pi, 0.25)
		if err != nil || mix.Worst != 1 || mix.Average != 1 {
			t.Errorf("%d states: %+v, %v", n, mix, err)
		}
	}
}

// TestPeriodic: a walk on a graph of two sides never forgets on which it is.
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
		if s.SLEM != 1 || !math.IsInf(s.RelaxationTime, 1) || s.Gap > 2.1 {
			t.Fatalf("SLEM %g, relaxation time %g", s.SLEM, s.RelaxationTime)
		}
		mix, err := m.MixingTime(pi, 0.25)
		if err != nil || mix.Worst != spectra.Never || mix.Average != spectra.Never {
			t.Fatalf("%+v, %v", mix, err)
		}
		if mix, err = m.MixingTime(pi, 0.5+1e-9); err != nil || mix.Worst == spectra.Never {
			t.Fatalf("half of it is forgotten: %+v, %v", mix, err)
		}
	})
}
