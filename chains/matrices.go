package chains

import (
	"fmt"
	"slices"

	"breadboard/grid"
)

// Matrices is a kernel given level by level: a transition matrix for each beta,
// or one for all. It is as good as the matrices are; nothing makes them leave a
// density invariant. What is on their diagonals is not looked at: a walker stays
// with what the rest of its row leaves of 1.
//
// The reversal is by Bayes, p(y) T(y,x) / p(x), from the density that the level
// has, and in rows of cells without mass it stays. Where T does not leave p
// invariant that is no matrix of probabilities, and exact results say so.
type Matrices struct {
	N int // cells
	// Betas are those that matrices are given for, rising; nil where one is for all.
	Betas []float64
	// P are the matrices by row, P[i][x*N+y] that of Betas[i] from x to y.
	P [][]float64
}

// On returns the operator on g. It panics unless g has N cells and there is a
// matrix of N x N numbers for every beta.
func (k Matrices) On(g grid.Grid) Operator {
	if g.Size() != k.N || len(k.P) != max(len(k.Betas), 1) {
		panic(fmt.Sprintf("chains: %d matrices of %d cells for %d betas on a grid of %d", len(k.P), k.N, len(k.Betas), g.Size()))
	}
	for i, p := range k.P {
		if len(p) != k.N*k.N {
			panic(fmt.Sprintf("chains: matrix %d has %d numbers; %d cells take %d", i+1, len(p), k.N, k.N*k.N))
		}
	}
	o := newWritten(k.N, nil)
	o.rule = func(l *Level) ruled { return k.row(l.Beta) }
	o.back = newWritten(k.N, k.bayes)
	o.back.back = o
	return o
}

// At is the matrix at a level of this beta. It panics where there is none.
func (k Matrices) At(beta float64) []float64 {
	if k.Betas == nil {
		return k.P[0]
	}
	const near = 1e-12 // what writing a beta in decimals may change
	i, _ := slices.BinarySearch(k.Betas, beta-near)
	if i == len(k.Betas) || k.Betas[i] > beta+near {
		panic(fmt.Sprintf("chains: no matrix for beta = %v", beta))
	}
	return k.P[i]
}

func (k Matrices) row(beta float64) ruled {
	m := k.At(beta)
	return func(x int, visit func(y int, p float64)) {
		for y, p := range m[x*k.N:][:k.N] {
			if y != x && p != 0 {
				visit(y, p)
			}
		}
	}
}

func (k Matrices) bayes(l *Level) ruled {
	m, odds := k.At(l.Beta), l.odds()
	return func(x int, visit func(y int, p float64)) {
		for y := range k.N {
			if p := m[y*k.N+x]; y != x && p != 0 && !odds.none(x) && !odds.none(y) {
				visit(y, p*odds.quotient(y, x))
			}
		}
	}
}
