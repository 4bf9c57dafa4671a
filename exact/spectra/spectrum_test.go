package spectra_test

import (
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// written returns the matrix of a kernel aimed at a log density, and its target.
func written(g grid.Grid, k chains.Kernel, logf []float64) (spectra.Matrix, []float64) {
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, len(logf))
	l.Move(2, 1)
	op := chains.On(k, g)
	op.Aim(l)
	pi := chains.Normalized(l.LogF())
	floats.Scale(1/floats.Sum(pi), pi) // to an ulp
	return spectra.Of(op, len(pi)), pi
}

// is checks that got is exactly want.
func is[V comparable](t rapid.TB, name string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// rows returns the matrix with these rows.
func rows(rows ...[]float64) spectra.Matrix { return rows }

// dense returns the matrix of n rows that has these entries, row by row.
func dense(n int, p []float64) spectra.Matrix { return slices.Collect(slices.Chunk(p, n)) }

// drawReversible draws conductances c(x,y) = c(y,x) over this many decades, some of them 0, on a connected graph. P is
// c/π, where π holds the sums of the rows of c.
func drawReversible(t *rapid.T, most int, decades float64) (spectra.Matrix, []float64) {
	n := rapid.IntRange(2, most).Draw(t, "states")
	c, pi := make([]float64, n*n), make([]float64, n)
	for x := range n {
		for y := range x + 1 {
			if y < x-1 && rapid.Bool().Draw(t, "apart") {
				continue
			}
			v := math.Pow(10, -rapid.Float64Range(0, decades).Draw(t, "conductance"))
			c[x*n+y], c[y*n+x] = v, v
		}
	}
	for x := range n {
		pi[x] = floats.Sum(c[x*n:][:n])
		floats.Scale(1/pi[x], c[x*n:][:n])
	}
	floats.Scale(1/floats.Sum(pi), pi)
	return dense(n, c), pi
}

// drawChain draws flows round cycles, one of them through all states, over this many decades. What flows into a state
// flows out of it, so the flows through states are the stationary distribution.
func drawChain(t *rapid.T, most int, decades float64) (spectra.Matrix, []float64) {
	n := rapid.IntRange(2, most).Draw(t, "states")
	p, pi := make([]float64, n*n), make([]float64, n)
	flow := func(cycle []int) {
		by := math.Pow(10, -rapid.Float64Range(0, decades).Draw(t, "flow"))
		for i, x := range cycle {
			p[x*n+cycle[(i+1)%len(cycle)]] += by
		}
	}
	all := make([]int, n)
	for x := range all {
		all[x] = x
		flow([]int{x})
	}
	flow(all)
	for range rapid.IntRange(0, n).Draw(t, "cycles") {
		flow(rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 2, n, rapid.ID).Draw(t, "cycle"))
	}
	for x := range pi {
		pi[x] = floats.Sum(p[x*n:][:n])
		floats.Scale(1/pi[x], p[x*n:][:n])
	}
	floats.Scale(1/floats.Sum(pi), pi)
	return dense(n, p), pi
}

// TestSpectralLaws holds the spectra of drawn chains, reversible and not, to what is true of all of them.
func TestSpectralLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawReversible(t, 8, 10)
		s := must.Have(m.Spectrum(pi))(t)
		for _, v := range s.Values {
			if imag(v) != 0 || math.Abs(real(v)) > 1+1e-14 {
				t.Fatalf("a reversible chain has the eigenvalue %v", v)
			}
		}
		spectralLaws(t, m, s)
		m, pi = drawChain(t, 7, 2)
		spectralLaws(t, m, must.Have(m.Spectrum(pi))(t))
	})
}

// spectralLaws checks that the traces of P and P^2 are sums over eigenvalues, and that of the inverse of I - P is one
// over gaps.
func spectralLaws(t *rapid.T, m spectra.Matrix, s spectra.Spectrum) {
	n := len(m)
	trace, square := 0.0, 0.0
	for x := range n {
		trace += m[x][x]
		for y := range n {
			square += m[x][y] * m[y][x]
		}
	}
	var values, squares complex128
	for _, v := range s.Values {
		values += v
		squares += v * v
	}
	// Eigenvalues of chains far from reversible are ill-conditioned.
	if cmplx.Abs(values-complex(trace, 0)) > 1e-10 {
		t.Fatalf("the eigenvalues %v sum to %v, not %g", s.Values, values, trace)
	}
	if cmplx.Abs(squares-complex(square, 0)) > 1e-10 {
		t.Fatalf("the squares of the eigenvalues %v sum to %v, not %g", s.Values, squares, square)
	}
	must.Within(t, inverseGaps(s), traceOfInverse(m), 1e-9, "the sum of 1/(1 - λ)")
}

