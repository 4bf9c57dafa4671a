package operators

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Deep operator pushes laws whose masses, and whose steps, may lie below every float: the definition of a kernel over
// numbers.Wide. It has no fast way, and is for the laws that need it.
type Deep interface {
	Aim(l *chains.Level)
	// Push sets dst, which is not q, to the law after one step from q.
	Push(dst, q []numbers.Wide)
	// Reach sets into to the cells where a step can lead from those in from, and ReachBack to those that it can come
	// from.
	Reach(into, from []bool)
	ReachBack(into, from []bool)
}

// NewDeep returns the operator of k on g, the grid that On takes. Of a kernel without a definition over numbers.Wide it
// takes the operator: a DeepPusher pushes at any depth, and the rows of others are float64.
func NewDeep(k chains.Kernel, g grid.Grid) Deep {
	d := chains.DefinitionOf(k, g)
	if !hasWide(d) {
		return &deepRows{op: k.On(g)}
	}
	return deepMaker{grid: g}.of(d)
}

// hasWide reports whether all parts of a definition are known over numbers.Wide.
func hasWide(d chains.Definition) bool {
	all := func(parts []chains.Definition) bool {
		return !slices.ContainsFunc(parts, func(part chains.Definition) bool { return !hasWide(part) })
	}
	switch d := d.(type) {
	case chains.Outcomes:
		return d.Wide != nil
	case chains.InTurn:
		return all(d)
	case chains.Again:
		return hasWide(d.Of)
	case chains.OneOf:
		return all(d.Parts)
	}
	_, redrawn := d.(chains.Redrawn)
	return redrawn
}

// LeastSure is a sum of probabilities, in floats, that has all its digits: what is lost of its parts is below 2^-1074
// each. LogInto has those below.
const LeastSure = 0x1p-960

// LogInto returns the logarithms of the probabilities that a step of k from each of some cells ends in the cell into,
// at the level where l is. They are -Inf only where it cannot.
func LogInto(k chains.Kernel, g grid.Grid, l *chains.Level, into int, from ...int) []float64 {
	d := NewDeep(k, g)
	d.Aim(l)
	star := make([]bool, g.Size())
	star[into] = true
	can := make([]bool, g.Size())
	d.ReachBack(can, star)
	logs := make([]float64, len(from))
	at := make([]numbers.Wide, g.Size())
	law := make([]numbers.Wide, g.Size())
	for i, x := range from {
		if !can[x] {
			logs[i] = math.Inf(-1)
			continue
		}
		at[x] = numbers.WideOf(1)
		d.Push(law, at)
		at[x] = numbers.Wide{}
		logs[i] = law[into].Log()
	}
	return logs
}

// A deepMaker makes operators of definitions on one grid.
type deepMaker struct{ grid grid.Grid }

func (m deepMaker) of(d chains.Definition) Deep {
	switch d := d.(type) {
	case chains.Outcomes:
		out := numbers.WideOf(float64(d.Out))
		return &deepOutcomes{of: d, view: &deepView{grid: m.grid}, out: out}
	case chains.Redrawn:
		return &deepLines{lines: d.Grid.Lines(d.Axis)}
	case chains.InTurn:
		return &deepTurns{parts: m.each(d)}
	case chains.Again:
		one := m.of(d.Of)
		turns := &deepTurns{aims: []Deep{one}}
		for range d.Times {
			turns.parts = append(turns.parts, one)
		}
		return turns
	case chains.OneOf:
		mixture := &deepMixture{parts: m.each(d.Parts)}
		for _, s := range d.Shares {
			share, _ := s.Float64()
			mixture.shares = append(mixture.shares, numbers.WideOf(share))
		}
		return mixture
	}
	panic(fmt.Sprintf("operators: a definition of type %T over numbers.Wide", d))
}

func (m deepMaker) each(ds []chains.Definition) []Deep {
	parts := make([]Deep, len(ds))
	for i, d := range ds {
		parts[i] = m.of(d)
	}
	return parts
}

// deepOutcomes goes through the rows of a definition.
type deepOutcomes struct {
	of   chains.Outcomes
	view *deepView
	out  numbers.Wide // what the weights of a row sum to
	row  chains.Row[numbers.Wide]
}

func (o *deepOutcomes) Aim(l *chains.Level) {
	o.view.level = l
	o.row = nil
}

// prepare makes the rows of the level.
func (o *deepOutcomes) prepare() {
	if o.row == nil {
		o.view.logf = o.view.level.LogF()
		o.row = o.of.Wide(o.view)
	}
}

func (o *deepOutcomes) Push(dst, q []numbers.Wide) {
	o.prepare()
	clear(dst)
	for x, mass := range q {
		if mass.IsZero() {
			continue
		}
		each := mass.Over(o.out)
		left := o.out
		o.row(x, func(y int, weight numbers.Wide) {
			if o.of.Rest {
				left = left.Rest(weight)
			}
			dst[y] = dst[y].Plus(each.Times(weight))
		})
		if o.of.Rest {
			dst[x] = dst[x].Plus(each.Times(left))
		}
	}
}

// deepLines redraws the coordinate along one axis. On a line without mass the walker stays.
type deepLines struct {
	lines grid.Lines
	level *chains.Level
}

func (o *deepLines) Aim(l *chains.Level) { o.level = l }

