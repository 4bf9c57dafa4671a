package flows

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// An Over is a step over any number, and leaves the density invariant that it was last aimed at.
type Over[N any] interface {
	Aim(m Masses[N])
	// Row visits every y != x that one step from x can reach, once; the rest of 1 stays.
	Row(x int, visit func(y int, p N))
	// Push sets dst, which is not q, to the law q after a step.
	Push(dst, q []N)
	// Pull sets dst, which is not f, to the mean of f after a step. f is nowhere negative.
	Pull(dst, f []N)
}

// over is a flow along the edges of a graph.
type over[N numbers.Number[N]] struct {
	grid        grid.Grid
	graph       *Graph
	set         Setter[N]
	stays       Stays[N]
	p, c        []N
	there, back []N
	stay        []N
	from, at    []int32
}

// newOver returns nil if there is no setter.
func newOver[N numbers.Number[N]](g grid.Grid, e *Graph, set Setter[N], stays Stays[N]) Over[N] {
	if set == nil {
		return nil
	}
	edges := len(e.A)
	return &over[N]{grid: g, graph: e, set: set, stays: stays, c: make([]N, edges), there: make([]N, edges),
		back: make([]N, edges), stay: make([]N, g.Size())}
}

// Aim finds the probabilities both ways along each edge, and those of staying.
func (o *over[N]) Aim(m Masses[N]) {
	o.p = m.P
	o.set(o.c, m)
	one := m.P[0].Of(1)
	zero := m.P[0].Of(0)
	for x := range o.stay {
		o.stay[x] = zero
	}
	for i, c := range o.c {
		x, y := o.graph.A[i], o.graph.B[i]
		o.there[i] = zero
		o.back[i] = zero
		if m.Has(y) {
			o.there[i] = c.Over(o.p[x])
			o.stay[x] = o.stay[x].Plus(o.there[i])
		}
		if m.Has(x) {
			o.back[i] = c.Over(o.p[y])
			o.stay[y] = o.stay[y].Plus(o.back[i])
		}
	}
	for x, leaves := range o.stay {
		if o.stays == nil {
			o.stay[x] = one.Left(leaves)
		} else {
			o.stay[x] = o.stays(x)
		}
	}
}

func (o *over[N]) Row(x int, visit func(y int, p N)) {
	if o.from == nil {
		o.from, o.at = o.graph.byCell(o.grid.Size())
	}
	for _, i := range o.at[o.from[x]:o.from[x+1]] {
		y, p := o.graph.B[i], o.there[i]
		if y == int32(x) {
			y, p = o.graph.A[i], o.back[i]
		}
		if !p.IsZero() {
			visit(int(y), p)
		}
	}
}

func (o *over[N]) Push(dst, q []N) {
	for x, mass := range q {
		dst[x] = mass.Times(o.stay[x])
	}
	for i, there := range o.there {
		x, y := o.graph.A[i], o.graph.B[i]
		dst[y] = dst[y].Plus(q[x].Times(there))
		dst[x] = dst[x].Plus(q[y].Times(o.back[i]))
	}
}

func (o *over[N]) Pull(dst, f []N) {
	for x, v := range f {
		dst[x] = v.Times(o.stay[x])
	}
	for i, there := range o.there {
		x, y := o.graph.A[i], o.graph.B[i]
		dst[x] = dst[x].Plus(there.Times(f[y]))
		dst[y] = dst[y].Plus(o.back[i].Times(f[x]))
	}
}

// A wide is an operator's step over numbers.Wide at the level where the operator is, made when it is first asked for.
type wide struct {
	grid  grid.Grid
	make  func() Over[numbers.Wide]
	over  Over[numbers.Wide]
	level *chains.Level
	cold  bool
}

func newWide(g grid.Grid, make func() Over[numbers.Wide]) *wide { return &wide{grid: g, make: make} }

func (w *wide) aim(l *chains.Level) {
	w.level = l
	w.cold = true
}

// look aims the step, once a level.
func (w *wide) look() {
	if w.over == nil {
		w.over = w.make()
	}
	if w.cold {
		w.cold = false
		w.over.Aim(WideMasses(w.grid, w.level))
	}
}

// rates sets the probabilities along the edges of a flow.
func (w *wide) rates(there, back []float64) {
	w.look()
	o := w.over.(*over[numbers.Wide])
	for i := range there {
		there[i] = o.there[i].Float()
		back[i] = o.back[i].Float()
	}
}

// WideMasses returns the masses of a level over numbers.Wide.
func WideMasses(g grid.Grid, l *chains.Level) Masses[numbers.Wide] {
	logf := l.LogF()
	none := noneAt(g, nil, l)
	p := wideOf(logf)
	for x, gone := range none {
		if gone {
			p[x] = p[x].Vanishing()
		}
	}
	return Masses[numbers.Wide]{P: p, None: none, First: func() []numbers.Wide { return wideOf(l.Start()) }, T: l.T,
		Beta: l.Beta, Level: l}
}

func wideOf(logf []float64) []numbers.Wide {
	top := math.Inf(-1)
	for _, v := range logf {
		top = max(top, v)
	}
	p := make([]numbers.Wide, len(logf))
	for x, v := range logf {
		p[x] = numbers.WideExp(v - top)
	}
	return p
}

// LeastSure is a sum of probabilities, in floats, that has all its digits: what is lost of its parts is below 2^-1074
// each. LogInto has those below.
const LeastSure = 0x1p-960

// LogInto returns the logarithms of the probabilities that a step of op from each of some cells ends in the cell into,
// at the level where l is. They are -Inf only where it cannot. Of an operator that is not known over numbers.Wide they
// are those of its rows.
func LogInto(op chains.Operator, g grid.Grid, l *chains.Level, into int, from ...int) []float64 {
	over := WideOf(op)
	over.Aim(WideMasses(g, l))
	star := make([]numbers.Wide, g.Size())
	star[into] = numbers.WideOf(1)
	can := make([]numbers.Wide, g.Size())
	over.Pull(can, star)
	logs := make([]float64, len(from))
	for i, x := range from {
		logs[i] = can[x].LogFloat()
	}
	return logs
}

// WideOf returns op over numbers.Wide, by its rows if it is not known over them.
func WideOf(op chains.Operator) Over[numbers.Wide] {
	if exact, ok := op.(Exact); ok {
		if over := exact.Wide(); over != nil {
			return over
		}
	}
	return &overGiven[numbers.Wide]{rows: func(_ int, _ float64, l *chains.Level) Row {
		op.Aim(l)
		return op.Row
	}}
}
