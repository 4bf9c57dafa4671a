package certain

import (
	"math"

	"breadboard/grid"
)

// An acceptance sets a to the probability of accepting a proposal from one density to
// another, and rest to the probability of rejecting it.
type acceptance func(l *level, here, there int, a, rest *interval)

// proposals is an operator that proposes one of many cells, all equally likely. From x it
// proposes the cells that near lists; it rejects walls and all others. If near lists y for x
// it also lists x for y, so the operator is reversible if the acceptance is balanced.
func proposals(l *level, many int, near [][]int, accept acceptance) *rows {
	r := newRows(l, len(near), many)
	distinct := r.joinClasses(l, near)
	r.p = intervals(l.calc.bits, len(distinct))
	rest := intervals(l.calc.bits, len(distinct))
	nowhere := zero(l.calc.bits)
	r.fill = func() {
		for i, k := range distinct {
			offer(l, accept, k.here, k.there, &r.p[i], &rest[i])
		}
		for x, row := range r.out {
			r.sum.reset()
			r.sum.add(nowhere.setInt(int64(many - len(row))))
			for _, e := range row {
				if !rest[e.at].is(0) {
					r.sum.add(&rest[e.at])
				}
			}
			r.stay[x].set(r.sum.total())
		}
	}
	return r
}

// offer is accept between cells that may have no mass. A walker never enters a cell without
// mass, and from one it accepts any other cell.
func offer(l *level, accept acceptance, here, there int, a, rest *interval) {
	switch {
	case l.none[there]:
		surely(0, a, rest)
	case l.none[here]:
		surely(1, a, rest)
	default:
		accept(l, here, there, a, rest)
	}
}

// surely sets a to 0 or 1, and rest to 1 - a.
func surely(v int64, a, rest *interval) {
	a.setInt(v)
	rest.setInt(1 - v)
}

// A classPair has the density classes that a move leads from and to.
type classPair struct{ here, there int }

// joinClasses joins every cell with those that near lists, and returns the distinct classes
// of these moves. Moves between the same classes have one probability.
func (r *rows) joinClasses(l *level, near [][]int) (distinct []classPair) {
	known := map[classPair]int{}
	for x, list := range near {
		for _, y := range list {
			k := classPair{l.of[x], l.of[y]}
			at, ok := known[k]
			if !ok {
				at = len(distinct)
				known[k] = at
				distinct = append(distinct, k)
			}
			r.join(x, y, at)
		}
	}
	return distinct
}

// metropolis is min(1, f(there)/f(here)). If the densities are known to be equal nothing is
// rejected: a rounding error instead of 0 would leave it open whether the walker can stay.
func metropolis(l *level, here, there int, a, rest *interval) {
	if here == there || l.logf[here].same(&l.logf[there]) {
		surely(1, a, rest)
		return
	}
	rest.mul(&l.f[there], &l.inv[here])
	a.min(rest, l.calc.one)
	rest.rest(l.calc.one, a)
}

func barker(l *level, here, there int, a, rest *interval) {
	rest.add(&l.f[here], &l.f[there])
	a.quo(&l.f[there], rest)
	both := zero(l.calc.bits).set(rest)
	rest.quo(&l.f[here], both)
}

// moves lists the cells that some of the grid's moves lead to.
func moves(g grid.Grid, from, to int) [][]int {
	all := make([][]int, g.Size())
	for x := range all {
		for m := from; m < to; m++ {
			if y, ok := g.Move(x, m); ok {
				all[x] = append(all[x], y)
			}
		}
	}
	return all
}

// pairs lists for every cell x the other cells y, off the walls, with near(x, y).
func pairs(g grid.Grid, near func(x, y int) bool) [][]int {
	all := make([][]int, g.Size())
	for x := range all {
		for y := range all {
			if y != x && !g.Wall(y) && near(x, y) {
				all[x] = append(all[x], y)
			}
		}
	}
	return all
}

// touching lists the cells that differ by at most one along every axis.
func touching(g grid.Grid) [][]int {
	return pairs(g, func(x, y int) bool {
		for a := range g.Axes() {
			if d := g.Coord(x, a) - g.Coord(y, a); max(d, -d) > 1 {
				return false
			}
		}
		return true
	})
}

func anywhere(g grid.Grid) [][]int { return pairs(g, func(_, _ int) bool { return true }) }

// swap is a step by each of two walkers on a grid of pairs, then an offer to change places.
func swap(l *level, g grid.Grid) operator {
	d, n := g.Axes()/2, int(math.Sqrt(float64(g.Size())))
	walker := func(from, to int) operator { return proposals(l, to-from, moves(g, from, to), metropolis) }
	places := pairs(g, func(x, y int) bool { return y == x%n*n+x/n })
	return product{walker(0, 2*d), walker(2*d, 4*d), proposals(l, 1, places, metropolis)}
}
