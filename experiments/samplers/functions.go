package samplers

import (
	"fmt"

	"breadboard/experiments/score"
	"breadboard/toys"
)

// functions are the mean and the variance of each coordinate, and log f.
func functions(t toys.Target, p []float64) (all []score.Function) {
	g := t.Grid
	for axis := range g.Axes() {
		h := make([]float64, g.Size())
		for x := range h {
			h[x] = float64(g.Coord(x, axis))
		}
		mean, square := expectation(p, h), make([]float64, len(h))
		for x, v := range h {
			square[x] = (v - mean) * (v - mean)
		}
		all = append(all, score.Function{Name: fmt.Sprintf("mean:%d", axis+1), Of: h},
			score.Function{Name: fmt.Sprintf("var:%d", axis+1), Of: square})
	}
	return append(all, score.Function{Name: "logf", Of: t.LogF})
}

// starts are an exact draw, and the cell of the least mass that has any.
func starts(p []float64) []score.Start {
	worst := -1
	for x, mass := range p {
		if mass > 0 && (worst < 0 || mass < p[worst]) {
			worst = x
		}
	}
	law := make([]float64, len(p))
	law[worst] = 1
	return []score.Start{{Name: "exact", Law: p}, {Name: "worst", Law: law}}
}
