package bugs

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// Changed returns k with every operator replaced by what wrong makes of it.
func Changed(k chains.Kernel, wrong func(chains.Operator) chains.Operator) chains.Kernel {
	return changed{k, wrong}
}

type changed struct {
	chains.Kernel
	wrong func(chains.Operator) chains.Operator
}

func (k changed) On(g grid.Grid) chains.Operator { return k.wrong(k.Kernel.On(g)) }

// ChangedBack returns k with the reversal of every operator, and nothing else, replaced by
// wrong(operator).
func ChangedBack(k chains.Kernel, wrong func(chains.Operator) chains.Operator) chains.Kernel {
	return changedBack{k, wrong}
}

type changedBack struct {
	chains.Kernel
	wrong func(chains.Operator) chains.Operator
}

func (k changedBack) On(g grid.Grid) chains.Operator {
	op := k.Kernel.On(g)
	return turned{op, k.wrong(op)}
}

// turned has a reversal of its own.
type turned struct {
	chains.Operator
	back chains.Operator
}

func (o turned) Reversal() chains.Operator { return o.back }

// Unreversed gives itself for its reversal.
func Unreversed(op chains.Operator) chains.Operator { return itself{op} }

type itself struct{ chains.Operator }

func (o itself) Reversal() chains.Operator { return o }

// aimed takes aim at another level than it is given: at names it. It knows the
// bridge.
type aimed struct {
	chains.Kernel
	bridge chains.Bridge
	at     func(t int, beta float64) (int, float64)
}

func (k aimed) On(g grid.Grid) chains.Operator {
	return &aimedOn{k.Kernel.On(g), chains.NewLevel(k.bridge, g.Size()), k.at}
}

type aimedOn struct {
	chains.Operator
	level *chains.Level
	at    func(t int, beta float64) (int, float64)
}

func (o *aimedOn) Reversal() chains.Operator { return o }
func (o *aimedOn) Aim(l *chains.Level) {
	o.level.Move(o.at(l.T, l.Beta))
	o.Operator.Aim(o.level)
}

// halved mixes what an operator makes of a vector with the vector, half and half.
func halved(dst, from []float64) {
	floats.AddTo(dst, dst, from)
	floats.Scale(0.5, dst)
}

// HalfPush pushes and pulls half of what it steps.
func HalfPush(op chains.Operator) chains.Operator { return halfPushOn{halfPullOn{op}} }

// pushesHalf pushes half of what it steps.
func pushesHalf(op chains.Operator) chains.Operator { return halfPushOn{op} }

type halfPushOn struct{ chains.Operator }

func (o halfPushOn) Reversal() chains.Operator { return o }
func (o halfPushOn) Push(dst, q []float64) {
	o.Operator.Push(dst, q)
	halved(dst, q)
}

// halfPull pulls half of what it steps.
func halfPull(op chains.Operator) chains.Operator { return halfPullOn{op} }

type halfPullOn struct{ chains.Operator }

func (o halfPullOn) Reversal() chains.Operator { return o }
func (o halfPullOn) Pull(dst, f []float64) {
	o.Operator.Pull(dst, f)
	halved(dst, f)
}

// LeakyPull loses a millionth of a function at cell 0, the constant 1 as well.
func LeakyPull(op chains.Operator) chains.Operator { return leakyPullOn{op} }

type leakyPullOn struct{ chains.Operator }

func (o leakyPullOn) Reversal() chains.Operator { return o }
func (o leakyPullOn) Pull(dst, f []float64) {
	o.Operator.Pull(dst, f)
	dst[0] *= 1 - 1e-6
}

// twice visits the first cell of each row twice, with half of its probability.
func twice(op chains.Operator) chains.Operator { return twiceOn{op} }

type twiceOn struct{ chains.Operator }

func (o twiceOn) Reversal() chains.Operator { return o }
func (o twiceOn) Row(x int, visit func(y int, p float64)) {
	first := true
	o.Operator.Row(x, func(y int, p float64) {
		if first {
			visit(y, p/2)
			p /= 2
		}
		first = false
		visit(y, p)
	})
}

// restless says that it stays nowhere.
func restless(op chains.Operator) chains.Operator { return restlessOn{op} }

type restlessOn struct{ chains.Operator }

func (o restlessOn) Reversal() chains.Operator { return o }
func (o restlessOn) Stay(int) float64          { return 0 }

// hasty goes half as often if the level carries p.
func hasty(op chains.Operator) chains.Operator { return &hastyOn{Operator: op} }

type hastyOn struct {
	chains.Operator
	told bool // p, by the level
}

func (o *hastyOn) Reversal() chains.Operator { return o }
func (o *hastyOn) Aim(l *chains.Level) {
	o.Operator.Aim(l)
	o.told = l.P != nil
}
func (o *hastyOn) Row(x int, visit func(y int, p float64)) {
	o.Operator.Row(x, func(y int, p float64) {
		if o.told {
			p /= 2
		}
		visit(y, p)
	})
}

// unmoved pulls a pair of functions to themselves.
func unmoved(op chains.Operator) chains.Operator { return unmovedOn{op} }

type unmovedOn struct{ chains.Operator }

func (o unmovedOn) Reversal() chains.Operator { return o }
func (o unmovedOn) PullPair(dst, base, _ *chains.Pair, _ float64) {
	copy(dst[0], base[0])
	copy(dst[1], base[1])
}

// greedy adds the whole change of a pair when a share is asked for.
func greedy(op chains.Operator) chains.Operator { return greedyOn{op} }

type greedyOn struct{ chains.Operator }

func (o greedyOn) Reversal() chains.Operator { return o }
func (o greedyOn) PullPair(dst, base, f *chains.Pair, _ float64) {
	o.Operator.(chains.PairPuller).PullPair(dst, base, f, 1)
}

// flat says that its push does not change along the bridge.
func flat(op chains.Operator) chains.Operator { return flatOn{op} }

type flatOn struct{ chains.Operator }

func (o flatOn) Reversal() chains.Operator     { return o }
func (o flatOn) PushSlope(dst, _, _ []float64) { clear(dst) }

// Stuck never leaves cell 0 when it steps.
func Stuck(op chains.Operator) chains.Operator { return stuckOn{op} }

type stuckOn struct{ chains.Operator }

func (o stuckOn) Reversal() chains.Operator { return o }
func (o stuckOn) Step(x int, d chains.Dice) int {
	if y := o.Operator.Step(x, d); x != 0 {
		return y
	}
	return x
}
