package spectra_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/toys"
)

// aimed is a kernel's operator at a density, on the space that it moves on, and the
// density's distribution there.
func aimed(g grid.Grid, k chains.Kernel, logf []float64) (chains.Operator, []float64) {
	wide, b := chains.Extend(k, g, chains.Geometric{From: chains.Uniform(logf), To: logf})
	l := chains.NewLevel(b, wide.Size())
	l.Move(2, 1)
	op := k.On(wide)
	op.Aim(l)
	return op, normal(l.LogF())
}

func implicit(t rapid.TB, op chains.Operator, pi []float64) *spectra.Implicit {
	t.Helper()
	c, err := spectra.Implicitly(op, pi)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// implicitAt is the same from the level, at which the operator steps in pairs.
func implicitAt(t rapid.TB, g grid.Grid, k chains.Kernel, logf []float64) (*spectra.Implicit, []float64) {
	t.Helper()
	wide, b := chains.Extend(k, g, chains.Geometric{From: chains.Uniform(logf), To: logf})
	l := chains.NewLevel(b, wide.Size())
	l.Move(2, 1)
	c, pi, err := spectra.ImplicitlyAt(k.On(wide), l)
	if err != nil {
		t.Fatal(err)
	}
	return c, pi
}

func edges(t *testing.T, c *spectra.Implicit, seed uint64) spectra.Edges {
	t.Helper()
	e, err := c.Edges(t.Context(), seed)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// encloses holds a number to what it says of itself: what is known of the oracle to a
// part of it, or to an absolute error, is let off.
func encloses(t *testing.T, name string, n spectra.Number, want, part, slack float64) {
	t.Helper()
	slack += part * math.Abs(want)
	if !(want >= n.Low-slack && want <= n.High+slack) || n.Value == n.Value && !(n.Low <= n.Value && n.Value <= n.High) {
		t.Errorf("%s = %.17g, said to be %.17g, from %.17g to %.17g", name, want, n.Value, n.Low, n.High)
	}
}

// rough is a density of independent normal values.
func rough(sigma float64, seed uint64, lens ...int) toys.Target {
	g := grid.New(lens...)
	f, r := make([]float64, g.Size()), rand.New(rand.NewPCG(seed, 0))
	for x := range f {
		f[x] = sigma * r.NormFloat64()
	}
	return toys.Target{Name: fmt.Sprintf("%v rough %g", g, sigma), Grid: g, LogF: f}
}

// subjects are small spaces of every sort: flat and rough, deep, with wells, with
// walls, in two and in nine dimensions.
func subjects() []toys.Target {
	flat := func(lens ...int) toys.Target {
		g := grid.New(lens...)
		return toys.Target{Name: g.String(), Grid: g, LogF: make([]float64, g.Size())}
	}
	walled := rough(2, 5, 6, 5)
	walled.Name += " with walls"
	walled.Grid = walled.Grid.WithWalls(3, 8, 22)
	for _, x := range []int{3, 8, 22} {
		walled.LogF[x] = math.Inf(-1)
	}
	cold := toys.Barrier()
	for x := range cold.LogF {
		cold.LogF[x] *= 0.3
	}
	return []toys.Target{flat(2), flat(3), flat(4), flat(5, 4), toys.Barrier(), cold, walled,
		rough(10, 1, 7, 7), rough(30, 2, 6, 6), rough(3, 3, 10, 10), rough(60, 4, 9), toys.Ising(3, 3, 0.4), toys.Ising(2, 3, 1)}
}

// TestEdgesOracle: of every kernel on every subject the ends of the spectrum are where
// they are said to be, by the dense matrix. That has an ulp of each of its eigenvalues,
// times how many there are, and ten digits of a gap above 1e-13; of a gap below that
// the bounds here have no more than that it is so small.
func TestEdgesOracle(t *testing.T) {
	for _, s := range subjects() {
		for _, k := range kernels.Catalogue {
			op, pi := aimed(s.Grid, k.Make, s.LogF)
			if len(pi) > 100 && !slices.Contains([]string{"metropolis", "heat-bath", "cycle", "lifted"}, k.Name) || len(pi) > 600 || k.Name == "identity" {
				continue
			}
			t.Run(s.Name+"/"+k.Name, func(t *testing.T) {
				m := spectra.Of(op, len(pi))
				want, err := m.Spectrum(pi)
				if err != nil {
					t.Skip(err)
				}
				c := implicit(t, op, pi)
				e := edges(t, c, 1)
				pairs, _ := implicitAt(t, s.Grid, k.Make, s.LogF)
				encloses(t, "additive gap, by pairs", edges(t, pairs, 2).AdditiveGap, want.AdditiveGap, 1e-10, 1e-17)
				round := float64(len(pi)) * 0x1p-52
				encloses(t, "additive gap", e.AdditiveGap, want.AdditiveGap, 1e-10, 1e-17)
				encloses(t, "gap", e.Gap, want.Gap, 1e-10, round)
				encloses(t, "SLEM", e.SLEM, want.SLEM, 0, 2*round)
				if want.Gap > 1e-13 && !(e.AdditiveGap.Error() <= 1e-9*want.AdditiveGap) {
					t.Errorf("a gap of %g, from %g to %g", e.AdditiveGap.Value, e.AdditiveGap.Low, e.AdditiveGap.High)
				}
				if e.Reversible {
					encloses(t, "least eigenvalue", e.Least, real(want.Values[len(want.Values)-1]), 0, round)
					sameMode(t, pi, e, want)
				}
				averagesOracle(t, c, e, m, pi)
				cutOracle(t, c, e, m, pi)
			})
		}
	}
}

// sameMode: where the slowest mode is one, both find it, to the angle.
func sameMode(t *testing.T, pi []float64, e spectra.Edges, want spectra.Spectrum) {
	t.Helper()
	if len(want.Gaps) < 3 || e.Angle > 1e-3 {
		return
	}
	dot, square := 0.0, 0.0
	for x, p := range pi {
		dot += p * e.Second[x] * want.Second[x]
		square += p * e.Second[x] * e.Second[x]
	}
	if sine := math.Sqrt(max(0, 1-dot*dot)); sine > e.Angle+1e-7 || math.Abs(square-1) > 1e-12 {
		t.Errorf("the slowest mode is off by an angle of sine %g, said to be %g; its variance is %g", sine, e.Angle, square)
	}
}

// averagesOracle: variances are where they are said to be.
func averagesOracle(t *testing.T, c *spectra.Implicit, e spectra.Edges, m *spectra.Matrix, pi []float64) {
	t.Helper()
	f := make([]float64, len(pi))
	for x := range f {
		f[x] = math.Sin(3*float64(x)) + float64(x)/float64(len(pi))
	}
	want, iat, err := m.AsymptoticVariance(pi, f)
	v, i, other := c.AsymptoticVariance(t.Context(), e, f)
	if err != nil || other != nil {
		t.Fatal(err, other)
	}
	encloses(t, "asymptotic variance", v, want, 1e-9, 1e-15)
	encloses(t, "IAT", i, iat, 1e-9, 1e-15)
	if e.Reversible && e.Gap.Low > 1e-13 && !(v.Error() <= 1e-7*(want+1)) {
		t.Errorf("a variance of %g, from %g to %g", v.Value, v.Low, v.High)
	}
}

// cutOracle: the best threshold cut is that of the matrix along the same function, and
// the flow through it is its own. With few states the matrix has the best of all.
func cutOracle(t *testing.T, c *spectra.Implicit, e spectra.Edges, m *spectra.Matrix, pi []float64) {
	t.Helper()
	if e.Angle > 1e-3 || e.AdditiveGap.Low == 0 {
		return
	}
	got, err := c.Bottleneck(e.Second)
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.Bottleneck(pi, e.Second)
	if err != nil {
		t.Fatal(err)
	}
	if !(got.Phi >= want.Phi*(1-1e-9)) || !want.Exact && !(got.Phi <= want.Phi*(1+1e-9)) {
		t.Errorf("a bottleneck of %.12g, by the matrix %.12g", got.Phi, want.Phi)
	}
	if phi := got.Phi; !(phi*phi/2 <= e.AdditiveGap.High && e.AdditiveGap.Low <= 2*phi*(1+1e-12)) {
		t.Errorf("a conductance of %g and a gap of %g", phi, e.AdditiveGap.Value)
	}
}

// TestMixingBoundsOracle: mixing times are where they are said to be.
func TestMixingBoundsOracle(t *testing.T) {
	for _, s := range subjects() {
		for _, k := range kernels.Catalogue {
			op, pi := aimed(s.Grid, k.Make, s.LogF)
			if len(pi) > 120 || k.Name == "identity" || k.Name == "swap" {
				continue
			}
			e := edges(t, implicit(t, op, pi), 1)
			for _, eps := range []float64{0.25, 0.01} {
				m, err := spectra.Of(op, len(pi)).MixingTime(pi, eps)
				if err != nil {
					t.Fatal(err)
				}
				b := e.MixingBounds(eps)
				if b.Low > m.Worst || b.High < m.Worst || b.Average < m.Average {
					t.Errorf("%s/%s: mixes to %g in %+v, said to be %+v", s.Name, k.Name, eps, m, b)
				}
			}
		}
	}
}

// TestEdgesOfDrawnChains: the same of chains of any conductances, and of chains that
// are not reversible.
func TestEdgesOfDrawnChains(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m, pi := drawReversible(r, 12, 6)
		if rapid.Bool().Draw(r, "not reversible") {
			m, pi = drawChain(r, 9, 2)
		}
		want := spectrum(r, m, pi)
		e, err := implicit(r, givenOperator{m, pi}, pi).Edges(t.Context(), rapid.Uint64().Draw(r, "seed"))
		if err != nil {
			r.Fatal(err)
		}
		for _, n := range []struct {
			name string
			n    spectra.Number
			want float64
		}{{"additive gap", e.AdditiveGap, want.AdditiveGap}, {"gap", e.Gap, want.Gap}, {"SLEM", e.SLEM, want.SLEM}} {
			if slack := 1e-9*want.AdditiveGap + 1e-14; !(n.want >= n.n.Low-slack && n.want <= n.n.High+slack) {
				r.Fatalf("%s = %.17g, said to be from %.17g to %.17g", n.name, n.want, n.n.Low, n.n.High)
			}
		}
	})
}

