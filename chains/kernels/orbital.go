package kernels

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/orbits"
)

// Orbital is a kernel on the orbits of a space. A step from an orbit is the kernel's step from one of its cells, to the
// orbits of the cells where that leads. It does not matter which cell, if the kernel keeps to the symmetries.
type Orbital struct {
	Kernel chains.Kernel
	Space  *orbits.Space
	Cells  chains.Bridge // by orbit, the density of one cell
}

// NewOrbital returns an error that says why the kernel cannot run on the orbits, or nil.
func NewOrbital(k chains.Kernel, s *orbits.Space, cells chains.Bridge) (chains.Kernel, error) {
	box, by := s.Box()
	if by == nil {
		box = grid.Grid{}
	}
	if err := WalksOrbits(k, box); err != nil {
		return nil, err
	}
	if k, ok := k.(Repeat); ok {
		if _, ok := k.Kernel.(withState); ok {
			on, err := NewOrbital(k.Kernel, s, cells)
			return Repeat{k.Times, on}, err
		}
	}
	if k, ok := k.(withState); ok {
		all, err := by.All()
		return wide{k, s, cells, all}, err
	}
	for _, leaf := range chains.Leaves(k) {
		if err := keeps(leaf, s, cells); err != nil {
			return nil, err
		}
	}
	return Orbital{k, s, cells}, nil
}

// A kernel that is not axial runs on the orbits of a box of so many cells at most, and if its rows go so many ways at
// most, because each cell that a row leads to is looked up: 9 spins at once, 16 in pairs.
const mostAround, mostWays = 1 << 16, 1 << 12

// WalksOrbits returns why a kernel, or a part of it, can walk no orbits of the cells of a box, or nil. The box is
// empty if the cells have none.
func WalksOrbits(k chains.Kernel, box grid.Grid) error {
	if err := chains.Fits(k, box); box.Size() > 0 && err != nil {
		return err
	}
	once := k
	if many, ok := k.(Repeat); ok {
		once = many.Kernel
	}
	for _, k := range chains.Leaves(k) {
		_, wide := k.(chains.Extends)
		switch {
		case anywhere(k) || axial(k):
			continue
		case box.Size() == 0:
			return fmt.Errorf("it does not move along one axis at a time, " +
				"and a state here is how many sites have which value")
		case wide && once == k && chains.States(k, box) <= mostAround:
			continue
		case wide:
			return fmt.Errorf("it runs on more than the cells, as a part of another kernel, or on more than %d states",
				mostAround)
		case box.Size() > mostAround:
			return fmt.Errorf("it does not move along one axis at a time, so that a step is looked up among all "+
				"cells, and %v has more than %d", box, mostAround)
		}
		if f := chains.FactsOf(k, box); max(f.Moves, f.Paths) > mostWays {
			return fmt.Errorf("it does not move along one axis at a time, so that a step is looked up among all "+
				"cells, and on %v it goes %.0f ways, more than %d", box, max(f.Moves, f.Paths), mostWays)
		}
		if _, ok := chains.DefinitionOf(k, box).(chains.Outcomes); !ok {
			return fmt.Errorf("a step is no choice among cells that each have a probability: it goes through axes in " +
				"an order, or redraws blocks of them, or is a program")
		}
	}
	return nil
}

// keeps returns where a kernel that WalksOrbits does not keep to the symmetries, or nil.
func keeps(k chains.Kernel, s *orbits.Space, cells chains.Bridge) error {
	if anywhere(k) || axial(k) {
		return nil
	}
	const many = 1000 // orbits to look at
	box, by := s.Box()
	def := chains.DefinitionOf(k, box).(chains.Outcomes)
	l := chains.NewLevel(cells, s.Size())
	for i, beta := range []float64{0, 0.5, 1} {
		l.Move(i+1, beta)
		view := operators.NewView(grid.New(s.Size()))
		view.Aim(l)
		rows := def.Float(seen[numbers.Float]{view.Look(), s.Orbit})
		row := func(cell int) (to []float64) {
			to = make([]float64, s.Size())
			rows(cell, func(y int, weight numbers.Float) { to[s.Orbit(y)] += float64(weight) / float64(def.Out) })
			return to
		}
		for x := range min(s.Size(), many) {
			cell := s.Cell(x)
			from := row(cell)
			for _, image := range by.Images(cell) {
				if image == cell {
					continue
				}
				for y, p := range row(image) {
					if math.Abs(p-from[y]) > 1e-12 {
						return fmt.Errorf("it does not keep to the symmetries: cells %v and %v are images of each "+
							"other, and a step leads from them to the images of %v with the probabilities %.6g and "+
							"%.6g", box.Coords(cell), box.Coords(image), box.Coords(s.Cell(y)), from[y], p)
					}
				}
			}
		}
	}
	return nil
}

