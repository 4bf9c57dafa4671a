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

// accepted are probabilities that a move is taken, by the log of f(y)/f(x). The first two are right for moves that are
// proposed alike, the others are not.
var accepted = []struct {
	says string
	of   func(d float64) float64
}{{"min(1, f(y)/f(x))", func(d float64) float64 { return math.Exp(min(0, d)) }},
	{"f(y)/(f(x)+f(y))", func(d float64) float64 { return 1 / (1 + math.Exp(-d)) }},
	{"min(1, sqrt(f(y)/f(x)))", func(d float64) float64 { return math.Exp(min(0, d/2)) }},
	{"1", func(float64) float64 { return 1 }}}

// slips are all that are known. A new one is a line here.
func (c Case) slips() []slip {
	all := c.right()
	add := func(row rows, name string, open ...any) {
		all = append(all, slip{cause: Named(name, open...), row: row})
	}
	for _, s := range all {
		add(moved(s.row), "impatient")
		add(coloured(0, s.row), "one-colour", "even")
		add(coloured(1, s.row), "one-colour", "odd")
		for a := range c.Grid.Axes() {
			share := float64(c.Grid.Share(a)) / float64(c.Grid.Moves())
			for i, way := range []string{"back", "forth"} {
				for _, others := range []float64{1, 1 / (1 - share)} { // as often as before, or as all proposals together
					add(oneSided(a, 2*i-1, others, s.row), "one-sided", way, a+1)
				}
			}
		}
	}
	always := accepted[3].of
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.King{}} {
		if !c.comparable(k) {
			continue
		}
		q := proposed(k, c.Grid)
		whole := proposal{q: q, off: true, walls: true}
		for _, a := range accepted[:2] {
			for i, some := range []proposal{{q: q, walls: true}, {q: q}, {q: q, off: true}} {
				add(some.row(a.of, some, 0), []string{"edges", "edges", "beside-walls"}[i])
				add(some.row(a.of, some, -1), "edges-inverted")
				add(whole.row(a.of, some, 1), "edges-inverted") // none is due
			}
			for u := 10.; u <= 1e4; u *= 10 {
				add(whole.row(func(d float64) float64 { return math.RoundToEven(a.of(d)*u) / u }, whole, 0), "coarse", 1/u)
			}
			for _, p := range powers[:4] {
				add(whole.row(func(d float64) float64 { return a.of(p.power * d) }, whole, 0), p.name)
			}
			for n := -40.; n <= 60; n++ { // to tell the others from: densities know all powers
				all = append(all, slip{row: whole.row(func(d float64) float64 { return a.of(n / 20 * d) }, whole, 0)})
			}
		}
		add(whole.row(math.Exp, whole, 0), "uncut")
		add(whole.row(func(d float64) float64 { return max(0, min(1, d)) }, whole, 0), "no-exp")
		add(whole.row(func(d float64) float64 { return max(0, min(1, 1+d)) }, whole, 0), "linear")
		if c.Levels[0].Seen == nil {
			add(whole.logs, "barker-log")
		}
		add(proposal{q: q, power: 1}.row(always, whole, 0), "neighbours", "its neighbours")
		add(proposal{q: q, power: 1, self: true}.row(always, whole, 0), "neighbours", "itself and its neighbours")
		for tenths := 1.; tenths <= 15; tenths++ {
			for _, a := range accepted {
				add(proposal{q: q, power: tenths / 10}.row(a.of, whole, 0), "informed", tenths/10, a.says)
				all[len(all)-1].rare = tenths != 5 && tenths != 10
			}
		}
	}
	g, q, last := c.Grid, proposed(kernels.Metropolis{}, c.Grid), c.Grid.Axes()-1
	ended := func(q [][]float64, name string, open ...any) {
		add(proposal{q: q, off: true, walls: true}.row(accepted[0].of, proposal{}, 0), name, open...)
	}
	for i, end := range []string{"first", "last"} {
		each, by := q, 2*i-1
		for a := range g.Axes() {
			around := -by * (g.Len(a) - 1) * g.Stride(a)
			each = joined(each, g, a, by, around)
			ended(joined(q, g, a, by, around), "one-way", end, fmt.Sprintf("axis %d", a+1))
			for _, walls := range []bool{false, true} {
				some := proposal{q: joined(q, g, a, by, around), walls: walls}
				add(proposal{q: q, walls: walls}.row(accepted[0].of, some, 1), "degree", end, a+1)
			}
		}
		ended(each, "one-way", end, "every axis")
		ended(joined(q, g, last, by, by), "wrapped")
	}
	ended(joined(joined(q, g, last, 1, 1), g, last, -1, -1), "wrapped")
	return all
}

