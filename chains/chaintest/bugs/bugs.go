// Package bugs has the seeded faults that the tests of several packages share: kernels and
// programs with faults that people put into samplers. They prove that each law can fail.
// Only tests import it.
//
// Most are a kernels.Rule, the rows of a kernel, or an operator with one wrong
// method. The tests of package chaintest make a broken twin of them for each of
// its laws. The tests of package validation put mistakes into one annealing on a 7x7 grid, and the
// guide for kernels has the table of them.
package bugs

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// Accept is Metropolis' probability of a move, given the log of its odds.
func Accept(d float64) float64 { return math.Exp(min(0, d)) }

// Moving makes move m of the 2d single moves with probability p, given the log of its odds.
func Moving(p func(g grid.Grid, x, m int, d float64) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
				visit(y, p(g, x, m, logf[y]-logf[x]))
			}
		}
	}
}

// Single proposes each of the 2d moves alike, and accepts with the probability that rule
// returns for the log of the odds.
func Single(rule func(d float64) float64) kernels.Rule {
	return Moving(func(g grid.Grid, _, _ int, d float64) float64 { return rule(d) / float64(g.Moves()) })
}

// Plain is the rule of Metropolis.
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

// Leaving leaves one cell with a probability that is too small by one part in a million.
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

// Redrawn visits the cells of x's line, except the last short ones, with their
// conditional probabilities.
func Redrawn(g grid.Grid, logf []float64, x, axis, short int, visit func(int, float64)) {
	from := x - g.Coord(x, axis)*g.Stride(axis)
	sum := 0.0
	for i := range g.Len(axis) - short {
		sum += math.Exp(logf[from+i*g.Stride(axis)])
	}
	if sum == 0 {
		visit(x, 1)
		return
	}
	for i := range g.Len(axis) - short {
		y := from + i*g.Stride(axis)
		if p := math.Exp(logf[y]) / sum; p > 0 {
			visit(y, p)
		}
	}
}

// Sweep redraws the coordinates along these axes, skipping those that the grid lacks, one
// after the other.
func Sweep(axes ...int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		law := make([]float64, g.Size()) // the law of the sweep's state
		law[x] = 1
		for _, axis := range axes {
			if axis >= g.Axes() {
				continue
			}
			next := make([]float64, g.Size())
			for z, p := range law {
				if p > 0 {
					Redrawn(g, logf, z, axis, 0, func(y int, q float64) { next[y] += p * q })
				}
			}
			law = next
		}
		for y, p := range law {
			if y != x && p > 0 {
				visit(y, p)
			}
		}
	}
}

// Changed returns k with wrong applied to every operator.
func Changed(k chains.Kernel, wrong func(chains.Operator) chains.Operator) chains.Kernel {
	return changed{k, wrong}
}

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

// An altered operator has some methods of its own, and is its own reversal. A field that is nil
// alters nothing.
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

func (o *Altered) Pull(dst, f []float64) {
	o.Operator.Pull(dst, f)
	if o.Pulled != nil {
		o.Pulled(dst, f)
	}
}

// PullPair is Pull of both.
func (o *Altered) PullPair(dst, f *chains.Pair) {
	o.Pull(dst[0], f[0])
	o.Pull(dst[1], f[1])
}

// Alter returns a function that alters an operator like this.
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

var (
	// Unreversed is its own reversal.
	Unreversed = Alter(Altered{})
	// HalfPush pushes and pulls half of what it steps.
	HalfPush = Alter(Altered{Pushed: Halved, Pulled: Halved})
	// LeakyPull loses a millionth of a function at cell 0, the constant 1 as well.
	LeakyPull = Alter(Altered{Pulled: func(dst, _ []float64) { dst[0] *= 1 - 1e-6 }})
)

// Stale steps at the level that it was aimed at before the last.
func Stale(op chains.Operator) chains.Operator {
	var before *chains.Level
	return &Altered{Operator: op, AimAt: func(l *chains.Level) *chains.Level {
		logf := slices.Clone(l.LogF())
		now := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
		now.Move(l.T, l.Beta)
		last := before
		before = now
		if last == nil {
			return now
		}
		return last
	}}
}
