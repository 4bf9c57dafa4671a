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
	if repeat, ok := k.(Repeat); ok {
		if _, ok := repeat.Kernel.(withState); ok {
			on, err := NewOrbital(repeat.Kernel, s, cells)
			return Repeat{repeat.Times, on}, err
		}
	}
	if stateful, ok := k.(withState); ok {
		all, err := by.All()
		return wide{stateful, s, cells, all}, err
	}
	for _, part := range chains.Leaves(k) {
		if err := keeps(part, s, cells); err != nil {
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
	if repeat, ok := k.(Repeat); ok {
		once = repeat.Kernel
	}
	for _, part := range chains.Leaves(k) {
		if freely(part) {
			continue
		}
		if err := looksUp(part, once, box); err != nil {
			return err
		}
	}
	return nil
}

// looksUp returns why the steps of a kernel that is not axial cannot be looked up among all cells of a box, or nil. A
// kernel on more states than the cells has to be the whole of what is repeated.
func looksUp(k, repeated chains.Kernel, box grid.Grid) error {
	if box.Size() == 0 {
		return fmt.Errorf("a step of it is looked up among all cells, " +
			"and a state here is how many sites have which value")
	}
	if _, extends := k.(chains.Extends); extends {
		if k == repeated && chains.States(k, box) <= mostAround {
			return nil
		}
		return fmt.Errorf("it runs on more than the cells, as a part of another kernel, or on more than %d states",
			mostAround)
	}
	if box.Size() > mostAround {
		return fmt.Errorf("a step of it is looked up among all cells, "+
			"and %v has more than %d", box, mostAround)
	}
	f := chains.FactsOf(k, box)
	if ways := max(f.Moves, f.Paths); ways > mostWays {
		return fmt.Errorf("a step of it is looked up among all cells, "+
			"and on %v it goes %.0f ways, more than %d", box, ways, mostWays)
	}
	if _, ok := chains.DefinitionOf(k, box).(chains.Outcomes); !ok {
		return fmt.Errorf("a step is no choice among cells that each have a probability: it goes through axes in " +
			"an order, or redraws blocks of them, or is a program")
	}
	return nil
}

// Roundings of a row's sums are far below unlike, and what a kernel does otherwise to an image of a cell is far above.
const unlike = 1e-12

// mostKept bounds the orbits that keeps looks at.
const mostKept = 1000

// keeps returns where a kernel that WalksOrbits does not keep to the symmetries, or nil. It looks at both ends of the
// bridge and at its middle: a kernel may do so where all densities are alike.
func keeps(k chains.Kernel, s *orbits.Space, cells chains.Bridge) error {
	if freely(k) {
		return nil
	}
	box, _ := s.Box()
	def := chains.DefinitionOf(k, box).(chains.Outcomes)
	l := chains.NewLevel(cells, s.Size())
	for i, beta := range []float64{0, 0.5, 1} {
		l.Move(i+1, beta)
		view := operators.NewView(grid.New(s.Size()))
		view.Aim(l)
		rows := def.Float(relabelled[numbers.Float]{view.Look(), s.Orbit})
		row := func(cell int) (to []float64) {
			to = make([]float64, s.Size())
			rows(cell, func(y int, weight numbers.Float) { to[s.Orbit(y)] += float64(weight) / float64(def.Out) })
			return to
		}
		for x := range min(s.Size(), mostKept) {
			if err := likeImages(s, s.Cell(x), row); err != nil {
				return err
			}
		}
	}
	return nil
}

// likeImages returns how the row of a cell, by orbit, differs from that of an image of the cell, or nil.
func likeImages(s *orbits.Space, cell int, row func(cell int) []float64) error {
	box, by := s.Box()
	from := row(cell)
	for _, image := range by.Images(cell) {
		if image == cell {
			continue
		}
		for y, p := range row(image) {
			if math.Abs(p-from[y]) > unlike {
				return fmt.Errorf("it does not keep to the symmetries: cells %v and %v are images of each other, and "+
					"a step leads from them to the images of %v with the probabilities %.6g and %.6g",
					box.Coords(cell), box.Coords(image), box.Coords(s.Cell(y)), from[y], p)
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
	return simple(k)
}

func (k Orbital) On(g grid.Grid) chains.Operator { return k.on().On(g) }

func (k Orbital) Definition(g grid.Grid) chains.Definition { return chains.DefinitionOf(k.on(), g) }

// CellBridge has the densities of single cells, which the definition sees.
func (k Orbital) CellBridge() chains.Bridge { return k.Cells }

// Misses is what the kernel says on cells.
func (k Orbital) Misses() string { return chains.Misses(k.Kernel) }

// Facts are the costs of the kernel on cells. The moves are counted.
func (k Orbital) Facts(g grid.Grid) chains.Facts { return chains.FactsOf(k.on(), g) }

// simple is an Orbital kernel that is not composed.
type simple Orbital

func (k simple) On(g grid.Grid) chains.Operator {
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

// PushSlope moves the derivatives of the flows. From x to y goes q(x) P(x,y), and the log of P changes by the Turn.
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

func (k simple) Definition(grid.Grid) chains.Definition {
	if axial(k.Kernel) {
		return k.onLines()
	}
	if beside, ok := neighbourly(k.Kernel); ok {
		return beside.OnNeighbours(k.Space)
	}
	box, _ := k.Space.Box()
	def := chains.DefinitionOf(k.Kernel, box).(chains.Outcomes)
	return chains.Outcomes{
		Out:      def.Out,
		Rest:     def.Rest,
		Float:    byCell(k.Space, def.Float),
		Interval: byCell(k.Space, def.Interval),
		Wide:     byCell(k.Space, def.Wide),
	}
}

// Facts are those of the kernel on a line, and the edges of an orbit. Who looks at all neighbours looks at those on all
// lines.
func (k simple) Facts(g grid.Grid) chains.Facts {
	facts, lines := chains.FactsOf(k.Kernel, k.Space.Axis[0]), 0.0
	if box, by := k.Space.Box(); by != nil {
		facts = chains.FactsOf(k.Kernel, box)
	} else if all, ok := neighbourly(k.Kernel); ok {
		facts.Cost = all.CostBeside(float64(k.Space.Axes) * beside(k.Space.Axis[0]))
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
		row := rule(relabelled[N]{v, s.Orbit})
		return func(x int, visit func(y int, weight N)) {
			row(s.Cell(x), func(y int, weight N) { visit(s.Orbit(y), weight) })
		}
	}
}

// relabelled is a view of orbits to which a place, a cell or a number on a line, stands for its orbit.
type relabelled[N any] struct {
	chains.View[N]
	orbit func(place int) int
}

func (v relabelled[N]) Has(x int) bool       { return v.View.Has(v.orbit(x)) }
func (v relabelled[N]) Open(x int) bool      { return v.View.Open(v.orbit(x)) }
func (v relabelled[N]) Compare(x, y int) int { return v.View.Compare(v.orbit(x), v.orbit(y)) }
func (v relabelled[N]) Less(y, x int) bool   { return v.View.Less(v.orbit(y), v.orbit(x)) }
func (v relabelled[N]) Quotient(y, x int) N  { return v.View.Quotient(v.orbit(y), v.orbit(x)) }
func (v relabelled[N]) Metropolis(x, y int) (accept, reject N) {
	return v.View.Metropolis(v.orbit(x), v.orbit(y))
}
func (v relabelled[N]) Rise(x, y int) N                                { return v.View.Rise(v.orbit(x), v.orbit(y)) }
func (v relabelled[N]) Pair(x, y int, of func(x, y int) (N, N)) (N, N) { return of(x, y) }
