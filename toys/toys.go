// Package toys has targets: densities on small grids whose annealing is worth watching. Three are the paper's: Easy,
// Hard and Barrier (byhand.go). Each of the others makes annealing fail in one way. Its comment says how and by how
// much, and a test checks the figures. Clustering, Attributes, LowRank, Regression and Linear are models: their targets
// are posteriors of data. Catalogue (toys.go) lists all, by the names that commands take. Read reads a target from a
// CSV file of log f.
package toys

// Catalogue lists the toys.
var Catalogue = []Toy{
	{Name: "easy", About: "EASY RANDOM: log f ~ N(0, 2) on 7x7 cells", Seeded: true, Seed: EasySeed,
		Read: small(Easy)},
	{Name: "hard", About: "HARD RANDOM: log f ~ N(0, 10) on 7x7 cells", Seeded: true, Seed: HardSeed,
		Read: small(Hard)},
	{Name: "random", Params: "SIGMA", Example: "4", About: "log f ~ N(0, SIGMA) on 7x7 cells",
		Seeded: true, Seed: 1, Read: with(randomOf)},
	{Name: "barrier", About: "BARRIER: four modes, a cross between them", Read: small(only(Barrier))},
	{Name: "staircase", About: "a winding corridor that climbs", Read: small(only(Staircase))},
	{Name: "two-basins", Params: "DEPTH", Example: "8", About: "a valley with a ridge across it",
		Read: with(twoBasinsOf)},
	{Name: "funnel", About: "Neal's funnel: a wide mouth, a thin neck", Read: small(only(Funnel))},
	{Name: "ising", Params: "ROWSxCOLS:COUPLING[:field=H]", Example: "3x3:0.4",
		About: "spins on a torus: value 0 is s = -1, 1 is +1; log f = COUPLING sum ss' of bonds + H sum s",
		Read:  with(isingOf)},
	{Name: "potts", Params: "ROWSxCOLS:STATES:COUPLING", Example: "2x3:3:1",
		About: "sites of several states on a torus", Read: with(pottsOf)},
	modelToy("clustering", "N:K", "6:2", "a model: N points in the plane, K clusters",
		clusteringOf, func(c Clustering, d int) Hierarchical { c.D = d; return c.Hierarchical() }),
	modelToy("attributes", "N:K", "3:2", "a model: N points, sums of K attributes", attributesOf,
		func(m Attributes, d int) Hierarchical { m.D = d; return m.Hierarchical() }),
	modelToy("lowrank", "N:D:K", "3:2:1", "a model: NxD numbers, nearly of rank K", lowRankOf,
		func(m LowRank, _ int) Hierarchical { return m.Hierarchical() }),
	modelToy("regression", "N:POINTS", "2:7", "a model: a line through N noisy points", regressionOf, nil),
	modelToy("linear", "N:K:POINTS", "4:1:5", "a model: linear regression on K inputs", linearOf(NewLinear),
		func(l Linear, _ int) Hierarchical { return l.Hierarchical() }),
	modelToy("logistic", "N:K:POINTS", "6:1:5", "a model: logistic regression on K inputs", linearOf(NewLogistic),
		func(l Linear, _ int) Hierarchical { return l.Hierarchical() }),
}

func with(of func(p *parameters) Made) func([]string) (Made, error) {
	return func(words []string) (Made, error) {
		p := &parameters{words: words}
		made := of(p)
		return made, p.err
	}
}

// small reads a toy without parameters.
func small(of func(seed uint64) Target) func([]string) (Made, error) {
	return with(func(*parameters) Made { return gridded(of) })
}

// gridded returns a toy without parameters. It makes a small target for its grid.
func gridded(of func(seed uint64) Target) Made { return Made{Grid: of(0).Grid, Target: of} }

// modelToy returns a toy that is a model. of reads its parameters.
// hierarchical adds hyperparameters; it is nil for a model without any.
func modelToy[M interface{ Model() Model }](name, params, example, about string, of func(*parameters) M,
	hierarchical func(m M, d int) Hierarchical) Toy {
	return Toy{Name: name, Params: params, Example: example, About: about, Seeded: true, Seed: ModelSeed, Model: true,
		Hierarchical: hierarchical != nil, Read: with(func(p *parameters) (made Made) {
			m := of(p)
			if p.err != nil {
				return made
			}
			made.Model = m.Model()
			made.Grid = made.Model.Grid
			made.Target = made.Model.Simulated
			if hierarchical != nil {
				made.Hierarchical = func(d int) Hierarchical { return hierarchical(m, d) }
			}
			return made
		})}
}

// only returns a target that does not depend on the seed.
func only(of func() Target) func(uint64) Target { return func(uint64) Target { return of() } }
