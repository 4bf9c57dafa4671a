// Package bugs has the seeded faults that the tests of several packages share: kernels and programs with common
// mistakes. They prove that each law can fail. Only tests import it.
//
// Most bugs are a kernels.Rule, the rows of a kernel, or an operator with one wrong method. The tests of package
// chaintest make a broken twin of them for each of its laws. The tests of package validation put mistakes into one
// annealing on a 7x7 grid.
package bugs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Accept returns Metropolis' probability of a move, given the log of its odds.
func Accept(d float64) float64 { return math.Exp(min(0, d)) }

// Moving returns the rule that makes move m of the 2d single moves with probability p, given the log of its odds.
func Moving(p func(g grid.Grid, x, m int, d float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
				visit(y, p(g, x, m, logf[y]-logf[x]))
			}
		}
	}
}

// Single returns the rule that proposes each of the 2d moves equally often. It accepts with the probability rule(log
// odds).
func Single(rule func(d float64) float64) kernels.Rule {
	return Moving(func(g grid.Grid, _, _ int, d float64) float64 { return rule(d) / float64(g.Moves()) })
}

// Plain holds the rule of Metropolis.
var Plain = Single(Accept)

// Uncut accepts with the odds themselves, not cut at 1; from a cell without mass with 1.
var Uncut = Single(func(d float64) float64 {
	if math.IsInf(d, 1) {
		return 1
	}
	return math.Exp(d)
})

// Inverted accepts with min(1, f(x)/f(y)).
var Inverted = kernels.Rows{To: Single(func(d float64) float64 { return Accept(-d) })}

// Leaving returns a rule that leaves one cell with a probability too small by one part in a million.
func Leaving(cell int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		Plain(g, logf, x, func(y int, p float64) {
			if x == cell {
				p *= 1 - 1e-6
			}
			visit(y, p)
		})
	}
}

// Sweep returns the rule that redraws all coordinates, the first one first, or backwards.
func Sweep(backwards bool) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		a := chains.Annealing{Grid: g, Kernel: kernels.GibbsSweep{}, Bridge: chains.Geometric{From: logf, To: logf}}
		op, _ := a.Aimed(1, 0)
		if backwards {
			op = op.Reversal()
		}
		op.Row(x, visit)
	}
}

// Changed returns k with wrong applied to every operator.
func Changed(k chains.Kernel, wrong func(chains.Operator) chains.Operator) chains.Kernel {
	return changed{k, wrong}
}

// A changed kernel has the operators of a kernel, each changed by wrong.
type changed struct {
	chains.Kernel
	wrong func(chains.Operator) chains.Operator
}

func (k changed) On(g grid.Grid) (chains.Operator, error) {
	op, err := k.Kernel.On(g)
	if err != nil {
		return nil, err
	}
	return k.wrong(op), nil
}

// An Altered operator has some methods of its own, and is its own reversal. A field that is nil alters nothing.
type Altered struct {
	chains.Operator
	AimAt          func(l *chains.Level) *chains.Level // the level to aim at
	Pushed, Pulled func(dst, from []float64)           // run after Push and Pull
}

func (o *Altered) Reversal() chains.Operator { return o }

func (o *Altered) Aim(l *chains.Level) {
	if o.AimAt != nil {
		l = o.AimAt(l)
	}
	o.Operator.Aim(l)
}

func (o *Altered) Push(dst, q []float64) {
	o.Operator.Push(dst, q)
	if o.Pushed != nil {
		o.Pushed(dst, q)
	}
}

func (o *Altered) Pull(dst, f *chains.Pair) {
	o.Operator.Pull(dst, f)
	if o.Pulled != nil {
		o.Pulled(dst[0], f[0])
		o.Pulled(dst[1], f[1])
	}
}

// Alter returns a function that gives an operator the fields of into.
func Alter(into Altered) func(chains.Operator) chains.Operator {
	return func(op chains.Operator) chains.Operator {
		o := into
		o.Operator = op
		return &o
	}
}

// Halved replaces dst by the mean of dst and from.
func Halved(dst, from []float64) {
	floats.AddTo(dst, dst, from)
	floats.Scale(0.5, dst)
}
