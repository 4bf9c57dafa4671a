package kernels

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// SwendsenWang is the kernel of Swendsen and Wang (1987, "Nonuniversal critical dynamics in Monte Carlo simulations").
// It puts each satisfied bond with probability 1 - exp(-beta |J|), J its coupling. Sites that bonds connect are a
// cluster, and each cluster gets a value drawn uniformly among all q. On n sites, with S(x) for the bonds that are
// satisfied in x and G for those that are in y too,
//
//	T(x,y) = shut(S(x) - G) E[q^-clusters] = q^-n shut(S(x) - G) spread(G),
//
// where shut is the probability that bonds are not put, and the mean is over the ways to put the bonds of G
// (percolation.go). Where a coupling is below 0, a bond lies between two values that differ. The sites of a cluster
// then all take their other value, or all stay, each with probability 1/2.
//
// What it leaves invariant is the density of the bonds to the power beta: that of the geometric bridge from the uniform
// density. It does not look at log f, which differs from the sum over bonds by its rounding. The kinds of axes play no
// part.
type SwendsenWang struct{ Bonds *Bonds }

// Wolff is the kernel of Wolff (1989, "Collective Monte Carlo updating for spin systems"). It grows one cluster from a
// site drawn uniformly, by the bonds of SwendsenWang, and gives its sites a value drawn uniformly among the others.
// With C for the sites in which x and y differ,
//
//	T(x,y) = |C|/n shut(S(x) - G) joined(G within C) / (q-1)
//
// if satisfied bonds connect C, and otherwise 0. A step always moves. At beta = 0 it flips one spin, so that an even
// number that are up becomes an odd one, and back.
type Wolff struct{ Bonds *Bonds }

func (SwendsenWang) OnBonds(b *Bonds) chains.Kernel { return SwendsenWang{b} }
func (Wolff) OnBonds(b *Bonds) chains.Kernel        { return Wolff{b} }

func (k SwendsenWang) Along() *Bonds { return k.Bonds }
func (k Wolff) Along() *Bonds        { return k.Bonds }

// ByBeta says that the bonds are put by beta alone.
func (SwendsenWang) ByBeta() bool { return true }
func (Wolff) ByBeta() bool        { return true }

// A step of SwendsenWang leads from each cell to each, and on mostRedrawn cells, as 3x4 spins, a level of a run that is
// checked takes half a second. Wolff's rows have some 2 sqrt(n) cells, and on mostFlipped, as 4x4 spins, a level takes
// a second; but not where couplings are below 0. Which bonds of a cluster are satisfied then differs from cell to cell.
const (
	mostRedrawn = 1 << 12
	mostFlipped = 1 << 16
)

// Fits refuses all grids without bonds, all but that of the bonds, and one that is too large.
func (k SwendsenWang) Fits(g grid.Grid) error {
	if k.Bonds.counted() {
		return k.Bonds.fitsCounts(g, mostRedrawnSpins)
	}
	if k.Bonds != nil && k.Bonds.InField() {
		return k.Bonds.fits(g, mostFielded)
	}
	return k.Bonds.fits(g, mostRedrawn)
}

// Fits is that of SwendsenWang, on larger grids if no coupling is below 0.
func (k Wolff) Fits(g grid.Grid) error {
	if k.Bonds.counted() {
		return k.Bonds.fitsCounts(g, mostFlippedSpins)
	}
	if k.Bonds != nil && k.Bonds.below() {
		return k.Bonds.fits(g, mostRedrawn)
	}
	return k.Bonds.fits(g, mostFlipped)
}

// fitting panics unless a kernel has a form on a grid.
func fitting(k chains.Limited, g grid.Grid) {
	if err := k.Fits(g); err != nil {
		panic("kernels: " + err.Error())
	}
}

// On returns the operator on g. It panics if Fits refuses.
func (k SwendsenWang) On(g grid.Grid) chains.Operator {
	fitting(k, g)
	if k.Bonds.counted() {
		return newByClusters(k.Bonds, k.onCounts(), (*clusterSteps).redrawCount)
	}
	if k.Bonds.InField() {
		return newByClusters(k.Bonds, k.inFields(), (*clusterSteps).redraw)
	}
	rows := newClusterRows(k.Bonds.redraws, fadeFloat)
	o := newByClusters(k.Bonds, k.outcomes(g, rows), (*clusterSteps).redraw)
	means := &classMeans{rows: rows}
	o.PullsBy(func(dst, base, f *chains.Pair, _ []float64, share float64) {
		o.Outcomes() // has the rows look at the level
		means.pull(dst, base, f, share)
	})
	return o
}

// On is that of SwendsenWang.
func (k Wolff) On(g grid.Grid) chains.Operator {
	fitting(k, g)
	if k.Bonds.counted() {
		return newByClusters(k.Bonds, k.onCounts(), (*clusterSteps).flipCount)
	}
	o := newByClusters(k.Bonds, k.Definition(g), (*clusterSteps).flip)
	o.PullsBy(o.PullRows)
	return o
}

// Definition panics if Fits refuses.
func (k SwendsenWang) Definition(g grid.Grid) chains.Definition {
	fitting(k, g)
	if k.Bonds.counted() {
		return k.onCounts()
	}
	if k.Bonds.InField() {
		return k.inFields()
	}
	return k.outcomes(g, newClusterRows(k.Bonds.redraws, fadeFloat))
}

func (k SwendsenWang) outcomes(g grid.Grid, rows *clusterRows[numbers.Float]) chains.Outcomes {
	return chains.Outcomes{
		Out:      g.Size(),
		Kept:     clusterKept,
		Float:    rows.redrawn,
		Interval: newClusterRows(k.Bonds.redraws, fadeInterval).redrawn,
		Wide:     newClusterRows(k.Bonds.redraws, fadeWide).redrawn,
		Draw:     k.Bonds.drawnBy((*clusterSteps).redraw),
	}
}

