package sample

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Forward runs one chain of annealed importance sampling (BREAD, Eq. 1): x_1
// is a draw of p_1; for t = 2..T log w gains log f_t - log f_{t-1} at x_{t-1},
// then x_t is one step of T_t. With a.SkipLast T_T is left out, and x is
// x_{T-1}. log w is -Inf where the chain met a cell without mass.
func Forward(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	a, rise := a.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, 1)
	x = d.Pick(weights(l.LogF()))
	for t := 2; t <= a.T(); t++ {
		before := l.LogF()[x]
		a.LevelAt(l, t)
		logw = gain(logw, chains.LogRatio(l.LogF()[x], before))
		if moves(a, t) {
			op.Aim(l)
			x = op.Step(x, d)
		}
	}
	return x, logw + rise
}

// Reverse runs one reverse chain (Eq. 20): x_T is its own exact draw of p_T;
// for t = T..2 x_{t-1} is one step of the reversal of T_t, and log w gains
// log f_t - log f_{t-1} there. It is the forward log weight of the path, so its
// mean bounds log R from above. With a.SkipLast the reversal of T_T is left out
// too: x_{T-1} is the draw. log w is +Inf where the path came from a cell
// without mass.
func Reverse(a chains.Annealing, d chains.Dice) (x1 int, logw float64) {
	a, rise := a.Lowered()
	l, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(l, a.T())
	x := d.Pick(weights(l.LogF()))
	for t := a.T(); t >= 2; t-- {
		if moves(a, t) {
			op.Aim(l)
			x = op.Reversal().Step(x, d)
		}
		after := l.LogF()[x]
		a.LevelAt(l, t-1)
		logw = gain(logw, chains.LogRatio(after, l.LogF()[x]))
	}
	return x, logw + rise
}

// moves reports whether the chains of a make the move T_t.
func moves(a chains.Annealing, t int) bool { return t < a.T() || !a.SkipLast }

// gain adds to a log weight, which stays as it is once it is infinite.
func gain(logw, by float64) float64 {
	if math.IsInf(logw, 0) {
		return logw
	}
	return logw + by
}

// weights returns exp(logf) over its largest value.
func weights(logf []float64) []float64 {
	w, top := make([]float64, len(logf)), floats.Max(logf)
	for x, v := range logf {
		w[x] = math.Exp(v - top)
	}
	return w
}
