package certain

import (
	"slices"

	"breadboard/grid"
)

// multipleTry draws `tries` of the 2d moves, picks one by the densities of the cells
// they lead to, draws one less from there, and accepts by the quotient of the two sums.
// With S and R the sums over the other tries and the other references, all drawn at
// random,
//
//	T(x,y) = tries/2d f(y) E[min(1/(f(y)+S), 1/(f(x)+R))],
//
// the mean over pairs of draws. Draws in another order are counted together.
func multipleTry(l *level, g grid.Grid, tries int) *rows {
	bits, m, n := l.calc.bits, g.Moves(), g.Size()
	o := &tried{l: l, g: g, draws: draws(m, tries-1), sums: make([][]interval, n), total: newSum(bits),
		inner: newSum(bits), v: intervals(bits, 2)}
	for x := range o.sums {
		o.sums[x] = intervals(bits, len(o.draws))
	}
	o.here, o.there = intervals(bits, len(o.draws)), intervals(bits, len(o.draws))
	o.over = zero(bits).setInt(int64(tries)) // tries over the number of pairs of draws
	for range 2 * (tries - 1) {
		o.over = zero(bits).quo(o.over, zero(bits).setInt(int64(m)))
	}
	r := newRows(l, n, m)
	for x, list := range moves(g, 0, m) {
		for _, y := range list {
			r.move(x, y)
		}
	}
	r.fill = func() {
		for x := range o.sums {
			o.add(x)
		}
		for x, row := range r.out {
			for _, e := range row {
				o.entry(&r.p[e.at], x, e.cell)
			}
		}
		r.remain()
		r.clip()
		for x := range r.out {
			if o.leaves(x) { // staying has probability 0, and not 0 up to a rounding
				r.stay[x].setInt(0)
			}
		}
	}
	return r
}

// A draw is a number of moves in rising order, and the number of orders in which they
// can come.
type draw struct {
	moves  []int
	orders int64
}

// draws lists all draws of k of m moves with replacement. The k-th move can come at k
// places, and those of equal moves count once.
func draws(m, k int) (all []draw) {
	if k == 0 {
		return []draw{{orders: 1}}
	}
	for _, d := range draws(m, k-1) {
		for move := range m {
			if k > 1 && move < d.moves[k-2] {
				continue
			}
			moves, equal := append(slices.Clone(d.moves), move), int64(1)
			for _, other := range d.moves {
				if other == move {
					equal++
				}
			}
			all = append(all, draw{moves, d.orders * int64(k) / equal})
		}
	}
	return all
}

type tried struct {
	l            *level
	g            grid.Grid
	draws        []draw
	sums         [][]interval // by cell and draw, of the densities of the cells that the moves lead to
	over         *interval
	here, there  []interval // scratch
	total, inner *sum
	v            []interval
}

// add adds up the densities of each draw of moves from x.
func (o *tried) add(x int) {
	for i, d := range o.draws {
		o.total.reset()
		for _, m := range d.moves {
			if y, ok := o.g.Move(x, m); ok {
				o.total.add(&o.l.f[o.l.of[y]])
			}
		}
		o.sums[x][i].set(o.total.total())
	}
}

// leaves reports whether the walker is sure to leave x: each of the moves leads to a
// cell with mass, and is accepted even if the sum over the tries is the least possible
// and the sum over the references the largest.
func (o *tried) leaves(x int) bool {
	for m := range o.g.Moves() {
		y, ok := o.g.Move(x, m)
		if !ok || o.l.none[o.l.of[y]] {
			return false
		}
		fx, fy := &o.l.f[o.l.of[x]], &o.l.f[o.l.of[y]]
		for i := range o.draws {
			o.here[i].add(fy, &o.sums[x][i])
			o.there[i].add(fx, &o.sums[y][i])
		}
		least := slices.MinFunc(o.here, func(x, y interval) int { return x.lo.Cmp(&y.lo) })
		most := slices.MaxFunc(o.there, func(x, y interval) int { return x.hi.Cmp(&y.hi) })
		if least.lo.Cmp(&most.hi) < 0 {
			return false
		}
	}
	return true
}

// entry sets z to 2d T(x,y).
func (o *tried) entry(z *interval, x, y int) {
	fx, fy := &o.l.f[o.l.of[x]], &o.l.f[o.l.of[y]]
	z.setInt(0)
	if fy.is(0) {
		return
	}
	for i := range o.draws {
		o.v[0].add(fy, &o.sums[x][i])
		o.here[i].quo(o.l.calc.one, &o.v[0])
		if o.v[0].add(fx, &o.sums[y][i]); o.v[0].is(0) { // then the other one is the smaller
			o.there[i].setInt(0)
			o.there[i].hi.SetInf(false)
			o.there[i].lo.SetInf(false)
			continue
		}
		o.there[i].quo(o.l.calc.one, &o.v[0])
	}
	o.total.reset()
	for i, tries := range o.draws {
		o.inner.reset()
		for j, refs := range o.draws {
			o.v[0].min(&o.here[i], &o.there[j])
			o.inner.add(o.v[1].mul(&o.v[0], z.setInt(refs.orders)))
		}
		o.total.add(o.v[1].mul(o.inner.total(), z.setInt(tries.orders)))
	}
	o.v[0].mul(o.total.total(), o.over)
	z.mul(&o.v[0], fy)
}
