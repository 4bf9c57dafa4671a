package flows

import (
	"cmp"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
)

// RowsAt returns the rows at a level. Fixed rows read its T and Beta alone.
type RowsAt func(l *chains.Level) RowOf

// A RowOf visits the cells to which one step from x leads, in any order. It may visit a cell more than once; the
// probabilities add up. The rest of 1 stays. If the row visits x itself with that probability, to within the rounding
// of the rest, the step stays with just this one: it has its own digits where the rest has those of 1.
type RowOf func(x int, visit func(y int, p float64))

// Given returns the operator on n cells by rows from outside. reversal has the rows of the reversal; it is nil if the
// step is reversible. Fixed rows do not depend on the density of the level, so that a proof takes them as they are.
func Given(n int, rows, reversal RowsAt, fixed bool) chains.Operator {
	o := &given{n: n, rows: rows, fixed: fixed}
	o.reversal = o
	if reversal != nil {
		o.reversal = &given{n: n, rows: reversal, reversal: o}
	}
	return o
}

// A given operator has a list of its rows, made once a level.
type given struct {
	n        int
	rows     RowsAt
	fixed    bool
	reversal *given // itself if the step is reversible
	level    *chains.Level
	cold     bool // the list belongs to an earlier level
	list
}

// Rolled returns an operator of Given whose steps forth are by dice. roll is given the level of the last Aim.
func Rolled(o chains.Operator, roll func(l *chains.Level, x int, d chains.Dice) int) chains.Operator {
	return &rolled{o.(*given), roll}
}

// A rolled operator is a chains.Roller.
type rolled struct {
	*given
	roll func(l *chains.Level, x int, d chains.Dice) int
}

// Roll makes a step.
func (o *rolled) Roll(x int, d chains.Dice) int { return o.roll(o.level, x, d) }

// Aim also aims the reversal.
func (o *given) Aim(l *chains.Level) {
	for _, one := range []*given{o, o.reversal} {
		one.level = l
		one.cold = true
	}
}

func (o *given) Reversal() chains.Operator { return o.reversal }

// refresh makes the list of rows, once a level.
func (o *given) refresh() {
	if o.cold {
		o.cold = false
		o.list.write(o.n, o.rows(o.level))
	}
}

func (o *given) Row(x int, visit func(y int, p float64)) {
	o.refresh()
	for _, e := range o.entriesOf(x) {
		visit(int(e.to), e.p)
	}
}

// Stay returns the probability of staying at x.
func (o *given) Stay(x int) float64 {
	o.refresh()
	return o.stay[x]
}

// Push adds up the masses that stay and come.
func (o *given) Push(dst, q []float64) {
	o.refresh()
	for x, mass := range q {
		dst[x] = mass * o.stay[x]
	}
	for x, mass := range q {
		if mass == 0 {
			continue
		}
		for _, e := range o.entriesOf(x) {
			dst[e.to] += mass * e.p
		}
	}
}

func (o *given) Pull(dst, f *chains.Pair) {
	o.refresh()
	for k, u := range f {
		for x, here := range u {
			gain := 0.0
			for _, e := range o.entriesOf(x) {
				gain += e.p * (u[e.to] - here)
			}
			dst[k][x] = here + gain
		}
	}
}

// Interval returns the operator over intervals, with the probabilities in float64.
func (o *given) Interval() OperatorOver[*numbers.Interval] {
	return &overGiven{rows: o.rows}
}

// A list has the rows of all cells, one after another, each cell once in a row.
type list struct {
	from    []int     // from[x] is the place of x's first entry; the last is the number of entries
	entries []entry   // without those of staying
	stay    []float64 // by cell, the probability of staying
	own     []bool    // by cell, whether that is as the row has it, and not the rest
}

// An entry of a row has a cell to which a step leads, and the probability.
type entry struct {
	to int32
	p  float64
}

// entriesOf returns the row of x.
func (l *list) entriesOf(x int) []entry { return l.entries[l.from[x]:l.from[x+1]] }

// write writes out n rows. Cells stand in their order, and a cell that a row visits twice has the sum.
func (l *list) write(n int, row RowOf) {
	l.from = append(l.from[:0], 0)
	l.entries = l.entries[:0]
	l.stay = l.stay[:0]
	l.own = l.own[:0]
	var visited []entry
	visit := func(y int, p float64) {
		if p != 0 {
			visited = append(visited, entry{int32(y), p})
		}
	}
	for x := range n {
		visited = visited[:0]
		row(x, visit)
		if !slices.IsSortedFunc(visited, byCell) {
			slices.SortStableFunc(visited, byCell)
		}
		first := len(l.entries)
		stay := chains.NewRemainder()
		own := 0.0
		for _, e := range visited {
			if int(e.to) == x {
				own += e.p
				continue
			}
			stay.Take(e.p)
			if last := len(l.entries) - 1; last >= first && l.entries[last].to == e.to {
				l.entries[last].p += e.p
				continue
			}
			l.entries = append(l.entries, e)
		}
		l.from = append(l.from, len(l.entries))
		agrees := own > 0 && stay.Agrees(own)
		if !agrees {
			own = stay.Left()
		}
		l.stay = append(l.stay, own)
		l.own = append(l.own, agrees)
	}
}

func byCell(a, b entry) int { return cmp.Compare(a.to, b.to) }

// overGiven has the rows of a list, which are float64, as intervals.
type overGiven struct {
	rows RowsAt
	list
	one *numbers.Interval // 1
}

func (o *overGiven) Aim(m Masses[*numbers.Interval]) {
	o.one = m.P[0].Of(1)
	o.list.write(len(m.P), o.rows(m.Level))
}

// left returns the probability of staying at x. It is 0 where the list has 0: the digits of a rest within the rounding
// of its row, of either sign, are no probability.
func (o *overGiven) left(x int) *numbers.Interval {
	if o.own[x] || o.stay[x] == 0 {
		return o.one.Of(o.stay[x])
	}
	sum := o.one.Of(0)
	for _, e := range o.entriesOf(x) {
		sum = sum.Plus(o.one.Of(e.p))
	}
	return o.one.Left(sum)
}

func (o *overGiven) Push(dst, q []*numbers.Interval) {
	for x, mass := range q {
		dst[x] = mass.Times(o.left(x))
	}
	for x, mass := range q {
		if mass.IsZero() {
			continue
		}
		for _, e := range o.entriesOf(x) {
			dst[e.to] = dst[e.to].Plus(mass.Times(o.one.Of(e.p)))
		}
	}
}

func (o *overGiven) Pull(dst, f []*numbers.Interval) {
	for x, v := range f {
		dst[x] = v.Times(o.left(x))
		for _, e := range o.entriesOf(x) {
			dst[x] = dst[x].Plus(o.one.Of(e.p).Times(f[e.to]))
		}
	}
}