// inverseGaps returns the sum of 1/(1 - λ) over the eigenvalues but the first.
func inverseGaps(s spectra.Spectrum) float64 {
	sum := 0.0
	for _, g := range s.Gaps[1:] {
		sum += real(1 / g)
	}
	return sum
}

// gapsHold checks that all gaps sum to what leaves, to digits, and their inverses to the trace of an inverse.
func gapsHold(t *testing.T, m spectra.Matrix, s spectra.Spectrum, digits, inverse float64, what string) {
	t.Helper()
	leave, gaps := 0.0, 0.0
	for x, g := range s.Gaps {
		leave += 1 - m[x][x]
		gaps += real(g)
	}
	must.Within(t, gaps, leave, digits, "%s: the sum of all gaps", what)
	must.Within(t, inverseGaps(s), traceOfInverse(m), inverse, "%s: the sum of 1/(1 - λ)", what)
}

// bits is the precision of big floats: more than a chain takes whose probabilities span 500 nats.
const bits = 1200

// less returns I - P - shift with bits, its diagonal without the probability of staying.
func less(m spectra.Matrix, shift float64) [][]*big.Float {
	a := make([][]*big.Float, len(m))
	for x, row := range m {
		diagonal := big.NewFloat(-shift).SetPrec(bits)
		for y, p := range row {
			a[x] = append(a[x], big.NewFloat(-p).SetPrec(bits))
			if y != x {
				diagonal.Sub(diagonal, a[x][y])
			}
		}
		a[x][x] = diagonal
	}
	return a
}

// invert replaces a matrix by its inverse (Gauss and Jordan), and returns the sign of its determinant.
func invert(a [][]*big.Float) (sign int) {
	n := len(a)
	sign = 1
	for x := range a {
		for y := range n {
			unit := new(big.Float).SetPrec(bits)
			if x == y {
				unit.SetInt64(1)
			}
			a[x] = append(a[x], unit)
		}
	}
	for k := range n {
		best := k
		for x := k; x < n; x++ {
			if new(big.Float).Abs(a[x][k]).Cmp(new(big.Float).Abs(a[best][k])) > 0 {
				best = x
			}
		}
		if best != k {
			a[k], a[best] = a[best], a[k]
			sign = -sign
		}
		pivot := new(big.Float).Copy(a[k][k])
		sign *= pivot.Sign()
		for y := range a[k] {
			a[k][y].Quo(a[k][y], pivot)
		}
		for x := range n {
			factor := new(big.Float).Copy(a[x][k])
			if x == k || factor.Sign() == 0 {
				continue
			}
			for y := range a[x] {
				product := new(big.Float).Mul(factor, a[k][y])
				a[x][y].Sub(a[x][y], product)
			}
		}
	}
	for x := range a {
		a[x] = a[x][n:]
	}
	return sign
}

// traceOfInverse returns the sum of 1/(1 - λ) over the eigenvalues of P but its first. I - P + 1u has the eigenvalues
// 1 - λ, and the sum of u in place of 0, for any row u.
func traceOfInverse(m spectra.Matrix) float64 {
	a := less(m, 0)
	u := new(big.Float).SetPrec(bits).Quo(big.NewFloat(1), big.NewFloat(float64(len(m))))
	for x := range a {
		for y := range a {
			a[x][y].Add(a[x][y], u)
		}
	}
	invert(a)
	trace := big.NewFloat(-1).SetPrec(bits)
	for x := range a {
		trace.Add(trace, a[x][x])
	}
	sum, _ := trace.Float64()
	return sum
}

