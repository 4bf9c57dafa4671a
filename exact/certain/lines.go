package certain

import "breadboard/grid"

// lines redraws the coordinate along one axis from its conditional given the
// others; on a line without mass it stays.
type lines struct {
	l       *level
	cells   [][]int
	inverse []interval // by line, 1 over its mass, and 0 if it has none
	sum     *sum
	v       []interval // scratch
}

func newLines(l *level, g grid.Grid, axis int) *lines {
	cells := cellsOf(g.Lines(axis))
	return &lines{l: l, cells: cells, inverse: intervals(l.calc.bits, len(cells)),
		sum: newSum(l.calc.bits), v: intervals(l.calc.bits, 2)}
}

func cellsOf(lines grid.Lines) [][]int {
	all := make([][]int, lines.Count)
	for i := range all {
		for at := range lines.Length {
			all[i] = append(all[i], lines.First(i)+at*lines.Stride)
		}
	}
	return all
}

func (o *lines) aim() {
	for i, line := range o.cells {
		o.sum.reset()
		for _, x := range line {
			o.sum.add(&o.l.f[o.l.of[x]])
		}
		o.inverse[i].setInt(0)
		if !o.sum.total().is(0) {
			o.inverse[i].quo(o.l.calc.one, o.sum.total())
		}
	}
}

// push shares out the mass on a line in proportion to the density.
func (o *lines) push(dst, q []interval) {
	for i, line := range o.cells {
		o.sum.reset()
		for _, x := range line {
			o.sum.add(&q[x])
		}
		share := o.v[0].mul(o.sum.total(), &o.inverse[i])
		for _, x := range line {
			if o.inverse[i].is(0) {
				dst[x].set(&q[x])
			} else {
				dst[x].mul(&o.l.f[o.l.of[x]], share)
			}
		}
	}
}

func (o *lines) pull(dst, h []interval) {
	for i, line := range o.cells {
		o.sum.reset()
		for _, x := range line {
			o.sum.add(o.v[0].mul(&o.l.f[o.l.of[x]], &h[x]))
		}
		mean := o.v[1].mul(o.sum.total(), &o.inverse[i])
		for _, x := range line {
			if o.inverse[i].is(0) {
				dst[x].set(&h[x])
			} else {
				dst[x].set(mean)
			}
		}
	}
}

// redraws picks an axis at random, all equally likely, and redraws along it.
func redraws(l *level, g grid.Grid) operator {
	parts, weights := make([]operator, g.Axes()), make([]float64, g.Axes())
	for a := range parts {
		parts[a], weights[a] = newLines(l, g, a), 1
	}
	return newMixture(l, shares(l, weights), parts)
}
