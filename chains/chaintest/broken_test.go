package chaintest_test

import (
	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// changed is Metropolis with its operator or the reversal of that made into
// something else.
type changed struct {
	kernels.Metropolis
	by      func(chains.Operator) chains.Operator
	reverse bool
}

func with(by func(chains.Operator) chains.Operator) chains.Kernel { return changed{by: by} }
func back(by func(chains.Operator) chains.Operator) chains.Kernel {
	return changed{by: by, reverse: true}
}

func (k changed) On(g grid.Grid) chains.Operator {
	op := k.Metropolis.On(g)
	if k.reverse {
		return turned{op, k.by(op)}
	}
	return k.by(op)
}

// turned has a reversal of its own.
type turned struct {
	chains.Operator
	back chains.Operator
}

func (o turned) Reversal() chains.Operator { return o.back }

// hasty goes half as often where p is at hand.
func hasty(op chains.Operator) chains.Operator { return &hastyOn{Operator: op} }

type hastyOn struct {
	chains.Operator
	told bool // p
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

// unmoved pulls a pair nowhere.
func unmoved(op chains.Operator) chains.Operator { return unmovedOn{op} }

type unmovedOn struct{ chains.Operator }

func (o unmovedOn) Reversal() chains.Operator { return o }
func (o unmovedOn) PullPair(dst, base, _ *chains.Pair, _ float64) {
	copy(dst[0], base[0])
	copy(dst[1], base[1])
}

// greedy adds the whole change of a pair where a share is asked for.
func greedy(op chains.Operator) chains.Operator { return greedyOn{op} }

type greedyOn struct{ chains.Operator }

func (o greedyOn) Reversal() chains.Operator { return o }
func (o greedyOn) PullPair(dst, base, f *chains.Pair, _ float64) {
	o.Operator.(chains.PairPuller).PullPair(dst, base, f, 1)
}

// flat claims not to change.
func flat(op chains.Operator) chains.Operator { return flatOn{op} }

type flatOn struct{ chains.Operator }

func (o flatOn) Reversal() chains.Operator     { return o }
func (o flatOn) PushSlope(dst, _, _ []float64) { clear(dst) }

// halfPush moves half of what it should.
func halfPush(op chains.Operator) chains.Operator { return halfPushOn{op} }

type halfPushOn struct{ chains.Operator }

func (o halfPushOn) Reversal() chains.Operator { return o }
func (o halfPushOn) Push(dst, q []float64) {
	o.Operator.Push(dst, q)
	for x := range dst {
		dst[x] = (dst[x] + q[x]) / 2
	}
}
func (o halfPushOn) Pull(dst, f []float64) {
	o.Operator.Pull(dst, f)
	for x := range dst {
		dst[x] = (dst[x] + f[x]) / 2
	}
}

// stuck never leaves cell 0 when it steps.
func stuck(op chains.Operator) chains.Operator { return stuckOn{op} }

type stuckOn struct{ chains.Operator }

func (o stuckOn) Reversal() chains.Operator { return o }
func (o stuckOn) Step(x int, d chains.Dice) int {
	if y := o.Operator.Step(x, d); x != 0 {
		return y
	}
	return x
}
