package chaintest

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
)

// A BridgeMaker makes the bridge under test between two log densities.
type BridgeMaker func(from, to []float64) chains.Bridge

// BridgeLaws fails t for every law that a bridge breaks, on random places and on
// fixed ones: those of a bridge, and those of whole annealings along it.
func BridgeLaws(t *testing.T, b BridgeMaker) {
	t.Helper()
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawPlace(t, 4, -5)
			for _, breach := range append(BridgeBreaches(b, p), PathBreaches(kernels.Metropolis{}, Sampler, p.along(b), 3)...) {
				t.Error(breach)
			}
		})
	})
	t.Run("fixed", func(t *testing.T) {
		for _, p := range fixedPlaces() {
			for _, breach := range BridgeBreaches(b, p) {
				t.Error(breach)
			}
			if p.Grid.Size() > 4 {
				continue
			}
			for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}, kernels.Identity{}} {
				for _, breach := range PathBreaches(k, Sampler, p.along(b), 4) {
					t.Error(breach)
				}
			}
		}
	})
}

// BridgeBreaches checks what a bridge promises between the ends of a place: that
// it meets them to the bit, that its mass inside does not come and go, that Slope
// is its derivative, and that constants in the log densities change J and B by
// nothing, and log R by their difference.
func BridgeBreaches(make BridgeMaker, at Place) []Breach {
	b := &breaches{scene: at.Name}
	bridge := make(at.From, at.To)
	b.ends(bridge, at)
	for _, beta := range []float64{0.1, 0.35, 0.9} {
		b.derivative(bridge, at, beta)
	}
	b.constants(make, at)
	return b.found
}

func (b *breaches) ends(bridge chains.Bridge, at Place) {
	got := make([]float64, at.Grid.Size())
	for beta, want := range map[float64][]float64{0: at.From, 1: at.To} {
		bridge.At(got, beta)
		for x := range got {
			if got[x] != want[x] {
				b.broken(endsLaw, 1, "log density of cell %d at beta = %v: %v instead of %v", x, beta, got[x], want[x])
			}
		}
	}
}

// derivative holds Slope to the difference quotient of five points, relative to
// the first cell with mass, because a constant is free. It is off by h⁴/30 of
// the fifth derivative, which is below 24/(β(1-β))⁵ of a mixture, and by rounding
// over h.
func (b *breaches) derivative(bridge chains.Bridge, at Place, beta float64) {
	const h = 1e-4
	n := at.Grid.Size()
	slope, here := make([]float64, n), make([]float64, n)
	bridge.Slope(slope, beta)
	bridge.At(here, beta)
	var logf [4][]float64
	for i, by := range []float64{-2, -1, 1, 2} {
		logf[i] = make([]float64, n)
		bridge.At(logf[i], beta+by*h)
	}
	quotient := func(x int) float64 {
		return (logf[0][x] - 8*logf[1][x] + 8*logf[2][x] - logf[3][x]) / (12 * h)
	}
	first := -1
	for x := range slope {
		for i := range logf {
			if math.IsInf(logf[i][x], -1) != math.IsInf(here[x], -1) {
				b.broken(insideLaw, 1, "cell %d at beta near %v", x, beta)
			}
		}
		switch {
		case math.IsInf(here[x], -1):
			b.equal(bridgeSlopeLaw, slope[x], 0, 1, "slope of cell %d, without mass, at beta = %v", x, beta)
			continue
		case first < 0:
			first = x
		}
		got, want := slope[x]-slope[first], quotient(x)-quotient(first)
		if off := math.Abs(got - want); !(off <= 1e-7) {
			b.broken(bridgeSlopeLaw, off, "slope of cell %d less that of %d at beta = %v: %.12g instead of %.12g",
				x, first, beta, got, want)
		}
	}
}

func (b *breaches) constants(make BridgeMaker, at Place) {
	const low, high = -3.5, 1.25
	moved := at
	moved.From, moved.To = plus(at.From, low), plus(at.To, high)
	var res [2]exact.Gap
	for i, p := range []Place{at, moved} {
		var err error
		a := p.along(make).annealing(kernels.Metropolis{}, chains.Linear(4))
		if res[i], err = exact.Measure(context.Background(), a); err != nil {
			panic(err)
		}
	}
	b.equal(constantsLaw, res[1].J(), res[0].J(), max(1, res[0].J()), "J with constants added to both ends")
	b.equal(constantsLaw, res[1].B(), res[0].B(), max(1, res[0].B()), "B with constants added to both ends")
	b.equal(constantsLaw, res[1].LogR, res[0].LogR+high-low, max(1, math.Abs(res[0].LogR)),
		"log R with constants added to both ends")
}

func plus(v []float64, c float64) []float64 {
	sum := make([]float64, len(v))
	for x := range v {
		sum[x] = v[x] + c
	}
	return sum
}
