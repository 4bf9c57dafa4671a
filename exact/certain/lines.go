package certain

import (
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// lines redraws the coordinate along one axis from its conditional given the
// others; on a line without mass it stays.
type lines struct {
	l       *level
	cells   [][]int
	inverse []numbers.Interval // by line, 1 over its mass, and 0 if it has none
	sum     *numbers.Sum
	v       []numbers.Interval // scratch
}

func newLines(l *level, g grid.Grid, axis int) *lines {
	cells := cellsOf(g.Lines(axis))
	return &lines{l: l, cells: cells, inverse: numbers.Intervals(l.calc.Bits, len(cells)),
		sum: numbers.NewSum(l.calc.Bits), v: numbers.Intervals(l.calc.Bits, 2)}
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
		o.sum.Reset()
		for _, x := range line {
			o.sum.Add(&o.l.f[o.l.of[x]])
		}
		o.inverse[i].SetInt(0)
		if !o.sum.Total().Is(0) {
			o.inverse[i].Quo(o.l.calc.One, o.sum.Total())
		}
	}
}

// push shares out the mass on a line in proportion to the density.
func (o *lines) push(dst, q []numbers.Interval) {
	for i, line := range o.cells {
		o.sum.Reset()
		for _, x := range line {
			o.sum.Add(&q[x])
		}
		share := o.v[0].Mul(o.sum.Total(), &o.inverse[i])
		for _, x := range line {
			if o.inverse[i].Is(0) {
				dst[x].Set(&q[x])
			} else {
				dst[x].Mul(&o.l.f[o.l.of[x]], share)
			}
		}
	}
}

func (o *lines) pull(dst, h []numbers.Interval) {
	for i, line := range o.cells {
		o.sum.Reset()
		for _, x := range line {
			o.sum.Add(o.v[0].Mul(&o.l.f[o.l.of[x]], &h[x]))
		}
		mean := o.v[1].Mul(o.sum.Total(), &o.inverse[i])
		for _, x := range line {
			if o.inverse[i].Is(0) {
				dst[x].Set(&h[x])
			} else {
				dst[x].Set(mean)
			}
		}
	}
}
