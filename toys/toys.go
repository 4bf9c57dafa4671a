// Package toys has targets: densities on small grids whose annealing is worth watching.
// Three are the paper's: Easy, Hard and Barrier (byhand.go). Each of the
// others makes annealing fail in one way, and its comment says how and by how much; a test
// checks the figures. Clustering, Attributes, LowRank, Regression, Linear and Autoregression are models: their
// targets are posteriors of data. Catalogue (toys.go) lists all, by the names that commands take. Read
// reads a target from a CSV file of log f.
package toys

import (
	"breadboard/grid"
	"breadboard/grid/orbits"
)

// Catalogue lists the toys.
var Catalogue = []Toy{
	{Name: "easy", About: "EASY RANDOM: log f ~ N(0, 2) on 7x7 cells", Seeded: true, Seed: EasySeed, Of: Easy},
	{Name: "hard", About: "HARD RANDOM: log f ~ N(0, 10) on 7x7 cells", Seeded: true, Seed: HardSeed, Of: Hard},
	{Name: "random", Params: "SIGMA", Example: "4", About: "log f ~ N(0, SIGMA) on 7x7 cells",
		Seeded: true, Seed: 1, With: with(randomOf)},
	{Name: "barrier", About: "BARRIER: four modes, a cross between them", Of: only(Barrier)},
	{Name: "golf", About: "one deep hole that nothing leads to", Of: only(Golf)},
	{Name: "staircase", About: "a winding corridor that climbs", Of: only(Staircase)},
	{Name: "two-basins", Params: "DEPTH", Example: "8", About: "a valley with a ridge across it",
		With: with(twoBasinsOf)},
	{Name: "funnel", About: "Neal's funnel: a wide mouth, a thin neck", Of: only(Funnel)},
	{Name: "ising", Params: "ROWSxCOLS:COUPLING[:field=H]", Example: "3x3:0.4", About: "spins on a torus",
		With:      with(byCells(isingOf)),
		Symmetric: symmetric(isingOf), Parts: partsOf(bonded(isingOf))},
	{Name: "potts", Params: "ROWSxCOLS:STATES:COUPLING", Example: "2x3:3:1",
		About: "sites of several states on a torus", With: with(byCells(pottsOf)), Symmetric: symmetric(pottsOf),
		Parts: partsOf(bonded(pottsOf))},
	{Name: "spin-glass", Params: "ROWSxCOLS:SEED", Example: "3x3:1",
		About: "spins on a torus, each bond drawn by SEED", With: with(byCells(spinGlassOf)),
		Symmetric: symmetric(spinGlassOf), Parts: partsOf(bonded(spinGlassOf))},
	{Name: "rbm", Params: "VISIBLE:HIDDEN:SEED", Example: "8:4:1",
		About: "a Boltzmann machine, its weights drawn by SEED", With: with(rbmOf), Parts: partsOf(rbmParts)},
	{Name: "curie-weiss", Params: "N:COUPLING[:field=H]", Example: "100:1",
		About: "N spins, each acting on all; by the number up",
		With:  with(curieWeissOf), Exchangeable: true, Parts: partsOf(partsOfCurieWeiss)},
	{Name: "mean-field-potts", Params: "N:STATES:COUPLING", Example: "30:3:3",
		About: "N sites of several states, each acting on all", With: with(meanFieldPottsOf), Exchangeable: true},
	{Name: "hopfield", Params: "N:PATTERNS:SEED", Example: "40:2:1", About: "N spins that remember patterns",
		With: with(hopfieldOf), Exchangeable: true},
	labels(modelToy("clustering", "N:K[:weights=ALPHA]", "6:2", "a model: N points in the plane, K clusters",
		clusteringOf, func(c Clustering, d int) Family { c.D = d; return c.Family() })),
	modelToy("attributes", "N:K", "3:2", "a model: N points, sums of K attributes", attributesOf,
		func(m Attributes, d int) Family { m.D = d; return m.Family() }),
	modelToy("lowrank", "N:D:K[:scales=2]", "3:2:1", "a model: NxD numbers, nearly of rank K", lowRankOf,
		func(m LowRank, _ int) Family { return m.Family() }),
	modelToy("regression", "N:POINTS", "2:7", "a model: a line through N noisy points", regressionOf, nil),
	modelToy("linear", "N:K:POINTS", "4:1:5", "a model: linear regression on K inputs", linearOf(NewLinear),
		func(l Linear, _ int) Family { return l.Family() }),
	modelToy("logistic", "N:K:POINTS", "6:1:5", "a model: logistic regression on K inputs", linearOf(NewLogistic),
		func(l Linear, _ int) Family { return l.Family() }),
	modelToy("ar1", "N:POINTS", "6:5", "a model: a series, each point from the last", autoregressionOf,
		func(a Autoregression, _ int) Family { return a.Family() }),
}

func with(of func(p *parameters, seed uint64) (grid.Grid, func() Target)) func([]string, uint64) (grid.Grid,
	func() Target, error) {
	return func(words []string, seed uint64) (grid.Grid, func() Target, error) {
		p := &parameters{words: words}
		g, target := of(p, seed)
		return g, target, p.err
	}
}

// modelToy is a toy that is a model. of reads its parameters.
func modelToy[M interface{ Model() Model }](name, params, example, about string, of func(*parameters) M,
	family func(m M, d int) Family) Toy {
	toy := Toy{Name: name, Params: params, Example: example, About: about, Seeded: true, Seed: ModelSeed}
	toy.Model = func(words []string) (Model, error) { return made(words, of, M.Model) }
	toy.With = func(words []string, seed uint64) (grid.Grid, func() Target, error) {
		m, err := toy.Model(words)
		return m.Grid, func() Target { return m.Simulated(seed) }, err
	}
	if family != nil {
		toy.Family = func(words []string, d int) (Family, error) {
			return made(words, of, func(m M) Family { return family(m, d) })
		}
	}
	return toy
}

// labels declares that the labels of a model can be exchanged.
func labels(toy Toy) Toy {
	toy.Symmetric = func(words []string, _ uint64) (Symmetric, error) {
		m, err := toy.Model(words)
		return Symmetric{Grid: m.Grid, By: func() []orbits.Symmetry { return orbits.Renamed(m.Grid) }}, err
	}
	return toy
}

// only wraps a target that does not depend on the seed.
func only(of func() Target) func(uint64) Target { return func(uint64) Target { return of() } }
