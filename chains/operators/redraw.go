package operators

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/lanes"
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
	buf    []float64   // for one conditional
	single single

	twos      *Flows       // along axes of two cells; nil until a pair is pulled
	near, far []grid.Lines // along the other axes
	slab      int          // number of cells that are whole lines along all near axes
	means     *means
}

// NewRedraw redraws along one of these axes of g, or of all if none is given.
func NewRedraw(g grid.Grid, axes ...int) *Redraw {
	o := &Redraw{grid: g, axes: orAll(g, axes), means: new(means)}
	longest := 0
	for _, a := range o.axes {
		o.lines = append(o.lines, g.Lines(a))
		o.equal = append(o.equal, 1)
		longest = max(longest, g.Len(a))
	}
	o.buf = make([]float64, longest)
	return o
}

func (o *Redraw) Reversal() chains.Operator { return o }

func (o *Redraw) Aim(l *chains.Level) { o.level, o.cold = l, true }

// conditional returns the conditional of the i-th line along an axis, all 0 if the line
// has no mass. It comes from a table, which is made once a level, or on a large space is computed in buf.
func (o *Redraw) conditional(axis, i int, buf []float64) []float64 {
	if o.grid.Size() >= crew.ParallelFrom {
		return conditional(o.level, o.lines[axis], i, buf)
	}
	if o.cold {
		o.cold = false
		for axis, l := range o.lines {
			if axis == len(o.conds) {
				o.conds = append(o.conds, make([]float64, o.grid.Size()))
			}
			for i := range l.Count {
				conditional(o.level, l, i, o.conds[axis][i*l.Length:])
			}
		}
	}
	length := o.lines[axis].Length
	return o.conds[axis][i*length:][:length]
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
		for c, p := range o.conditional(axis, i, o.buf) {
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
		if cond := o.conditional(axis, i, o.buf); !empty(cond) {
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
	cond := o.conditional(axis, i, o.buf)
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
	if o.level.P == nil {
		o.level.LogF() // made once, before many read it
	}
	share := 1 / float64(len(o.axes))
	for axis, l := range o.lines {
		crew.ParallelGroups(l.Count, l.Length, func(from, to int) {
			buf := o.buf // unused if there is a table
			if o.grid.Size() >= crew.ParallelFrom {
				buf = make([]float64, l.Length)
			}
			for i := from; i < to; i++ {
				first := l.First(i)
				cond := o.conditional(axis, i, buf)
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
	if o.grid.Size() >= crew.ParallelFrom && o.single.push(o, o.level, nil, dst, q) {
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

// PushBlock is Push of eight measures.
func (o *Redraw) PushBlock(dst, q lanes.Block) {
	clear(dst)
	share := 1 / float64(len(o.axes))
	for axis, l := range o.lines {
		for i := range l.Count {
			first := l.First(i)
			cond := o.conditional(axis, i, o.buf)
			if empty(cond) {
				for x := first; x < first+l.Length*l.Stride; x += l.Stride {
					for k, mass := range &q[x] {
						dst[x][k] += share * mass
					}
				}
				continue
			}
			lanes.Redraw(dst, q, first, l.Stride, cond, share)
		}
	}
}

// PushLaw is Push, which subtracts nothing.
func (o *Redraw) PushLaw(dst, q []float64) { o.Push(dst, q) }

func (o *Redraw) Pull(dst, f []float64) {
	if o.grid.Size() >= crew.ParallelFrom && o.single.pull(o, o.level, nil, dst, f) {
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

// PullPair adds, axis by axis, a share of (mean on the line - f). It takes all axes of two
// cells together: redrawing one of two cells is proposing the other and accepting it by
// Barker's rule.
func (o *Redraw) PullPair(dst, base, f *chains.Pair, share float64) {
	share /= float64(len(o.lines))
	p := o.level.Masses()
	if o.twos == nil {
		// Axes of two cells are edges, except a single axis on a space of many chunks, because such edges cannot be
		// pulled in place. Other axes whose lines lie within a few thousand cells are near: a slab, the largest such
		// number of cells, is done along all of them at once. The rest are far, and done one by one.
		var ways []Way
		o.slab = 1
		for i, l := range o.lines {
			switch size := l.Stride * l.Length; {
			case l.Length == 2 && (len(o.lines) > 1 || o.grid.Size() <= chunk):
				ways = append(ways, along(o.grid, o.axes[i], 1, 1))
			case size <= crew.PieceSize/4:
				o.slab = max(o.slab, size)
				o.near = append(o.near, l)
			default:
				o.far = append(o.far, l)
			}
		}
		o.twos = NewFlows(o.grid, ways, lanes.Harmonic, 1)
	}
	if len(o.twos.ways) > 0 {
		o.twos.PullPair(dst, base, f, p, p, share)
		base = dst
	}
	if o.grid.Size() < crew.ParallelFrom { // without a func, which would be allocated at each pull
		if len(o.near) > 0 {
			o.pullSlabs(o.means, dst, base, f, p, 0, o.grid.Size()/o.slab, share)
			base = dst
		}
		for _, l := range o.far {
			o.means.add(dst, base, f, p, l, 0, l.Count, share)
			base = dst
		}
		return
	}
	if len(o.near) > 0 {
		start := base
		crew.ParallelGroups(o.grid.Size()/o.slab, o.slab, func(first, last int) {
			o.pullSlabs(new(means), dst, start, f, p, first, last, share)
		})
		base = dst
	}
	for _, l := range o.far {
		start := base
		crew.ParallelGroups(l.Count, l.Length, func(first, last int) {
			new(means).add(dst, start, f, p, l, first, last, share)
		})
		base = dst
	}
}

// InPlace is true along a single axis: PullPair reads each line, or all its flows, before
// it writes.
func (o *Redraw) InPlace() bool { return len(o.lines) == 1 }

// pullSlabs does some slabs, each along all near axes, so that its cells are fetched once.
func (o *Redraw) pullSlabs(m *means, dst, base, f *chains.Pair, p []float64, first, last int, share float64) {
	for from := first * o.slab; from < last*o.slab; from += o.slab {
		base := base
		for _, l := range o.near {
			m.add(dst, base, f, p, l, from/l.Length, (from+o.slab)/l.Length, share)
			base = dst
		}
	}
}

// block is the number of neighbouring lines done at a time.
const block = 256

// means holds, for some neighbouring lines, their masses and the means of both functions
// under p.
type means struct{ mass, a, b [block]float64 }

// add sets dst to base + share (mean - f) for both functions on the lines first..last;
// mean is the mean of f under p on the cell's line. On a line without mass dst is finite
// and otherwise meaningless. dst may be base, and f.
func (m *means) add(dst, base, f *chains.Pair, p []float64, l grid.Lines, first, last int, share float64) {
	switch {
	case l.Length == 2:
		addHalves(dst, base, f, p, l, first, last, share)
	case l.Stride == 1:
		addAlong(dst, base, f, p[:last*l.Length], first*l.Length, l.Length, share)
	default:
		for first < last {
			count := min(last-first, l.Stride-first%l.Stride, block)
			m.addAcross(dst, base, f, p, l, l.First(first), count, share)
			first += count
		}
	}
}

// addHalves is add on lines of two cells.
func addHalves(dst, base, f *chains.Pair, p []float64, l grid.Lines, first, last int, share float64) {
	s := l.Stride
	f0 := f[0]
	f1 := f[1]
	b0 := base[0]
	b1 := base[1]
	d0 := dst[0]
	d1 := dst[1]
	from := l.First(first)
	side := s - first%s // lines that lie side by side from here on
	for first < last {
		run := min(side, last-first)
		for x := from; x < from+run; x++ {
			y := x + s
			rate := share / (p[x] + p[y] + Least)
			here, there := rate*p[x], rate*p[y]
			g0, g1 := f0[y]-f0[x], f1[y]-f1[x]
			d0[x] = b0[x] + there*g0
			d0[y] = b0[y] - here*g0
			d1[x] = b1[x] + there*g1
			d1[y] = b1[y] - here*g1
		}
		first += run
		from += run + s
		side = s
	}
}

// addAlong is add on lines that lie one after the other, from cell from to the end of p.
func addAlong(dst, base, f *chains.Pair, p []float64, from, length int, share float64) {
	f0 := f[0]
	f1 := f[1]
	b0 := base[0]
	b1 := base[1]
	d0 := dst[0]
	d1 := dst[1]
	for ; from < len(p); from += length {
		var mass, m0, m1 float64
		for x := from; x < from+length; x++ {
			v := p[x]
			mass += v
			m0 += v * f0[x]
			m1 += v * f1[x]
		}
		mass += Least
		m0, m1 = m0/mass, m1/mass
		for x := from; x < from+length; x++ {
			d0[x] = b0[x] + share*(m0-f0[x])
			d1[x] = b1[x] + share*(m1-f1[x])
		}
	}
}

// addAcross is add on lines side by side; the first line begins at cell from.
func (m *means) addAcross(dst, base, f *chains.Pair, p []float64, l grid.Lines, from, count int, share float64) {
	mass := m.mass[:count]
	m0 := m.a[:count]
	m1 := m.b[:count]
	for i := range mass {
		mass[i] = Least
		m0[i] = 0
		m1[i] = 0
	}
	for c := range l.Length {
		x := from + c*l.Stride
		p := p[x:][:count]
		f0 := f[0][x:][:count]
		f1 := f[1][x:][:count]
		for i, v := range p {
			mass[i] += v
			m0[i] += v * f0[i]
			m1[i] += v * f1[i]
		}
	}
	for i, v := range mass {
		m0[i], m1[i] = m0[i]/v, m1[i]/v
	}
	for c := range l.Length {
		x := from + c*l.Stride
		f0 := f[0][x:][:count]
		f1 := f[1][x:][:count]
		b0 := base[0][x:][:count]
		b1 := base[1][x:][:count]
		d0 := dst[0][x:][:count]
		d1 := dst[1][x:][:count]
		for i := range m0[:count] {
			d0[i] = b0[i] + share*(m0[i]-f0[i])
			d1[i] = b1[i] + share*(m1[i]-f1[i])
		}
	}
}
