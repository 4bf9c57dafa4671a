package draws

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// massUpTo returns the mass of each cell and of all that are lighter.
func massUpTo(p []float64) []float64 {
	upTo := make([]float64, len(p))
	sum := 0.0
	for _, x := range evidence.Order(p) {
		sum += p[x]
		upTo[x] = sum
	}
	return upTo
}

// settled returns the draws of each chain from its first in the heavier half of p: those before may be its way from its
// start. A chain that never comes there counts only if the ESS is large enough to tell.
func (r *Result) settled(chains [][]int32, upTo []float64) (after [][]int32) {
	for _, c := range chains {
		arrives := slices.IndexFunc(c, func(x int32) bool { return upTo[x] > 0.5 })
		if arrives >= 0 || r.ESS >= LeastESS {
			after = append(after, c[max(0, arrives):])
		}
	}
	return after
}

// ofLight returns a p-value of the lightest cell of the draws. The probability that any of n draws of p is in this cell
// or a lighter one is at most n times their mass, however the draws depend on each other (Markov's inequality).
func (r *Result) ofLight(settled [][]int32, upTo []float64) float64 {
	least := 1.0
	for _, x := range slices.Concat(settled...) {
		least = min(least, upTo[x])
	}
	return min(1, float64(r.N)*least)
}

// ofMany returns a p-value of the lightest cells that together are too light for a pool of a distribution, up to that
// cell where so many draws are the least likely, and says which they are.
func (r *Result) ofMany(g grid.Grid, settled [][]int32, of []float64) (p float64, says string) {
	if r.ESS < LeastESS {
		return 1, ""
	}
	upTo := massUpTo(of)
	n := 0.0
	draws := make([]float64, len(upTo)) // in a cell, and then in all that are lighter too
	for _, x := range slices.Concat(settled...) {
		draws[x]++
		n++
	}
	p = 1
	sum, cells := 0.0, 0
	last := -1
	for _, x := range evidence.Order(of) {
		if upTo[x]*float64(r.Worth) >= Pooled {
			break
		}
		cells++
		sum += draws[x]
		draws[x] = sum
		if tail := atLeast(sum/n, r.ESS, upTo[x]); tail < p {
			p = tail
			last = x
		}
	}
	if last < 0 || p*float64(cells) > Level {
		return 1, ""
	}
	return p * float64(cells), fmt.Sprintf("the lightest cells, up to %s, have %.0f of %.0f draws, where p expects %.2g",
		laws.Cell(g, last), draws[last], n, n*upTo[last])
}

// atLeast returns the probability that of n independent draws this share, or more, is in cells with this mass.
func atLeast(share, n, mass float64) float64 {
	k := math.Floor(share * n)
	if k == 0 {
		return 1
	}
	return mathext.RegIncBeta(k, n-k+1, mass)
}
