// Package toys has densities on small grids whose annealing is worth watching,
// one a file, and reads others from files.
package toys

import (
	"math"

	"breadboard/grid"
)

// A Target is a log density on a grid; -Inf is a cell of no mass.
type Target struct {
	Name string
	Grid grid.Grid
	LogF []float64
}

// A Toy makes a target, a different one for every seed where it is Seeded, and
// for all values of its parameters where it has any.
type Toy struct {
	Name    string
	Params  string // the parameters' names, separated by colons; "" where there are none
	Example string // values that they may have, written in the same way
	About   string
	Seeded  bool
	Seed    uint64 // the one used where none is given
	Of      func(seed uint64) Target
	// With is Of for a toy with parameters: as many as Params names. Its error is
	// one sentence that names the first that is wrong.
	With func(params []string, seed uint64) (Target, error)
	// Box is the grid that With's target has, which costs nothing to know; the
	// error is With's. It is nil where no target of the toy is large.
	Box func(params []string) (grid.Grid, error)
}

// Spec is what the toy is called by, with its parameters.
func (t Toy) Spec() string {
	if t.Params == "" {
		return t.Name
	}
	return t.Name + ":" + t.Params
}

// MostCells is the number of cells above which no target is made, whatever the
// memory: a state is then still a number of 32 bits.
const MostCells = 1 << mostSpins

// Catalogue lists the toys.
var Catalogue = []Toy{
	{Name: "easy", About: "EASY RANDOM: log f ~ N(0, 2) on 7x7 cells", Seeded: true, Seed: EasySeed, Of: Easy},
	{Name: "hard", About: "HARD RANDOM: log f ~ N(0, 10) on 7x7 cells", Seeded: true, Seed: HardSeed, Of: Hard},
	{Name: "random", Params: "SIGMA", Example: "4", About: "log f ~ N(0, SIGMA) on 7x7 cells", Seeded: true, Seed: 1, With: randomOf},
	{Name: "barrier", About: "BARRIER: four modes, a cross between them", Of: only(Barrier)},
	{Name: "golf", About: "one deep hole that nothing leads to", Of: only(Golf)},
	{Name: "staircase", About: "a winding corridor that climbs", Of: only(Staircase)},
	{Name: "two-basins", Params: "DEPTH", Example: "8", About: "a valley with a ridge across it", With: twoBasinsOf},
	{Name: "funnel", About: "Neal's funnel: a wide mouth, a thin neck", Of: only(Funnel)},
	{Name: "ising", Params: "ROWSxCOLS:COUPLING", Example: "3x3:0.4", About: "spins on a torus", With: isingOf, Box: isingBox},
	{Name: "potts", Params: "ROWSxCOLS:STATES:COUPLING", Example: "2x3:3:1", About: "sites of several states on a torus", With: pottsOf, Box: pottsBox},
}

// only is a toy without randomness.
func only(of func() Target) func(uint64) Target { return func(uint64) Target { return of() } }

// withWalls returns the target with its cells of no mass made walls of the grid.
func withWalls(name string, g grid.Grid, logf []float64) Target {
	var walls []int
	for x, v := range logf {
		if math.IsInf(v, -1) {
			walls = append(walls, x)
		}
	}
	return Target{Name: name, Grid: g.WithWalls(walls...), LogF: logf}
}
