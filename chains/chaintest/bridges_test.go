package chaintest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// TestBridges holds every catalogued bridge, at several values of its parameter,
// to every law, between random densities and fixed ones, and chains along it to theirs.
func TestBridges(t *testing.T) {
	k := kernels.Metropolis{}
	for name, b := range catalogued {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { report(t, k, bridgeBreaches(b, drawPlace(t, k, 4, -5))) })
			for _, p := range fixedPlaces(k, 12) {
				report(t, k, bridgeBreaches(b, p))
			}
			for _, s := range FixedScenes(k) {
				s.Bridge = b(s.Ends())
				report(t, k, runBreaches(s))
			}
		})
	}
}

// The laws of a bridge between two log densities.
const (
	meetsEnds         laws.Law = "the bridge meets its ends"                 // to the bit, at 0 and 1
	keepsMass         laws.Law = "mass inside a bridge does not come and go" // at every beta inside
	slopeIsDerivative laws.Law = "the slope of a bridge is its derivative"   // d/dbeta log f_beta, up to a constant
	constantsDropOut  laws.Law = "constants do not matter"                   // those of both ends add one to log f_beta
)

// A Bridging makes the bridge between two log densities.
type Bridging func(from, to []float64) chains.Bridge

// catalogued yields every catalogued bridge by name, at several values of its parameter.
func catalogued(yield func(name string, b Bridging) bool) {
	for _, e := range chains.Bridges {
		params := []float64{0}
		if e.Make.Param != "" {
			params = slices.DeleteFunc([]float64{0.5, 2, -1.5, 1 + 1e-9, 1}, func(param float64) bool {
				return !e.Make.Valid(param)
			})
		}
		for _, param := range params {
			b := func(from, to []float64) chains.Bridge { return e.Make.Of(param, from, to) }
			if !yield(fmt.Sprint(e.Name, param), b) {
				return
			}
		}
	}
}

// A bent bridge is a geometric one with a bug.
type bent struct {
	chains.Geometric
	at    func(dst []float64, beta float64)
	slope func(dst []float64, beta float64)
}

func (b bent) At(dst []float64, beta float64) {
	b.Geometric.At(dst, beta)
	if b.at != nil {
		b.at(dst, beta)
	}
}

func (b bent) Slope(dst []float64, beta float64) {
	b.Geometric.Slope(dst, beta)
	if b.slope != nil {
		b.slope(dst, beta)
	}
}

func TestEveryBridgeLawCanFail(t *testing.T) {
	place := Place{Name: "a path of 3", Grid: grid.New(3), From: []float64{0, 0.2, 0},
		To: []float64{0.3, -1.1, 2.2}}
	for law, b := range map[laws.Law]bent{
		meetsEnds:         {at: func(dst []float64, beta float64) { dst[1] += 1e-15 }},
		slopeIsDerivative: {slope: func(dst []float64, beta float64) { dst[2] *= 1 + 1e-5 }},
		keepsMass: {at: func(dst []float64, beta float64) {
			if beta > 0 && beta < 0.35 {
				dst[0] = math.Inf(-1)
			}
		}},
	} {
		found := broken(func(from, to []float64) chains.Bridge {
			b.Geometric = chains.Geometric{From: from, To: to}
			return b
		}, place)
		if !found[law] {
			t.Errorf("the law %q did not notice; those that did: %v", law, found)
		}
	}
	// Averages of densities that were not normalised first.
	found := broken(func(from, to []float64) chains.Bridge { return raw{from, to} }, place)
	if len(found) != 1 || !found[constantsDropOut] {
		t.Errorf("densities averaged as they come: broken are %v, and only %q is", found, constantsDropOut)
	}
}

func broken(b Bridging, at Place) map[laws.Law]bool {
	found := map[laws.Law]bool{}
	for _, breach := range bridgeBreaches(b, at) {
		found[breach.Law] = true
	}
	return found
}

// raw mixes f_1 and f_T instead of p_1 and p_T.
type raw struct{ from, to []float64 }

