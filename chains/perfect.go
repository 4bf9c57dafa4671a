package chains

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid"
)

// Perfect forgets where it was and draws from p_t: J is 0, and B the sum of
// the Jeffreys divergences of neighbouring levels.
type Perfect struct{}

// On returns the operator on g.
func (Perfect) On(g grid.Grid) Operator { return &perfect{p: make([]float64, g.Size())} }

type perfect struct{ p []float64 }

func (o *perfect) Reversal() Operator { return o }

func (o *perfect) Aim(l *Level) {
	if l.P != nil {
		floats.ScaleTo(o.p, 1/floats.Sum(l.P), l.P)
		return
	}
	logf := l.LogF()
	logZ := floats.LogSumExp(logf)
	for x, v := range logf {
		o.p[x] = math.Exp(v - logZ)
	}
}

func (o *perfect) Row(x int, visit func(y int, p float64)) {
	for y, p := range o.p {
		if y != x && p > 0 {
			visit(y, p)
		}
	}
}

// Stay is p_t there.
func (o *perfect) Stay(x int) float64 { return o.p[x] }

func (o *perfect) Step(_ int, d Dice) int { return d.Pick(o.p) }

func (o *perfect) Push(dst, q []float64) { floats.ScaleTo(dst, floats.Sum(q), o.p) }

func (o *perfect) Pull(dst, f []float64) {
	mean := floats.Dot(o.p, f)
	for x := range dst {
		dst[x] = mean
	}
}

// PushSlope: p changes at its cell's slope less the mean of it.
func (o *perfect) PushSlope(dst, q, slope []float64) {
	on, mean := floats.Sum(q), floats.Dot(o.p, slope)
	for x, p := range o.p {
		dst[x] = on * p * (slope[x] - mean)
	}
}
