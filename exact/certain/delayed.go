package certain

import "breadboard/grid"

// delayedRejection proposes any of the n cells, accepted like Metropolis, and
// where that is rejected one of the 2d moves. The flow by the second stage from x
// to z is the sum over all y of (min(f(x), f(z)) - f(y))+ / 2dn: with U(x) the sum
// of (f(x) - f(y))+, which rises with f(x), it is min(U(x), U(z)) / 2dn. From a
// cell without mass every cell that has some is accepted.
func delayedRejection(l *level, g grid.Grid) *rows {
	n, bits := g.Size(), l.calc.bits
	step := make([]map[int]bool, n)
	for x, list := range moves(g, 0, g.Moves()) {
		step[x] = map[int]bool{}
		for _, z := range list {
			step[x][z] = true
		}
	}
	r := newRows(l, n, n*g.Moves())
	at := 0
	for x, list := range anywhere(g) {
		for _, y := range list {
			r.join(x, y, at)
			at++
		}
	}
	r.p = reals(bits, at)
	below := reals(bits, l.classes) // U
	v := reals(bits, 3)
	many := zero(bits).setInt(int64(g.Moves()))
	r.fill = func() {
		empty := shortfalls(l, below)
		for x, row := range r.out {
			here := l.of[x]
			for _, e := range row {
				there, p := l.of[e.cell], &r.p[e.at]
				switch {
				case l.none[there]:
					p.setInt(0)
				case l.none[here]:
					p.set(many)
					if step[x][e.cell] { // all others without mass would be rejected
						p.add(many, v[0].setInt(int64(empty-1)))
					}
				default:
					metropolis(l, here, there, &v[0], &v[1])
					p.mul(many, &v[0])
					if step[x][e.cell] {
						v[0].min(&below[here], &below[there])
						v[1].mul(&v[0], &l.inv[here])
						v[2].set(p)
						p.add(&v[2], &v[1])
					}
				}
			}
		}
		r.remain()
		r.clip()
	}
	return r
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
