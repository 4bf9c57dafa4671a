package draws

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Batches are draws of h, cut into batches of neighbours. Their sums S vary by
//
//	E Σ |S - b mean|² = tau b (m - 1) Var(h)   over m batches of b independent draws, with tau = 1.
//
// Walkers that take turns, as emcee writes them, differ from all their neighbours. The sum of a batch still has every
// pair of its draws, at any lag below b.
type batches struct {
	n        int
	variance float64                      // of a draw
	freedom  float64                      // degrees of freedom of one batch
	square   func(begin, end int) float64 // |S - b mean|² of the draws from begin to end
}

// fewBatches and manyBatches are the least and the largest number of batches. Few are long, and their tau is known to
// half of itself; many see a weak correlation of walkers by the dozen.
const fewBatches, manyBatches = 8, 128

// tauAbove returns the largest tau of batches, or 0 if none is above tau by more than chance, which is a χ² over its
// degrees of freedom. Independent draws have one above 1 about as often as Level says.
func (h batches) tauAbove(tau float64) (most float64) {
	for m := fewBatches; m <= manyBatches && 2*m <= h.n; m *= 2 {
		b := h.n / m
		sum := 0.0
		for i := range m {
			sum += h.square(i*b, (i+1)*b)
		}
		sum /= float64(b*(m-1)) * h.variance
		chance := distuv.ChiSquared{K: h.freedom * float64(m-1)}
		if sum > tau*chance.Quantile(1-Level)/chance.K {
			most = max(most, sum)
		}
	}
	return most
}

// batchesOf returns the batches of values about their mean.
func batchesOf(values []float64) batches {
	return batches{len(values), floats.Dot(values, values) / float64(len(values)), 1, func(begin, end int) float64 {
		return math.Pow(floats.Sum(values[begin:end]), 2)
	}}
}

// batchesOfCells returns the batches of cells, as the counts of all cells together. A weak correlation of all cells is
// clear there, and not in one coordinate. Its degrees of freedom are those of a sum of squares with the covariance
// diag(q) - qq' (Satterthwaite), where q has the shares of the cells: trace² over trace of square.
func batchesOfCells(all []int32, cells int) batches {
	q := make([]float64, cells)
	for _, x := range all {
		q[x] += 1 / float64(len(all))
	}
	second, third := 0.0, 0.0
	for _, share := range q {
		second += share * share
		third += share * share * share
	}
	variance := 1 - second
	counts := make([]float64, cells)
	square := func(begin, end int) float64 {
		clear(counts)
		for _, x := range all[begin:end] {
			counts[x]++
		}
		floats.AddScaled(counts, float64(begin-end), q)
		return floats.Dot(counts, counts)
	}
	return batches{len(all), variance, variance * variance / (second - 2*third + second*second), square}
}
