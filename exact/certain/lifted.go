package certain

import (
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// lifted is a walker with a direction, the last axis of the grid. With probability
// turn the direction is drawn anew; else it tries its move, and where that is
// rejected turns round. Nothing is left over: what is accepted, what is rejected
// and what is drawn anew are written down each. From a cell without mass, where
// directions count for nothing, it goes ahead or stays.
func lifted(l *level, g grid.Grid, turn float64) *rows {
	bits, k := l.calc.bits, 2*(g.Axes()-1)
	r := newRows(l, g.Size(), k)
	ahead := make([]int, g.Size()) // where it tries to go; itself where it cannot
	for x := range ahead {
		ahead[x], _ = g.Move(x, x%k)
		if ahead[x] != x {
			r.join(x, ahead[x], x*(k+1))
		}
		for m := range k {
			if y := x - x%k + m; y != x {
				r.join(x, y, x*(k+1)+1+m)
			}
		}
	}
	r.p = reals(bits, g.Size()*(k+1))
	drawn := zero(bits).setFloat(turn) // over k
	tries := zero(bits).mul(zero(bits).sub(l.calc.one, drawn), zero(bits).setInt(int64(k)))
	v := reals(bits, 3)
	r.fill = func() {
		for x, y := range ahead {
			p := r.p[x*(k+1):][:k+1]
			a, rest := &v[0], &v[1]
			here, there := l.of[x], l.of[y]
			switch {
			case y == x || l.none[there]:
				a.setInt(0)
				rest.setInt(1)
			case l.none[here]:
				a.setInt(1)
				rest.setInt(0)
			default:
				metropolis(l, here, there, a, rest)
			}
			p[0].mul(tries, a)
			if l.none[here] {
				for m := range k {
					p[1+m].setInt(0)
				}
				r.stay[x].sub(r.all, &p[0])
				continue
			}
			for m := range k {
				p[1+m].set(drawn)
			}
			round := &p[1+(x%k^1)]
			round.add(v[2].mul(tries, rest), drawn)
			r.stay[x].set(drawn)
		}
	}
	return r
}

// given is a kernel of matrices: off the diagonal as they are, and what is left of
// 1 stays, which in a row that rounding made too large is negative.
func given(l *level, k chains.Matrices) *rows {
	r := newRows(l, k.N, 1)
	for x := range k.N {
		for y := range k.N {
			at := x*k.N + y
			if y != x && slices.ContainsFunc(k.P, func(p []float64) bool { return p[at] != 0 }) {
				r.join(x, y, at)
			}
		}
	}
	r.p = reals(l.calc.bits, k.N*k.N)
	r.fill = func() {
		m := k.At(l.beta)
		for at := range r.p {
			r.p[at].setFloat(m[at])
		}
		r.remain()
	}
	return r
}
