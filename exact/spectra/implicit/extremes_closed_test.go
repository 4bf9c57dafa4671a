package implicit_test

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/toys"
)

// TestLargeFlatSpaces: Metropolis on flat cells is a product of paths. Each axis is moved along
// with the same probability, and holds at its ends. So 1 - λ is the mean over the axes of 1 -
// cos(πk/n); on 2^d cells the gap is 1/d.
func TestLargeFlatSpaces(t *testing.T) {
	cube := slices.Repeat([]int{2}, 16)
	for _, lens := range [][]int{cube, {500}, {60, 60}, {60, 59}, {20, 15, 12}, {900, 2}} {
		g := grid.New(lens...)
		c, _ := chainAt(t, g, kernels.Metropolis{}, make([]float64, g.Size()))
		e := extremes(t, c, 3)
		long := float64(slices.Max(lens))
		sine := math.Sin(math.Pi / 2 / long)
		gap, least := 2*sine*sine/float64(len(lens)), 0.0 // of 1 less a cosine little is left
		for _, n := range lens {
			least -= math.Cos(math.Pi/float64(n)) / float64(len(lens))
		}
		encloses(t, g.String()+": gap", e.Gap, gap, 1e-12, 0)
		encloses(t, g.String()+": least eigenvalue", e.Least, least, 0, 1e-13)
		encloses(t, g.String()+": relaxation time", e.RelaxationTime, 1/gap, 1e-12, 0)
		tight(t, g.String()+": gap", e.Gap, 2e-10)
	}
}

// TestProductOfBarriers: on two copies of BARRIER, 2401 cells, a step moves one of the two. The
// gap is half of that of one copy, 1.39857975881e-06 by 256 bits.
func TestProductOfBarriers(t *testing.T) {
	one := toys.Barrier()
	g, n := grid.New(7, 7, 7, 7), 49
	f := make([]float64, g.Size())
	for x := range f {
		f[x] = one.LogF[x%n] + one.LogF[x/n]
	}
	c, _ := chainAt(t, g, kernels.Metropolis{}, f)
	e := extremes(t, c, 1)
	encloses(t, "gap", e.Gap, 1.39857975881078e-06/2, 1e-12, 0)
	tight(t, "gap", e.Gap, 2e-10)
	// What depends on one copy alone is averaged as by that copy made lazier: by 2 A#.
	op, p := aimed(one.Grid, kernels.Metropolis{}, one.LogF)
	v, _, err := spectra.Of(op, len(p)).AsymptoticVariance(p, one.LogF)
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
	tight(t, "variance", got, 1e-8)
}

// TestGlauberRing: heat-bath on the ring of n spins of coupling K has the gap (1 - tanh 2K)/n,
// and its mode is the magnetisation (Glauber 1963), whose IAT is therefore 2/gap - 1.
func TestGlauberRing(t *testing.T) {
	const n, coupling = 14, 0.7
	s := toys.Ising(1, n, coupling)
	c, pi := chainAt(t, s.Grid, kernels.HeatBath{}, s.LogF)
	e := extremes(t, c, 1)
	gap := (1 - math.Tanh(2*coupling)) / n
	encloses(t, "gap", e.Gap, gap, 1e-12, 0)
	f := make([]float64, len(pi))
	for x := range f {
		f[x] = float64(2*bits.OnesCount(uint(x))-n) / n
	}
	_, iat, err := c.AsymptoticVariance(t.Context(), e, f)
	if err != nil {
		t.Fatal(err)
	}
	encloses(t, "IAT of the magnetisation", iat, 2/gap-1, 1e-12, 0)
	tight(t, "gap", e.Gap, 2e-10)
	tight(t, "IAT of the magnetisation", iat, 1e-9)
	// The mode is odd, and its threshold is none: half of the spins each way.
	cut, err := c.Bottleneck(e.Second)
	if err != nil {
		t.Fatal(err)
	}
	if !(cut.Phi <= math.Sqrt(2*gap) && cut.Phi >= gap/2) {
		t.Errorf("a conductance of %g and a gap of %g break Cheeger's inequalities", cut.Phi, gap)
	}
}
