package flows

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// Redraw returns the operator that picks one of these axes of g, or of all if none is given, with equal probability. It
// redraws that coordinate from its conditional given the others. The flow on a line is p(x) p(y) over the mass of the
// line. On a line without mass the walker stays. Pulls take means under p along the lines, without edges.
func Redraw(g grid.Grid, axes ...int) chains.Operator {
	o := &redraw{walls: g}
	for _, axis := range orAll(g, axes) {
		o.lines = append(o.lines, g.Lines(axis))
	}
	return o
}

// Line returns the operator that redraws among all cells of g at once: a draw from p.
func Line(g grid.Grid) chains.Operator {
	return &redraw{walls: g, lines: []grid.Lines{grid.New(g.Size()).Lines(0)}}
}

// A redraw operator keeps the masses of a level. If these lie below every float, it keeps each line's over its largest.
type redraw struct {
	walls grid.Grid // says which cells are walls; the lines of Line are not its own
	lines []grid.Lines
	level *chains.Level
	cold  bool        // p belongs to an earlier level
	p     [][]float64 // by axis and cell, the masses; 0 of a wall
}

// Reversal returns the operator itself.
func (o *redraw) Reversal() chains.Operator { return o }

// Aim makes the operator leave l's density invariant.
func (o *redraw) Aim(l *chains.Level) { o.level, o.cold = l, true }

// refresh computes the masses, once a level. If a wall has mass it takes them from the logarithms.
func (o *redraw) refresh() {
	if !o.cold {
		return
	}
	o.cold = false
	o.p = o.p[:0]
	p := o.level.Masses()
	byLog := p == nil || o.walls.WallsHave(p)
	for _, l := range o.lines {
		if byLog {
			p = o.overLargest(l, o.level.LogF())
		}
		o.p = append(o.p, p)
	}
}

// overLargest returns the masses over the largest of their line.
func (o *redraw) overLargest(l grid.Lines, logf []float64) []float64 {
	p := make([]float64, len(logf))
	for i := range l.Count {
		first, end := ends(l, i)
		top := math.Inf(-1)
		for x := first; x < end; x += l.Stride {
			if !o.walls.Wall(x) {
				top = max(top, logf[x])
			}
		}
		for x := first; x < end; x += l.Stride {
			if !o.walls.Wall(x) && !math.IsInf(logf[x], -1) {
				p[x] = math.Exp(logf[x] - top)
			}
		}
	}
	return p
}

// ends returns the first cell of a line, and the cell after its last.
func ends(l grid.Lines, i int) (first, end int) {
	first = l.First(i)
	return first, first + (l.Length-1)*l.Stride + 1
}

// sum returns the sum of f on a line, from its first cell to before end.
func sum(f []float64, first, end, stride int) (sum float64) {
	for x := first; x < end; x += stride {
		sum += f[x]
	}
	return sum
}

// Row adds the cells of all lines through x.
func (o *redraw) Row(x int, visit func(y int, p float64)) {
	o.refresh()
	share := 1 / float64(len(o.lines))
	for axis, l := range o.lines {
		p := o.p[axis]
		i := l.Of(x)
		first, end := ends(l, i)
		mass := sum(p, first, end, l.Stride)
		for y := first; y < end; y += l.Stride {
			if y != x && p[y] > 0 {
				visit(y, share*(p[y]/mass))
			}
		}
	}
}

// Stay returns the mean of x's shares of its lines' masses. The share of a line without mass is 1.
func (o *redraw) Stay(x int) (stay float64) {
	o.refresh()
	for axis, l := range o.lines {
		i := l.Of(x)
		first, end := ends(l, i)
		if mass := sum(o.p[axis], first, end, l.Stride); mass > 0 {
			stay += o.p[axis][x] / mass
		} else {
			stay++
		}
	}
	return stay / float64(len(o.lines))
}

// Push shares out the mass of q on each line in proportion to p.
func (o *redraw) Push(dst, q []float64) {
	o.refresh()
	clear(dst)
	share := 1 / float64(len(o.lines))
	for axis, l := range o.lines {
		p := o.p[axis]
		for i := range l.Count {
			first, end := ends(l, i)
			mass := sum(p, first, end, l.Stride)
			arrives := sum(q, first, end, l.Stride)
			for x := first; x < end; x += l.Stride {
				if mass == 0 {
					dst[x] += share * q[x]
				} else {
					dst[x] += share * (arrives / mass) * p[x]
				}
			}
		}
	}
}

// Pull adds, axis by axis, a share of (mean on the line - f).
func (o *redraw) Pull(dst, f *chains.Pair) {
	o.refresh()
	copy(dst[0], f[0])
	copy(dst[1], f[1])
	share := 1 / float64(len(o.lines))
	for axis, l := range o.lines {
		crew.ParallelGroups(l.Count, l.Length, func(from, to int) {
			for i := from; i < to; i++ {
				addOn(dst, f, o.p[axis], l, i, share)
			}
		})
	}
}

// addOn adds share (mean - f) to both functions on line i.
func addOn(dst, f *chains.Pair, p []float64, l grid.Lines, i int, share float64) {
	first, end := ends(l, i)
	mass := sum(p, first, end, l.Stride)
	if mass == 0 {
		return
	}
	p = p[:end]
	f0, f1 := f[0][:end], f[1][:end]
	d0, d1 := dst[0][:end], dst[1][:end]
	m0 := 0.0
	m1 := 0.0
	for x := first; x < end; x += l.Stride {
		m0 += p[x] * f0[x]
		m1 += p[x] * f1[x]
	}
	m0, m1 = m0/mass, m1/mass
	for x := first; x < end; x += l.Stride {
		d0[x] += share * (m0 - f0[x])
		d1[x] += share * (m1 - f1[x])
	}
}

// Interval returns the operator over intervals.
func (o *redraw) Interval() OperatorOver[*numbers.Interval] {
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

// Push shares out the mass of q on each line in proportion to p.
func (o *overLines[N]) Push(dst, q []N) {
	o.eachLine(dst, q, func(line []int, mass N) {
		arrives := o.zero
		for _, x := range line {
			arrives = arrives.Plus(q[x])
		}
		each := o.share.Times(arrives.Over(mass))
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
