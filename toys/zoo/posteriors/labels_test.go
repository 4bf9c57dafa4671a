package posteriors

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/toys/zoo/data"
)

// assignments is the mixture as the sum over all ways to give the values to the two means.
func assignments(y []float64, a, b, w float64) float64 {
	prior := distuv.Normal{Sigma: 60}
	terms := []float64{prior.LogProb(a) + prior.LogProb(b)}
	for _, v := range y {
		first := math.Log(w) + distuv.Normal{Mu: a, Sigma: 27}.LogProb(v)
		second := math.Log(1-w) + distuv.Normal{Mu: b, Sigma: 27}.LogProb(v)
		for _, sum := range terms {
			terms = append(terms, sum+second)
		}
		for i := range terms[:len(terms)/2] {
			terms[i] += first
		}
	}
	return floats.LogSumExp(terms)
}

func TestLabels(t *testing.T) {
	y := data.Columns("darwin", "difference")[0]
	holds(t, "labels", round, func(theta []float64) float64 { return assignments(y, theta[0], theta[1], 0.5) })
	holds(t, "labels-share", round, func(theta []float64) float64 {
		return assignments(y, theta[0], theta[1], theta[2])
	})
}

// The labels change places, and the share with them; it alone may not.
func TestLabelsChangePlaces(t *testing.T) {
	p := named(t, "labels-share")
	g := p.Target().Grid
	alone := 0.0
	for x := range g.Size() {
		c := p.Theta(g, x)
		if off := p.LogF(c) - p.LogF([]float64{c[1], c[0], 1 - c[2]}); !(math.Abs(off) < round) {
			t.Errorf("the labels at %v differ by %g", c, off)
		}
		alone = max(alone, math.Abs(p.LogF(c)-p.LogF([]float64{c[0], c[1], 1 - c[2]})))
	}
	if !(alone > 1) {
		t.Errorf("without the means the share changes log f by %g only", alone)
	}
}
