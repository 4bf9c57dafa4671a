package certain

import (
	"slices"

	"breadboard/grid"
)

// delayedRejection proposes any of the n cells, accepted like Metropolis, and if that
// is rejected one of the 2d moves. The flow by the second stage from x to z is the
// sum over all y of (min(f(x), f(z)) - f(y))+ / 2dn: with U(x) the sum of (f(x) -
// f(y))+, which rises with f(x), it is min(U(x), U(z)) / 2dn. From a cell without
// mass it accepts every cell with mass.
func delayedRejection(l *level, g grid.Grid) *rows {
	n, bits := g.Size(), l.calc.bits
	o := &delayed{rows: newRows(l, n, n*g.Moves()), l: l, below: reals(bits, l.classes), v: reals(bits, 3),
		many: zero(bits).setInt(int64(g.Moves()))}
	near := moves(g, 0, g.Moves())
	for x, list := range anywhere(g) {
		for _, y := range list {
			o.join(x, y, len(o.timid))
			o.timid = append(o.timid, slices.Contains(near[x], y))
		}
	}
	o.p = reals(bits, len(o.timid))
	o.rows.fill = o.fill
	return o.rows
}

type delayed struct {
	*rows
	l     *level
	timid []bool // by entry: one of the 2d moves leads there
	below []Real // U, by class
	many  *Real  // 2d
	v     []Real // scratch
}

func (o *delayed) fill() {
	empty := shortfalls(o.l, o.below)
	for x, row := range o.out {
		for _, e := range row {
			o.entry(&o.p[e.at], o.l.of[x], o.l.of[e.cell], o.timid[e.at], empty)
		}
	}
	o.remain()
	o.clip()
}

// entry sets p to 2dn times the probability of going from here to there.
func (o *delayed) entry(p *Real, here, there int, timid bool, empty int) {
	l, v := o.l, o.v
	switch {
	case l.none[there]:
		p.setInt(0)
		return
	case l.none[here] && timid: // all others without mass would be rejected
		p.add(o.many, v[0].setInt(int64(empty-1)))
		return
	case l.none[here]:
		p.set(o.many)
		return
	}
	metropolis(l, here, there, &v[0], &v[1])
	p.mul(o.many, &v[0])
	if timid {
		v[0].min(&o.below[here], &o.below[there])
		v[1].mul(&v[0], &l.inv[here])
		v[2].set(p)
		p.add(&v[2], &v[1])
	}
}

// shortfalls sets below, by class, to the sum over all cells y of (f - f(y))+, and
// returns how many cells have no mass.
func shortfalls(l *level, below []Real) (empty int) {
	total, part := newSum(l.calc.bits), zero(l.calc.bits)
	for _, class := range l.of {
		if l.none[class] {
			empty++
		}
	}
	for here := range below {
		total.reset()
		for _, there := range l.of {
			if there == here || l.f[there].lo.Cmp(&l.f[here].hi) >= 0 {
				continue
			}
			part.sub(&l.f[here], &l.f[there])
			total.add(part.positive())
		}
		below[here].set(total.total())
	}
	return empty
}
