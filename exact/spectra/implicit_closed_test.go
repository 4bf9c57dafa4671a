package spectra_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/toys"
)

// TestLargeFlatSpaces: Metropolis on flat cells is a product of paths, each moved
// with the same probability and holding at its ends: 1 - λ is the mean of 1 - cos(πk/n)
// over the axes. On 2^d cells the gap is 1/d.
func TestLargeFlatSpaces(t *testing.T) {
	cube := slices.Repeat([]int{2}, 16)
	for _, lens := range [][]int{cube, {500}, {60, 60}, {60, 59}, {20, 15, 12}, {900, 2}} {
		g := grid.New(lens...)
		c, _ := implicitAt(t, g, kernels.Metropolis{}, make([]float64, g.Size()))
		e := edges(t, c, 3)
		long := float64(slices.Max(lens))
		sine := math.Sin(math.Pi / 2 / long)
		gap, least := 2*sine*sine/float64(len(lens)), 0.0 // of 1 less a cosine little is left
		for _, n := range lens {
			least -= math.Cos(math.Pi/float64(n)) / float64(len(lens))
		}
		encloses(t, g.String()+": gap", e.Gap, gap, 1e-12, 0)
		encloses(t, g.String()+": least eigenvalue", e.Least, least, 0, 1e-13)
		encloses(t, g.String()+": relaxation time", e.RelaxationTime, 1/gap, 1e-12, 0)
		if !(e.Gap.Error() <= 2e-10*gap) {
			t.Errorf("%v: a gap of %g, from %g to %g", g, gap, e.Gap.Low, e.Gap.High)
		}
	}
}

// TestProductOfBarriers: on the product of two copies of BARRIER, 2401 cells, a step
// is one of one of them, and the gap half of the gap of each, which by big floats is
// 1.39857975881e-06, twice over. (On three copies, 117,649 cells, it is a third.)
func TestProductOfBarriers(t *testing.T) {
	one := toys.Barrier()
	g, n := grid.New(7, 7, 7, 7), 49
	f := make([]float64, g.Size())
	for x := range f {
		f[x] = one.LogF[x%n] + one.LogF[x/n]
	}
	c, _ := implicitAt(t, g, kernels.Metropolis{}, f)
	e := edges(t, c, 1)
	encloses(t, "gap", e.Gap, 1.39857975881078e-06/2, 1e-12, 0)
	if !(e.Gap.Error() <= 2e-10*e.Gap.Value) {
		t.Errorf("%+v", e.Gap)
	}
	// What depends on one copy alone is averaged as by that copy made lazier: by 2 A#.
	m, p := written(one.Grid, kernels.Metropolis{}, one.LogF)
	v, _, err := m.AsymptoticVariance(p, one.LogF)
	if err != nil {
		t.Fatal(err)
	}
	mean, square := 0.0, 0.0
	for x, w := range p {
		mean += w * one.LogF[x]
	}
	for x, w := range p {
		square += w * (one.LogF[x] - mean) * (one.LogF[x] - mean)
	}
	h := make([]float64, len(f))
	for x := range h {
		h[x] = one.LogF[x%n]
	}
	got, _, err := c.AsymptoticVariance(t.Context(), e, h)
	if err != nil {
		t.Fatal(err)
	}
	encloses(t, "variance", got, 2*(v+square)-square, 1e-9, 0)
	if !(got.Error() <= 1e-8*got.Value) {
		t.Errorf("%+v", got)
	}
}

// TestGlauberRing: heat-bath on the ring of n spins of coupling K has the gap
// (1 - tanh 2K)/n, and the magnetisation is its mode (Glauber 1963), so that the IAT of
// that is 2/gap - 1.
func TestGlauberRing(t *testing.T) {
	const n, coupling = 14, 0.7
	s := toys.Ising(1, n, coupling)
	c, pi := implicitAt(t, s.Grid, kernels.HeatBath{}, s.LogF)
	e := edges(t, c, 1)
	gap := (1 - math.Tanh(2*coupling)) / n
	encloses(t, "gap", e.Gap, gap, 1e-12, 0)
	f := make([]float64, len(pi))
	for x := range f {
		f[x] = toys.Magnetisation(n, x)
	}
	_, iat, err := c.AsymptoticVariance(t.Context(), e, f)
	if err != nil {
		t.Fatal(err)
	}
	encloses(t, "IAT of the magnetisation", iat, 2/gap-1, 1e-12, 0)
	if !(e.Gap.Error() <= 2e-10*gap && iat.Error() <= 1e-9*iat.Value) {
		t.Errorf("gap %+v, IAT %+v", e.Gap, iat)
	}
	// The mode is odd, and its threshold is none: half of the spins each way.
	cut, err := c.Bottleneck(e.Second)
	if err != nil || !(cut.Phi <= math.Sqrt(2*gap) && cut.Phi >= gap/2) {
		t.Errorf("%+v, %v", cut.Phi, err)
	}
}