// givenOperator is a matrix as an operator, reversed by Bayes.
type givenOperator struct {
	m  *spectra.Matrix
	pi []float64
}

func (o givenOperator) Aim(*chains.Level)             {}
func (o givenOperator) Step(x int, _ chains.Dice) int { return x }
func (o givenOperator) Push(dst, q []float64)         { panic("not pushed") }

func (o givenOperator) Row(x int, visit func(int, float64)) {
	o.m.Row(x, func(y int, p float64) {
		if y != x {
			visit(y, p)
		}
	})
}

func (o givenOperator) Pull(dst, f []float64) {
	for x := range dst {
		dst[x] = f[x]
		o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
	}
}

func (o givenOperator) Reversal() chains.Operator { return back{o} }

type back struct{ givenOperator }

func (o back) Row(x int, visit func(int, float64)) {
	for y := range o.pi {
		if p := o.m.At(y, x); y != x && p > 0 {
			visit(y, o.pi[y]*p/o.pi[x])
		}
	}
}

func (o back) Pull(dst, f []float64) {
	for x := range dst {
		dst[x] = f[x]
		o.Row(x, func(y int, p float64) { dst[x] += p * (f[y] - f[x]) })
	}
}

func (o back) Reversal() chains.Operator { return o.givenOperator }
