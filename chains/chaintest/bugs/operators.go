package bugs

import (
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

// turned has a reversal of its own.
type turned struct {
	chains.Operator
	back chains.Operator
}

func (o turned) Reversal() chains.Operator { return o.back }

// An altered operator has some methods of its own, and is its own reversal. A field that is nil
// alters nothing.
type altered struct {
	chains.Operator
	aimAt          func(l *chains.Level) *chains.Level               // the level to aim at
	visits         func(visit func(int, float64)) func(int, float64) // changes the visit of Row
	pushed, pulled func(dst, from []float64)                         // run after Push and Pull
	stepped        func(x, y int) int                                // the new end of a step from x to y
}

func (o *altered) Reversal() chains.Operator { return o }

func (o *altered) Aim(l *chains.Level) {
	if o.aimAt != nil {
		l = o.aimAt(l)
	}
	o.Operator.Aim(l)
}

func (o *altered) Row(x int, visit func(y int, p float64)) {
	if o.visits != nil {
		visit = o.visits(visit)
	}
	o.Operator.Row(x, visit)
}

func (o *altered) Push(dst, q []float64) {
	o.Operator.Push(dst, q)
	if o.pushed != nil {
		o.pushed(dst, q)
	}
}

func (o *altered) Pull(dst, f []float64) {
	o.Operator.Pull(dst, f)
	if o.pulled != nil {
		o.pulled(dst, f)
	}
}

func (o *altered) Step(x int, d chains.Dice) int {
	y := o.Operator.Step(x, d)
	if o.stepped != nil {
		y = o.stepped(x, y)
	}
	return y
}

// alter returns a function that alters an operator like this.
func alter(into altered) func(chains.Operator) chains.Operator {
	return func(op chains.Operator) chains.Operator {
		o := into
		o.Operator = op
		return &o
	}
}

// elsewhere is Metropolis on the scene, aimed at the level that at returns.
func elsewhere(at func(t int, beta float64) (int, float64)) chains.Kernel {
	a := Sound()
	return Changed(a.Kernel, func(op chains.Operator) chains.Operator {
		other := a.NewLevel()
		return &altered{Operator: op, aimAt: func(l *chains.Level) *chains.Level {
			other.Move(at(l.T, l.Beta))
			return other
		}}
	})
}

// halved replaces dst by the mean of dst and from.
func halved(dst, from []float64) {
	floats.AddTo(dst, dst, from)
	floats.Scale(0.5, dst)
}

var (
	// Unreversed is its own reversal.
	Unreversed = alter(altered{})
	// HalfPush pushes and pulls half of what it steps.
	HalfPush = alter(altered{pushed: halved, pulled: halved})
	// LeakyPull loses a millionth of a function at cell 0, the constant 1 as well.
	LeakyPull = alter(altered{pulled: func(dst, _ []float64) { dst[0] *= 1 - 1e-6 }})
	// Stuck never leaves cell 0 when it steps.
	Stuck = alter(altered{stepped: func(x, y int) int {
		if x == 0 {
			return x
		}
		return y
	}})
	// twice visits the first cell of each row twice, with half of its probability.
	twice = alter(altered{visits: func(visit func(int, float64)) func(int, float64) {
		first := true
		return func(y int, p float64) {
			if first {
				visit(y, p/2)
				p /= 2
			}
			first = false
			visit(y, p)
		}
	}})
)

// hasty moves half as often if the level carries p.
func hasty(op chains.Operator) chains.Operator {
	carried := false
	return &altered{Operator: op,
		aimAt: func(l *chains.Level) *chains.Level {
			carried = l.P != nil
			return l
		},
		visits: func(visit func(int, float64)) func(int, float64) {
			if !carried {
				return visit
			}
			return func(y int, p float64) { visit(y, p/2) }
		}}
}

// A restless operator's Stay is 0 everywhere.
type restless struct{ chains.Operator }

func (o restless) Reversal() chains.Operator { return o }
func (o restless) Stay(int) float64          { return 0 }

// A sharing operator adds one fixed share of a pair's change and ignores the share asked for.
type sharing struct {
	chains.Operator
	share float64
}

func (o sharing) Reversal() chains.Operator { return o }
func (o sharing) PullPair(dst, base, f *chains.Pair, _ float64) {
	o.Operator.(chains.PairPuller).PullPair(dst, base, f, o.share)
}

// A flat operator says that its push does not change along the bridge.
type flat struct{ chains.Operator }

func (o flat) Reversal() chains.Operator     { return o }
func (o flat) PushSlope(dst, _, _ []float64) { clear(dst) }
