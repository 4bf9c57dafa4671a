package laws

import (
	"math"

	"breadboard/chains"
)

// A Bridging makes the bridge between two log densities.
type Bridging func(from, to []float64) chains.Bridge

// The betas at which a bridge is looked at inside.
var inside = []float64{0.1, 0.35, 0.9}

// OfBridge returns what is found of the laws of a bridge between two log densities.
func OfBridge(between Bridging, from, to []float64) []Finding {
	b := between(from, to)
	mass, slope := derivatives(b, len(from))
	return []Finding{ends(b, from, to), mass, slope, constants(between, from, to)}
}

// ends compares a bridge at 0 and 1 with what it is between, to the bit.
func ends(b chains.Bridge, from, to []float64) Finding {
	var f Worst
	got := make([]float64, len(from))
	for i, want := range [][]float64{from, to} {
		b.At(got, float64(i))
		for x := range got {
			if got[x] != want[x] && f.See(1) {
				f.At("log density of cell %d at beta = %d: %v instead of %v", x, i, got[x], want[x])
			}
		}
	}
	return f.Finding(Ends, 0)
}

// derivatives compares Slope with the difference quotient of five points, relative to
// the first cell with mass, because a constant is free. The quotient is off by h⁴/30 of
// the fifth derivative, which is below 24/(β(1-β))⁵ for a mixture, and by rounding
// over h.
func derivatives(b chains.Bridge, n int) (mass, slope Finding) {
	var in, off Worst
	for _, beta := range inside {
		derivative(b, n, beta, &in, &off)
	}
	return in.Finding(Inside, 0), off.Finding(BridgeSlope, 1e-7)
}

func derivative(b chains.Bridge, n int, beta float64, in, off *Worst) {
	const h = 1e-4
	rate, here := make([]float64, n), make([]float64, n)
	b.Slope(rate, beta)
	b.At(here, beta)
	var logf [4][]float64
	for i, by := range []float64{-2, -1, 1, 2} {
		logf[i] = make([]float64, n)
		b.At(logf[i], beta+by*h)
	}
	quotient := func(x int) float64 {
		return (logf[0][x] - 8*logf[1][x] + 8*logf[2][x] - logf[3][x]) / (12 * h)
	}
	start := -1
	for x := range rate {
		for i := range logf {
			if math.IsInf(logf[i][x], -1) != math.IsInf(here[x], -1) && in.See(1) {
				in.At("cell %d at beta near %v", x, beta)
			}
		}
		got, want := rate[x], 0.0
		if !math.IsInf(here[x], -1) {
			if start < 0 {
				start = x
			}
			got, want = rate[x]-rate[start], quotient(x)-quotient(start)
		}
		if off.See(math.Abs(got - want)) {
			off.At("slope of cell %d at beta = %v, less that of the first cell with mass: %.12g instead of %.12g", x,
				beta, got, want)
		}
	}
}

// constants adds one constant to each end, and compares what that changes in one cell
// with what it changes in the first cell with mass.
func constants(between Bridging, from, to []float64) Finding {
	var f Worst
	b, moved := between(from, to), between(plus(from, -3.5), plus(to, 1.25))
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
	return f.Finding(Constants, 1e-11)
}

func plus(v []float64, c float64) []float64 {
	sum := make([]float64, len(v))
	for x := range v {
		sum[x] = v[x] + c
	}
	return sum
}