// TestSmallChains holds all that is said of chains of few states: of one state, of two with the eigenvalue -0.7, of two
// that take turns, of four that turn one way, of three of which two are alike, of two that change places once in 1e19
// steps and once in 2e19, of a state of no mass and two classes, of a state that is left for good once in 1e15 steps,
// and of four with one of mass 1e-310.
func TestSmallChains(t *testing.T) {
	const tiny = 1e-310
	slow := func(by float64) spectra.Matrix { return rows([]float64{1 - by, by}, []float64{by, 1 - by}) }
	said := ""
	for _, c := range []struct {
		pi []float64
		m  spectra.Matrix
	}{
		{[]float64{0, 1}, rows([]float64{0, 1}, []float64{0, 1})},
		{[]float64{8. / 17, 9. / 17}, rows([]float64{0.1, 0.9}, []float64{0.8, 0.2})},
		{[]float64{0.5, 0.5}, slow(1)},
		{[]float64{0.25, 0.25, 0.25, 0.25}, rows([]float64{0.1, 0.7, 0.2, 0}, []float64{0, 0.1, 0.7, 0.2},
			[]float64{0.2, 0, 0.1, 0.7}, []float64{0.7, 0.2, 0, 0.1})},
		{[]float64{0.5, 0.25, 0.25}, rows([]float64{0.4, 0.3, 0.3}, []float64{0.6, 0.4, 0}, []float64{0.6, 0, 0.4})},
		{[]float64{0.5, 0.5}, slow(1e-19)},
		{[]float64{0.5, 0.5}, slow(5e-20)},
		{[]float64{0, 0.5, 0.2, 0.3}, rows([]float64{0.5, 0.5, 0, 0}, []float64{0, 1, 0, 0}, []float64{0, 0, 0.7, 0.3},
			[]float64{0, 0, 0.2, 0.8})},
		{[]float64{0.5, 0.5}, rows([]float64{1 - 1e-15, 1e-15}, []float64{0, 1})},
		{[]float64{1. / 3, 1. / 3, 1. / 3, tiny}, rows([]float64{0.5, 0.5, 0, 3 * tiny}, []float64{0, 0.5, 0.5, 0},
			[]float64{0.5, 0, 0.5, 0}, []float64{1, 0, 0, 0})},
	} {
		s, noSpectrum := c.m.Spectrum(c.pi)
		mix := must.Have(c.m.MixingTime(c.pi))(t)
		v, iats, noVariance := c.m.AsymptoticVariances(c.pi, [][]float64{[]float64{1, 2, 4, 7}[:len(c.pi)]})
		said += fmt.Sprintf("%.3v: gap %.4g, SLEM %.4g, %.4g steps, mixed %.4g from %d, var %.4g, iat %.4g\n",
			s.Values, s.Gap, s.SLEM, s.RelaxationTime, float64(mix.Steps), mix.From, v, iats)
		for _, err := range []error{noSpectrum, noVariance} {
			if err != nil {
				said += fmt.Sprintf("%.110s\n", err)
			}
		}
	}
	is(t, "what is said", said, `[(1+0i)]: gap 1, SLEM 0, 1 steps, mixed 0 from 1, var [], iat []
the function is 2 in every state of positive probability, or not a number; use a function that varies
[(1+0i) (-0.7+0i)]: gap 1.7, SLEM 0.7, 3.333 steps, mixed 3 from 0, var [0.04396], iat [0.1765]
[(1+0i) (-1+0i)]: gap 2, SLEM 1, +Inf steps, mixed 9.223e+18 from 0, var [0], iat [0]
[(1+0i) (-0.1+0.7i) (-0.1-0.7i) (-0.4+0i)]: gap 1.1, SLEM 0.7071, 3.414 steps, mixed 3 from 0, var [1.679], iat [0.3197]
[(1+0i) (0.4+0i) (-0.2+0i)]: gap 0.6, SLEM 0.4, 1.667 steps, mixed 1 from 1, var [1.833], iat [1.222]
[(1+0i) (1+0i)]: gap 2e-19, SLEM 1, 5e+18 steps, mixed 3.466e+18 from 0, var [2.5e+18], iat [1e+19]
[(1+0i) (1+0i)]: gap 1e-19, SLEM 1, 1e+19 steps, mixed 9.223e+18 from 0, var [5e+18], iat [2e+19]
[(1+0i) (1+0i) (0.5+0i)]: gap 0, SLEM 1, +Inf steps, mixed 9.223e+18 from 1, var [], iat []
the states of positive probability fall into 2 classes, of state 1 and of state 2 among them; use a chain that
[]: gap 0, SLEM 0, 0 steps, mixed 9.223e+18 from 0, var [], iat []
state 0 has probability 0.5 and is left for good; a stationary distribution has none there
the states of positive probability fall into 2 classes, of state 0 and of state 1 among them; use a chain that
[(1+0i) (0.25+0.433i) (0.25-0.433i) (0+0i)]: gap 0.75, SLEM 0.5, 2 steps, mixed 3 from 3, var [1.556], iat [1]
`)
}

