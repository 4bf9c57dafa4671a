package laws

import (
	"fmt"
	"math"

	"breadboard/chains"
)

// A Precision is that in which the author of given rows computes: the distance from 1 to the next larger number. The
// catalogue has limits of its own, and needs none.
type Precision float64

// Double is the precision of most languages, and Single the one that torch, JAX and TensorFlow have unless they are
// told otherwise.
const (
	Double Precision = 0x1p-52
	Single Precision = 0x1p-23
)

// mostRounded is the largest share of a probability that rounding explains. A step that is further off is wrong for all
// that a person wants to know, as in single precision where log f is -5,000; so are posteriors in which a datum is
// forgotten.
const mostRounded = 1e-4

// Share returns the relative error of a probability that is computed from log densities up to this size. The
// exponential has a rounding, and its argument as many as it has units. A log density of N units is a sum of about N
// terms. The roundings of the partial sums, which grow to N, add up as a random walk does: to a third of N √N.
func (p Precision) Share(size float64) float64 {
	return min(mostRounded, float64(p)*(1+size+size*math.Sqrt(size)/2))
}

// AsSingle says how well a law is kept that is off by this much in single precision: to its six digits or, where log f
// is large, as well as this and a tolerance allow.
func AsSingle(off float64, tolerance Tolerance) string {
	switch {
	case off <= 1e-6:
		return "to single precision"
	case tolerance > 0:
		return fmt.Sprintf("as well as single precision and a tolerance of %.2g allow", float64(tolerance))
	}
	return "as well as single precision allows with a log f of this size"
}

// ComputedOn sets the size of the log densities with which the author of given rows computes: those of a, with their
// constants.
func (w *LevelMatrices) ComputedOn(a chains.Annealing) {
	l := a.NewLevel()
	l.Move(w.T, w.Beta)
	w.Size = SizeOf(l.LogF(), w.P)
}

// SizeOf returns the largest |log f| of the cells with mass.
func SizeOf(logf, mass []float64) (size float64) {
	for x, v := range logf {
		if mass[x] > 0 {
			size = max(size, math.Abs(v))
		}
	}
	return size
}

// ownError bounds the error of a flow of given rows, by the precision in which they are computed. The flow has the
// error of its probability. A sum that is compared with a random number is rounded too, for each part of these masses:
// by half a unit in its last place, and the roundings of n sums add up as a random walk does.
func (w *LevelMatrices) ownError(flow, masses float64) float64 {
	if !w.given {
		return 0
	}
	ofSum := float64(w.Precision) / 4 * max(1, math.Sqrt(float64(len(w.P)))/2)
	return flow*w.Precision.Share(w.Size) + min(masses*ofSum, flow*mostRounded)
}