// inFields is the definition in a field.
func (k SwendsenWang) inFields() chains.Outcomes {
	return chains.Outcomes{
		Out:      1,
		Kept:     clusterKept,
		Float:    (&fieldRows[numbers.Float]{bonds: k.Bonds, fade: fadeFloat}).redrawn,
		Interval: (&fieldRows[*numbers.Interval]{bonds: k.Bonds, fade: fadeInterval}).redrawn,
		Wide:     (&fieldRows[numbers.Wide]{bonds: k.Bonds, fade: fadeWide}).redrawn,
		Draw:     k.Bonds.drawnBy((*clusterSteps).redraw),
	}
}

// onCounts is a definition by the laws of clusters.
func (b *Bonds) onCounts(out int, step clusterStep, float chains.Rule[numbers.Float],
	interval chains.Rule[*numbers.Interval], wide chains.Rule[numbers.Wide]) chains.Outcomes {
	return chains.Outcomes{Out: out, Kept: clusterKept, Float: float, Interval: interval, Wide: wide,
		Draw: b.drawnBy(step)}
}

func (k SwendsenWang) onCounts() chains.Outcomes {
	return k.Bonds.onCounts(1, (*clusterSteps).redrawCount, newClusterLaw(k.Bonds, fadeFloat).redrawn,
		newClusterLaw(k.Bonds, fadeInterval).redrawn, newClusterLaw(k.Bonds, fadeWide).redrawn)
}

func (k Wolff) onCounts() chains.Outcomes {
	return k.Bonds.onCounts(k.Bonds.every.spins, (*clusterSteps).flipCount, newClusterLaw(k.Bonds, fadeFloat).flipped,
		newClusterLaw(k.Bonds, fadeInterval).flipped, newClusterLaw(k.Bonds, fadeWide).flipped)
}

// Definition panics if Fits refuses.
func (k Wolff) Definition(g grid.Grid) chains.Definition {
	fitting(k, g)
	if k.Bonds.counted() {
		return k.onCounts()
	}
	flips := k.Bonds.flips
	return chains.Outcomes{
		Out:      g.Axes() * (g.Len(0) - 1),
		Kept:     clusterKept,
		Float:    newClusterRows(flips, fadeFloat).flipped,
		Interval: newClusterRows(flips, fadeInterval).flipped,
		Wide:     newClusterRows(flips, fadeWide).flipped,
		Draw:     k.Bonds.drawnBy((*clusterSteps).flip),
	}
}

// clusterKept are the numbers that the sums over clusters have for a cell, on nine spins.
const clusterKept = 40

// Facts counts one log density: a step looks at each bond once, as log f of a cell does.
func (k SwendsenWang) Facts(g grid.Grid) chains.Facts {
	facts := written(1, others(g), 8*clusterKept)
	if k.Bonds.counted() {
		facts.Terms = others(g) * others(g) / 4
	}
	facts.Drawn = k.Bonds != nil && k.Bonds.drawn
	return facts
}

// Facts counts the moves of a mean row, which is far shorter than the longest. On tori of 4 to 16 spins 2 sqrt(n) is
// right within a factor of two, and so are the bytes.
func (k Wolff) Facts(g grid.Grid) chains.Facts {
	if k.Bonds.counted() {
		facts := written(1, others(g), 8*clusterKept)
		facts.Drawn = k.Bonds.drawn
		return facts
	}
	root := math.Sqrt(float64(g.Size()))
	facts := written(1, min(2*root*float64(g.Len(0)-1), others(g)), 24*root)
	if g.Size() >= fromMemory {
		facts.Terms = farTerm * facts.Proposals
	}
	facts.Moves = others(g)
	facts.Drawn = k.Bonds != nil && k.Bonds.drawn
	return facts
}

// From so many cells on, what a row of Wolff's looks up no longer fits into a core's cache, and a term of it takes as
// long as so many others: 8 us a cell on 4x4 spins, for 528 terms.
const fromMemory, farTerm = 1 << 15, 4

// ByMass says that on counts it needs no cells.
func (k SwendsenWang) ByMass(self chains.Kernel) bool {
	return isA[SwendsenWang](self) && k.Bonds.counted()
}

// ByMass says that on counts it needs no cells.
func (k Wolff) ByMass(self chains.Kernel) bool { return isA[Wolff](self) && k.Bonds.counted() }

// classMeans pull pairs from class to class, where cells of a class satisfy the same bonds.
type classMeans struct {
	rows *clusterRows[numbers.Float]
	sums [2][]float64 // of the functions, by class
}

// pull divides by the sum of the weights of a row, so that a constant stays one.
func (o *classMeans) pull(dst, base, f *chains.Pair, share float64) {
	of := o.rows.of
	for k := range f {
		o.sums[k] = o.sums[k][:0]
		for _, cells := range of.cells {
			sum := 0.0
			for _, y := range cells {
				sum += f[k][y]
			}
			o.sums[k] = append(o.sums[k], sum)
		}
	}
	for c, to := range of.pairs {
		all := 0.0
		sum0 := 0.0
		sum1 := 0.0
		for d, p := range to {
			weight := float64(o.rows.weight(p))
			all += weight * float64(len(of.cells[d]))
			sum0 += weight * o.sums[0][d]
			sum1 += weight * o.sums[1][d]
		}
		for _, x := range of.cells[c] {
			dst[0][x] = base[0][x] + share*(sum0/all-f[0][x])
			dst[1][x] = base[1][x] + share*(sum1/all-f[1][x])
		}
	}
}
