package programs

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// AIS is annealed importance sampling: a chain from p_1 to p_T, with one kernel step a level.
type AIS struct{ Problem }

// Cost counts one density a level for the weight, and the densities that the kernel's steps compute.
func (p AIS) Cost() float64 {
	return float64(p.T()-1) + float64(p.PathEnd()-1)*p.stepCost()
}

// Forward runs one chain of annealed importance sampling (BREAD, Eq. 1). x_1 is a draw of p_1. For t = 2..T log w gains
// log f_t - log f_{t-1} at x_{t-1}, and then x_t is one step of T_t from there. With SkipLast T_T is left out and x is
// x_{T-1}. If the chain meets a cell without mass log w is -Inf.
func (p AIS) Forward(d chains.Dice) (x int, logw float64) {
	xs, logws := p.Forwards([]chains.Dice{d})
	return xs[0], logws[0]
}

// Forwards runs a chain with each of the dice.
func (p AIS) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	path, offset := p.path()
	xs, logw = Walk(path, dice)
	floats.AddConst(offset, logw)
	return xs, logw
}

// path returns the path through the levels. Its log weights lack offset.
func (p AIS) path() (path Path, offset float64) {
	a, offset := p.WithoutConstants()
	return newLevels(a, 1), offset
}

// Reverse runs one reverse chain (Eq. 20) from x_T = x. Its log w is the log weight of a forward chain on the same
// path.
func (p AIS) Reverse(x int, d chains.Dice) (logw float64) {
	return p.Reverses([]int{x}, []chains.Dice{d})[0]
}

// Reverses runs a reverse chain from each cell of ends. For t = T..2 the cell x_{t-1} is one step of the reversal of
// T_t, and log w gains log f_t - log f_{t-1} there. With SkipLast the reversal of T_T is left out too, and x_{T-1} is
// x_T. If the path comes from a cell without mass log w is +Inf.
func (p AIS) Reverses(ends []int, dice []chains.Dice) (logw []float64) {
	path, offset := p.path()
	logw = WalkBack(path, ends, dice)
	floats.AddConst(offset, logw)
	return logw
}

// Walk takes one particle along a path with each of the dice. All go from step to step together, so that the densities
// of a step are computed once.
func Walk(path Path, dice []chains.Dice) (xs []int, logw []float64) {
	first := path.Start()
	xs = make([]int, len(dice))
	logw = make([]float64, len(dice))
	for i, d := range dice {
		xs[i] = d.Pick(first)
	}
	for i := range path.Len() {
		step := path.At(i)
		for j, x := range xs {
			logw[j] = chains.AddLogW(logw[j], step.LogW[x])
			xs[j] = moveAll(x, step.Moves, dice[j])
		}
	}
	return xs, logw
}

// WalkBack takes one particle back along a path from each of ends, all together as Walk does. A particle is weighed in
// the cell before a step.
func WalkBack(path Path, ends []int, dice []chains.Dice) (logw []float64) {
	xs := slices.Clone(ends)
	logw = make([]float64, len(ends))
	for i := path.Len() - 1; i >= 0; i-- {
		step := path.At(i)
		for j, x := range xs {
			xs[j] = moveAll(x, step.Reversed, dice[j])
			logw[j] = chains.AddLogW(logw[j], step.LogW[xs[j]])
		}
	}
	return logw
}
