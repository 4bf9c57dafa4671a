package cause

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A slip is a kernel with one fault, written out, or a right kernel, whose cause is that it is not the declared one.
type slip struct {
	cause *Cause // nil if it only stands beside others
	rare  bool   // nobody means this power of f
	row   rows
}

// rows say where a step from x leads at a level, and with which probabilities.
type rows func(l Level, x int) []float64

// An acceptance is a probability that a move is taken, by the log of f(y)/f(x).
type acceptance struct {
	says string
	of   func(d float64) float64
}

// Of the acceptances the first two are right for moves that are proposed alike, the others are not.
var (
	metropolis = acceptance{"min(1, f(y)/f(x))", func(d float64) float64 { return math.Exp(min(0, d)) }}
	barker     = acceptance{"f(y)/(f(x)+f(y))", func(d float64) float64 { return 1 / (1 + math.Exp(-d)) }}
	rooted     = acceptance{"min(1, sqrt(f(y)/f(x)))", func(d float64) float64 { return math.Exp(min(0, d/2)) }}
	always     = acceptance{"1", func(float64) float64 { return 1 }}
)

// knownSlips is a list to which slips are added.
type knownSlips []slip

func (all *knownSlips) add(row rows, name string, open ...any) {
	*all = append(*all, slip{cause: Named(name, open...), row: row})
}

// slips are all that are known. A new one is a line here, or in one of the lists that are added.
func (c Case) slips() []slip {
	right := c.right()
	all := knownSlips(slices.Clone(right))
	for _, s := range right {
		c.addMoves(&all, s.row)
	}
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.King{}} {
		if c.comparable(k) {
			q := proposed(k, c.Grid)
			c.addProposals(&all, q)
			c.addAcceptances(&all, q)
		}
	}
	c.addEnds(&all)
	return all
}

// addMoves adds slips of which moves of a right kernel are made, and when.
func (c Case) addMoves(all *knownSlips, right rows) {
	all.add(moved(right), "impatient")
	all.add(coloured(0, right), "one-colour", "even")
	all.add(coloured(1, right), "one-colour", "odd")
	for a := range c.Grid.Axes() {
		share := float64(c.Grid.Share(a)) / float64(c.Grid.Moves())
		for i, way := range []string{"back", "forth"} {
			// as often as before, or as all proposals together
			for _, others := range []float64{1, 1 / (1 - share)} {
				all.add(oneSided(a, 2*i-1, others, right), "one-sided", way, a+1)
			}
		}
	}
}

// everything is a proposal of all that is proposed, also what leaves the box or enters a wall.
func everything(q proposals) proposal { return proposal{proposals: q, off: true, walls: true} }

// addProposals adds slips of the proposals that count at edges and walls, by both right acceptances, and what
// densities that are rounded or taken to a power make of these.
func (c Case) addProposals(all *knownSlips, q proposals) {
	whole := everything(q)
	for _, a := range []acceptance{metropolis, barker} {
		for _, some := range []proposal{{proposals: q, walls: true}, {proposals: q}, {proposals: q, off: true}} {
			name := "edges"
			if some.off {
				name = "beside-walls"
			}
			all.add(some.row(a.of, some, 0), name)
			all.add(some.row(a.of, some, -1), "edges-inverted")
			all.add(whole.row(a.of, some, 1), "edges-inverted") // none is due
		}
		for u := 10.; u <= 1e4; u *= 10 {
			coarse := func(d float64) float64 { return math.RoundToEven(a.of(d)*u) / u }
			all.add(whole.row(coarse, whole, 0), "coarse", 1/u)
		}
		for _, p := range powers[:4] {
			all.add(whole.row(func(d float64) float64 { return a.of(p.power * d) }, whole, 0), p.name)
		}
		for n := -40.; n <= 60; n++ { // to tell the others from: densities know all powers
			row := whole.row(func(d float64) float64 { return a.of(n / 20 * d) }, whole, 0)
			*all = append(*all, slip{row: row})
		}
	}
}

// addAcceptances adds slips of the formula by which a move is accepted, or proposed by what it leads to.
func (c Case) addAcceptances(all *knownSlips, q proposals) {
	whole := everything(q)
	all.add(whole.row(math.Exp, whole, 0), "uncut")
	all.add(whole.row(func(d float64) float64 { return max(0, min(1, d)) }, whole, 0), "no-exp")
	all.add(whole.row(func(d float64) float64 { return max(0, min(1, 1+d)) }, whole, 0), "linear")
	if c.Levels[0].Seen == nil {
		all.add(whole.logs(), "barker-log")
	}
	neighbours := proposal{proposals: q, by: math.Exp}
	all.add(neighbours.row(always.of, whole, 0), "neighbours", "its neighbours")
	neighbours.self = true
	all.add(neighbours.row(always.of, whole, 0), "neighbours", "itself and its neighbours")
	for tenths := 1.; tenths <= 15; tenths++ {
		power := tenths / 10
		informed := proposal{proposals: q, by: func(d float64) float64 { return math.Exp(power * d) }}
		for _, a := range []acceptance{metropolis, barker, rooted, always} {
			all.add(informed.row(a.of, whole, 0), "informed", power, a.says)
			(*all)[len(*all)-1].rare = tenths != 5 && tenths != 10
		}
	}
	byOdds := proposal{proposals: q, by: barker.of}
	for _, a := range []acceptance{metropolis, barker, always} {
		all.add(byOdds.row(a.of, whole, 0), "informed-barker", a.says)
	}
}

