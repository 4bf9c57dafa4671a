package programs

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// AIS is annealed importance sampling: a chain from p_1 to p_T, with one kernel step a level.
type AIS struct{ Problem }

// Cost counts one density a level for the weight, and the densities that the kernel's steps
// compute.
func (p AIS) Cost() float64 {
	return float64(p.T()-1) + float64(p.PathEnd()-1)*chains.FactsOf(p.Kernel, p.Grid).Cost
}

// Forward runs one chain of annealed importance sampling (BREAD, Eq. 1): x_1 is a draw
// of p_1; for t = 2..T log w gains log f_t - log f_{t-1} at x_{t-1}, and then x_t is one
// step of T_t from there. With SkipLast T_T is left out and x is x_{T-1}. If the chain
// meets a cell without mass log w is -Inf.
func (p AIS) Forward(d chains.Dice) (x int, logw float64) {
	xs, logws := p.Forwards([]chains.Dice{d})
	return xs[0], logws[0]
}

// Forwards runs a chain with each of the dice. The chains go from level to level together, so
// that the densities of a level are computed once for all.
func (p AIS) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	a, rise := p.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	first, before := chains.Normalized(l.LogF()), make([]float64, a.Grid.Size())
	xs, logw = make([]int, len(dice)), make([]float64, len(dice))
	for i, d := range dice {
		xs[i] = d.Pick(first)
	}
	for t := 2; t <= a.T(); t++ {
		copy(before, l.LogF())
		a.LevelAt(l, t)
		for i, x := range xs {
			logw[i] = chains.AddLogW(logw[i], chains.LogRatio(l.LogF()[x], before[x]))
		}
		if t <= a.PathEnd() {
			op.Aim(l)
			stepAll(op, xs, dice)
		}
	}
	floats.AddConst(rise, logw)
	return xs, logw
}

// Reverse runs one reverse chain (Eq. 20) from x_T = x. Its log w is the log weight of a
// forward chain on the same path.
func (p AIS) Reverse(x int, d chains.Dice) (logw float64) {
	_, logw = p.Back(x, d)
	return logw
}

// Reverses runs a reverse chain from each cell of ends, level by level as Forwards does.
func (p AIS) Reverses(ends []int, dice []chains.Dice) (logw []float64) {
	_, logw = p.backs(ends, dice)
	return logw
}

// Back runs one reverse chain from x, and returns the cell x_1 where the chain ends beside its
// log w. For t = T..2 the cell x_{t-1} is one step of the reversal of T_t, and log w gains
// log f_t - log f_{t-1} there. With SkipLast the reversal of T_T is left out too, and x_{T-1} is
// x. If the path comes from a cell without mass log w is +Inf.
func (p AIS) Back(x int, d chains.Dice) (x1 int, logw float64) {
	xs, logws := p.backs([]int{x}, []chains.Dice{d})
	return xs[0], logws[0]
}

// backs is Back from many cells.
func (p AIS) backs(ends []int, dice []chains.Dice) (xs []int, logw []float64) {
	a, rise := p.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, a.T())
	after := make([]float64, a.Grid.Size())
	xs, logw = slices.Clone(ends), make([]float64, len(ends))
	for t := a.T(); t >= 2; t-- {
		if t <= a.PathEnd() {
			op.Aim(l)
			stepAll(op.Reversal(), xs, dice)
		}
		copy(after, l.LogF())
		a.LevelAt(l, t-1)
		for i, x := range xs {
			logw[i] = chains.AddLogW(logw[i], chains.LogRatio(after[x], l.LogF()[x]))
		}
	}
	floats.AddConst(rise, logw)
	return xs, logw
}

// stepAll steps each cell with its own dice.
func stepAll(op chains.Operator, xs []int, dice []chains.Dice) {
	for i, x := range xs {
		xs[i] = op.Step(x, dice[i])
	}
}
