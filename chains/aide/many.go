package aide

import "breadboard/chains"

// A Many is a Program that makes many runs in less time than one after another. Each run has its own
// dice, and is then the same as if it were made alone.
type Many[X any] interface {
	Program[X]
	// Forwards makes a forward run with each of the dice.
	Forwards(dice []chains.Dice) (xs []X, logw []float64)
	// Reverses makes a reverse run from each x, with its own dice.
	Reverses(xs []X, dice []chains.Dice) (logw []float64)
}

// Forwards makes a forward run with each of the dice, together if p is a Many.
func Forwards[X any](p Program[X], dice []chains.Dice) (xs []X, logw []float64) {
	if p, ok := p.(Many[X]); ok {
		return p.Forwards(dice)
	}
	xs, logw = make([]X, len(dice)), make([]float64, len(dice))
	for i, d := range dice {
		xs[i], logw[i] = p.Forward(d)
	}
	return xs, logw
}

// Reverses makes a reverse run from each x with its own dice, together if p is a Many.
func Reverses[X any](p Program[X], xs []X, dice []chains.Dice) (logw []float64) {
	if p, ok := p.(Many[X]); ok {
		return p.Reverses(xs, dice)
	}
	logw = make([]float64, len(xs))
	for i, x := range xs {
		logw[i] = p.Reverse(x, dice[i])
	}
	return logw
}
