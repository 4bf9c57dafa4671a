package operators

import (
	"math"

	"breadboard/chains"
	"breadboard/grid"
)

// Lines are all lines of a grid along one axis.
type Lines struct{ Count, Stride, Length int }

// LinesAlong returns the lines along an axis of g.
func LinesAlong(g grid.Grid, axis int) Lines {
	return Lines{Count: g.Size() / g.Len(axis), Stride: g.Stride(axis), Length: g.Len(axis)}
}

// First is the first cell of the i-th line.
func (l Lines) First(i int) int { return i/l.Stride*l.Stride*l.Length + i%l.Stride }

// Of returns the line that x is on, and the place of x on it.
func (l Lines) Of(x int) (i, at int) {
	slab, in := x/(l.Stride*l.Length), x%(l.Stride*l.Length)
	return slab*l.Stride + in%l.Stride, in / l.Stride
}

// Masses sets the first cells of buf to the masses of the i-th line at a level, the
// largest being 1 if they come from log f, and returns them. On a line without mass they
// are 0.
func (l Lines) Masses(at *chains.Level, i int, buf []float64) []float64 {
	buf = buf[:l.Length]
	first := l.First(i)
	if at.P != nil {
		for c := range buf {
			buf[c] = at.P[first+c*l.Stride]
		}
		return buf
	}
	top, logf := math.Inf(-1), at.LogF()
	for c := range buf {
		top = max(top, logf[first+c*l.Stride])
	}
	for c := range buf {
		buf[c] = 0
		if v := logf[first+c*l.Stride]; !math.IsInf(v, -1) {
			buf[c] = math.Exp(v - top)
		}
	}
	return buf
}

// Conditional is Masses, divided by their sum if that is positive.
func (l Lines) Conditional(at *chains.Level, i int, buf []float64) []float64 {
	buf = l.Masses(at, i, buf)
	if sum := total(buf); sum > 0 {
		for c := range buf {
			buf[c] /= sum
		}
	}
	return buf
}

// total adds up v from its first number to its last.
func total(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum
}
