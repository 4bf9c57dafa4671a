package programs

import "breadboard/chains"

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
	a, rise := p.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	x = d.Pick(chains.Normalized(l.LogF()))
	for t := 2; t <= a.T(); t++ {
		before := l.LogF()[x]
		a.LevelAt(l, t)
		logw = chains.Gain(logw, chains.LogRatio(l.LogF()[x], before))
		if t <= a.PathEnd() {
			op.Aim(l)
			x = op.Step(x, d)
		}
	}
	return x, logw + rise
}

// Reverse runs one reverse chain (Eq. 20) from x_T = x. Its log w is the log weight of a
// forward chain on the same path.
func (p AIS) Reverse(x int, d chains.Dice) (logw float64) {
	_, logw = p.Back(x, d)
	return logw
}

// Back runs one reverse chain from x, and returns the cell x_1 where the chain ends beside its
// log w. For t = T..2 the cell x_{t-1} is one step of the reversal of T_t, and log w gains
// log f_t - log f_{t-1} there. With SkipLast the reversal of T_T is left out too, and x_{T-1} is
// x. If the path comes from a cell without mass log w is +Inf.
func (p AIS) Back(x int, d chains.Dice) (x1 int, logw float64) {
	a, rise := p.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, a.T())
	for t := a.T(); t >= 2; t-- {
		if t <= a.PathEnd() {
			op.Aim(l)
			x = op.Reversal().Step(x, d)
		}
		after := l.LogF()[x]
		a.LevelAt(l, t-1)
		logw = chains.Gain(logw, chains.LogRatio(after, l.LogF()[x]))
	}
	return x, logw + rise
}