// addEnds adds slips of the numbers of neighbours, which are wrong at the ends of axes.
func (c Case) addEnds(all *knownSlips) {
	g := c.Grid
	q := proposed(kernels.Metropolis{}, g)
	last := g.Axes() - 1
	ended := func(q proposals, name string, open ...any) {
		all.add(everything(q).row(metropolis.of, proposal{}, 0), name, open...)
	}
	for i, end := range []string{"first", "last"} {
		each, by := q, 2*i-1
		for a := range g.Axes() {
			around := -by * (g.Len(a) - 1) * g.Stride(a)
			joined := q.joined(g, a, by, around)
			each = each.joined(g, a, by, around)
			ended(joined, "one-way", end, fmt.Sprintf("axis %d", a+1))
			for _, walls := range []bool{false, true} {
				some := proposal{proposals: joined, walls: walls}
				all.add(proposal{proposals: q, walls: walls}.row(metropolis.of, some, 1), "degree", end, a+1)
			}
		}
		ended(each, "one-way", end, "every axis")
		ended(q.joined(g, last, by, by), "wrapped")
	}
	ended(q.joined(g, last, 1, 1).joined(g, last, -1, -1), "wrapped")
}

// right are the kernels that move on the cells themselves: the declared one, and those of the catalogue.
func (c Case) right() (all []slip) {
	for _, k := range append([]chains.Entry[chains.Kernel]{{Make: c.Declared}}, kernels.Catalogue...) {
		if k.Make == nil || k.Name == "identity" || !c.comparable(k.Make) {
			continue
		}
		all = append(all, slip{cause: Named("kernel", k.Name), row: c.rowsOf(k.Make)})
	}
	return all
}

// rowsOf are the rows of a kernel. Each is computed when it is asked for the first time, and those of one level are
// kept: most slips are refuted by a few rows of one level, and several slips change the same rows.
func (c Case) rowsOf(k chains.Kernel) rows {
	a := c.Annealing
	a.Kernel = k
	var at *laws.Written // where op is aimed
	var op chains.Operator
	var kept map[int][]float64
	return func(l Level, x int) []float64 {
		if at != l.Written {
			at = l.Written
			op, _ = a.Aimed(l.T, l.Beta)
			kept = map[int][]float64{}
		}
		if kept[x] == nil {
			kept[x] = laws.RowOf(op, x, len(l.P))
		}
		return slices.Clone(kept[x])
	}
}

// Proposals are the moves that a kernel proposes, as rows of a matrix. On the diagonal is what leads off the box.
type proposals struct {
	q     [][]float64
	leads [][]int // by cell: where q is above 0, because most entries are not
}

// proposed are the proposals of a kernel: its rows where f is flat and there are no walls.
func proposed(k chains.Kernel, g grid.Grid) proposals {
	flat := make([]float64, g.Size())
	op, _ := chains.Annealing{Grid: g.WithWalls(), Kernel: k,
		Bridge: chains.Geometric{From: flat, To: flat}}.Aimed(1, 1)
	p := proposals{q: laws.RowsOf(op, g.Size())}
	for _, row := range p.q {
		p.leads = append(p.leads, above0(row))
	}
	return p
}

// above0 are the places of a row that are above 0.
func above0(row []float64) (at []int) {
	for y, q := range row {
		if q > 0 {
			at = append(at, y)
		}
	}
	return at
}

// joined are moves by which a step off one end of the lines along an axis leads so many cells on, and none leads back.
func (p proposals) joined(g grid.Grid, axis, by, on int) proposals {
	share := float64(g.Share(axis)) / float64(g.Moves())
	to := proposals{q: slices.Clone(p.q), leads: slices.Clone(p.leads)}
	for x := range to.q {
		_, stays := g.Along(x, axis, by)
		if !stays && x+on >= 0 && x+on < len(to.q) {
			row := slices.Clone(to.q[x])
			row[x] -= share
			row[x+on] += share
			to.q[x] = row
			to.leads[x] = above0(row)
		}
	}
	return to
}

