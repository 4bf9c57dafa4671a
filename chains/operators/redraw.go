package operators

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// Redraw is the operator that picks one of some axes, each as probable, and redraws the
// coordinate along it from its conditional given the others. It is reversible. A line
// without mass has no conditional; there the walker stays.
//
// It computes in two ways. For one function or one state it divides the masses of a line
// by their sum. PullPair takes means under p and never writes a conditional down.
type Redraw struct {
	grid  grid.Grid
	axes  []int
	lines []grid.Lines // by axis
	equal []float64    // weights of the axes, for dice

	level  *chains.Level
	conds  [][]float64 // by axis, all conditionals; nil until they are needed, and on a large space
	cold   bool        // conds belong to an earlier level
	buf    []float64   // for one conditional; nil until it is needed
	single single

	longest int // length of the longest line

	twos      *Flows       // along axes of two cells; nil until a pair is pulled
	near, far []grid.Lines // along the other axes
	slab      int          // number of cells that are whole lines along all near axes
	means     *means
}

// NewRedraw redraws along one of these axes of g, or of all if none is given.
func NewRedraw(g grid.Grid, axes ...int) *Redraw {
	o := &Redraw{grid: g, axes: orAll(g, axes), means: new(means)}
	for _, a := range o.axes {
		o.lines = append(o.lines, g.Lines(a))
		o.equal = append(o.equal, 1)
		o.longest = max(o.longest, g.Len(a))
	}
	return o
}

func (o *Redraw) Reversal() chains.Operator { return o }

func (o *Redraw) Aim(l *chains.Level) { o.level, o.cold = l, true }

// buffer returns buf, made on first use.
func (o *Redraw) buffer() []float64 {
	if o.buf == nil {
		o.buf = make([]float64, o.longest)
	}
	return o.buf
}

// conditional returns the conditional of the i-th line along an axis, all 0 if the line
// has no mass. It comes from the table, or on a large space is computed in buf.
func (o *Redraw) conditional(axis, i int, buf []float64) []float64 {
	l := o.lines[axis]
	if o.grid.Size() >= chains.ParallelFrom {
		return conditional(o.level, l, i, buf)
	}
	o.warm()
	return o.conds[axis][i*l.Length:][:l.Length]
}

func (o *Redraw) warm() {
	if !o.cold {
		return
	}
	if o.conds == nil {
		for range o.lines {
			o.conds = append(o.conds, make([]float64, o.grid.Size()))
		}
	}
	o.cold = false
	for axis, l := range o.lines {
		for i := range l.Count {
			conditional(o.level, l, i, o.conds[axis][i*l.Length:])
		}
	}
}

// conditional sets the first cells of buf to the conditional of the i-th line at a level,
// and returns them. On a line without mass they are 0.
func conditional(at *chains.Level, l grid.Lines, i int, buf []float64) []float64 {
	buf = buf[:l.Length]
	first, sum := l.First(i), 0.0
	if at.P != nil {
		for c := range buf {
			buf[c] = at.P[first+c*l.Stride]
			sum += buf[c]
		}
	} else {
		top, logf := math.Inf(-1), at.LogF()
		for c := range buf {
			top = max(top, logf[first+c*l.Stride])
		}
		for c := range buf {
			buf[c] = 0
			if v := logf[first+c*l.Stride]; !math.IsInf(v, -1) {
				buf[c] = math.Exp(v - top)
			}
			sum += buf[c]
		}
	}
	if sum > 0 {
		for c := range buf {
			buf[c] /= sum
		}
	}
	return buf
}

// empty reports whether a line has no mass.
func empty(cond []float64) bool {
	return !slices.ContainsFunc(cond, func(p float64) bool { return p > 0 })
}

func (o *Redraw) Row(x int, visit func(y int, p float64)) {
	for axis, l := range o.lines {
		i, at := l.Of(x)
		for c, p := range o.conditional(axis, i, o.buffer()) {
			if c != at && p > 0 {
				visit(x+(c-at)*l.Stride, p/float64(len(o.axes)))
			}
		}
	}
}

// Stay is the mean of x's conditionals, 1 on a line without mass.
func (o *Redraw) Stay(x int) float64 {
	sum := 0.0
	for axis, l := range o.lines {
		i, at := l.Of(x)
		if cond := o.conditional(axis, i, o.buffer()); !empty(cond) {
			sum += cond[at]
		} else {
			sum++
		}
	}
	return sum / float64(len(o.axes))
}

func (o *Redraw) Step(x int, d chains.Dice) int {
	axis := d.Pick(o.equal)
	l := o.lines[axis]
	i, at := l.Of(x)
	cond := o.conditional(axis, i, o.buffer())
	if empty(cond) {
		return x
	}
	return x + (d.Pick(cond)-at)*l.Stride
}

// everyLine sets dst to the mean over the axes of what do adds on each line. do gets the
// line's conditional and the share of an axis. Axes follow each other; the lines of an
// axis are done on all cores. On a line without mass it adds v, unless v is nil.
func (o *Redraw) everyLine(dst, v []float64, do func(l grid.Lines, first int, cond []float64, share float64)) {
	clear(dst)
	if o.grid.Size() < chains.ParallelFrom {
		o.warm()
	} else if o.level.P == nil {
		o.level.LogF() // made once, before many read it
	}
	share := 1 / float64(len(o.axes))
	for axis, l := range o.lines {
		chains.ParallelGroups(l.Count, l.Length, func(from, to int) {
			buf := o.buf // unused if there is a table
			if o.grid.Size() >= chains.ParallelFrom {
				buf = make([]float64, l.Length)
			}
			for i := from; i < to; i++ {
				first, cond := l.First(i), o.conditional(axis, i, buf)
				if !empty(cond) {
					do(l, first, cond, share)
					continue
				}
				for x := first; v != nil && x < first+l.Length*l.Stride; x += l.Stride {
					dst[x] += share * v[x]
				}
			}
		})
	}
}

func (o *Redraw) Push(dst, q []float64) {
	if o.grid.Size() >= chains.ParallelFrom && o.single.push(o, o.level, nil, dst, q) {
		return
	}
	o.everyLine(dst, q, func(l grid.Lines, first int, cond []float64, share float64) {
		on := 0.0
		for c := range cond {
			on += q[first+c*l.Stride]
		}
		for c, p := range cond {
			dst[first+c*l.Stride] += share * p * on
		}
	})
}

// PushLaw is Push, which subtracts nothing.
func (o *Redraw) PushLaw(dst, q []float64) { o.Push(dst, q) }

func (o *Redraw) Pull(dst, f []float64) {
	if o.grid.Size() >= chains.ParallelFrom && o.single.pull(o, o.level, nil, dst, f) {
		return
	}
	o.everyLine(dst, f, func(l grid.Lines, first int, cond []float64, share float64) {
		mean := 0.0
		for c, p := range cond {
			mean += p * f[first+c*l.Stride]
		}
		for c := range cond {
			dst[first+c*l.Stride] += share * mean
		}
	})
}

// PushSlope: a conditional p changes at the rate p (slope - mean of slope on the line).
func (o *Redraw) PushSlope(dst, q, slope []float64) {
	o.everyLine(dst, nil, func(l grid.Lines, first int, cond []float64, share float64) {
		on, mean := 0.0, 0.0
		for c, p := range cond {
			on += q[first+c*l.Stride]
			mean += p * slope[first+c*l.Stride]
		}
		for c, p := range cond {
			dst[first+c*l.Stride] += share * on * p * (slope[first+c*l.Stride] - mean)
		}
	})
}
