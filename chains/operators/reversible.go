package operators

import "breadboard/chains"

// Reversible is an operator in detailed balance that is given twice: by its rows, which
// are sound at any depth of the density, and by a pull of pairs from the masses p, which
// is fast. On a large space a list of rows would be too long, and the second does the
// work of both.
type Reversible struct {
	*Written
	// Pulls is PullPair by p, which has no mass in walls.
	Pulls func(dst, base, f *chains.Pair, p []float64, share float64)

	walls  Walls
	single single
}

// NewReversible returns the operator on n states. rows returns the rows at a level, and
// should be quick to call. walls are cells that the operator does not enter even if they
// have mass. The caller sets Pulls.
func NewReversible(n int, rows func(l *chains.Level) RowFunc, walls Walls) *Reversible {
	return &Reversible{Written: NewWritten(n, rows), walls: walls}
}

func (o *Reversible) Reversal() chains.Operator { return o }

func (o *Reversible) Row(x int, visit func(y int, p float64)) {
	if o.N < chains.ParallelFrom {
		o.Written.Row(x, visit)
		return
	}
	o.rows(o.Level)(x, visit)
}

func (o *Reversible) Step(x int, d chains.Dice) int {
	if o.N < chains.ParallelFrom {
		return o.Written.Step(x, d)
	}
	return StepByRow(o, x, d)
}

func (o *Reversible) Push(dst, q []float64) {
	if o.N < chains.ParallelFrom || !o.single.push(o, o.Level, o.walls, dst, q) {
		o.Written.Push(dst, q)
	}
}

func (o *Reversible) Pull(dst, f []float64) {
	if o.N < chains.ParallelFrom || !o.single.pull(o, o.Level, o.walls, dst, f) {
		o.Written.Pull(dst, f)
	}
}

// PullPair needs rows only if walls have mass.
func (o *Reversible) PullPair(dst, base, f *chains.Pair, share float64) {
	p := o.Level.Masses()
	if o.walls.HaveMass(p) {
		o.Written.PullPair(dst, base, f, share)
		return
	}
	o.Pulls(dst, base, f, p, share)
}
