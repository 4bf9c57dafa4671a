package operators

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Stepper makes steps of a kernel at a level of which nothing is known beforehand: it asks for the log density of the
// cells that a step looks at, and of no others. It is made of the definition of the kernel, and draws from the same
// rows. One goroutine at a time may use it.
type Stepper interface {
	// Aim makes the steps leave exp(logf) invariant, at this place of a schedule.
	Aim(t int, beta float64, logf func(x int) float64)
	// Step draws the next cell from x.
	Step(x int, d chains.Dice) int
}

// MostSingle is the largest number of other cells that a step of a Stepper leads to, because it goes through them all.
const MostSingle = 1 << 12

// NewStepper returns the steppers of k on g and of its reversal. There are none if a row looks at too many cells, or if
// a part of the definition has no rows of single cells.
func NewStepper(k chains.Kernel, g grid.Grid) (there, back Stepper, ok bool) {
	for _, leaf := range chains.Leaves(k) {
		if !stepsAlone(leaf, g) {
			return nil, nil, false
		}
	}
	d := chains.DefinitionOf(k, g)
	m := stepMaker{grid: g}
	return m.of(d, false), m.of(d, true), true
}

// stepsAlone reports whether a step of a kernel without parts asks for few cells.
func stepsAlone(k chains.Kernel, g grid.Grid) bool {
	if chains.Fits(k, g) != nil {
		return false
	}
	d := chains.DefinitionOf(k, g)
	of, rows := d.(chains.Outcomes)
	if rows && of.Draw == nil && of.Choice == nil && chains.FactsOf(k, g).Moves > MostSingle {
		return false
	}
	return hasSingle(d)
}

// hasSingle reports whether all parts of a definition have rows of single cells.
func hasSingle(d chains.Definition) bool {
	switch d := d.(type) {
	case chains.Outcomes:
		return d.Single != nil || d.Draw != nil || d.Choice != nil && d.Widest <= MostSingle
	case chains.Redrawn:
		return d.Grid.Len(d.Axis) <= MostSingle
	case chains.InTurn:
		return allHaveSingle(d)
	case chains.Again:
		return hasSingle(d.Of)
	case chains.OneOf:
		return allHaveSingle(d.Parts)
	}
	return false
}

func allHaveSingle(parts []chains.Definition) bool {
	for _, part := range parts {
		if !hasSingle(part) {
			return false
		}
	}
	return true
}

// A stepMaker makes steppers of definitions on one grid.
type stepMaker struct{ grid grid.Grid }

// of makes the stepper of a definition, or with back that of its reversal: steps one after the other are made in the
// opposite order, and what makes a single step is its own reversal.
func (m stepMaker) of(d chains.Definition, back bool) Stepper {
	switch d := d.(type) {
	case chains.Outcomes:
		if d.Choice != nil {
			return newTurnStep(m.choices(d))
		}
		if d.Draw != nil {
			return &drawnStep{of: d.Draw, view: &cellView{grid: m.grid}}
		}
		return &rowStep{of: d, view: &cellView{grid: m.grid}, known: NewMemo[span](m.grid.Size())}
	case chains.Redrawn:
		return newTurnStep(m.redrawn(d))
	case chains.InTurn:
		parts := m.each(d, back)
		if back {
			slices.Reverse(parts)
		}
		return &inTurnSteps{parts: parts}
	case chains.Again:
		return &againStep{times: d.Times, of: m.of(d.Of, back)}
	case chains.OneOf:
		one := &oneStep{parts: m.each(d.Parts, back)}
		for _, s := range d.Shares {
			share, _ := s.Float64()
			one.shares = append(one.shares, share)
		}
		return one
	}
	panic("operators: a definition without rows of single cells")
}

func (m stepMaker) each(ds []chains.Definition, back bool) []Stepper {
	parts := make([]Stepper, len(ds))
	for i, d := range ds {
		parts[i] = m.of(d, back)
	}
	return parts
}

// rowStep draws from the row of a cell. It keeps the rows of a level, because many chains may come to one cell.
type rowStep struct {
	of   chains.Outcomes
	view *cellView
	row  chains.Row[numbers.Float]

	known   *Memo[span] // where the rows of cells are
	to      []int       // the outcomes of rows, one row after another
	weights []float64
}

// A span is a part of a list.
type span struct{ from, end int }

// mostKept is the number of outcomes that are kept of a level. They take 16 MB.
const mostKept = 1 << 20

func (o *rowStep) Aim(t int, beta float64, logf func(x int) float64) {
	o.view.aim(t, beta, logf)
	o.row = o.of.Single(o.view)
	o.known.Forget()
	o.to = o.to[:0]
	o.weights = o.weights[:0]
}

func (o *rowStep) Step(x int, d chains.Dice) int {
	s, ok := o.known.Of(x)
	if !ok {
		s = o.write(x)
	}
	return o.to[s.from:s.end][d.Pick(o.weights[s.from:s.end])]
}

