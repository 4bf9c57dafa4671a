package toys

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid"
	"breadboard/grid/orbits"
)

// A Target is a log density on a grid. It is not normalised; -Inf is a cell without mass.
type Target struct {
	Name string
	Grid grid.Grid
	LogF []float64
	// Model is the model of which the target is the posterior, with its data; nil for others.
	Model *Observed
	Parts
	// Headed says that the first row of its file looks like the names of columns, as pandas writes them.
	Headed bool
	// Told is what the table in its file has besides numbers and commas, as text.Plain tells it.
	Told string
	// Orbits are the states, if they are no cells; Cells has log f of a cell of each, and LogF that of all its cells
	// together.
	Orbits *orbits.Space
	Cells  []float64
}

// OfCell is log f of a cell, by state.
func (t Target) OfCell() []float64 {
	if t.Orbits != nil {
		return t.Cells
	}
	return t.LogF
}

// Uniform is the log density of the uniform law on the cells with mass.
func (t Target) Uniform() []float64 {
	uniform := make([]float64, len(t.LogF))
	for x, v := range t.LogF {
		if math.IsInf(v, -1) {
			uniform[x] = v
		}
	}
	return t.OfStates(uniform)
}

// OfStates turns log densities of a cell, by state, into those of states: of an orbit, of all its cells together.
func (t Target) OfStates(ofCell []float64) []float64 {
	if t.Orbits != nil {
		floats.Add(ofCell, t.Orbits.LogSizes)
	}
	return ofCell
}

// Ordered reports whether the order of the states has a meaning: that of cells has one, and that of some orbits.
func (t Target) Ordered() bool { return t.Orbits == nil || t.Orbits.Ordered() }

// cellwise returns the target with this log f, by the place of a cell along every axis.
func cellwise(name string, g grid.Grid, logf func(at []int) float64) Target {
	t, at := Target{Name: name, Grid: g, LogF: make([]float64, g.Size())}, make([]int, g.Axes())
	for x := range t.LogF {
		t.LogF[x] = logf(at)
		for a := len(at) - 1; a >= 0; a-- { // the next place
			if at[a]++; at[a] < g.Len(a) {
				break
			}
			at[a] = 0
		}
	}
	return t
}

// withWalls returns the target. Its cells without mass are walls of the grid.
func withWalls(name string, g grid.Grid, logf []float64) Target {
	g = g.WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) })
	return Target{Name: name, Grid: g, LogF: logf}
}

// MostCells is the largest number of cells of a target, 2^30, whatever the memory: states
// are stored in 32 bits.
const MostCells = 1 << mostSpins

// mostSpins spins make MostCells cells, and cells of more than mostBits have no numbers.
const mostSpins, mostBits = 30, 62
