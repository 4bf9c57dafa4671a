package bdmc

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/experiments/papers"
	"breadboard/toys"
)

// A Case has a model, and data that were simulated from it, so that their latents are an exact draw from the posterior.
type Case struct {
	Model  string // one of Models
	Seed   int    // of the data
	Runs   uint64 // the seed of runs
	Target toys.Target
	LogP   float64 // log p(y), summed over all cells
}

// Cases returns the three models of Section 6, each with data sets of two numbers an observation. With six observations
// they have some 5,000 cells. Another seed has other data sets, and other runs on them.
func Cases(size Size, o papers.Options) (all []Case) {
	for _, m := range models {
		for i := range size.Sets {
			seed := int(o.Seed)*size.Sets + i + 1
			all = append(all, newCase(m.name, m.of(size.N, 2, 0.5, m.signal), seed, o.Seeded(runSeed)))
		}
	}
	return all
}

// runSeed seeds the runs in the committed rows.
const runSeed = 1

// A model has a name, the signal of its cases, and the model as a function of its parameters: n observations of d
// numbers. A signal is the standard deviation of centres, of the products of factors, or of features.
type model struct {
	name   string
	signal float64
	of     func(n, d int, noise, signal float64) toys.Model
}

// models lists the three models of Section 6. Centres and features are integrated out; a factor has one of three
// values.
var models = []model{
	{Models[0], 2, func(n, d int, noise, signal float64) toys.Model {
		return toys.Clustering{N: n, K: 4, D: d, Centres: signal, Noise: noise}.Model()
	}},
	{Models[1], 1, func(n, d int, noise, signal float64) toys.Model {
		root := math.Sqrt(signal)
		return toys.LowRank{N: n, D: d, K: 1, Rows: root, Columns: root, Noise: noise}.Model()
	}},
	{Models[2], 3, func(n, d int, noise, signal float64) toys.Model {
		return toys.Attributes{N: n, K: 2, D: d, Share: 0.5, Features: signal, Noise: noise}.Model()
	}},
}

// newCase simulates data from a model. One seed is for the data, and the other for runs on them.
func newCase(name string, m toys.Model, seed int, runs uint64) Case {
	target := m.Simulated(uint64(seed))
	return Case{Model: name, Seed: seed, Runs: runs, Target: target, LogP: chains.LogSum(target.LogF)}
}

// problem returns the annealing from the prior to the joint density, with a Gibbs sweep for a step.
func (c Case) problem() programs.Problem {
	o := c.Target.Model
	return programs.Problem{
		Annealing: chains.Annealing{
			Grid:     c.Target.Grid,
			Bridge:   chains.Geometric{From: o.Steps[0], To: c.Target.LogF},
			Schedule: chains.Sigmoid(4, 2),
			Kernel:   kernels.GibbsSweep{},
		},
		Observed: &chains.Observations{Steps: o.Steps, Axes: o.Axes},
	}
}

// row returns a row of the case that has no scores yet.
func (c Case) row(estimator, knob string, budget int, cost float64) Measurement {
	return Measurement{Model: c.Model, Seed: c.Seed, LogP: c.LogP, Estimator: estimator, Knob: knob, Budget: budget,
		Cost: cost}
}

// A Fit has an entry of Table 1: log p(y) under one model, of data from the same or another model.
type Fit struct {
	Seed  int     `column:"seed"`
	From  string  `column:"data_from"`
	Model string  `column:"model"`
	LogP  float64 `column:"log_p_y"`
}

// noises and signals are the lattice of standard deviations over which the parameters are integrated out, with the same
// prior mass on each pair: no fixed value is right for data from another model (footnote 6).
var (
	noises  = []float64{0.25, 0.5, 1, 2}
	signals = []float64{0.5, 1, 2, 4}
)

// table1 fits every model to the data of a case.
func table1(c Case) (fits []Fit) {
	for _, m := range models {
		fits = append(fits, Fit{Seed: c.Seed, From: c.Model, Model: m.name, LogP: integrated(c, m)})
	}
	return fits
}

// integrated returns log p(y) of a case's data under one of the models, with its parameters integrated out.
func integrated(c Case, under model) float64 {
	m := c.Target.Model
	var all []float64
	for _, noise := range noises {
		for _, signal := range signals {
			all = append(all, chains.LogSum(under.of(m.N, m.D, noise, signal).Given(m.Data).LogF))
		}
	}
	return arithmetic(all)
}
