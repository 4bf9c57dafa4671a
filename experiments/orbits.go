package experiments

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/orbits"
	"breadboard/grid/text"
	"breadboard/toys"
)

// commonOrbits is what orbits have in common, whether their cells have a box or not.
type commonOrbits struct{ onBox }

func (commonOrbits) name() string { return "orbits" }
func (commonOrbits) byCell() bool { return false }

// always: a kernel that moves along one axis at a time, or anywhere, keeps to all symmetries.
func (commonOrbits) always(k chains.Kernel) bool { return kernels.WalksOrbits(k, grid.Grid{}) == nil }

func (commonOrbits) put(k chains.Kernel, b chains.Bridge, t toys.Target) (chains.Kernel, error) {
	return kernels.NewOrbital(k, t.Orbits, ofCells(b, t))
}

// aboutOrbits says what a state is.
const aboutOrbits = "A cell is an orbit here: all cells that symmetries take into one another, with the mass of all " +
	"of them. "

// boxOrbits are the orbits of the cells of a box.
type boxOrbits struct{ commonOrbits }

func (boxOrbits) about() string                 { return aboutOrbits + "They are in the order of their first cells." }
func (b boxOrbits) walks(k chains.Kernel) error { return kernels.WalksOrbits(k, b.grid) }

func (b boxOrbits) where(t toys.Target) string {
	return text.Thousands(t.Grid.Size()) + " orbits of " + text.Thousands(b.grid.Size()) + " cells"
}

// table has the orbit of each cell, if the box is small enough for it.
func (b boxOrbits) table() float64 {
	if b.grid.Size() > orbits.MostTabled {
		return 0
	}
	return float64(b.grid.Size())
}

// lines are all kept on orbits.
func (b boxOrbits) lines() (numbers float64) {
	const aLine, images = 3, 8 // numbers a value on an axis
	for _, values := range b.grid.Lens() {
		numbers += (aLine + images) * float64(values-1)
	}
	return numbers
}

// statistics of an orbit are the means over its cells: the laws along an annealing are the same on all of them, and so
// the mean is all that the moments see.
func (b boxOrbits) statistics(name string, t toys.Target) ([][]float64, error) {
	all, err := cellStates{b.onBox}.statistics(name, t)
	if err != nil {
		return nil, err
	}
	orbit := make([]int, b.grid.Size())
	for x := range orbit {
		orbit[x] = t.Orbits.Orbit(x)
	}
	for i, g := range all {
		sums := make([]float64, t.Orbits.Size())
		size := make([]float64, t.Orbits.Size())
		for x, o := range orbit {
			sums[o] += g[x]
			size[o]++
		}
		all[i] = floats.DivTo(sums, sums, size)
	}
	return all, nil
}

// siteOrbits are the orbits of sites that can all be exchanged: a state is how many sites have which value, and the
// cells, of which there are too many, have no box.
type siteOrbits struct{ commonOrbits }

func (siteOrbits) walks(k chains.Kernel) error { return kernels.WalksOrbits(k, grid.Grid{}) }

func (siteOrbits) about() string {
	return aboutOrbits + "There is an axis for each class of sites that can be exchanged: of spins, it counts those " +
		"that are up."
}

func (siteOrbits) where(t toys.Target) string {
	return fmt.Sprintf("%v orbits of %d^%d cells", t.Grid, t.Orbits.Axis[0].Size(), t.Orbits.Axes)
}

// statistics: all sites of a class have the same mean, which is the share of the sites with a value; and so the number
// of the sites of two values has the same moments as they.
func (siteOrbits) statistics(name string, t toys.Target) ([][]float64, error) {
	if t.Orbits.Ordered() && name != chains.MarginalMoments {
		return chains.Statistics(name, t.Grid)
	}
	if name != chains.MarginalMoments {
		return nil, fmt.Errorf("%s of labels would depend on their names; %s would do", name, chains.MarginalMoments)
	}
	var all [][]float64
	for x := range t.Orbits.Size() {
		i := 0
		for _, counts := range t.Orbits.Counts(x) {
			for _, many := range counts {
				if x == 0 {
					all = append(all, make([]float64, t.Orbits.Size()))
				}
				all[i][x] = float64(many)
				i++
			}
		}
	}
	return all, nil
}

// ofCells is a bridge with the densities of single cells: on orbits in place of theirs, and on cells the bridge itself.
func ofCells(b chains.Bridge, t toys.Target) chains.Bridge {
	if t.Orbits == nil {
		return b
	}
	if b, ok := b.(chains.Geometric); ok {
		from := slices.Clone(b.From)
		floats.Sub(from, t.Orbits.LogSizes)
		return chains.Geometric{From: from, To: t.Cells}
	}
	return less{b, t.Orbits.LogSizes}
}

// less is a bridge without the sizes of orbits.
type less struct {
	chains.Bridge
	logSizes []float64
}

func (b less) At(dst []float64, beta float64) {
	b.Bridge.At(dst, beta)
	floats.Sub(dst, b.logSizes)
}
