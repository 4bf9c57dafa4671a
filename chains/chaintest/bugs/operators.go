package bugs

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// Changed returns k with wrong applied to every operator.
func Changed(k chains.Kernel, wrong func(chains.Operator) chains.Operator) chains.Kernel {
	return changed{k, wrong}
}

type changed struct {
	chains.Kernel
	wrong func(chains.Operator) chains.Operator
}

func (k changed) On(g grid.Grid) chains.Operator { return k.wrong(k.Kernel.On(g)) }

// An altered operator has some methods of its own, and is its own reversal. A field that is nil
// alters nothing.
type Altered struct {
	chains.Operator
	AimAt          func(l *chains.Level) *chains.Level               // the level to aim at
	Visits         func(visit func(int, float64)) func(int, float64) // changes the visit of Row
	Pushed, Pulled func(dst, from []float64)                         // run after Push and Pull
	Stepped        func(x, y int) int                                // the new end of a step from x to y
}

func (o *Altered) Reversal() chains.Operator { return o }

func (o *Altered) Aim(l *chains.Level) {
	if o.AimAt != nil {
		l = o.AimAt(l)
	}
	o.Operator.Aim(l)
}

func (o *Altered) Row(x int, visit func(y int, p float64)) {
	if o.Visits != nil {
		visit = o.Visits(visit)
	}
	o.Operator.Row(x, visit)
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

func (o *Altered) Step(x int, d chains.Dice) int {
	y := o.Operator.Step(x, d)
	if o.Stepped != nil {
		y = o.Stepped(x, y)
	}
	return y
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
	// Stuck never leaves cell 0 when it steps.
	Stuck = Alter(Altered{Stepped: func(x, y int) int {
		if x == 0 {
			return x
		}
		return y
	}})
)

// Stale steps at the level that it was aimed at before the last.
func Stale(op chains.Operator) chains.Operator {
	var before *chains.Level
	return &Altered{Operator: op, AimAt: func(l *chains.Level) *chains.Level {
		now := Copied(l, 1)
		if before == nil {
			before = now
		}
		last := before
		before = now
		return last
	}}
}

// Copied is a copy of level l whose log density is multiplied by power.
func Copied(l *chains.Level, power float64) *chains.Level {
	logf := slices.Clone(l.LogF())
	floats.Scale(power, logf)
	copied := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
	copied.Move(l.T, l.Beta)
	return copied
}

// WeightLate takes the weight's step after the move and not before it.
func WeightLate(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	x = d.Pick(chains.Normalized(l.LogF()))
	for t := 2; t <= a.T(); t++ {
		before := slices.Clone(l.LogF())
		a.LevelAt(l, t)
		op.Aim(l)
		x = op.Step(x, d)
		logw += l.LogF()[x] - before[x]
	}
	return x, logw
}
