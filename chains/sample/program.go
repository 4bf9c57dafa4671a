package sample

import (
	"math"

	"breadboard/chains"
)

// Forward runs one chain of annealed importance sampling (BREAD, Eq. 1): x_1 is a draw
// of p_1; for t = 2..T log w gains log f_t - log f_{t-1} at x_{t-1}, and then x_t is one
// step of T_t from there. With a.SkipLast T_T is left out and x is x_{T-1}. If the chain
// meets a cell without mass log w is -Inf.
func Forward(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	a, rise := a.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	x = d.Pick(weights(l.LogF()))
	for t := 2; t <= a.T(); t++ {
		before := l.LogF()[x]
		a.LevelAt(l, t)
		logw = gain(logw, chains.LogRatio(l.LogF()[x], before))
		if t <= a.PathEnd() {
			op.Aim(l)
			x = op.Step(x, d)
		}
	}
	return x, logw + rise
}

// Reverse runs one reverse chain (Eq. 20): x_T is an exact draw of p_T; for t = T..2
// x_{t-1} is one step of the reversal of T_t, and log w gains log f_t - log f_{t-1}
// there. So log w is the log weight of a forward chain on the same path, and its mean
// bounds log R from above. With a.SkipLast the reversal of T_T is left out too, and
// x_{T-1} is the draw. If the path comes from a cell without mass log w is +Inf.
func Reverse(a chains.Annealing, d chains.Dice) (x1 int, logw float64) {
	a, rise := a.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, a.T())
	x := d.Pick(weights(l.LogF()))
	for t := a.T(); t >= 2; t-- {
		if t <= a.PathEnd() {
			op.Aim(l)
			x = op.Reversal().Step(x, d)
		}
		after := l.LogF()[x]
		a.LevelAt(l, t-1)
		logw = gain(logw, chains.LogRatio(after, l.LogF()[x]))
	}
	return x, logw + rise
}

// gain adds to a log weight. Once infinite, the log weight stays as it is.
func gain(logw, by float64) float64 {
	if math.IsInf(logw, 0) {
		return logw
	}
	return logw + by
}

// weights returns the density, normalised.
func weights(logf []float64) []float64 { return chains.Normalize(make([]float64, len(logf)), logf) }
