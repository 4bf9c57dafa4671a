package sample

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// An Estimate is a number with its standard error, and a warning if the two are not to
// be trusted.
type Estimate struct {
	Value   float64
	StdErr  float64 // NaN if Value is infinite
	Warning string  // clauses joined by "; "
}

// An Interval runs from Low to High.
type Interval struct{ Low, High float64 }

// Interval returns the normal confidence interval of a level in (0, 1), such as 0.95.
// If the value is infinite both ends are: a single chain proves it.
func (e Estimate) Interval(level float64) Interval {
	if math.IsInf(e.Value, 0) {
		return Interval{e.Value, e.Value}
	}
	half := distuv.UnitNormal.Quantile((1+level)/2) * e.StdErr
	return Interval{e.Value - half, e.Value + half}
}

// sum returns a + b of independent estimates.
func sum(a, b Estimate) Estimate {
	return Estimate{a.Value + b.Value, math.Hypot(a.StdErr, b.StdErr), join(a.Warning, b.Warning)}
}

// root returns the square root of an estimate, by the delta method.
func (e Estimate) root() Estimate {
	if e.Value = math.Sqrt(e.Value); e.Value > 0 { // a mean of squares is 0 only if all are
		e.StdErr /= 2 * e.Value
	}
	return e
}

// minus returns -e.
func minus(e Estimate) Estimate { return Estimate{-e.Value, e.StdErr, e.Warning} }

// join joins two warnings, or returns one of them if they are equal.
func join(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "":
		return a
	}
	return a + "; " + b
}

// unknown is the estimate of what no chain tells.
var unknown = Estimate{Value: math.NaN(), StdErr: math.NaN()}

// mean estimates the mean from at least two draws. If some are infinite it is ±Inf, or NaN
// if both infinities occur. Without draws it is unknown.
func mean(xs []float64) Estimate {
	if len(xs) == 0 {
		return unknown
	}
	m, v := stat.MeanVariance(xs, nil)
	if math.IsNaN(m) || math.IsInf(m, 0) {
		return Estimate{Value: floats.Sum(xs), StdErr: math.NaN()}
	}
	return Estimate{Value: m, StdErr: math.Sqrt(v / float64(len(xs)))}
}

// meanOf is mean of n numbers that are computed when they are needed.
func meanOf(n int, x func(i int) float64) Estimate {
	if n == 0 {
		return unknown
	}
	size := float64(n)
	sum := 0.0
	for i := range n {
		sum += x(i)
	}
	m := sum / size
	if math.IsNaN(m) || math.IsInf(m, 0) {
		return Estimate{Value: sum, StdErr: math.NaN()}
	}
	var squares, rest float64 // the sum of x - m is the rounding of m, and is taken off
	for i := range n {
		off := x(i) - m
		squares += off * off
		rest += off
	}
	return Estimate{Value: m, StdErr: math.Sqrt((squares - rest*rest/size) / (size - 1) / size)}
}
