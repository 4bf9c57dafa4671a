package cause

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// Slips of kernels that go by the parts of a target's log f. What they go by is known of the declared kernel alone.

// addBonds adds slips of the couplings by which a kernel that says so puts bonds. Both are usual: what is gained by a
// bond is 2J between Ising's spins, and J between Potts' sites. In a field clusters may be moved as if there were none.
func (c Case) addBonds(all *knownSlips) {
	if k, ok := c.Declared.(kernels.Bonded); ok && k.Along() != nil {
		all.add(c.rowsOf(k.OnBonds(k.Along().Times(0.5))), "bonds", "half")
		all.add(c.rowsOf(k.OnBonds(k.Along().Times(2))), "bonds", "twice")
		if k.Along().InField() {
			all.add(c.rowsOf(k.OnBonds(k.Along().Free())), "field")
		}
	}
}

// addGradients adds slips of where a kernel that guesses by a gradient takes it. Who takes it once a step, to propose,
// has it in x for the way back too; who takes it again in y may have forgotten the first.
func (c Case) addGradients(all *knownSlips) {
	k, ok := c.Declared.(kernels.Sloped)
	if !ok || chains.Fits(k, c.Grid) != nil {
		return
	}
	g := guesses{proposed(kernels.Metropolis{}, c.Grid), k.Along()}
	all.add(g.row(func(x, _ int) int { return x }), "gradient", "that it leaves")
	all.add(g.row(func(_, y int) int { return y }), "gradient", "that it proposes")
}

// guesses are proposals in proportion to the root of what a gradient guesses of f(y)/f(x).
type guesses struct {
	proposals
	slope *kernels.Slope
}

// law is q(x,.) by the gradient in a cell.
func (g guesses) law(l Level, in, x int) []float64 {
	q := make([]float64, len(l.P))
	for _, y := range g.leads[x] {
		if y != x && l.P[y] > 0 {
			q[y] = g.q[x][y] * math.Exp(g.slope.Guess(l.Beta, in, x, y)/2)
		}
	}
	sum := floats.Sum(q)
	if sum > 0 {
		floats.Scale(1/sum, q)
	}
	return q
}

// row proposes by the gradient in x, and accepts by Hastings' ratio of laws that are both by that in another cell.
func (g guesses) row(other func(x, y int) int) rows {
	return func(l Level, x int) []float64 {
		row := make([]float64, len(l.P))
		for y, q := range g.law(l, x, x) {
			if q > 0 {
				in := other(x, y)
				ratio := g.law(l, in, y)[x] / g.law(l, in, x)[y]
				row[y] = q * min(1, math.Exp(l.LogF[y]-l.LogF[x])*ratio)
			}
		}
		row[x] = 1 - floats.Sum(row)
		return row
	}
}