func (b raw) At(dst []float64, beta float64) {
	for x := range dst {
		dst[x] = math.Log((1-beta)*math.Exp(b.from[x]) + beta*math.Exp(b.to[x]))
	}
	if beta == 0 {
		copy(dst, b.from)
	}
	if beta == 1 {
		copy(dst, b.to)
	}
}

func (b raw) Slope(dst []float64, beta float64) {
	for x := range dst {
		f, g := math.Exp(b.from[x]), math.Exp(b.to[x])
		dst[x] = (g - f) / ((1-beta)*f + beta*g)
	}
}

// The betas at which a bridge is looked at inside.
var inside = []float64{0.1, 0.35, 0.9}

// bridgeBreaches measures the laws of a bridge between the ends of a place.
func bridgeBreaches(between Bridging, at Place) []Breach {
	b := between(at.From, at.To)
	mass, slope := derivatives(b, len(at.From))
	return breaches(at.Name, ends(b, at.From, at.To), mass, slope, constants(between, at.From, at.To))
}

// ends compares a bridge at 0 and 1 with what it is between, to the bit.
func ends(b chains.Bridge, from, to []float64) laws.Finding {
	var f laws.Worst
	got := make([]float64, len(from))
	for i, want := range [][]float64{from, to} {
		b.At(got, float64(i))
		for x := range got {
			if got[x] != want[x] && f.See(1) {
				f.At("log density of cell %d at beta = %d: %v instead of %v", x, i, got[x], want[x])
			}
		}
	}
	return f.Finding(meetsEnds, 0)
}

// derivatives compares Slope with the difference quotient of five points, relative to
// the first cell with mass, because a constant is free. The quotient is off by h⁴/30 of
// the fifth derivative, which is below 24/(β(1-β))⁵ for a mixture, and by rounding
// over h.
func derivatives(b chains.Bridge, n int) (mass, slope laws.Finding) {
	const h = 1e-4
	var in, off laws.Worst
	for _, beta := range inside {
		rate, logf := make([]float64, n), [5][]float64{}
		b.Slope(rate, beta)
		for i := range logf {
			logf[i] = make([]float64, n)
			b.At(logf[i], beta+float64(i-2)*h)
		}
		quotient := func(x int) float64 {
			return (logf[0][x] - 8*logf[1][x] + 8*logf[3][x] - logf[4][x]) / (12 * h)
		}
		start := -1
		for x := range rate {
			mass := !math.IsInf(logf[2][x], -1)
			for i := range logf {
				if math.IsInf(logf[i][x], -1) == mass && in.See(1) {
					in.At("cell %d at beta near %v", x, beta)
				}
			}
			got, want := rate[x], 0.0
			if mass {
				if start < 0 {
					start = x
				}
				got = rate[x] - rate[start]
				want = quotient(x) - quotient(start)
			}
			if off.See(math.Abs(got - want)) {
				off.At("slope of cell %d at beta = %v, less that of the first cell with mass: %.12g instead of %.12g",
					x,
					beta, got, want)
			}
		}
	}
	return in.Finding(keepsMass, 0), off.Finding(slopeIsDerivative, 1e-7)
}

// constants adds one constant to each end, and compares what that changes in one cell
// with what it changes in the first cell with mass.
func constants(between Bridging, from, to []float64) laws.Finding {
	var f laws.Worst
	b := between(from, to)
	moved := between(plus(from, -3.5), plus(to, 1.25))
	here, there := plus(from, 0), plus(from, 0)
	for _, beta := range append([]float64{0, 1}, inside...) {
		b.At(here, beta)
		moved.At(there, beta)
		start := -1
		for x, v := range here {
			if math.IsInf(v, -1) && math.IsInf(there[x], -1) {
				continue
			}
			if start < 0 {
				start = x
			}
			if off := (there[x] - v) - (there[start] - here[start]); f.See(math.Abs(off)) {
				f.At("log density of cell %d at beta = %v changes by %.12g, that of cell %d by %.12g",
					x, beta, there[x]-v, start, there[start]-here[start])
			}
		}
	}
	return f.Finding(constantsDropOut, 1e-11)
}

func plus(v []float64, c float64) []float64 {
	sum := make([]float64, len(v))
	for x := range v {
		sum[x] = v[x] + c
	}
	return sum
}
