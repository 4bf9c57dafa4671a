package slips

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A written is a program as people write it: particles begin at p_1, are weighed by f_t/f_{t-1} for t = 2..T,
// resampled and moved by T_t, and one of them is returned. log w is the sum of the logs of the mean weights. One
// particle is annealed importance sampling, and two levels without a move are sampling importance resampling. A slip
// changes one thing.
type written struct {
	logf        [][]float64     // at each level, from 0 for the first
	moves, back []programs.Move // by T_t and by its reversal
	pathEnd     int             // the last level with a move
	particles   int
	systematic  bool // ancestors are drawn so, and not independently
}

// forward makes a run with a slip.
func (w written) forward(d chains.Dice, s Slip) (x int, logw float64) {
	xs, by, logw := w.run(nil, d, s)
	if math.IsInf(logw, -1) {
		return xs[0], logw
	}
	picked := xs[programs.PickByLog(by, d)] // one of those that would be resampled
	return w.moved(picked, len(w.logf)-1, w.moves, d), logw
}

// reverse makes a run that ends in x, with a slip: the particle that ends there is kept among the others.
func (w written) reverse(x int, d chains.Dice, s Slip) (logw float64) {
	last := len(w.logf) - 1
	kept := make([]int, last+1)
	kept[last] = x
	for t := last; t > 0; t-- {
		kept[t-1] = w.moved(kept[t], t, w.back, d)
	}
	_, _, logw = w.run(kept, d, s)
	return logw
}

// run weighs, resamples and moves particles. One of them takes the cells in kept, by level; none does if that is nil.
// It returns the particles that the last level weighs, and the log weights by which one is picked.
func (w written) run(kept []int, d chains.Dice, s Slip) (xs []int, by []float64, logw float64) {
	at := -1
	if kept != nil {
		at = 0
		if w.systematic && s != Place {
			at = programs.PickByLog(make([]float64, w.particles), d)
		}
	}
	xs = make([]int, w.particles)
	for i := range xs {
		if i == at {
			xs[i] = kept[0]
		} else {
			xs[i] = programs.PickByLog(w.logf[0], d)
		}
	}
	before := make([]float64, w.particles)
	for t := 1; ; t++ {
		by = w.gains(t, xs, s)
		logw += programs.LogMean(by)
		if s == Early {
			by, before = before, by
		}
		if t == len(w.logf)-1 || math.IsInf(logw, -1) {
			return xs, by, logw
		}
		xs, at = w.resampled(xs, by, at, d, s)
		for i := range xs {
			if i == at {
				xs[i] = kept[t]
			} else {
				xs[i] = w.moved(xs[i], t, w.moves, d)
			}
		}
	}
}

// gains returns log f_t - log f_{t-1} of each particle, or what a slip makes of it.
func (w written) gains(t int, xs []int, s Slip) []float64 {
	gains := make([]float64, len(xs))
	for i, x := range xs {
		switch {
		case s == First && t == 1 || s == Last && t == len(w.logf)-1:
		case s == Proposal && t == 1:
			gains[i] = w.logf[t][x]
		default:
			gains[i] = chains.LogRatio(w.logf[t][x], w.logf[t-1][x])
		}
	}
	return gains
}

// moved makes a step from x at level t, if there is one.
func (w written) moved(x, t int, by []programs.Move, d chains.Dice) int {
	if t > w.pathEnd {
		return x
	}
	return by[t].Step(x, d)
}

// resampled returns as many particles, whose ancestors are drawn by weight, and where the kept one is.
func (w written) resampled(xs []int, logw []float64, kept int, d chains.Dice, s Slip) (next []int, at int) {
	next = make([]int, len(xs))
	if !w.systematic {
		for i := range xs {
			if i != kept {
				next[i] = xs[programs.PickByLog(logw, d)]
			}
		}
		return next, kept
	}
	drawn := kept
	if s == Place {
		drawn = -1
	}
	from, at := programs.Systematic(chains.Normalized(logw), drawn, d)
	for i, j := range from {
		next[i] = xs[j]
	}
	if s == Place {
		at = kept
	}
	return next, at
}