// TestEdgesOnAnyCores: sums are taken in the same order on any number of cores.
func TestEdgesOnAnyCores(t *testing.T) {
	s := toys.Ising(3, 5, 0.4) // 2^15 cells are divided
	run := func(cores int) spectra.Edges {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		c, _ := implicitAt(t, s.Grid, kernels.Metropolis{}, s.LogF)
		return edges(t, c, 1)
	}
	one, three := run(1), run(3)
	if one.Gap != three.Gap || one.Least != three.Least || !slices.Equal(one.Second, three.Second) {
		t.Errorf("on one core %+v, on three %+v", one.Gap, three.Gap)
	}
}

// TestImplicitRefusals: what cannot be told is an error, or a number that says so.
func TestImplicitRefusals(t *testing.T) {
	g := grid.New(3, 3)
	flat := make([]float64, 9)
	op, pi := aimed(g, kernels.Metropolis{}, flat)
	for _, bad := range []struct {
		p    []float64
		says string
	}{{slices.Repeat([]float64{0.1}, 9), "sum to"}, {append([]float64{-1, 2}, make([]float64, 7)...), "probability of state 0"}} {
		if _, err := spectra.Implicitly(op, bad.p); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("%v: %v", bad.p, err)
		}
	}
	c := implicit(t, op, pi)
	e := edges(t, c, 1)
	if _, _, err := c.AsymptoticVariance(t.Context(), e, slices.Repeat([]float64{2}, 9)); err == nil || !strings.Contains(err.Error(), "a function that varies would do") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Edges(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}

	apart, pi := aimed(g, kernels.Identity{}, flat)
	c = implicit(t, apart, pi)
	e = edges(t, c, 1)
	if b := e.MixingBounds(0.25); e.Gap.High != 0 || e.SLEM.Low != 1 || !math.IsInf(e.RelaxationTime.Value, 1) || b.Low != spectra.Never || b.High != spectra.Never {
		t.Errorf("nine cells apart: %+v, %+v", e, b)
	}
	if _, _, err := c.AsymptoticVariance(t.Context(), e, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}); err == nil || !strings.Contains(err.Error(), "9 classes") {
		t.Error(err)
	}

	turning, pi := aimed(grid.New(2, 2), kernels.GibbsSweep{}, []float64{0, math.Inf(-1), math.Inf(-1), 0})
	e = edges(t, implicit(t, turning, pi), 1)
	if e.Reversible || e.Gap.High != 0 || e.SLEM.Low != 1 {
		t.Errorf("two corners that a sweep does not join: %+v", e)
	}

	lone := []float64{0, 0, 0, 0, math.Inf(1), 0, 0, 0, 0}
	for x := range lone {
		if lone[x] == 0 {
			lone[x] = math.Inf(-1)
		} else {
			lone[x] = 0
		}
	}
	op, pi = aimed(g, kernels.Metropolis{}, lone)
	c = implicit(t, op, pi)
	if e = edges(t, c, 1); e.Gap.Value != 1 || e.RelaxationTime.Value != 1 {
		t.Errorf("one cell: %+v", e)
	}
	if _, err := c.Bottleneck(e.Second); err == nil {
		t.Error("a cut of one cell")
	}
}

// TestUnseenGap: a gap that round-off hides is said to be from 0 to what a function
// has, and no steps are lost on it.
func TestUnseenGap(t *testing.T) {
	s := rough(30, 1, 40, 40)
	c, _ := implicitAt(t, s.Grid, kernels.Metropolis{}, s.LogF)
	e := edges(t, c, 1)
	if e.Gap.Low != 0 || !(e.Gap.High < 1e-12 && e.Gap.High > 0) || !math.IsInf(e.RelaxationTime.High, 1) || e.Steps > 2000 || e.MixingBounds(0.25).High != spectra.Never {
		t.Errorf("%+v, relaxation time %+v in %d steps", e.Gap, e.RelaxationTime, e.Steps)
	}
}

// TestPeriodTwo: a walk round an even cycle takes turns.
func TestPeriodTwo(t *testing.T) {
	const n = 8
	walk := make([]float64, n*n)
	for x := range n {
		walk[x*n+(x+1)%n], walk[x*n+(x+n-1)%n] = 0.5, 0.5
	}
	pi := slices.Repeat([]float64{1. / n}, n)
	e := edges(t, implicit(t, &selfReverse{givenOperator{spectra.Dense(n, walk), pi}}, pi), 1)
	if e.Least.Value != -1 || e.SLEM.Value != 1 || e.SLEM.Low != 1 || e.MixingBounds(0.25).Low != spectra.Never {
		t.Errorf("%+v", e)
	}
	encloses(t, "gap", e.Gap, 1-math.Cos(2*math.Pi/n), 1e-14, 0)
}

// selfReverse is a matrix that is reversible, and says so.
type selfReverse struct{ givenOperator }

func (o *selfReverse) Reversal() chains.Operator { return o }