// A proposal draws a move as in q, or in proportion to q times a function of f(y)/f(x).
type proposal struct {
	proposals
	// Moves off the box, and into cells without mass, are drawn as well: then it stays.
	off, walls bool
	by         func(d float64) float64 // that function of the log; nil without one
	self       bool                    // it may draw the cell itself, as it draws a neighbour
}

// weights visits where a draw from x leads, with weights in proportion to what is drawn.
func (p proposal) weights(l Level, x int, visit func(y int, weight float64)) {
	one := 1.0
	for _, y := range p.leads[x] {
		q := p.q[x][y]
		switch {
		case y != x && l.P[y] > 0:
			one = min(one, q)
			if p.by != nil {
				q *= p.by(l.LogF[y] - l.LogF[x])
			}
			visit(y, q)
		case p.by == nil && (y == x && p.off || y != x && p.walls):
			visit(y, q)
		}
	}
	if p.self {
		visit(x, one)
	}
}

// sum is that of the weights at x.
func (p proposal) sum(l Level, x int) (sum float64) {
	p.weights(l, x, func(_ int, weight float64) { sum += weight })
	return sum
}

// logSums returns the log of the sum of weights at any cell of a level, each computed once.
func (p proposal) logSums() func(l Level, x int) float64 {
	var at *laws.Written
	var kept map[int]float64
	return func(l Level, x int) float64 {
		if at != l.Written {
			at = l.Written
			kept = map[int]float64{}
		}
		sum, ok := kept[x]
		if !ok {
			sum = math.Log(p.sum(l, x))
			kept[x] = sum
		}
		return sum
	}
}

// row takes what it draws by these odds, times the ratio of what some proposal can draw at x and at y, to a power. With
// the proposal itself 1 is Hastings' ratio, and 0 forgets it.
func (p proposal) row(a func(d float64) float64, some proposal, power float64) rows {
	logSum := some.logSums()
	return func(l Level, x int) []float64 {
		row := make([]float64, len(l.P))
		sum, left := p.sum(l, x), 0.0
		p.weights(l, x, func(y int, w float64) {
			if y == x || l.P[y] == 0 {
				return
			}
			d := l.LogF[y] - l.LogF[x]
			if power != 0 {
				d += power * (logSum(l, x) - logSum(l, y))
			}
			row[y] = w / sum * a(d)
			left += row[y]
		})
		row[x] = 1 - left
		return row
	}
}

// logs takes what it draws with probability log f(y)/(log f(x) + log f(y)), by entries of the matrix alone. A
// constant k is off these log f.
func (p proposal) logs() rows {
	var at *laws.Written
	k := math.NaN()
	return func(l Level, x int) []float64 {
		if at != l.Written {
			at = l.Written
			k = p.offLogs(l)
		}
		row := make([]float64, len(l.P))
		if math.IsNaN(k) {
			row[x] = -1 // no row of any kernel
			return row
		}
		for y, q := range p.q[x] {
			a := (l.LogF[y] + k) / (l.LogF[x] + l.LogF[y] + 2*k)
			if y != x && l.P[y] > 0 && a > 0 {
				row[y] = q * min(1, a)
			}
		}
		row[x] = 1 - floats.Sum(row)
		return row
	}
}

// offLogs is the constant k that the first entry tells that is no whole part of its proposal; NaN without one.
func (p proposal) offLogs(l Level) float64 {
	k := math.NaN()
	l.moves(func(x, y int, v float64) {
		a := v / p.q[x][y]
		if math.IsNaN(k) && a > 0.01 && a < 0.99 && math.Abs(a-0.5) > 0.01 {
			k = (l.LogF[y] - a*(l.LogF[x]+l.LogF[y])) / (2*a - 1)
		}
	})
	return k
}

// moved are the rows given that the chain moves.
func moved(of rows) rows {
	return func(l Level, x int) []float64 {
		row := of(l, x)
		if row[x] < 1 {
			row[x] = 0
			floats.Scale(1/floats.Sum(row), row)
		}
		return row
	}
}

// oneSided never moves one way along an axis, and makes all other moves so many times as often.
func oneSided(axis, by int, often float64, of rows) rows {
	return func(l Level, x int) []float64 {
		row := of(l, x)
		for y := range row {
			if row[y] *= often; by*(l.Grid.Coord(y, axis)-l.Grid.Coord(x, axis)) > 0 || y == x {
				row[y] = 0
			}
		}
		row[x] = 1 - floats.Sum(row)
		return row
	}
}

// coloured moves only from cells whose coordinates have a sum of this parity.
func coloured(parity int, of rows) rows {
	return func(l Level, x int) []float64 {
		sum, row := 0, make([]float64, len(l.P))
		for _, at := range l.Grid.Coords(x) {
			sum += at
		}
		row[x] = 1
		if sum%2 == parity {
			row = of(l, x)
		}
		return row
	}
}
