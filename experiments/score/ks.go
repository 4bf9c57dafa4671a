package score

import (
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/grid"
)

// Kolmogorov is E[K²] = π²/12 = 0.8225 for the largest distance K of a Brownian bridge from 0, the
// integral of 2x P(K > x). It is the constant R of the paper: N times the expected square of the KS
// distance of N independent draws of a continuous law.
const Kolmogorov = math.Pi * math.Pi / 12

// A marginal is the law of one coordinate, and what KS distances from it need.
type marginal struct {
	along grid.Lines
	p     []float64      // by coordinate
	upTo  []float64      // its sums
	scale func() float64 // R of the paper for this law, computed once
}

// newMarginal adds up the law p of the cells along an axis.
func newMarginal(g grid.Grid, p []float64, axis int) *marginal {
	m := &marginal{along: g.Lines(axis), p: make([]float64, g.Len(axis)), upTo: make([]float64, g.Len(axis))}
	for x, mass := range p {
		m.p[g.Coord(x, axis)] += mass
	}
	floats.CumSum(m.upTo, m.p)
	m.scale = sync.OnceValue(func() float64 { return bridgeScale(m.p) })
	return m
}

// coordinate is that of a cell.
func (m *marginal) coordinate(x int32) int { return int(x) / m.along.Stride % m.along.Length }

// distance is the KS distance of an empirical law from the marginal: of n draws, so many a coordinate.
func (m *marginal) distance(counts []int, n int) (far float64) {
	sum := 0
	for v, c := range counts {
		sum += c
		far = max(far, math.Abs(float64(sum)/float64(n)-m.upTo[v]))
	}
	return far
}

// bridges is how many Brownian bridges are drawn for the constant of a marginal. The square of
// their maximum has a standard deviation near its mean, so that the constant has an error of 0.7%.
// The squared distances of eight chains vary by a third.
const bridges = 20_000

// bridgeScale is N times the expected square of the KS distance of many independent draws of a
// discrete law: that of the largest distance from 0 of a Brownian bridge at the sums of the law.
// It is F(1-F) for two values, and at most Kolmogorov's. It is 0 for one value.
func bridgeScale(p []float64) float64 {
	normal := distuv.Normal{Sigma: 1, Src: rand.NewPCG(1, uint64(len(p)))}
	spread, path := make([]float64, len(p)), make([]float64, len(p))
	for v, mass := range p {
		spread[v] = math.Sqrt(mass)
	}
	mean := 0.0
	for range bridges {
		sum, upTo, far := 0.0, 0.0, 0.0
		for v, s := range spread {
			if s > 0 {
				sum += s * normal.Rand()
			}
			path[v] = sum
		}
		for v, mass := range p {
			upTo += mass
			far = max(far, math.Abs(path[v]-upTo*sum))
		}
		mean += far * far / bridges
	}
	return mean
}
