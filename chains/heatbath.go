package chains

import "breadboard/grid"

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

// Cost is that of the rest of a line, on average over the axes.
func (HeatBath) Cost(g grid.Grid) float64 { return restOfLines(g) / float64(g.Axes()) }

// Moves is the number of other cells on the lines through a cell.
func (HeatBath) Moves(g grid.Grid) float64 { return restOfLines(g) }

// Proposals is 0: lines are redrawn as a whole.
func (HeatBath) Proposals(grid.Grid) float64 { return 0 }

// newHeatBath redraws along one of these axes, each as probable.
func newHeatBath(g grid.Grid, axes ...int) *heatBath {
	o := &heatBath{grid: g, along: axes, means: newMeans()}
	for _, a := range axes {
		o.lines = append(o.lines, lines{count: g.Size() / g.Len(a), stride: g.Stride(a), length: g.Len(a)})
		o.each = append(o.each, 1)
		o.longest = max(o.longest, g.Len(a))
	}
	return o
}

// heatBath has two ways to a conditional: of a line of log densities, for all that
// speaks of one function or of one state; and in PullPair as p over the mass of the
// line, which is never written down.
type heatBath struct {
	grid  grid.Grid
	along []int     // the axes that are redrawn
	lines []lines   // by axis
	each  []float64 // equal weights

	level *Level
	conds [][]float64 // by axis, all conditionals; nil until they are needed, and on a wide space
	cold  bool        // conds are not yet those of the level
	line  []float64   // one conditional; nil until it is needed
	spare spare

	longest int // of the lines

	pairs     *flows  // axes of two cells, when a pair is pulled; nil until one is
	near, far []lines // the others
	slab      int     // of cells that are whole lines along axes near
	means     *means
}

func (o *heatBath) Reversal() Operator { return o }

func (o *heatBath) Aim(l *Level) { o.level, o.cold = l, true }

// room is that of one conditional.
func (o *heatBath) room() []float64 {
	if o.line == nil {
		o.line = make([]float64, o.longest)
	}
	return o.line
}

// conditional is that of the i-th line along an axis, all 0 where there is no mass:
// in room, or of a table.
func (o *heatBath) conditional(axis, i int, room []float64) []float64 {
	l := o.lines[axis]
	if o.grid.Size() >= Wide {
		return o.level.conditional(l, i, room)
	}
	o.warm()
	return o.conds[axis][i*l.length:][:l.length]
}

// warm makes the table, once a level.
func (o *heatBath) warm() {
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
		for i := range l.count {
			o.level.conditional(l, i, o.conds[axis][i*l.length:])
		}
	}
}

func (o *heatBath) Row(x int, visit func(y int, p float64)) {
	for axis, l := range o.lines {
		i, at := l.of(x)
		for c, p := range o.conditional(axis, i, o.room()) {
			if c != at && p > 0 {
				visit(x+(c-at)*l.stride, p/float64(len(o.each)))
			}
		}
	}
}

// Stay is the mean of x's conditionals; on a line without mass it is certain.
func (o *heatBath) Stay(x int) float64 {
	sum := 0.0
	for axis, l := range o.lines {
		i, at := l.of(x)
		if cond := o.conditional(axis, i, o.room()); total(cond) > 0 {
			sum += cond[at]
		} else {
			sum++
		}
	}
	return sum / float64(len(o.each))
}

func (o *heatBath) Step(x int, d Dice) int {
	axis := d.Pick(o.each)
	l := o.lines[axis]
	i, at := l.of(x)
	cond := o.conditional(axis, i, o.room())
	if total(cond) == 0 {
		return x
	}
	return x + (d.Pick(cond)-at)*l.stride
}

// everyLine does it for each line along each axis, the axes one after the other,
// with the conditional of the line.
func (o *heatBath) everyLine(do func(l lines, from int, cond []float64)) {
	if o.grid.Size() < Wide {
		o.warm()
	} else if o.level.P == nil {
		o.level.LogF() // made once, before it is read by many
	}
	for axis, l := range o.lines {
		abreast(l.count, l.length, func(first, last int) {
			room := o.line // not looked at where there is a table
			if o.grid.Size() >= Wide {
				room = make([]float64, l.length)
			}
			for i := first; i < last; i++ {
				do(l, l.from(i), o.conditional(axis, i, room))
			}
		})
	}
}

func (o *heatBath) Push(dst, q []float64) {
	if o.grid.Size() >= Wide && o.spare.push(o, o.level, nil, dst, q) {
		return
	}
	clear(dst)
	each := 1 / float64(len(o.each))
	o.everyLine(func(l lines, from int, cond []float64) {
		on, mass := 0.0, 0.0
		for c, p := range cond {
			on += q[from+c*l.stride]
			mass += p
		}
		for c, p := range cond {
			if x := from + c*l.stride; mass > 0 {
				dst[x] += each * p * on
			} else {
				dst[x] += each * q[x]
			}
		}
	})
}

func (o *heatBath) Pull(dst, f []float64) {
	if o.grid.Size() >= Wide && o.spare.pull(o, o.level, nil, dst, f) {
		return
	}
	clear(dst)
	each := 1 / float64(len(o.each))
	o.everyLine(func(l lines, from int, cond []float64) {
		mean, mass := 0.0, 0.0
		for c, p := range cond {
			mean += p * f[from+c*l.stride]
			mass += p
		}
		for c := range cond {
			if x := from + c*l.stride; mass > 0 {
				dst[x] += each * mean
			} else {
				dst[x] += each * f[x]
			}
		}
	})
}

// PushSlope: a conditional changes at its cell's slope less the line's mean of it.
func (o *heatBath) PushSlope(dst, q, slope []float64) {
	clear(dst)
	each := 1 / float64(len(o.each))
	o.everyLine(func(l lines, from int, cond []float64) {
		on, mean := 0.0, 0.0
		for c, p := range cond {
			on += q[from+c*l.stride]
			mean += p * slope[from+c*l.stride]
		}
		for c, p := range cond {
			dst[from+c*l.stride] += each * on * p * (slope[from+c*l.stride] - mean)
		}
	})
}