// on is the same kernel on orbits: a composed kernel is composed of the parts on orbits.
func (k Orbital) on() chains.Kernel {
	part := func(p chains.Kernel) chains.Kernel { return Orbital{p, k.Space, k.Cells}.on() }
	if composed, ok := rebuilt(k.Kernel, part); ok {
		return composed
	}
	if anywhere(k.Kernel) {
		return k.Kernel
	}
	return leaf(k)
}

func (k Orbital) On(g grid.Grid) chains.Operator { return k.on().On(g) }

func (k Orbital) Definition(g grid.Grid) chains.Definition { return chains.DefinitionOf(k.on(), g) }

// CellBridge has the densities of single cells, which the definition sees.
func (k Orbital) CellBridge() chains.Bridge { return k.Cells }

// Facts are the costs of the kernel on cells. The moves are counted.
func (k Orbital) Facts(g grid.Grid) chains.Facts { return chains.FactsOf(k.on(), g) }

// leaf is an Orbital kernel that is not composed.
type leaf Orbital

func (k leaf) On(g grid.Grid) chains.Operator {
	level := chains.NewLevel(k.Cells, k.Space.Size())
	o := operators.NewWritten(g, nil, k.Definition(g))
	o.See = func(l *chains.Level) *chains.Level {
		level.Move(l.T, l.Beta)
		return level
	}
	if turned, ok := k.Kernel.(Turned); ok {
		if turn := turned.OnOrbits(k.Kernel, k.Space, o); turn != nil {
			return &smooth{o, level, turn}
		}
	}
	return o
}

// smooth is an operator that accepts all moves between two orbits alike, by the quotient of their cells' densities.
type smooth struct {
	*operators.Written
	cells *chains.Level // the densities of single cells
	turn  Turn
}

// metropolisTurn is the Turn of an acceptance with min(1, e^d).
func metropolisTurn(d, rise float64) float64 { return operators.Metropolis.Turn(1, d, rise) }

// barkerTurn is the Turn of an acceptance with 1/(1 + e^-d).
func barkerTurn(d, rise float64) float64 { return rise / (1 + math.Exp(d)) }

func (o *smooth) Reversal() chains.Operator { return o }

// PushSlope moves the derivatives of the flows.
func (o *smooth) PushSlope(dst, q, slope []float64) {
	clear(dst)
	logf := o.cells.LogF()
	for x, mass := range q {
		o.Row(x, func(y int, p float64) {
			flow := mass * p * o.turn(logf[y]-logf[x], slope[y]-slope[x])
			dst[x] -= flow
			dst[y] += flow
		})
	}
}

// beyond lists the values that moves lead to, and counts the moves.
func beyond(axis grid.Grid, at int) (to []int, of int) {
	for m := range axis.Moves() {
		if y, ok := axis.Move(at, m); ok {
			to = append(to, y)
		}
	}
	return to, axis.Moves()
}

func (k leaf) Definition(grid.Grid) chains.Definition {
	s := k.Space
	if !axial(k.Kernel) {
		box, _ := s.Box()
		def := chains.DefinitionOf(k.Kernel, box).(chains.Outcomes)
		return chains.Outcomes{
			Out:      def.Out,
			Rest:     def.Rest,
			Float:    byCell(s, def.Float),
			Interval: byCell(s, def.Interval),
			Wide:     byCell(s, def.Wide),
		}
	}
	out, lines := 1, make([]chains.Outcomes, len(s.Axis))
	for i, axis := range s.Axis {
		lines[i] = alone(k.Kernel, axis)
		out *= lines[i].Out
	}
	still := s.Still
	if single(k.Kernel) { // an axis of one label is not drawn
		still = 0
	}
	return chains.Outcomes{
		Out:   (s.Axes + still) * out,
		Float: along(s, out, still, lines, func(o chains.Outcomes) chains.Rule[numbers.Float] { return o.Float }),
		Interval: along(s, out, still, lines, func(o chains.Outcomes) chains.Rule[*numbers.Interval] {
			return o.Interval
		}),
		Wide: along(s, out, still, lines, func(o chains.Outcomes) chains.Rule[numbers.Wide] { return o.Wide }),
	}
}

