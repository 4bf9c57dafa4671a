package operators

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Turn is a step that begins with one of several choices, each as probable, such as an axis. Given the choice, the
// next cell has a law of few outcomes: a row. So one random number makes a step, and a row is found when it is asked
// for, or all of them beforehand: either way it is the same row. One goroutine at a time may use a turn.
type Turn interface {
	// Aim makes the steps leave exp(logf) invariant, at this place of a schedule.
	Aim(t int, beta float64, logf func(x int) float64)
	// Choices is their number.
	Choices() int
	// List returns the outcomes of a choice at x, with their weights, until it is asked again. There are none where the
	// walker stays.
	List(x, choice int) (to []int32, weights []float64)
	// Rows is the number of different rows, and Widest the most outcomes of one.
	Rows() int
	Widest() int
	// Row is the number of the row of a choice at x, and Asker one of those that ask for it.
	Row(x, choice int) int
	Asker(row int) (x, choice int)
}

// TurnsOf returns the turns that a step of k on g takes, one after the other, and as many are the same as are made
// again; its reversal takes them in the opposite order. It is not ok of a kernel that has no Stepper, or that is not
// made of turns: if a part is drawn, or one of several parts is taken that are no lines.
func TurnsOf(k chains.Kernel, g grid.Grid) (turns []Turn, ok bool) {
	for _, leaf := range chains.Leaves(k) {
		if !stepsAlone(leaf, g) {
			return nil, false
		}
	}
	return stepMaker{grid: g}.turns(chains.DefinitionOf(k, g))
}

func (m stepMaker) turns(d chains.Definition) (turns []Turn, ok bool) {
	switch d := d.(type) {
	case chains.Outcomes:
		if d.Choice == nil {
			return nil, false
		}
		return []Turn{m.choices(d)}, true
	case chains.Redrawn:
		return []Turn{m.redrawn(d)}, true
	case chains.InTurn:
		for _, part := range d {
			of, ok := m.turns(part)
			if !ok {
				return nil, false
			}
			turns = append(turns, of...)
		}
		return turns, true
	case chains.Again:
		of, ok := m.turns(d.Of)
		return slices.Repeat(of, d.Times), ok
	case chains.OneOf:
		lines, ok := evenLines(d)
		return []Turn{m.redrawn(lines...)}, ok
	}
	return nil, false
}

// evenLines are the parts of a step that redraws one of several coordinates, each as probable.
func evenLines(d chains.OneOf) (lines []chains.Redrawn, ok bool) {
	for i, part := range d.Parts {
		line, redrawn := part.(chains.Redrawn)
		if !redrawn || d.Shares[i].Cmp(d.Shares[0]) != 0 {
			return nil, false
		}
		lines = append(lines, line)
	}
	return lines, len(lines) > 0
}

// A choosing is a turn that has the choices of a definition.
type choosing struct {
	of      chains.Outcomes
	cells   int
	view    *cellView
	choice  chains.Choice[numbers.Float]
	visit   func(y int, weight numbers.Float)
	to      []int32
	weights []float64
}

func (m stepMaker) choices(of chains.Outcomes) *choosing {
	o := &choosing{of: of, cells: m.grid.Size(), view: &cellView{grid: m.grid}}
	o.visit = func(y int, weight numbers.Float) {
		o.to = append(o.to, int32(y))
		o.weights = append(o.weights, float64(weight))
	}
	return o
}

func (o *choosing) Aim(t int, beta float64, logf func(x int) float64) {
	o.view.aim(t, beta, logf)
	o.choice = o.of.Choice(o.view)
}

func (o *choosing) Choices() int { return o.of.Out }

func (o *choosing) List(x, choice int) (to []int32, weights []float64) {
	o.to = o.to[:0]
	o.weights = o.weights[:0]
	o.choice(x, choice, o.visit)
	return o.to, o.weights
}

func (o *choosing) Rows() int   { return o.cells * o.of.Out }
func (o *choosing) Widest() int { return o.of.Widest }

func (o *choosing) Row(x, choice int) int         { return x*o.of.Out + choice }
func (o *choosing) Asker(row int) (x, choice int) { return row / o.of.Out, row % o.of.Out }

// A redrawing is a turn that redraws the coordinate along an axis from its conditional. All cells of a line share its
// row. On a line without mass the walker stays.
type redrawing struct {
	lines   []grid.Lines // by choice
	from    []int        // by choice, the number of its first row; and the number of all rows
	widest  int
	logf    func(x int) float64
	to      []int32
	weights []float64
}

func (m stepMaker) redrawn(of ...chains.Redrawn) *redrawing {
	o := &redrawing{from: []int{0}}
	for _, d := range of {
		lines := d.Grid.Lines(d.Axis)
		o.lines = append(o.lines, lines)
		o.from = append(o.from, o.Rows()+lines.Count)
		o.widest = max(o.widest, lines.Length)
	}
	return o
}

func (o *redrawing) Aim(_ int, _ float64, logf func(x int) float64) { o.logf = logf }

func (o *redrawing) Choices() int { return len(o.lines) }

func (o *redrawing) List(x, choice int) (to []int32, weights []float64) {
	o.to = o.to[:0]
	o.weights = o.weights[:0]
	lines := o.lines[choice]
	at := uint32(x) / uint32(lines.Stride) % uint32(lines.Length) // divisions of 32 bits take half the time
	y := x - int(at)*lines.Stride
	top := math.Inf(-1)
	for range lines.Length {
		v := o.logf(y)
		top = max(top, v)
		o.to = append(o.to, int32(y))
		o.weights = append(o.weights, v)
		y += lines.Stride
	}
	if math.IsInf(top, -1) {
		return nil, nil
	}
	for c, v := range o.weights {
		weight := 1.0
		if v != top {
			weight = math.Exp(v - top)
		}
		o.weights[c] = weight
	}
	return o.to, o.weights
}

func (o *redrawing) Rows() int   { return o.from[len(o.from)-1] }
func (o *redrawing) Widest() int { return o.widest }

func (o *redrawing) Row(x, choice int) int {
	i, _ := o.lines[choice].Of(x)
	return o.from[choice] + i
}

func (o *redrawing) Asker(row int) (x, choice int) {
	choice, found := slices.BinarySearch(o.from, row)
	if !found {
		choice--
	}
	return o.lines[choice].First(row - o.from[choice]), choice
}
