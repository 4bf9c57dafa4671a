package certain

import (
	"slices"

	"breadboard/grid"
)

// sliced is slice sampling along a random axis: a uniform level under f(x), then a uniform
// one of the cells above the level on the line through x. With S(v) the integral of
// 1/N(u) from 0 to v, N(u) being the number of the line's cells above u, the flow along
// one line is S(min(f(x), f(y))), and because S rises that is min(S(f(x)), S(f(y))). From
// a cell without mass, whose level is 0, it goes to any cell that has some.
func sliced(l *level, g grid.Grid) *rows {
	o := &slice{rows: newRows(l, g.Size(), g.Axes()), l: l, share: zero(l.calc.bits), many: zero(l.calc.bits)}
	for a := range g.Axes() {
		lines := newLines(l, g, a)
		o.lines = append(o.lines, lines.cells...)
	}
	for _, line := range o.lines {
		for _, x := range line {
			for _, y := range line {
				if y != x {
					o.join(x, y, o.entries)
					o.entries++
				}
			}
		}
	}
	o.p = reals(l.calc.bits, o.entries)
	o.rows.fill = o.fill
	return o.rows
}

type slice struct {
	*rows
	l           *level
	lines       [][]int
	entries     int
	share, many *Real // scratch
}

// fill goes through the lines in the order of the entries.
func (o *slice) fill() {
	stay := make([]*sum, len(o.stay))
	for x := range stay {
		stay[x] = newSum(o.l.calc.bits)
	}
	at := 0
	for _, line := range o.lines {
		S, mass := o.integrals(line)
		for i, x := range line {
			here := o.l.of[x]
			for j := range line {
				p := o.share
				switch there := o.l.of[line[j]]; {
				case o.l.none[there]:
					p.setInt(0)
					if j == i && mass == 0 {
						p.setInt(1)
					}
				case o.l.none[here]:
					p.quo(o.l.calc.one, o.many.setInt(int64(mass)))
				default:
					p.mul(zero(o.l.calc.bits).min(&S[i], &S[j]), &o.l.inv[here])
				}
				if j == i {
					stay[x].add(p)
				} else {
					o.p[at].set(p)
					at++
				}
			}
		}
	}
	for x, s := range stay {
		o.stay[x].set(s.total())
	}
}

// integrals returns S(f) for each cell of a line, and how many of them have mass: the sum,
// over the ranks k from 0 of the line's n values in their order, of what lies below f
// between the values k-1 and k, over n-k. The k-th smallest of n numbers lies between the
// k-th smallest lower bound and the k-th smallest upper bound.
func (o *slice) integrals(line []int) (S []Real, mass int) {
	bits, n := o.l.calc.bits, len(line)
	values := reals(bits, n)
	for k, x := range line {
		values[k].set(&o.l.f[o.l.of[x]])
		if !o.l.none[o.l.of[x]] {
			mass++
		}
	}
	sorted := inOrder(values)
	S = reals(bits, n)
	below, above, gap, part := zero(bits), zero(bits), zero(bits), zero(bits)
	for i := range S {
		total := newSum(bits)
		below.setInt(0)
		for k := range sorted {
			above.min(&values[i], &sorted[k])
			gap.rest(above, below)
			total.add(part.quo(gap, o.many.setInt(int64(n-k))))
			below.set(above)
		}
		S[i].set(total.total())
	}
	return S, mass
}

// inOrder returns enclosures of the same numbers in their order.
func inOrder(values []Real) []Real {
	low, high := slices.Clone(values), slices.Clone(values)
	slices.SortFunc(low, func(x, y Real) int { return x.lo.Cmp(&y.lo) })
	slices.SortFunc(high, func(x, y Real) int { return x.hi.Cmp(&y.hi) })
	sorted := like(values)
	for k := range sorted {
		sorted[k].lo.Set(&low[k].lo)
		sorted[k].hi.Set(&high[k].hi)
	}
	return sorted
}
