package flows

import (
	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Redraw picks one of these axes of g, each as probable, or one of all if none is given, and redraws the coordinate
// along it from its conditional given the others. The flow on a line is p(x) p(y) over the mass of the line. On a line
// without mass the walker stays. Its pulls take means under p along the lines, and no edge is written down.
func Redraw(g grid.Grid, axes ...int) chains.Operator {
	o := &redraw{walls: g}
	if len(axes) == 0 {
		for axis := range g.Axes() {
			axes = append(axes, axis)
		}
	}
	for _, axis := range axes {
		o.lines = append(o.lines, g.Lines(axis))
	}
	o.float.lines = o.lines
	o.wide.lines = o.lines
	return o
}

// Line redraws among all cells of g at once: a draw from p.
func Line(g grid.Grid) chains.Operator {
	o := Redraw(grid.New(g.Size())).(*redraw)
	o.walls = g
	return o
}

// A redraw operator pulls pairs by means, and all else as any number does: in float64, or where masses lie below every
// float over numbers.Wide.
type redraw struct {
	walls grid.Grid // of the cells
	lines []grid.Lines
	level *chains.Level
	cold  bool // what follows belongs to an earlier level
	deep  bool
	none  []bool
	float overLines[numbers.Float]
	wide  overLines[numbers.Wide]
}

func (o *redraw) Reversal() chains.Operator { return o }
func (o *redraw) Aim(l *chains.Level)       { o.level, o.cold = l, true }

// look adds up the masses of all lines, once a level.
func (o *redraw) look() {
	if !o.cold {
		return
	}
	o.cold = false
	masses := o.level.Masses()
	if o.deep = masses == nil; o.deep {
		o.wide.Aim(WideMasses(o.walls, o.level))
		return
	}
	o.none = noneAt(o.walls, o.none, o.level)
	o.float.Aim(Masses[numbers.Float]{P: floatsOf(masses), None: o.none})
}

// floatsOf returns numbers as Floats.
func floatsOf(all []float64) []numbers.Float {
	floats := make([]numbers.Float, len(all))
	for x, v := range all {
		floats[x] = numbers.Float(v)
	}
	return floats
}

func (o *redraw) Row(x int, visit func(y int, p float64)) {
	o.look()
	if !o.deep {
		o.float.Row(x, func(y int, p numbers.Float) { visit(y, float64(p)) })
		return
	}
	o.wide.Row(x, func(y int, p numbers.Wide) {
		if p := p.Float(); p > 0 {
			visit(y, p)
		}
	})
}

// Stay returns the mean of x's share of its lines, 1 of a line without mass.
func (o *redraw) Stay(x int) float64 {
	o.look()
	if o.deep {
		return o.wide.stay(x).Float()
	}
	return float64(o.float.stay(x))
}

func (o *redraw) Push(dst, q []float64) {
	o.step(dst, q, o.float.Push, o.wide.Push)
}

func (o *redraw) Pull(dst, f []float64) {
	o.step(dst, f, o.float.Pull, o.wide.Pull)
}

// step makes a step over the numbers of the level.
func (o *redraw) step(dst, f []float64, float func(dst, f []numbers.Float), wide func(dst, f []numbers.Wide)) {
	o.look()
	if !o.deep {
		to := make([]numbers.Float, len(f))
		float(to, floatsOf(f))
		for x, v := range to {
			dst[x] = float64(v)
		}
		return
	}
	from := make([]numbers.Wide, len(f))
	to := make([]numbers.Wide, len(f))
	for x, v := range f {
		from[x] = numbers.WideOf(v)
	}
	wide(to, from)
	for x, v := range to {
		dst[x] = v.Float()
	}
}

// PullPair adds, axis by axis, a share of (mean on the line - f). In a cell without mass the result means nothing.
func (o *redraw) PullPair(dst, f *chains.Pair) {
	p := o.level.Masses()
	if p == nil || o.walls.WallsHave(p) {
		o.Pull(dst[0], f[0])
		o.Pull(dst[1], f[1])
		return
	}
	copy(dst[0], f[0])
	copy(dst[1], f[1])
	share := 1 / float64(len(o.lines))
	for _, l := range o.lines {
		crew.ParallelGroups(l.Count, l.Length, func(first, last int) {
			for i := first; i < last; i++ {
				addOn(dst, f, p, l, l.First(i), share)
			}
		})
	}
}

// addOn adds share (mean - f) to both functions on a line from its first cell on.
func addOn(dst, f *chains.Pair, p []float64, l grid.Lines, first int, share float64) {
	end := first + (l.Length-1)*l.Stride + 1
	p = p[:end]
	f0, f1 := f[0][:end], f[1][:end]
	d0, d1 := dst[0][:end], dst[1][:end]
	mass := numbers.Least
	m0 := 0.0
	m1 := 0.0
	for x := first; x < end; x += l.Stride {
		v := p[x]
		mass += v
		m0 += v * f0[x]
		m1 += v * f1[x]
	}
	m0, m1 = m0/mass, m1/mass
	for x := first; x < end; x += l.Stride {
		d0[x] += share * (m0 - f0[x])
		d1[x] += share * (m1 - f1[x])
	}
}

// Wide returns the operator over numbers.Wide.
func (o *redraw) Wide() Over[numbers.Wide] { return &overLines[numbers.Wide]{lines: o.lines} }

// Interval returns the operator over intervals.
func (o *redraw) Interval() Over[*numbers.Interval] {
	return &overLines[*numbers.Interval]{lines: o.lines}
}

// overLines redraws over any number.
type overLines[N numbers.Number[N]] struct {
	lines []grid.Lines
	m     Masses[N]
	mass  [][]N // by axis and line
	share N
	zero  N
}

func (o *overLines[N]) Aim(m Masses[N]) {
	o.m = m
	o.zero = m.P[0].Of(0)
	o.share = m.P[0].Of(1).Over(m.P[0].Of(float64(len(o.lines))))
	o.mass = make([][]N, len(o.lines))
	for axis, l := range o.lines {
		for i := range l.Count {
			sum := o.zero
			o.each(l, i, func(x int) {
				if m.Has(int32(x)) {
					sum = sum.Plus(m.P[x])
				}
			})
			o.mass[axis] = append(o.mass[axis], sum)
		}
	}
}

func (o *overLines[N]) each(l grid.Lines, i int, do func(x int)) {
	for c := range l.Length {
		do(l.First(i) + c*l.Stride)
	}
}

func (o *overLines[N]) Row(x int, visit func(y int, p N)) {
	for axis, l := range o.lines {
		i, _ := l.Of(x)
		mass := o.mass[axis][i]
		if mass.IsZero() {
			continue
		}
		o.each(l, i, func(y int) {
			if y != x && o.m.Has(int32(y)) {
				visit(y, o.share.Times(o.m.P[y].Over(mass)))
			}
		})
	}
}

// stay returns the mean of x's share of its lines, 1 of a line without mass.
func (o *overLines[N]) stay(x int) N {
	sum := o.zero
	for axis, l := range o.lines {
		i, _ := l.Of(x)
		switch mass := o.mass[axis][i]; {
		case mass.IsZero():
			sum = sum.Plus(o.share)
		case o.m.Has(int32(x)):
			sum = sum.Plus(o.share.Times(o.m.P[x].Over(mass)))
		}
	}
	return sum
}

// Push shares out what a line has in proportion to p.
func (o *overLines[N]) Push(dst, q []N) {
	o.clear(dst)
	for axis, l := range o.lines {
		for i, mass := range o.mass[axis] {
			if mass.IsZero() {
				o.each(l, i, func(x int) { dst[x] = dst[x].Plus(o.share.Times(q[x])) })
				continue
			}
			on := o.zero
			o.each(l, i, func(x int) { on = on.Plus(q[x]) })
			each := o.share.Times(on.Over(mass))
			o.each(l, i, func(x int) {
				if o.m.Has(int32(x)) {
					dst[x] = dst[x].Plus(each.Times(o.m.P[x]))
				}
			})
		}
	}
}

// Pull takes means.
func (o *overLines[N]) Pull(dst, f []N) {
	o.clear(dst)
	for axis, l := range o.lines {
		for i, mass := range o.mass[axis] {
			if mass.IsZero() {
				o.each(l, i, func(x int) { dst[x] = dst[x].Plus(o.share.Times(f[x])) })
				continue
			}
			sum := o.zero
			o.each(l, i, func(x int) {
				if o.m.Has(int32(x)) {
					sum = sum.Plus(f[x].Times(o.m.P[x]))
				}
			})
			each := o.share.Times(sum.Over(mass))
			o.each(l, i, func(x int) { dst[x] = dst[x].Plus(each) })
		}
	}
}

func (o *overLines[N]) clear(dst []N) {
	for x := range dst {
		dst[x] = o.zero
	}
}
