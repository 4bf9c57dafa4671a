package kernels

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/grid"
)

// Interpolated is a kernel that is known at some betas, and in between by the polynomial through each entry of its
// matrices. The betas are ChebyshevBetas: if an entry is analytic in beta, as that of a Metropolis step is, whose
// acceptance is 1 or a power of beta, each beta more leaves a part of the error (Trefethen 2013, theorem 8.2).
type Interpolated struct {
	N int // cells
	// Betas are the n+1 ChebyshevBetas of an n, which rise.
	Betas []float64
	// P has the matrix at each of Betas, as that of Matrices.
	P [][]float64
}

// lowest is the first of ChebyshevBetas. A bridge may leave cells at once above 0.
const lowest = 0x1p-10

// ChebyshevBetas returns n+1 betas from just above 0 to 1, which rise. Those of n are each second one of those of 2n.
func ChebyshevBetas(n int) []float64 {
	betas := make([]float64, n+1)
	for k := range betas {
		betas[k] = 1 - (1-lowest)*(1+math.Cos(math.Pi*float64(k)/float64(n)))/2
	}
	return betas
}

// On returns the operator on g. It panics unless g has N cells.
func (k Interpolated) On(g grid.Grid) (chains.Operator, error) {
	if g.Size() != k.N {
		panic(fmt.Sprintf("kernels: matrices of %d cells on a grid of %d", k.N, g.Size()))
	}
	var beta float64
	var m []float64 // the matrix at beta, for the step and its reversal
	at := func(l *chains.Level) []float64 {
		if m == nil || l.Beta != beta {
			beta = l.Beta
			m = k.At(beta)
		}
		return m
	}
	ahead := func(l *chains.Level) flows.RowOf { return rowsOf(at(l), k.N) }
	back := func(l *chains.Level) flows.RowOf { return bayes(at(l), k.N, true, l) }
	return flows.Given(k.N, ahead, back, true), nil
}

// Cost is not known.
func (Interpolated) Cost(grid.Grid) float64 { return math.NaN() }

// At returns the matrix at a beta, by the barycentric formula: at ChebyshevBetas the weights alternate, and the two at
// the ends are half of the others (Berrut and Trefethen 2004, equation 5.4).
func (k Interpolated) At(beta float64) []float64 {
	shares := make([]float64, len(k.Betas))
	sum := 0.0
	for i, node := range k.Betas {
		if beta == node {
			return k.P[i]
		}
		shares[i] = 1 / (beta - node)
		if i%2 == 1 {
			shares[i] = -shares[i]
		}
		if i == 0 || i == len(k.Betas)-1 {
			shares[i] /= 2
		}
		sum += shares[i]
	}
	m := make([]float64, k.N*k.N)
	for i, share := range shares {
		for e, p := range k.P[i] {
			m[e] += share / sum * p
		}
	}
	for e, p := range m {
		m[e] = max(p, 0) // by rounding
	}
	return m
}