// Facts are those of the kernel on a line, and the edges of an orbit.
func (k leaf) Facts(g grid.Grid) chains.Facts {
	facts, lines := chains.FactsOf(k.Kernel, k.Space.Axis[0]), 0.0
	if box, by := k.Space.Box(); by != nil {
		facts = chains.FactsOf(k.Kernel, box)
	}
	k.Space.Lines(k.Space.Size()/2, func(l orbits.Line) { lines += float64(len(l.On) - 1) })
	return written(facts.Cost, min(lines, others(g)), operators.EdgeBytes*lines)
}

// byCell is a rule for cells on the orbits: a row is that of an orbit's first cell.
func byCell[N any](s *orbits.Space, rule chains.Rule[N]) chains.Rule[N] {
	if rule == nil { // a definition may be over some numbers alone
		return nil
	}
	return func(v chains.View[N]) chains.Row[N] {
		row := rule(seen[N]{v, s.Orbit})
		return func(x int, visit func(y int, weight N)) {
			row(s.Cell(x), func(y int, weight N) { visit(s.Orbit(y), weight) })
		}
	}
}

// alone is the step of an axial kernel on a box of one axis.
func alone(k chains.Kernel, axis grid.Grid) chains.Outcomes {
	def := chains.DefinitionOf(k, axis)
	if of, ok := def.(chains.OneOf); ok { // a heat bath has one part for each axis
		def = of.Parts[0]
	}
	if def, ok := def.(chains.Outcomes); ok {
		return def
	}
	n := axis.Size()
	return chains.Outcomes{
		Out:      1,
		Float:    redrawn[numbers.Float](n),
		Interval: redrawn[*numbers.Interval](n),
		Wide:     redrawn[numbers.Wide](n),
	}
}

// redrawn draws one of n cells from the density.
func redrawn[N numbers.Number[N]](n int) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		one := v.Num(1)
		return func(x int, visit func(y int, weight N)) {
			any := false
			for y := range n {
				if !v.Has(y) {
					continue
				}
				any = true
				over := v.Num(0)
				for z := range n {
					if v.Has(z) {
						over = over.Plus(v.Quotient(z, y))
					}
				}
				visit(y, one.Over(over))
			}
			if !any {
				visit(x, one)
			}
		}
	}
}

// along is the rule of a kernel that makes a step on one of the lines through a cell, each as probable, or stays on an
// axis of one label. lines has the step by kind of axis. Of all their rules, out is a multiple of what weights sum to.
func along[N numbers.Number[N]](s *orbits.Space, out, still int, lines []chains.Outcomes,
	of func(chains.Outcomes) chains.Rule[N]) chains.Rule[N] {
	return func(v chains.View[N]) chains.Row[N] {
		var here orbits.Line
		see := seen[N]{v, func(at int) int { return int(here.On[at]) }}
		rows, stay := make([]chains.Row[N], len(lines)), v.Num(float64(still*out))
		return func(x int, visit func(y int, weight N)) {
			if still > 0 {
				visit(x, stay)
			}
			s.Lines(x, func(l orbits.Line) {
				here = l
				i := l.Axis
				if rows[i] == nil || lines[i].Kept > 0 { // such rows know the line
					rows[i] = of(lines[i])(see)
				}
				times := v.Num(float64(l.Count * out / lines[i].Out))
				rows[i](l.At, func(at int, weight N) { visit(int(l.On[at]), weight.Times(times)) })
			})
		}
	}
}

// seen is a view of orbits through places that stand for them.
type seen[N any] struct {
	chains.View[N]
	of func(place int) int
}

func (v seen[N]) Has(x int) bool                                 { return v.View.Has(v.of(x)) }
func (v seen[N]) Open(x int) bool                                { return v.View.Open(v.of(x)) }
func (v seen[N]) Compare(x, y int) int                           { return v.View.Compare(v.of(x), v.of(y)) }
func (v seen[N]) Less(y, x int) bool                             { return v.View.Less(v.of(y), v.of(x)) }
func (v seen[N]) Quotient(y, x int) N                            { return v.View.Quotient(v.of(y), v.of(x)) }
func (v seen[N]) Metropolis(x, y int) (accept, reject N)         { return v.View.Metropolis(v.of(x), v.of(y)) }
func (v seen[N]) Rise(x, y int) N                                { return v.View.Rise(v.of(x), v.of(y)) }
func (v seen[N]) Pair(x, y int, of func(x, y int) (N, N)) (N, N) { return of(x, y) }
