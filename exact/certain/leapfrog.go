package certain

import (
	"math"
	"slices"

	"breadboard/chains/kernels"
	"breadboard/grid"
)

// hamiltonian draws a number of leapfrog steps, each as probable, and a first move v. After a step it
// adds to v twice the drift, rounded at random to whole numbers with the right mean.
// An end y is accepted with min(1, f(y) q(-v; y) / f(x) q(v_1; x)). Langevin is the case of one step.
func hamiltonian(l *level, g grid.Grid, k kernels.Hamiltonian) *rows {
	o := &leapfrog{drifts: newDrifts(l, g, k.Size), steps: k.Steps, row: sums(l.calc.bits, g.Size())}
	far := k.Steps * (k.Steps + 1) / 2 * o.window // a rounded kick is at most a window
	r := newRows(l, g.Size(), k.Steps)
	for x, list := range pairs(g, func(x, y int) bool { return apart(g, x, y) <= far }) {
		for _, y := range list {
			r.move(x, y)
		}
	}
	r.fill = func() {
		o.aim()
		for x, row := range r.out {
			for _, s := range o.row {
				s.reset()
			}
			o.from(x)
			for _, e := range row {
				r.p[e.at].set(o.row[e.cell].total())
			}
		}
		r.remain()
		r.clip()
	}
	return r
}

// apart is the largest distance of two cells along an axis.
func apart(g grid.Grid, x, y int) (far int) {
	for a := range g.Axes() {
		d := g.Coord(x, a) - g.Coord(y, a)
		far = max(far, d, -d)
	}
	return far
}

// leapfrog adds up trajectories from one cell.
type leapfrog struct {
	*drifts
	steps int
	row   []*sum // by cell, of the probabilities that lead there, times steps
}

// from adds up all trajectories from x.
func (o *leapfrog) from(x int) {
	one := zero(o.l.calc.bits).setInt(1)
	for _, v := range combinations(slices.Repeat([][]int{around(0, o.window)}, o.g.Axes())) {
		if y, ok := o.moved(x, v); ok {
			o.reach(x, y, v, o.draws(x, v, 1), one, 1)
		}
	}
}

// reach takes y for the end of a trajectory from x whose first move had the probability there, and
// whose kicks had the probability chance; and goes on with all kicks at y.
func (o *leapfrog) reach(x, y int, v []int, there, chance *interval, step int) {
	if o.shut(y) {
		return
	}
	bits, here := o.l.calc.bits, o.l.of[x]
	accepted := there
	if back := o.draws(y, v, -1); back.is(0) {
		accepted = back
	} else if !o.l.none[here] {
		ratio := zero(bits).mul(&o.l.f[o.l.of[y]], &o.l.inv[here])
		accepted = zero(bits).min(there, zero(bits).mul(ratio, back))
	}
	o.row[y].add(zero(bits).mul(chance, accepted))
	if step == o.steps {
		return
	}
	kicks := make([][]int, len(v))
	for axis := range v {
		h := &o.h[y*len(v)+axis]
		low, _ := h.lo.Float64()
		high, _ := h.hi.Float64()
		for k := int(math.Floor(2*low)) - 1; k <= int(math.Ceil(2*high))+1; k++ {
			kicks[axis] = append(kicks[axis], k)
		}
	}
	for _, kick := range combinations(kicks) {
		p, next := o.rounds(y, kick, chance), slices.Clone(v)
		for axis, k := range kick {
			next[axis] += k
		}
		if z, ok := o.moved(y, next); ok && !p.is(0) {
			o.reach(x, z, next, there, p, step+1)
		}
	}
}

// rounds returns chance times the probability that the kick at y is k. One u between 0 and 1 is drawn,
// and along each axis 2|h| is rounded up if its fraction exceeds 1 - u. So |k| - 2|h| <= u < |k| + 1 - 2|h|
// along all axes, and the sign of k is that of h.
func (o *leapfrog) rounds(y int, kick []int, chance *interval) *interval {
	bits := o.l.calc.bits
	below, above := zero(bits), zero(bits).setInt(1) // the least u with its sign changed, and the largest
	for axis, k := range kick {
		c := o.along(y, axis, k)
		far := zero(bits).setInt(int64(max(k, -k)))
		below = zero(bits).min(below, zero(bits).sub(c, far))
		above = zero(bits).min(above, zero(bits).add(zero(bits).sub(far, c), o.l.calc.one))
	}
	u := zero(bits).add(above, below)
	if u.hi.Sign() <= 0 {
		return zero(bits)
	}
	return zero(bits).mul(chance, u.positive())
}

// along is twice the drift at y towards k, and its size if k is 0.
func (o *leapfrog) along(y, axis, k int) *interval {
	bits, h := o.l.calc.bits, &o.h[y*o.g.Axes()+axis]
	c, back := zero(bits).add(h, h), zero(bits).neg(zero(bits).add(h, h))
	switch {
	case k > 0 || k == 0 && h.lo.Sign() >= 0:
		return c
	case k < 0 || h.hi.Sign() <= 0:
		return back
	}
	size := zero(bits)
	if size.hi.Set(&c.hi); back.hi.Cmp(&c.hi) > 0 {
		size.hi.Set(&back.hi)
	}
	return size
}

// around lists the whole numbers at most `most` from c.
func around(c, most int) (all []int) {
	for m := c - most; m <= c+most; m++ {
		all = append(all, m)
	}
	return all
}

// combinations lists the ways to take one of each list.
func combinations(lists [][]int) [][]int {
	all := [][]int{nil}
	for _, list := range lists {
		var longer [][]int
		for _, some := range all {
			for _, v := range list {
				longer = append(longer, append(slices.Clone(some), v))
			}
		}
		all = longer
	}
	return all
}
