package certain

import (
	"slices"

	"breadboard/grid"
)

// sliced is slice sampling along a random axis: a uniform level under f(x), then a uniform
// one of the cells above the level on the line through x. Let S(v) be the integral of
// 1/N(u) from 0 to v, N(u) being the number of the line's cells above u. The flow along
// one line is S(min(f(x), f(y))), which is min(S(f(x)), S(f(y))) because S rises. From a
// cell without mass, whose level is 0, it goes to any cell that has mass.
func sliced(l *level, g grid.Grid) *rows {
	r := newRows(l, g.Size(), g.Axes())
	var all [][]int
	for axis := range g.Axes() {
		all = append(all, cellsOf(g.Lines(axis))...)
	}
	for _, line := range all {
		for _, x := range line {
			for _, y := range line {
				if y != x {
					r.move(x, y)
				}
			}
		}
	}
	r.fill = func() { fillSlices(r, l, all) }
	return r
}

// fillSlices goes through the entries in the order of their making.
func fillSlices(r *rows, l *level, all [][]int) {
	stay := sums(l.calc.bits, len(r.stay))
	p, least, at := zero(l.calc.bits), zero(l.calc.bits), 0
	for _, line := range all {
		S, mass := integrals(l, line)
		for i, x := range line {
			for j, y := range line {
				switch here, there := l.of[x], l.of[y]; {
				case l.none[there]:
					p.setInt(0)
					if j == i && mass == 0 {
						p.setInt(1)
					}
				case l.none[here]:
					p.quo(l.calc.one, least.setInt(int64(mass)))
				default:
					p.mul(least.min(&S[i], &S[j]), &l.inv[here])
				}
				if j == i {
					stay[x].add(p)
				} else {
					r.p[at].set(p)
					at++
				}
			}
		}
	}
	for x, s := range stay {
		r.stay[x].set(s.total())
	}
}

// integrals returns S(f) for each cell of a line, and the number of cells with mass. S(f)
// is the sum, over the ranks k from 0 of the line's n sorted values, of the part of [0, f]
// that lies between the values k-1 and k, over n-k.
func integrals(l *level, line []int) (S []interval, mass int) {
	bits, n := l.calc.bits, len(line)
	values := make([]interval, n)
	for k, x := range line {
		values[k] = l.f[l.of[x]]
		if !l.none[l.of[x]] {
			mass++
		}
	}
	sorted := inOrder(values)
	S = intervals(bits, n)
	total, v := newSum(bits), intervals(bits, 5)
	below, above, gap, part, many := &v[0], &v[1], &v[2], &v[3], &v[4]
	for i := range S {
		total.reset()
		below.setInt(0)
		for k := range sorted {
			above.min(&values[i], &sorted[k])
			gap.rest(above, below)
			total.add(part.quo(gap, many.setInt(int64(n-k))))
			below.set(above)
		}
		S[i].set(total.total())
	}
	return S, mass
}

// inOrder returns enclosures of the same numbers in their order: the k-th smallest of n
// numbers lies between the k-th smallest lower end and the k-th smallest upper end.
func inOrder(values []interval) []interval {
	sorted, high := slices.Clone(values), slices.Clone(values)
	slices.SortFunc(sorted, func(x, y interval) int { return x.lo.Cmp(&y.lo) })
	slices.SortFunc(high, func(x, y interval) int { return x.hi.Cmp(&y.hi) })
	for k := range sorted {
		sorted[k].hi = high[k].hi
	}
	return sorted
}
