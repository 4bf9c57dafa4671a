package flows

import (
	"cmp"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// RowsAt returns the rows at a level. Exact rows read t and beta alone. A row visits the cells to which one step from x
// leads, in any order. A cell may come more than once; its probabilities add up. The rest of 1 stays.
type RowsAt func(t int, beta float64, l *chains.Level) RowOf

// A RowOf visits the cells to which one step from x leads.
type RowOf func(x int, visit func(y int, p float64))

// Given returns the operator on n cells by rows from outside. back has the rows of the reversal; it is nil if the step
// is reversible. Exact rows do not depend on the level's density, so that a proof takes them as they are.
func Given(n int, there, back RowsAt, exact bool) chains.Operator {
	o := &given{n: n, rows: there, exact: exact}
	o.back = o
	if back != nil {
		o.back = &given{n: n, rows: back, back: o}
	}
	return o
}

// A given operator has a list of its rows, made once a level.
type given struct {
	n     int
	rows  RowsAt
	exact bool
	back  *given
	level *chains.Level
	cold  bool
	list
}

// Aim also aims the reversal.
func (o *given) Aim(l *chains.Level) {
	for _, one := range []*given{o, o.back} {
		one.level = l
		one.cold = true
	}
}

func (o *given) Reversal() chains.Operator { return o.back }

func (o *given) look() {
	if o.cold {
		o.cold = false
		o.list.write(o.n, o.rows(o.level.T, o.level.Beta, o.level))
	}
}

func (o *given) Row(x int, visit func(y int, p float64)) {
	o.look()
	for _, m := range o.movesFrom(x) {
		visit(int(m.to), m.p)
	}
}

// Push adds up the masses that stay and come.
func (o *given) Push(dst, q []float64) {
	o.look()
	for x, mass := range q {
		dst[x] = mass * o.stay[x]
	}
	for x, mass := range q {
		if mass == 0 {
			continue
		}
		for _, m := range o.movesFrom(x) {
			dst[m.to] += mass * m.p
		}
	}
}

func (o *given) Pull(dst, f []float64) {
	o.look()
	for x, here := range f {
		gain := 0.0
		for _, m := range o.movesFrom(x) {
			gain += m.p * (f[m.to] - here)
		}
		dst[x] = here + gain
	}
}

func (o *given) PullPair(dst, f *chains.Pair) {
	o.Pull(dst[0], f[0])
	o.Pull(dst[1], f[1])
}

// Wide returns the operator over numbers.Wide, with the probabilities in float64.
func (o *given) Wide() Over[numbers.Wide] { return &overGiven[numbers.Wide]{rows: o.rows} }

// Interval returns nil unless the rows are exact.
func (o *given) Interval() Over[*numbers.Interval] {
	if !o.exact {
		return nil
	}
	return &overGiven[*numbers.Interval]{rows: o.rows}
}

// A list has the rows of all cells, one after another, each cell once in a row.
type list struct {
	from  []int
	moves []move
	stay  []float64
}

// A move leads to a cell with a probability.
type move struct {
	to int32
	p  float64
}

// movesFrom returns the moves from x.
func (l *list) movesFrom(x int) []move { return l.moves[l.from[x]:l.from[x+1]] }

// write writes out n rows. Cells stand in their order, and a cell that a row visits twice has the sum.
func (l *list) write(n int, row RowOf) {
	l.from = append(l.from[:0], 0)
	l.moves = l.moves[:0]
	l.stay = l.stay[:0]
	var one []move
	visit := func(y int, p float64) {
		if p != 0 {
			one = append(one, move{int32(y), p})
		}
	}
	for x := range n {
		one = one[:0]
		row(x, visit)
		if !slices.IsSortedFunc(one, byCell) {
			slices.SortStableFunc(one, byCell)
		}
		first := len(l.moves)
		stay := chains.NewRest()
		for _, m := range one {
			stay.Take(m.p)
			if last := len(l.moves) - 1; last >= first && l.moves[last].to == m.to {
				l.moves[last].p += m.p
				continue
			}
			l.moves = append(l.moves, m)
		}
		l.from = append(l.from, len(l.moves))
		l.stay = append(l.stay, stay.Left())
	}
}

func byCell(a, b move) int { return cmp.Compare(a.to, b.to) }

// overGiven has the rows of a list as numbers.
type overGiven[N numbers.Number[N]] struct {
	rows RowsAt
	list
	one N
}

func (o *overGiven[N]) Aim(m Masses[N]) {
	o.one = m.P[0].Of(1)
	o.list.write(len(m.P), o.rows(m.T, m.Beta, m.Level))
}

// left returns the probability of staying at x.
func (o *overGiven[N]) left(x int) N {
	sum := o.one.Of(0)
	for _, m := range o.movesFrom(x) {
		sum = sum.Plus(o.one.Of(m.p))
	}
	return o.one.Left(sum)
}

func (o *overGiven[N]) Push(dst, q []N) {
	for x, mass := range q {
		dst[x] = mass.Times(o.left(x))
	}
	for x, mass := range q {
		if mass.IsZero() {
			continue
		}
		for _, m := range o.movesFrom(x) {
			dst[m.to] = dst[m.to].Plus(mass.Times(o.one.Of(m.p)))
		}
	}
}

func (o *overGiven[N]) Pull(dst, f []N) {
	for x, v := range f {
		dst[x] = v.Times(o.left(x))
		for _, m := range o.movesFrom(x) {
			dst[x] = dst[x].Plus(o.one.Of(m.p).Times(f[m.to]))
		}
	}
}