// write writes the row of x behind the others. Where there are too many, all are forgotten first.
func (o *rowStep) write(x int) span {
	if len(o.to) > mostKept {
		o.known.Forget()
		o.to = o.to[:0]
		o.weights = o.weights[:0]
	}
	s := span{from: len(o.to)}
	left := float64(o.of.Out)
	o.row(x, func(y int, weight numbers.Float) {
		o.to = append(o.to, y)
		o.weights = append(o.weights, float64(weight))
		left -= float64(weight)
	})
	if o.of.Rest {
		o.to = append(o.to, x)
		o.weights = append(o.weights, max(left, 0))
	}
	s.end = len(o.to)
	o.known.Keep(x, s)
	return s
}

// drawnStep draws as the algorithm does.
type drawnStep struct {
	of   chains.Draws
	view *cellView
	step func(x int, d chains.Dice) int
}

func (o *drawnStep) Aim(t int, beta float64, logf func(x int) float64) {
	o.view.aim(t, beta, logf)
	o.step = o.of(o.view)
}

func (o *drawnStep) Step(x int, d chains.Dice) int { return o.step(x, d) }

// turnStep makes a turn.
type turnStep struct {
	Turn
	equal []float64 // weights of the choices
}

func newTurnStep(t Turn) *turnStep {
	return &turnStep{Turn: t, equal: slices.Repeat([]float64{1}, t.Choices())}
}

func (o *turnStep) Step(x int, d chains.Dice) int {
	choice := 0
	if len(o.equal) > 1 {
		choice = d.Pick(o.equal)
	}
	to, weights := o.List(x, choice)
	if len(to) == 0 {
		return x
	}
	return int(to[d.Pick(weights)])
}

// inTurnSteps makes a step of each part in their order.
type inTurnSteps struct{ parts []Stepper }

func (o *inTurnSteps) Aim(t int, beta float64, logf func(x int) float64) {
	aimAll(o.parts, t, beta, logf)
}

func (o *inTurnSteps) Step(x int, d chains.Dice) int {
	for _, part := range o.parts {
		x = part.Step(x, d)
	}
	return x
}

// againStep makes so many steps of one.
type againStep struct {
	times int
	of    Stepper
}

func (o *againStep) Aim(t int, beta float64, logf func(x int) float64) { o.of.Aim(t, beta, logf) }

func (o *againStep) Step(x int, d chains.Dice) int {
	for range o.times {
		x = o.of.Step(x, d)
	}
	return x
}

// oneStep makes a step of part i with the probability shares[i].
type oneStep struct {
	parts  []Stepper
	shares []float64
}

func (o *oneStep) Aim(t int, beta float64, logf func(x int) float64) { aimAll(o.parts, t, beta, logf) }

func (o *oneStep) Step(x int, d chains.Dice) int { return o.parts[d.Pick(o.shares)].Step(x, d) }

func aimAll(parts []Stepper, t int, beta float64, logf func(x int) float64) {
	for _, part := range parts {
		part.Aim(t, beta, logf)
	}
}

// A cellView is a level as definitions see it, by a log density that is asked cell by cell.
type cellView struct {
	grid grid.Grid
	t    int
	beta float64
	logf func(x int) float64
}

func (v *cellView) aim(t int, beta float64, logf func(x int) float64) {
	v.t = t
	v.beta = beta
	v.logf = logf
}

func (v *cellView) Has(x int) bool       { return !math.IsInf(v.logf(x), -1) }
func (v *cellView) Open(x int) bool      { return v.Has(x) && !v.grid.Wall(x) }
func (v *cellView) Compare(x, y int) int { return cmp.Compare(v.logf(x), v.logf(y)) }
func (v *cellView) Less(y, x int) bool   { return v.logf(y) < v.logf(x) }

// Quotient is 0 if y has no mass, as the rows of some kernels ask of a cell to which nothing leads.
func (v *cellView) Quotient(y, x int) numbers.Float {
	if !v.Has(y) {
		return 0
	}
	return numbers.Float(math.Exp(v.logf(y) - v.logf(x)))
}

func (v *cellView) Metropolis(x, y int) (accept, reject numbers.Float) {
	return lesserOf(v.logf(y) - v.logf(x))
}

func (v *cellView) Pair(x, y int, of func(x, y int) (_, _ numbers.Float)) (_, _ numbers.Float) {
	return of(x, y)
}

func (v *cellView) Rise(x, y int) numbers.Float       { return numbers.Float(v.logf(y) - v.logf(x)) }
func (v *cellView) Num(c float64) numbers.Float       { return numbers.Float(c) }
func (v *cellView) Exp(x numbers.Float) numbers.Float { return numbers.Float(math.Exp(float64(x))) }
func (v *cellView) Place() (t int, beta float64)      { return v.t, v.beta }
