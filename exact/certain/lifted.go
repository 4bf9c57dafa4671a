package certain

import "breadboard/grid"

// lifted is a walker with a direction, the last axis of the grid. With probability turn
// the direction is drawn anew. Otherwise the walker tries its move, and turns round if
// that is rejected. Accepted moves, rejected moves and new directions are each written
// down, so no entry is 1 less the others. From a cell without mass, where directions do
// not matter, it goes ahead or stays.
func lifted(l *level, g grid.Grid, turn float64) *rows {
	k := 2 * (g.Axes() - 1) // directions
	r := newRows(l, g.Size(), k)
	for x := range r.out {
		if y, ok := g.Move(x, x%k); ok {
			r.move(x, y)
		}
		for m := range k {
			if y := x - x%k + m; y != x {
				r.move(x, y)
			}
		}
	}
	r.fill = func() { fillLifted(r, l, g, turn) }
	return r
}

func fillLifted(r *rows, l *level, g grid.Grid, turn float64) {
	v, k := intervals(l.calc.bits, 6), 2*(g.Axes()-1)
	a, rest, ahead, turned := &v[0], &v[1], &v[2], &v[3]
	drawn := zero(l.calc.bits).setFloat(turn)             // the probability of each new direction, in units of 1/k
	tries := v[5].mul(v[4].sub(l.calc.one, drawn), r.all) // of no new direction, in the same units
	for x, row := range r.out {
		here := l.of[x]
		next, ok := g.Move(x, x%k)
		if ok {
			offer(l, metropolis, here, l.of[next], a, rest)
		} else {
			surely(0, a, rest)
		}
		ahead.mul(tries, a)
		r.stay[x].set(drawn)
		if l.none[here] {
			r.stay[x].sub(r.all, ahead)
		}
		for _, e := range row {
			switch p := &r.p[e.at]; {
			case ok && e.cell == next:
				p.set(ahead)
			case l.none[here]:
				p.setInt(0)
			case e.cell == x^1: // the opposite direction
				p.add(turned.mul(tries, rest), drawn)
			default:
				p.set(drawn)
			}
		}
	}
}