// right are the kernels that move on the cells themselves: the declared one, and those of the catalogue.
func (c Case) right() (all []slip) {
	for _, k := range append([]chains.Entry[chains.Kernel]{{Make: c.Declared}}, kernels.Catalogue...) {
		if k.Make == nil || k.Name == "identity" || !c.comparable(k.Make) {
			continue
		}
		a, at := c.Annealing, map[float64][][]float64{}
		a.Kernel = k.Make
		all = append(all, slip{cause: Named("kernel", k.Name), row: func(l Level, x int) []float64 {
			if at[l.Beta] == nil {
				op, _ := a.Aimed(l.T, l.Beta)
				at[l.Beta] = laws.RowsOf(op, len(l.P))
			}
			return slices.Clone(at[l.Beta][x])
		}})
	}
	return all
}

// proposed are the moves that a kernel proposes: its rows where f is flat and there are no walls. On the diagonal is
// what leads off the box.
func proposed(k chains.Kernel, g grid.Grid) [][]float64 {
	flat := make([]float64, g.Size())
	op, _ := chains.Annealing{Grid: g.WithWalls(), Kernel: k, Bridge: chains.Geometric{From: flat, To: flat}}.Aimed(1, 1)
	return laws.RowsOf(op, g.Size())
}

// joined are moves by which a step off one end of the lines along an axis leads so many cells on, and none leads back.
func joined(q [][]float64, g grid.Grid, axis, by, on int) [][]float64 {
	q, share := slices.Clone(q), float64(g.Share(axis))/float64(g.Moves())
	for x := range q {
		if _, ok := g.Along(x, axis, by); !ok && x+on >= 0 && x+on < len(q) {
			q[x] = slices.Clone(q[x])
			q[x][x] -= share
			q[x][x+on] += share
		}
	}
	return q
}

// A proposal draws a move as in q, or in proportion to q f^power.
type proposal struct {
	q          [][]float64
	off, walls bool // moves off the box, and into cells without mass, are drawn as well: then it stays
	power      float64
	self       bool // it may draw the cell itself, as it draws a neighbour
}

// weights are in proportion to what is drawn from x.
func (p proposal) weights(l Level, x int) []float64 {
	weights, one := make([]float64, len(l.P)), 1.0
	for y, q := range p.q[x] {
		switch {
		case q > 0 && y != x && l.P[y] > 0:
			weights[y], one = q*math.Exp(p.power*(l.LogF[y]-l.LogF[x])), min(one, q)
		case p.power == 0 && (y == x && p.off || y != x && p.walls):
			weights[y] = q
		}
	}
	if p.self {
		weights[x] = one
	}
	return weights
}

// row takes what it draws by these odds, times the ratio of what some proposal can draw at x and at y, to a power. With
// the proposal itself 1 is Hastings' ratio, and 0 forgets it.
func (p proposal) row(a func(d float64) float64, some proposal, power float64) rows {
	return func(l Level, x int) []float64 {
		row, weights := make([]float64, len(l.P)), p.weights(l, x)
		sum := floats.Sum(weights)
		for y, w := range weights {
			if d := l.LogF[y] - l.LogF[x]; y != x && l.P[y] > 0 && w > 0 {
				if power != 0 {
					d += power * math.Log(floats.Sum(some.weights(l, x))/floats.Sum(some.weights(l, y)))
				}
				row[y] = w / sum * a(d)
			}
		}
		row[x] = 1 - floats.Sum(row)
		return row
	}
}

// logs takes what it draws with probability log f(y)/(log f(x) + log f(y)), by entries of the matrix alone. A constant is
// off these log f. The first entry tells it that is no whole part of its proposal; without one there are no such rows.
func (p proposal) logs(l Level, x int) []float64 {
	k, row := math.NaN(), make([]float64, len(l.P))
	l.moves(func(x, y int, v float64) {
		if a := v / p.q[x][y]; math.IsNaN(k) && a > 0.01 && a < 0.99 && math.Abs(a-0.5) > 0.01 {
			k = (l.LogF[y] - a*(l.LogF[x]+l.LogF[y])) / (2*a - 1)
		}
	})
	if math.IsNaN(k) {
		row[x] = -1
		return row
	}
	for y, q := range p.q[x] {
		if a := (l.LogF[y] + k) / (l.LogF[x] + l.LogF[y] + 2*k); y != x && l.P[y] > 0 && a > 0 {
			row[y] = q * min(1, a)
		}
	}
	row[x] = 1 - floats.Sum(row)
	return row
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
		if row[x] = 1; sum%2 == parity {
			row = of(l, x)
		}
		return row
	}
}
