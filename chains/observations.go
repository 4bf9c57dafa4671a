package chains

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Observations are a bridge from a model's prior to the joint density of its latents and data,
// which takes in one observation at a time. BDMC's sequential estimators run on it (Grosse,
// Ghahramani and Adams 2015, Eq. 23). With N observations log f at beta = t/N is Steps[t], the
// joint density with the first t observations. Between two of these it is their geometric average.
type Observations struct {
	// Steps has N+1 log densities on the same cells. Steps[0] is the prior, and Steps[N] the
	// target. All have mass in the same cells.
	Steps [][]float64
	// Axes has, for each observation, the axes of the grid that hold its own latents: those
	// that the observations before it do not depend on. An entry may be empty.
	Axes [][]int
	// LogRelabelings is the log of the number of ways to relabel the latents that change no
	// density: log K! for K clusters. It is 0 if there is one way.
	LogRelabelings float64
}

// N is the number of observations.
func (o Observations) N() int { return len(o.Steps) - 1 }

// At sets dst to the log density at beta. It panics unless dst has as many cells as the steps.
func (o Observations) At(dst []float64, beta float64) {
	b, within := o.between(beta)
	b.At(dst, within)
}

// Slope sets dst to N times the log likelihood of the observation that is being taken in.
func (o Observations) Slope(dst []float64, beta float64) {
	b, within := o.between(beta)
	b.Slope(dst, within)
	floats.Scale(float64(o.N()), dst)
}

// between returns the bridge of one observation that beta is on, and beta's place on it. A
// beta within rounding of t/N is t/N.
func (o Observations) between(beta float64) (Geometric, float64) {
	if o.N() < 1 {
		panic(fmt.Sprintf("chains: a bridge of %d densities", len(o.Steps)))
	}
	at := beta * float64(o.N())
	if whole := math.Round(at); math.Abs(at-whole) < 1e-12*float64(o.N()) {
		at = whole
	}
	t := min(int(at), o.N()-1)
	return Geometric{o.Steps[t], o.Steps[t+1]}, at - float64(t)
}

// Lowered takes the largest value off every step.
func (o Observations) Lowered() (Bridge, float64) {
	var first, last float64
	steps := slices.Clone(o.Steps)
	for t := range steps {
		steps[t], last = lowered(steps[t])
		if t == 0 {
			first = last
		}
	}
	o.Steps = steps
	return o, last - first
}
