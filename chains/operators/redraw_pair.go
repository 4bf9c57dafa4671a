package operators

import (
	"breadboard/chains"
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// PullPair adds, axis by axis, a share of (mean on the line - f). It takes all axes of two
// cells together: redrawing one of two cells is proposing the other and accepting it by
// Barker's rule.
func (o *Redraw) PullPair(dst, base, f *chains.Pair, share float64) {
	share /= float64(len(o.lines))
	p := o.level.Masses()
	if o.twos == nil {
		o.divide()
	}
	if len(o.twos.ways) > 0 {
		o.twos.PullPair(dst, base, f, p, p, share)
		base = dst
	}
	if o.grid.Size() >= chains.ParallelFrom {
		o.pullLarge(dst, base, f, p, share)
		return
	}
	if len(o.near) > 0 {
		o.pullSlabs(o.means, dst, base, f, p, 0, o.grid.Size()/o.slab, share)
		base = dst
	}
	for _, l := range o.far {
		o.means.add(dst, base, f, p, l, 0, l.Count, share)
		base = dst
	}
}

// pullLarge is PullPair along the axes near and far, on all cores.
func (o *Redraw) pullLarge(dst, base, f *chains.Pair, p []float64, share float64) {
	if len(o.near) > 0 {
		start := base
		chains.ParallelGroups(o.grid.Size()/o.slab, o.slab, func(first, last int) {
			o.pullSlabs(new(means), dst, start, f, p, first, last, share)
		})
		base = dst
	}
	for _, l := range o.far {
		start := base
		chains.ParallelGroups(l.Count, l.Length, func(first, last int) {
			new(means).add(dst, start, f, p, l, first, last, share)
		})
		base = dst
	}
}

// divide decides how to do each axis. Axes of two cells are edges, except a single axis on
// a space of many chunks, because such edges cannot be pulled in place. Other axes whose
// lines lie within a few thousand cells are near: a slab, the largest such number of
// cells, is done along all of them at once. The rest are far, and done one by one.
func (o *Redraw) divide() {
	var ways [][]int
	o.slab = 1
	for i, l := range o.lines {
		switch size := l.Stride * l.Length; {
		case l.Length == 2 && (len(o.lines) > 1 || o.grid.Size() <= chunk):
			ways = append(ways, StepsAlong(o.grid, o.axes[i])...)
		case size <= chains.PieceSize/4:
			o.slab, o.near = max(o.slab, size), append(o.near, l)
		default:
			o.far = append(o.far, l)
		}
	}
	o.twos = NewFlows(o.grid, ways, lanes.Harmonic, 1)
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
	for first < last {
		from := l.First(first)
		count := min(last-first, l.Stride-first%l.Stride)
		switch {
		case l.Length == 2:
			addHalves(dst, base, f, p, l, first, last, share)
			return
		case l.Stride == 1:
			addAlong(dst, base, f, p[:from+(last-first)*l.Length], from, l.Length, share)
			return
		default:
			count = min(count, block)
			m.addAcross(dst, base, f, p, l, from, count, share)
		}
		first += count
	}
}

// addHalves is add on lines of two cells.
func addHalves(dst, base, f *chains.Pair, p []float64, l grid.Lines, first, last int, share float64) {
	s := l.Stride
	f0, f1, b0, b1, d0, d1 := f[0], f[1], base[0], base[1], dst[0], dst[1]
	from, run := l.First(first), s-first%s // lines side by side
	for ; first < last; first, from, run = first+run, from+run+s, s {
		run = min(run, last-first)
		for x := from; x < from+run; x++ {
			y := x + s
			rate := share / (p[x] + p[y] + Least)
			here, there := rate*p[x], rate*p[y]
			g0, g1 := f0[y]-f0[x], f1[y]-f1[x]
			d0[x], d0[y] = b0[x]+there*g0, b0[y]-here*g0
			d1[x], d1[y] = b1[x]+there*g1, b1[y]-here*g1
		}
	}
}

// addAlong is add on lines that lie one after the other, from cell from to the end of p.
func addAlong(dst, base, f *chains.Pair, p []float64, from, length int, share float64) {
	f0, f1, b0, b1, d0, d1 := f[0], f[1], base[0], base[1], dst[0], dst[1]
	for ; from < len(p); from += length {
		mass, m0, m1 := 0.0, 0.0, 0.0
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
	mass, m0, m1 := m.mass[:count], m.a[:count], m.b[:count]
	for i := range mass {
		mass[i], m0[i], m1[i] = Least, 0, 0
	}
	for c := range l.Length {
		x := from + c*l.Stride
		p, f0, f1 := p[x:][:count], f[0][x:][:count], f[1][x:][:count]
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
		f0, f1, b0, b1 := f[0][x:][:count], f[1][x:][:count], base[0][x:][:count], base[1][x:][:count]
		d0, d1 := dst[0][x:][:count], dst[1][x:][:count]
		for i := range m0[:count] {
			d0[i] = b0[i] + share*(m0[i]-f0[i])
			d1[i] = b1[i] + share*(m1[i]-f1[i])
		}
	}
}
