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
	bits, many, near := l.calc.bits, int64(g.Moves()), moves(g, 0, g.Moves())
	r := newRows(l, g.Size(), g.Size()*g.Moves())
	for x, list := range anywhere(g) {
		for _, y := range list {
			r.move(x, y)
		}
	}
	U, v := intervals(bits, l.classes), intervals(bits, 5)
	a, rest, first, second, least := &v[0], &v[1], &v[2], &v[3], &v[4]
	r.fill = func() {
		empty := shortfalls(l, U)
		for x, row := range r.out {
			for _, e := range row {
				p, here, there, timid := &r.p[e.at], l.of[x], l.of[e.cell], slices.Contains(near[x], e.cell)
				switch {
				case l.none[there]:
					p.setInt(0)
				case l.none[here] && timid: // all others without mass would be rejected
					p.setInt(many + int64(empty-1))
				case l.none[here]:
					p.setInt(many)
				default:
					metropolis(l, here, there, a, rest)
					first.mul(rest.setInt(many), a)
					second.setInt(0)
					if timid {
						second.mul(least.min(&U[here], &U[there]), &l.inv[here])
					}
					p.add(first, second)
				}
			}
		}
		r.remain()
		r.clip()
	}
	return r
}

// shortfalls sets U, by class, to the sum over all cells y of (f - f(y))+, and returns the
// number of cells without mass.
func shortfalls(l *level, U []interval) (empty int) {
	total, part := newSum(l.calc.bits), zero(l.calc.bits)
	for _, class := range l.of {
		if l.none[class] {
			empty++
		}
	}
	for here := range U {
		total.reset()
		for _, there := range l.of {
			if there == here || l.f[there].lo.Cmp(&l.f[here].hi) >= 0 {
				continue
			}
			part.sub(&l.f[here], &l.f[there])
			total.add(part.positive())
		}
		U[here].set(total.total())
	}
	return empty
}