// TestDigitsOfBarrier checks that BARRIER's gap has twelve digits, also with a wall so high that no float64 lies
// between the eigenvalue and 1: the determinant of I - P - g changes its sign there.
func TestDigitsOfBarrier(t *testing.T) {
	barrier := toys.Barrier()
	for _, depth := range []float64{-10, -40} {
		logf := barrier.LogF
		for x, v := range logf {
			if v == -10 {
				logf[x] = depth
			}
		}
		m, pi := written(barrier.Grid, kernels.Metropolis{}, logf)
		s := must.Have(m.Spectrum(pi))(t)
		// Gaps in between have an ulp of 1, or 1e-10 of themselves. The norm of G is at most 8 relaxation times, π(r)
		// being 1/8 or more, and 49 states round as often: 1e-12 leaves a factor of ten.
		gapsHold(t, m, s, 1e-13, 1e-12, fmt.Sprint("wall ", depth))
		below := invert(less(m, s.Gap*(1-1e-12)))
		above := invert(less(m, s.Gap*(1+1e-12)))
		is(t, fmt.Sprintf("wall %g: the gap is a gap to twelve digits", depth), below, -above)
		must.Within(t, s.RelaxationTime, 1/s.Gap, 1e-12, "wall %g: relaxation time", depth)
	}
}

// TestDeep checks that spectra are right wherever log f lies within 250: all gaps sum to what leaves, and their
// inverses to the trace of an inverse. On draws from p, whose matrix is next to one of rank 1, gonum's
// iterations panic or find eigenvalues of 1e100 unless they are given the shift.
func TestDeep(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		logf := make([]float64, 4+2*rng.IntN(9))
		for x := range logf {
			logf[x] = 500*rng.Float64() - 250
		}
		g := grid.New(2, len(logf)/2)
		for _, k := range []chains.Kernel{kernels.Perfect{}, kernels.Metropolis{}, kernels.GibbsSweep{}} {
			m, pi := written(g, k, logf)
			gapsHold(t, m, must.Have(m.Spectrum(pi))(t), 1e-12, 1e-9, fmt.Sprintf("%T on %v", k, logf))
		}
	}
}

// TestDrawsBelowFloats: draws from p relax in a step, also where p of a cell has lost digits as a float.
func TestDrawsBelowFloats(t *testing.T) {
	for _, depth := range []float64{600, 708, 709.5, 720, 735, 744} {
		for _, logf := range [][]float64{{0, -depth}, {-depth, 0, -1, -depth / 2}} {
			p := chains.Normalized(logf)
			m := make(spectra.Matrix, len(p))
			for x := range m {
				m[x] = p
			}
			s := must.Have(m.Spectrum(p))(t)
			must.Near(t, s.RelaxationTime, 1, 1e-6, "%v nats below: the relaxation time", depth)
		}
	}
}

// TestVarianceLaw checks that the asymptotic variance is the sum of the autocovariances.
func TestVarianceLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, pi := drawChain(t, 6, 1)
		n := len(m)
		f := rapid.SliceOfN(rapid.Float64Range(-3, 3), n, n).Draw(t, "f")
		f[0], f[1] = 1, -1
		variances, iats, err := m.AsymptoticVariances(pi, [][]float64{f})
		must.Do(t, err)
		mean := floats.Dot(pi, f)
		ahead := slices.Clone(f)
		want := 0.0
		square := 0.0
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
				next[x] = floats.Dot(m[x], ahead)
			}
			ahead = next
		}
		must.Near(t, variances[0], want, 1e-9*(square+want), "variance")
		must.Near(t, iats[0], want/square, 1e-9*(1+want/square), "iat")
	})
}