func (o *deepLines) Push(dst, q []numbers.Wide) {
	logf := o.level.LogF()
	for i := range o.lines.Count {
		first := o.lines.First(i)
		end := first + o.lines.Length*o.lines.Stride
		top := math.Inf(-1)
		for x := first; x < end; x += o.lines.Stride {
			top = max(top, logf[x])
		}
		if math.IsInf(top, -1) {
			for x := first; x < end; x += o.lines.Stride {
				dst[x] = q[x]
			}
			continue
		}
		var mass, all numbers.Wide // of q and of f over its largest
		for x := first; x < end; x += o.lines.Stride {
			mass = mass.Plus(q[x])
		}
		if mass.IsZero() {
			for x := first; x < end; x += o.lines.Stride {
				dst[x] = mass
			}
			continue
		}
		for x := first; x < end; x += o.lines.Stride {
			dst[x] = numbers.WideExp(logf[x] - top)
			all = all.Plus(dst[x])
		}
		each := mass.Over(all)
		for x := first; x < end; x += o.lines.Stride {
			dst[x] = dst[x].Times(each)
		}
	}
}

// deepTurns makes a step of each part in their order.
type deepTurns struct {
	parts []Deep
	aims  []Deep // the parts, each once; nil if they are all different
	next  []numbers.Wide
}

func (o *deepTurns) Aim(l *chains.Level) {
	aims := o.aims
	if aims == nil {
		aims = o.parts
	}
	for _, part := range aims {
		part.Aim(l)
	}
}

func (o *deepTurns) Push(dst, q []numbers.Wide) {
	if o.next == nil {
		o.next = make([]numbers.Wide, len(q))
	}
	copy(dst, q)
	for _, part := range o.parts {
		part.Push(o.next, dst)
		copy(dst, o.next)
	}
}

// deepMixture makes a step of part i with the probability shares[i].
type deepMixture struct {
	parts  []Deep
	shares []numbers.Wide
	one    []numbers.Wide
}

func (o *deepMixture) Aim(l *chains.Level) {
	for _, part := range o.parts {
		part.Aim(l)
	}
}

func (o *deepMixture) Push(dst, q []numbers.Wide) {
	if o.one == nil {
		o.one = make([]numbers.Wide, len(q))
	}
	clear(dst)
	for i, part := range o.parts {
		part.Push(o.one, q)
		for x, mass := range o.one {
			dst[x] = dst[x].Plus(o.shares[i].Times(mass))
		}
	}
}

// DeepPusher is an operator without a definition that pushes at any depth, and is its own reversal. dst is not q.
type DeepPusher interface{ DeepPush(dst, q []numbers.Wide) }

// deepRows goes by the rows of an operator, unless it is a DeepPusher.
type deepRows struct{ op chains.Operator }

func (o *deepRows) Aim(l *chains.Level) { o.op.Aim(l) }

func (o *deepRows) Push(dst, q []numbers.Wide) {
	if deep, ok := o.op.(DeepPusher); ok {
		deep.DeepPush(dst, q)
		return
	}
	clear(dst)
	for x, mass := range q {
		if mass.IsZero() {
			continue
		}
		o.op.Row(x, func(y int, p float64) { dst[y] = dst[y].Plus(mass.Times(numbers.WideOf(p))) })
		dst[x] = dst[x].Plus(mass.Times(numbers.WideOf(chains.StayProbability(o.op, x))))
	}
}

// A deepView is a level at any depth, as definitions see it.
type deepView struct {
	grid  grid.Grid
	level *chains.Level
	logf  []float64
}

func (v *deepView) Has(x int) bool       { return !math.IsInf(v.logf[x], -1) }
func (v *deepView) Open(x int) bool      { return v.Has(x) && !v.grid.Wall(x) }
func (v *deepView) Compare(x, y int) int { return cmp.Compare(v.logf[x], v.logf[y]) }
func (v *deepView) Less(y, x int) bool   { return v.logf[y] < v.logf[x] }

func (v *deepView) Quotient(y, x int) numbers.Wide { return numbers.WideExp(v.logf[y] - v.logf[x]) }

// Metropolis takes 1 less the smaller of the two, which is at most 1/2 and so keeps its digits.
func (v *deepView) Metropolis(x, y int) (accept, reject numbers.Wide) {
	one := v.Num(1)
	rise := v.logf[y] - v.logf[x]
	switch {
	case !(rise < 0): // also from a cell without mass
		return one, numbers.Wide{}
	case rise < -math.Ln2:
		accept = numbers.WideExp(rise)
		return accept, one.Minus(accept)
	}
	reject = v.Num(-math.Expm1(rise))
	return one.Minus(reject), reject
}

func (v *deepView) Pair(x, y int, of func(x, y int) (_, _ numbers.Wide)) (_, _ numbers.Wide) {
	return of(x, y)
}

func (v *deepView) Rise(x, y int) numbers.Wide      { return v.Num(v.logf[y] - v.logf[x]) }
func (v *deepView) Num(c float64) numbers.Wide      { return numbers.WideOf(c) }
func (v *deepView) Exp(x numbers.Wide) numbers.Wide { return numbers.WideExp(x.Float()) }
func (v *deepView) Place() (t int, beta float64)    { return v.level.T, v.level.Beta }
