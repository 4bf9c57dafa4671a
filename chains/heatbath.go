package chains

import (
	"math"

	"breadboard/grid"
)

// HeatBath is random-scan Gibbs sampling: an axis is picked at random and that
// coordinate redrawn from its conditional given the others. It is reversible.
// A line without mass has no conditional; there the walker stays.
type HeatBath struct{}

// On returns the operator on g.
func (HeatBath) On(g grid.Grid) Operator {
	axes := make([]int, g.Axes())
	for a := range axes {
		axes[a] = a
	}
	return newHeatBath(g, axes...)
}

// newHeatBath redraws along one of these axes, each as probable.
func newHeatBath(g grid.Grid, axes ...int) *heatBath {
	o := &heatBath{grid: g, along: axes}
	for range axes {
		o.cond = append(o.cond, make([]float64, g.Size()))
		o.axes = append(o.axes, 1)
	}
	return o
}

type heatBath struct {
	grid  grid.Grid
	along []int       // the axes that are redrawn
	cond  [][]float64 // by place in along: the conditional of each cell on its line, all 0 on a line without mass
	axes  []float64   // equal weights
}

func (o *heatBath) Reversal() Operator { return o }

func (o *heatBath) Aim(l *Level) {
	for i, cond := range o.cond {
		a := o.along[i]
		stride, n := o.grid.Stride(a), o.grid.Len(a)
		for from := range o.grid.Lines(a) {
			if l.P != nil {
				copyLine(cond, l.P, from, stride, n)
			} else {
				expLine(cond, l.LogF(), from, stride, n)
			}
			normalizeLine(cond, from, stride, n)
		}
	}
}

func copyLine(dst, p []float64, from, stride, n int) {
	for x := from; x < from+n*stride; x += stride {
		dst[x] = p[x]
	}
}

// expLine sets dst to exp(logf) over its largest value on the line.
func expLine(dst, logf []float64, from, stride, n int) {
	top := math.Inf(-1)
	for x := from; x < from+n*stride; x += stride {
		top = max(top, logf[x])
	}
	for x := from; x < from+n*stride; x += stride {
		dst[x] = math.Exp(LogRatio(logf[x], top))
		if math.IsInf(logf[x], -1) {
			dst[x] = 0
		}
	}
}

func normalizeLine(dst []float64, from, stride, n int) {
	sum := 0.0
	for x := from; x < from+n*stride; x += stride {
		sum += dst[x]
	}
	if sum == 0 {
		return
	}
	for x := from; x < from+n*stride; x += stride {
		dst[x] /= sum
	}
}

// line returns the first cell of x's line along an axis, and the one past it.
func (o *heatBath) line(x, axis int) (from, to, stride int) {
	stride = o.grid.Stride(axis)
	from = x - o.grid.Coord(x, axis)*stride
	return from, from + o.grid.Len(axis)*stride, stride
}

func (o *heatBath) Row(x int, visit func(y int, p float64)) {
	for i, cond := range o.cond {
		a := o.along[i]
		from, to, stride := o.line(x, a)
		for y := from; y < to; y += stride {
			if y != x && cond[y] > 0 {
				visit(y, cond[y]/float64(len(o.axes)))
			}
		}
	}
}

// Stay is the mean of x's conditionals; on a line without mass it is certain.
func (o *heatBath) Stay(x int) float64 {
	sum := 0.0
	for i, cond := range o.cond {
		from, to, stride := o.line(x, o.along[i])
		mass := 0.0
		for y := from; y < to; y += stride {
			mass += cond[y]
		}
		if mass > 0 {
			sum += cond[x]
		} else {
			sum++
		}
	}
	return sum / float64(len(o.axes))
}

func (o *heatBath) Step(x int, d Dice) int {
	i := d.Pick(o.axes)
	from, to, stride := o.line(x, o.along[i])
	var weights []float64
	mass := 0.0
	for y := from; y < to; y += stride {
		weights = append(weights, o.cond[i][y])
		mass += o.cond[i][y]
	}
	if mass == 0 {
		return x
	}
	return from + stride*d.Pick(weights)
}

func (o *heatBath) Push(dst, q []float64) {
	clear(dst)
	each := 1 / float64(len(o.axes))
	for i, cond := range o.cond {
		a := o.along[i]
		stride, n := o.grid.Stride(a), o.grid.Len(a)
		for from := range o.grid.Lines(a) {
			on, mass := 0.0, 0.0
			for x := from; x < from+n*stride; x += stride {
				on += q[x]
				mass += cond[x]
			}
			for x := from; x < from+n*stride; x += stride {
				if mass > 0 {
					dst[x] += each * cond[x] * on
				} else {
					dst[x] += each * q[x]
				}
			}
		}
	}
}

func (o *heatBath) Pull(dst, f []float64) {
	clear(dst)
	each := 1 / float64(len(o.axes))
	for i, cond := range o.cond {
		a := o.along[i]
		stride, n := o.grid.Stride(a), o.grid.Len(a)
		for from := range o.grid.Lines(a) {
			mean, mass := 0.0, 0.0
			for x := from; x < from+n*stride; x += stride {
				mean += cond[x] * f[x]
				mass += cond[x]
			}
			for x := from; x < from+n*stride; x += stride {
				if mass > 0 {
					dst[x] += each * mean
				} else {
					dst[x] += each * f[x]
				}
			}
		}
	}
}

// PushSlope: a conditional changes at its cell's slope less the line's mean of it.
func (o *heatBath) PushSlope(dst, q, slope []float64) {
	clear(dst)
	each := 1 / float64(len(o.axes))
	for i, cond := range o.cond {
		a := o.along[i]
		stride, n := o.grid.Stride(a), o.grid.Len(a)
		for from := range o.grid.Lines(a) {
			on, mean := 0.0, 0.0
			for x := from; x < from+n*stride; x += stride {
				on += q[x]
				mean += cond[x] * slope[x]
			}
			for x := from; x < from+n*stride; x += stride {
				dst[x] += each * on * cond[x] * (slope[x] - mean)
			}
		}
	}
}
