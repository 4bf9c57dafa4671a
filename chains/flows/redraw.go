package flows

import (
	"math"

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
	for _, axis := range orAll(g, axes) {
		o.lines = append(o.lines, g.Lines(axis))
	}
	return o
}

// Line redraws among all cells of g at once: a draw from p.
func Line(g grid.Grid) chains.Operator {
	return &redraw{walls: g, lines: []grid.Lines{grid.New(g.Size()).Lines(0)}}
}

// A redraw operator takes the masses of a line over their largest where those of a level lie below every float.
type redraw struct {
	walls grid.Grid // of the cells
	lines []grid.Lines
	level *chains.Level
	room  []float64 // for what a single function needs no second of
}

// Reversal returns the operator itself.
func (o *redraw) Reversal() chains.Operator { return o }

// Aim makes the operator leave l's density invariant.
func (o *redraw) Aim(l *chains.Level) { o.level = l }

// A weigher has the masses of cells: p, or exp(logf - top) if p is nil.
type weigher struct {
	walls   grid.Grid
	p, logf []float64
	top     float64
}

// weigher returns that of a level. Where a wall has mass it goes by logarithms.
func (o *redraw) weigher() weigher {
	w := weigher{walls: o.walls, p: o.level.Masses()}
	if w.p == nil || o.walls.WallsHave(w.p) {
		w.p = nil
		w.logf = o.level.LogF()
	}
	return w
}

// weight returns the mass of a cell, 0 of a wall.
func (w *weigher) weight(x int) float64 {
	if w.p != nil {
		return w.p[x]
	}
	return w.byLog(x)
}

func (w *weigher) byLog(x int) float64 {
	if w.walls.Wall(x) {
		return 0
	}
	return math.Exp(w.logf[x] - w.top)
}

// line returns the mass of a line, and makes its largest mass 1 if masses are by logarithms.
func (w *weigher) line(l grid.Lines, first int) (mass float64) {
	end := first + l.Length*l.Stride
	if w.p == nil {
		w.top = math.Inf(-1)
		for x := first; x < end; x += l.Stride {
			if !w.walls.Wall(x) {
				w.top = max(w.top, w.logf[x])
			}
		}
		if math.IsInf(w.top, -1) {
			return 0
		}
	}
	for x := first; x < end; x += l.Stride {
		mass += w.weight(x)
	}
	return mass
}

// Row adds the cells of all lines through x.
func (o *redraw) Row(x int, visit func(y int, p float64)) {
	share := 1 / float64(len(o.lines))
	o.through(x, func(l grid.Lines, first int, w *weigher, mass float64) {
		for c := range l.Length {
			y := first + c*l.Stride
			if p := w.weight(y); y != x && p > 0 {
				visit(y, share*(p/mass))
			}
		}
	})
}

// Stay returns the mean of x's share of its lines, 1 of a line without mass.
func (o *redraw) Stay(x int) (stay float64) {
	o.through(x, func(_ grid.Lines, _ int, w *weigher, mass float64) {
		if mass == 0 {
			stay++
		} else {
			stay += w.weight(x) / mass
		}
	})
	return stay / float64(len(o.lines))
}

// through calls do with each line through x, its first cell and its mass.
func (o *redraw) through(x int, do func(l grid.Lines, first int, w *weigher, mass float64)) {
	w := o.weigher()
	for _, l := range o.lines {
		i, _ := l.Of(x)
		do(l, l.First(i), &w, w.line(l, l.First(i)))
	}
}

// Push shares out what a line has in proportion to p.
func (o *redraw) Push(dst, q []float64) {
	clear(dst)
	w := o.weigher()
	share := 1 / float64(len(o.lines))
	for _, l := range o.lines {
		for i := range l.Count {
			first := l.First(i)
			end := first + l.Length*l.Stride
			mass := w.line(l, first)
			on := 0.0
			for x := first; x < end; x += l.Stride {
				on += q[x]
			}
			for x := first; x < end; x += l.Stride {
				if mass == 0 {
					dst[x] += share * q[x]
				} else {
					dst[x] += share * (on / mass) * w.weight(x)
				}
			}
		}
	}
}

// Pull pulls f beside itself.
func (o *redraw) Pull(dst, f []float64) {
	if o.room == nil {
		o.room = make([]float64, len(f))
	}
	o.PullPair(&chains.Pair{dst, o.room}, &chains.Pair{f, f})
}

// PullPair adds, axis by axis, a share of (mean on the line - f).
func (o *redraw) PullPair(dst, f *chains.Pair) {
	copy(dst[0], f[0])
	copy(dst[1], f[1])
	share := 1 / float64(len(o.lines))
	all := o.weigher()
	for _, l := range o.lines {
		crew.ParallelGroups(l.Count, l.Length, func(from, to int) {
			w := all
			for i := from; i < to; i++ {
				w.addOn(dst, f, l, l.First(i), share)
			}
		})
	}
}

// addOn adds share (mean - f) to both functions on a line from its first cell on.
func (w *weigher) addOn(dst, f *chains.Pair, l grid.Lines, first int, share float64) {
	mass := w.line(l, first)
	if mass == 0 {
		return
	}
	end := first + (l.Length-1)*l.Stride + 1
	f0, f1 := f[0][:end], f[1][:end]
	d0, d1 := dst[0][:end], dst[1][:end]
	m0 := 0.0
	m1 := 0.0
	for x := first; x < end; x += l.Stride {
		v := w.weight(x)
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
	share N
	zero  N
}

// Aim makes the step leave the masses invariant.
func (o *overLines[N]) Aim(m Masses[N]) {
	o.m = m
	o.zero = m.P[0].Of(0)
	o.share = m.P[0].Of(1).Over(m.P[0].Of(float64(len(o.lines))))
}

// Push shares out what a line has in proportion to p.
func (o *overLines[N]) Push(dst, q []N) {
	o.eachLine(dst, q, func(line []int, mass N) {
		on := o.zero
		for _, x := range line {
			on = on.Plus(q[x])
		}
		each := o.share.Times(on.Over(mass))
		for _, x := range line {
			if o.m.Has(int32(x)) {
				dst[x] = dst[x].Plus(each.Times(o.m.P[x]))
			}
		}
	})
}

// Pull takes means.
func (o *overLines[N]) Pull(dst, f []N) {
	o.eachLine(dst, f, func(line []int, mass N) {
		sum := o.zero
		for _, x := range line {
			if o.m.Has(int32(x)) {
				sum = sum.Plus(f[x].Times(o.m.P[x]))
			}
		}
		each := o.share.Times(sum.Over(mass))
		for _, x := range line {
			dst[x] = dst[x].Plus(each)
		}
	})
}

// eachLine clears dst and calls do with the cells of each line that has mass. On the others dst gets its share of f.
func (o *overLines[N]) eachLine(dst, f []N, do func(line []int, mass N)) {
	for x := range dst {
		dst[x] = o.zero
	}
	for _, l := range o.lines {
		line := make([]int, l.Length)
		for i := range l.Count {
			mass := o.zero
			for c := range line {
				line[c] = l.First(i) + c*l.Stride
				if o.m.Has(int32(line[c])) {
					mass = mass.Plus(o.m.P[line[c]])
				}
			}
			if !mass.IsZero() {
				do(line, mass)
				continue
			}
			for _, x := range line {
				dst[x] = dst[x].Plus(o.share.Times(f[x]))
			}
		}
	}
}
