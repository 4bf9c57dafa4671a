package samplers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/grid"
)

// newDistance returns the estimate of the distribution of one axis of a density p. Its error is the distance of
// Kolmogorov and Smirnov (KS): the largest difference of the distribution functions.
func newDistance(g grid.Grid, p []float64, axis int) estimate {
	distribution := make([]float64, g.Len(axis))
	for x, mass := range p {
		distribution[g.Coord(x, axis)] += mass
	}
	upTo := floats.CumSum(make([]float64, len(distribution)), distribution)
	return estimate{bridgeScale(distribution), func(cells []int32) (far float64) {
		counts := make([]int, len(distribution))
		for _, x := range cells {
			counts[g.Coord(int(x), axis)]++
		}
		sum := 0
		for v, c := range counts {
			sum += c
			far = max(far, math.Abs(float64(sum)/float64(len(cells))-upTo[v]))
		}
		return far
	}}
}

// bridges is the number of Brownian bridges that are drawn for the scale of an axis. The square of their largest
// distance has a standard deviation near its mean, so that the scale has an error of 0.7%. The squared distances of
// eight chains vary by a third.
const bridges = 20_000

// bridgeScale returns N times the expected square of the distance of many independent draws of a discrete distribution.
// The scale is the expected square of the largest distance from 0 of a Brownian bridge at the sums of the distribution:
// F(1-F) for two values, and at most 0.822, the paper's R of a continuous distribution.
func bridgeScale(distribution []float64) (mean float64) {
	normal := distuv.Normal{Sigma: 1, Src: rand.NewPCG(1, uint64(len(distribution)))}
	path := make([]float64, len(distribution))
	for range bridges {
		sum := 0.0
		for v, mass := range distribution {
			sum += math.Sqrt(mass) * normal.Rand()
			path[v] = sum
		}
		upTo := 0.0
		far := 0.0
		for v, mass := range distribution {
			upTo += mass
			far = max(far, math.Abs(path[v]-upTo*sum))
		}
		mean += far * far / bridges
	}
	return mean
}
