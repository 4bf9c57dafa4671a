package kernels

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/grid"
)

// Matrices is a kernel given level by level: a transition matrix for each level, or one for all. Nothing makes the
// matrices leave a density invariant. A walker stays with probability 1 less the rest of its row. The diagonal only
// adds the digits that this has lost.
//
// The reversal is p(y) T(y,x) / p(x), by Bayes, from the density of the level. In cells without mass it stays. If T
// does not leave p invariant, the rows of the reversal do not sum to 1, and exact results show it.
type Matrices struct {
	N int // cells
	// Betas has the beta of each level; it is nil if one matrix serves all.
	Betas []float64
	// Rounded tells that T leaves p invariant except for the rounding of its entries. The reversal is then p(y) T(y,x)
	// / (pT)(x), whose rows sum to 1: where p is tiny, rows of p(y) T(y,x) / p(x) would sum to more than 1 by rounding.
	Rounded bool
	// P has the matrices by level, or one for all. P[t-1][x*N+y] is the probability at level t of going from x to y. A
	// level without one is nil: nothing moves there.
	P [][]float64
}

// On returns the operator on g. It panics unless g has N cells.
func (k Matrices) On(g grid.Grid) (chains.Operator, error) {
	if g.Size() != k.N {
		panic(fmt.Sprintf("kernels: matrices of %d cells on a grid of %d", k.N, g.Size()))
	}
	return flows.Given(k.N, k.ahead, k.bayes, true), nil
}

// Cost is not known.
func (Matrices) Cost(grid.Grid) float64 { return math.NaN() }

// matrixAt returns the matrix for a level. It panics if there is none, or none with this beta.
func (k Matrices) matrixAt(l *chains.Level) []float64 {
	if k.Betas == nil {
		return k.P[0]
	}
	if l.T > len(k.Betas) || k.Betas[l.T-1] != l.Beta || k.P[l.T-1] == nil {
		panic(fmt.Sprintf("kernels: no matrix for beta = %v at level %d", l.Beta, l.T))
	}
	return k.P[l.T-1]
}

// ahead returns the rows of the matrix.
func (k Matrices) ahead(l *chains.Level) flows.RowOf { return rowsOf(k.matrixAt(l), k.N) }

// bayes returns the rows of the reversal.
func (k Matrices) bayes(l *chains.Level) flows.RowOf { return bayes(k.matrixAt(l), k.N, k.Rounded, l) }

// rowsOf returns the rows of a matrix of n cells.
func rowsOf(m []float64, n int) flows.RowOf {
	return func(x int, visit func(y int, p float64)) {
		for y, p := range m[x*n:][:n] {
			visit(y, p)
		}
	}
}

// bayes returns the rows of the reversal of a matrix of n cells at the density of a level.
func bayes(m []float64, n int, rounded bool, l *chains.Level) flows.RowOf {
	logf := l.LogF()
	behind := func(x int, visit func(y int, p float64)) {
		for y := range n {
			if p := m[y*n+x]; p != 0 && !math.IsInf(logf[x], -1) && !math.IsInf(logf[y], -1) {
				visit(y, backwards(p, logf[y]-logf[x]))
			}
		}
	}
	if !rounded {
		return behind
	}
	ahead := rowsOf(m, n)
	return func(x int, visit func(y int, p float64)) {
		into := 1.0 // (pT)(x) / p(x)
		ahead(x, func(_ int, p float64) { into -= p })
		behind(x, func(_ int, p float64) { into += p })
		behind(x, func(y int, p float64) { visit(y, p/into) })
	}
}

// backwards returns p e^up, the entry of a reversal by Bayes: p is T(y,x), and up is log p(y) - log p(x). From cells
// far below all others up is beyond the logarithm of every float, and p below the floats of full precision. There the
// product is formed in logarithms.
func backwards(p, up float64) float64 {
	if up < chains.MaxLogSpan {
		return p * math.Exp(up)
	}
	return math.Exp(chains.LogMass(p) + up)
}

// A Rule is a kernel given by its rows. For the log density logf on g it visits every y != x that one step from x can
// reach, with its probability, in any order. If it visits a y more than once, the probabilities add up. The rest of 1
// stays at x. It must not visit a y without mass (logf = -Inf); x itself may be such a cell.
type Rule func(g grid.Grid, logf []float64, x int, visit func(y int, p float64))

// Rows is the shortest kernel to write: one function, from which all else follows.
type Rows struct {
	To   Rule
	Back Rule // the rows of the time reversal; nil if the kernel is reversible
}

// On returns the operator on g.
func (k Rows) On(g grid.Grid) (chains.Operator, error) {
	return flows.Given(g.Size(), k.To.rowsOn(g), k.Back.rowsOn(g), false), nil
}

// Cost is not known.
func (Rows) Cost(grid.Grid) float64 { return math.NaN() }

// rowsOn returns the rows of the rule on g, nil without a rule.
func (r Rule) rowsOn(g grid.Grid) flows.RowsAt {
	if r == nil {
		return nil
	}
	return func(l *chains.Level) flows.RowOf {
		logf := l.LogF()
		return func(x int, visit func(y int, p float64)) { r(g, logf, x, visit) }
	}
}
