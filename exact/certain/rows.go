package certain

import (
	"slices"

	"breadboard/chains/kernels"
)

// rows is an operator given by its rows. Only entries that may be positive are written
// out. Entries that are always the same share one number.
type rows struct {
	out   [][]edge // by cell, the entries that lead from it
	into  [][]edge // by cell, those that lead there
	p     []interval
	sure  []bool     // p is 1, and is not multiplied by
	stay  []interval // by cell
	all   *interval  // the sum of every row
	over  *interval  // 1 over all
	fill  func()     // sets p and stay
	sum   *sum
	part  *interval
	whole bool // all is 1
}

// An edge leads from or to a cell with the probability p[at], over all.
type edge struct{ cell, at int }

// newRows returns rows that each sum to all, a whole number. Probabilities with this
// denominator are then divided by it only once.
func newRows(l *level, n, all int) *rows {
	bits := l.calc.bits
	r := &rows{out: make([][]edge, n), into: make([][]edge, n), stay: intervals(bits, n),
		all: zero(bits).setInt(int64(all)), sum: newSum(bits), part: zero(bits), whole: all == 1}
	r.over = zero(bits).quo(l.calc.one, r.all)
	return r
}

// join adds an entry from x to y.
func (r *rows) join(x, y, at int) {
	r.out[x] = append(r.out[x], edge{y, at})
	r.into[y] = append(r.into[y], edge{x, at})
}

// move adds an entry from x to y with a number of its own.
func (r *rows) move(x, y int) {
	r.join(x, y, len(r.p))
	r.p = append(r.p, *zero(r.all.lo.Prec()))
}

func (r *rows) aim() {
	r.fill()
	r.sure = r.sure[:0]
	for i := range r.p {
		r.sure = append(r.sure, r.p[i].is(1))
	}
}

func (r *rows) push(dst, q []interval) { r.gather(dst, q, r.into) }

func (r *rows) pull(dst, h []interval) { r.gather(dst, h, r.out) }

func (r *rows) gather(dst, v []interval, edges [][]edge) {
	for x := range dst {
		r.sum.reset()
		r.take(&v[x], &r.stay[x])
		for _, e := range edges[x] {
			if r.sure[e.at] {
				r.sum.add(&v[e.cell])
			} else {
				r.take(&v[e.cell], &r.p[e.at])
			}
		}
		if r.whole {
			dst[x].set(r.sum.total())
		} else {
			dst[x].mul(r.sum.total(), r.over)
		}
	}
}

func (r *rows) take(v, p *interval) {
	if !v.is(0) && !p.is(0) {
		r.sum.add(r.part.mul(v, p))
	}
}

// remain sets each stay to all less the sum of its row.
func (r *rows) remain() {
	for x, row := range r.out {
		r.sum.reset()
		for _, e := range row {
			r.sum.add(&r.p[e.at])
		}
		r.stay[x].sub(r.all, r.sum.total())
	}
}

// clip cuts each stay to 0..1, for rows that are known to be probabilities.
func (r *rows) clip() {
	for x := range r.stay {
		r.stay[x].positive()
	}
}

// given is a kernel of matrices. Entries off the diagonal are taken as they are. The
// probability of staying is 1 less their sum. It is negative in a row whose sum
// rounding made too large.
func given(l *level, k kernels.Matrices) *rows {
	r := newRows(l, k.N, 1)
	for x := range k.N {
		for y := range k.N {
			at := x*k.N + y
			if y != x && slices.ContainsFunc(k.P, func(p []float64) bool { return p[at] != 0 }) {
				r.move(x, y)
			}
		}
	}
	r.fill = func() {
		m := k.At(l.beta)
		for x, row := range r.out {
			for _, e := range row {
				r.p[e.at].setFloat(m[x*k.N+e.cell])
			}
		}
		r.remain()
	}
	return r
}
