package chains

import "breadboard/chains/lanes"

// PullPair adds, axis by axis, the share of what the means along its lines are more
// than f. Axes of two cells are taken together: to redraw one of two is Barker's
// rule with the other proposed for sure.
func (o *heatBath) PullPair(dst, base, f *Pair, share float64) {
	share /= float64(len(o.lines))
	p := o.level.weights()
	if o.pairs == nil {
		o.divide()
	}
	if len(o.pairs.ways) > 0 {
		o.pairs.pullPair(dst, base, f, p, p, share)
		base = dst
	}
	if o.grid.Size() >= Wide {
		o.addWide(dst, base, f, p, share)
		return
	}
	if len(o.near) > 0 {
		o.addNear(o.means, dst, base, f, p, 0, o.grid.Size()/o.slab, share)
		base = dst
	}
	for _, l := range o.far {
		o.means.add(dst, base, f, p, l, 0, l.count, share)
		base = dst
	}
}

// addWide is PullPair along the axes near and far, on all cores.
func (o *heatBath) addWide(dst, base, f *Pair, p []float64, share float64) {
	if len(o.near) > 0 {
		start := base
		abreast(o.grid.Size()/o.slab, o.slab, func(first, last int) {
			o.addNear(newMeans(), dst, start, f, p, first, last, share)
		})
		base = dst
	}
	for _, l := range o.far {
		start := base
		abreast(l.count, l.length, func(first, last int) {
			newMeans().add(dst, start, f, p, l, first, last, share)
		})
		base = dst
	}
}

// divide says which axes are done how: those of two cells as edges, but a single one
// of many cells, which edges could not do in place; those whose lines are within a
// slab, the largest number of cells but for a few thousand at the most, slab by slab;
// those far one by one.
func (o *heatBath) divide() {
	var ways [][]int
	o.slab = 1
	for i, l := range o.lines {
		switch size := l.stride * l.length; {
		case l.length == 2 && (len(o.lines) > 1 || o.grid.Size() <= chunk):
			ways = append(ways, make([]int, o.grid.Axes()))
			ways[len(ways)-1][o.along[i]] = 1
		case size <= Piece/4:
			o.slab, o.near = max(o.slab, size), append(o.near, l)
		default:
			o.far = append(o.far, l)
		}
	}
	o.pairs = newFlows(o.grid, ways, lanes.Harmonic, 1)
}

// inPlace: along a single axis each line, or all that flows along it, is read before
// anything is written.
func (o *heatBath) inPlace() bool { return len(o.lines) == 1 }

// addNear does some slabs, each along all axes near: what they have in common is then
// fetched once.
func (o *heatBath) addNear(m *means, dst, base, f *Pair, p []float64, first, last int, share float64) {
	for from := first * o.slab; from < last*o.slab; from += o.slab {
		base := base
		for _, l := range o.near {
			m.add(dst, base, f, p, l, from/l.length, (from+o.slab)/l.length, share)
			base = dst
		}
	}
}

// block is how many lines side by side are done at a time.
const block = 256

// means is room for what some neighbouring lines have: their mass, and the means
// of both functions under p.
type means struct{ mass, a, b [block]float64 }

func newMeans() *means { return &means{} }

// add sets dst to base + share (mean - f), the mean that of f on the cell's line
// under p, for both functions and on the lines first..last. Of a line without mass
// nothing is said but that dst is finite. dst may be base, and f.
func (m *means) add(dst, base, f *Pair, p []float64, l lines, first, last int, share float64) {
	for first < last {
		from := l.from(first)
		count := min(last-first, l.stride-first%l.stride)
		switch {
		case l.length == 2:
			addHalves(dst, base, f, p, l, first, last, share)
			return
		case l.stride == 1:
			addAlong(dst, base, f, p[:from+(last-first)*l.length], from, l.length, share)
			return
		default:
			count = min(count, block)
			m.addAcross(dst, base, f, p, l, from, count, share)
		}
		first += count
	}
}

// addHalves is add on lines of two cells.
func addHalves(dst, base, f *Pair, p []float64, l lines, first, last int, share float64) {
	s := l.stride
	f0, f1, b0, b1, d0, d1 := f[0], f[1], base[0], base[1], dst[0], dst[1]
	from, run := l.from(first), s-first%s // lines side by side
	for ; first < last; first, from, run = first+run, from+run+s, s {
		run = min(run, last-first)
		for x := from; x < from+run; x++ {
			y := x + s
			rate := share / (p[x] + p[y] + least)
			here, there := rate*p[x], rate*p[y]
			g0, g1 := f0[y]-f0[x], f1[y]-f1[x]
			d0[x], d0[y] = b0[x]+there*g0, b0[y]-here*g0
			d1[x], d1[y] = b1[x]+there*g1, b1[y]-here*g1
		}
	}
}

// addAlong is add on lines that lie one after the other, from a cell to the last
// of p.
func addAlong(dst, base, f *Pair, p []float64, from, length int, share float64) {
	f0, f1, b0, b1, d0, d1 := f[0], f[1], base[0], base[1], dst[0], dst[1]
	for ; from < len(p); from += length {
		mass, m0, m1 := 0.0, 0.0, 0.0
		for x := from; x < from+length; x++ {
			v := p[x]
			mass += v
			m0 += v * f0[x]
			m1 += v * f1[x]
		}
		mass += least
		m0, m1 = m0/mass, m1/mass
		for x := from; x < from+length; x++ {
			d0[x] = b0[x] + share*(m0-f0[x])
			d1[x] = b1[x] + share*(m1-f1[x])
		}
	}
}

// addAcross is add on lines side by side, the first of them from a cell.
func (m *means) addAcross(dst, base, f *Pair, p []float64, l lines, from, count int, share float64) {
	mass, m0, m1 := m.mass[:count], m.a[:count], m.b[:count]
	for i := range mass {
		mass[i], m0[i], m1[i] = least, 0, 0
	}
	for c := range l.length {
		x := from + c*l.stride
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
	for c := range l.length {
		x := from + c*l.stride
		f0, f1, b0, b1 := f[0][x:][:count], f[1][x:][:count], base[0][x:][:count], base[1][x:][:count]
		d0, d1 := dst[0][x:][:count], dst[1][x:][:count]
		for i := range m0[:count] {
			d0[i] = b0[i] + share*(m0[i]-f0[i])
			d1[i] = b1[i] + share*(m1[i]-f1[i])
		}
	}
}
