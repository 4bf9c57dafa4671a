// Package toys has targets: densities on small grids whose annealing is worth watching, one
// in each file. Three are the paper's: Easy, Hard (random.go) and Barrier. Each of the
// others makes annealing fail in one way, and its comment says how and by how much; a test
// checks the figures. Clustering, Attributes, LowRank and Regression are models: their
// targets are posteriors of data. Catalogue (toys.go) lists all, by the names that commands take. Read
// reads a target from a CSV file of log f.
package toys

import (
	"math"

	"breadboard/grid"
)

// A Target is a log density on a grid. It is not normalised; -Inf is a cell without mass.
type Target struct {
	Name string
	Grid grid.Grid
	LogF []float64
	// Model is the model of which the target is the posterior, with its data; nil for others.
	Model *Observed
	// Headed says that the first row of its file looks like the names of columns, as pandas writes them.
	Headed bool
}

// A Toy makes targets: a different one for each seed if it is Seeded, and for each value
// of its parameters if it has any.
type Toy struct {
	Name    string
	Params  string // the names of the parameters with colons between, "" if there are none
	Example string // values that they may have, in the same form
	About   string
	Seeded  bool
	Seed    uint64 // the default
	// Of makes the target of a toy without parameters.
	Of func(seed uint64) Target
	// With reads the parameters of a toy that has any, as many as Params names. It returns
	// the grid of the target, and a function that makes the target, which may be large. The
	// error is one sentence that names the first wrong parameter.
	With func(params []string, seed uint64) (grid.Grid, func() Target, error)
	// Model reads the parameters of a toy that is a model, and returns it without data; With
	// simulates some. It is nil for other toys.
	Model func(params []string) (Model, error)
	// Family is Model with hyperparameters, for observations of d numbers each. A model whose
	// parameters say how many these are does not look at d. It is nil for other toys.
	Family func(params []string, d int) (Family, error)
}

// Spec returns the toy's name with the names of its parameters: "ising:ROWSxCOLS:COUPLING".
func (t Toy) Spec() string {
	if t.Params == "" {
		return t.Name
	}
	return t.Name + ":" + t.Params
}

// MostCells is the largest number of cells of a target, 2^30, whatever the memory: states
// are stored in 32 bits.
const MostCells = 1 << mostSpins

// Catalogue lists the toys.
var Catalogue = []Toy{
	{Name: "easy", About: "EASY RANDOM: log f ~ N(0, 2) on 7x7 cells", Seeded: true, Seed: EasySeed, Of: Easy},
	{Name: "hard", About: "HARD RANDOM: log f ~ N(0, 10) on 7x7 cells", Seeded: true, Seed: HardSeed, Of: Hard},
	{Name: "random", Params: "SIGMA", Example: "4", About: "log f ~ N(0, SIGMA) on 7x7 cells",
		Seeded: true, Seed: 1, With: randomOf},
	{Name: "barrier", About: "BARRIER: four modes, a cross between them", Of: only(Barrier)},
	{Name: "golf", About: "one deep hole that nothing leads to", Of: only(Golf)},
	{Name: "staircase", About: "a winding corridor that climbs", Of: only(Staircase)},
	{Name: "two-basins", Params: "DEPTH", Example: "8", About: "a valley with a ridge across it", With: twoBasinsOf},
	{Name: "funnel", About: "Neal's funnel: a wide mouth, a thin neck", Of: only(Funnel)},
	{Name: "ising", Params: "ROWSxCOLS:COUPLING", Example: "3x3:0.4", About: "spins on a torus", With: isingOf},
	{Name: "potts", Params: "ROWSxCOLS:STATES:COUPLING", Example: "2x3:3:1",
		About: "sites of several states on a torus", With: pottsOf},
	{Name: "clustering", Params: "N:K", Example: "6:2",
		About:  "a model: N points in the plane, K clusters",
		Seeded: true, Seed: ModelSeed, With: simulated(clusteringOf), Model: clusteringOf,
		Family: clusteringFamilyOf},
	{Name: "attributes", Params: "N:K", Example: "3:2",
		About:  "a model: N points, sums of K attributes",
		Seeded: true, Seed: ModelSeed, With: simulated(attributesOf), Model: attributesOf,
		Family: attributesFamilyOf},
	{Name: "lowrank", Params: "N:D:K", Example: "3:2:1",
		About:  "a model: NxD numbers, nearly of rank K",
		Seeded: true, Seed: ModelSeed, With: simulated(lowRankOf), Model: lowRankOf,
		Family: lowRankFamilyOf},
	{Name: "regression", Params: "N:POINTS", Example: "2:7",
		About:  "a model: a line through N noisy points",
		Seeded: true, Seed: ModelSeed, With: simulated(regressionOf), Model: regressionOf},
}

// only wraps a target that does not depend on the seed.
func only(of func() Target) func(uint64) Target { return func(uint64) Target { return of() } }

// withWalls returns the target. Its cells without mass are walls of the grid.
func withWalls(name string, g grid.Grid, logf []float64) Target {
	g = g.WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) })
	return Target{Name: name, Grid: g, LogF: logf}
}
