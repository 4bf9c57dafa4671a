package bdmc

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/toys"
)

// A Case is a model with data that were simulated from it. So the latents that the data came from
// are an exact draw from the posterior.
type Case struct {
	Name   string // "clustering"
	About  string // the model with its parameters, in words
	Seed   uint64 // of the data
	Target toys.Target
	LogP   float64 // log p(y), summed over all cells
	// Entropy is the entropy of the posterior. Gain is the Kullback-Leibler divergence of the
	// posterior from the prior: likelihood weighting needs about exp(Gain) proposals (Chatterjee
	// and Diaconis 2018).
	Entropy, Gain float64
}

// Each posterior has a number of explanations between fewest and most. So it captures "most of
// the structure, but [is] not concentrated on a single explanation" (BDMC, Section 6).
const fewest, most = 2, 6

// Cases are the three models of Section 6, each with n observations of two numbers. With six
// observations they have some 5,000 cells. The data of a model have the first seed whose
// posterior has a few explanations.
func Cases(n int) []Case {
	const d, noise = 2, 0.5
	return []Case{
		seeded("clustering", "4 clusters with centres N(0, 2), collapsed; noise 0.5",
			toys.Clustering{N: n, K: 4, D: d, Centres: 2, Noise: noise}.Model()),
		seeded("low rank", "rank 1, each factor one of 3 values; noise 0.5",
			toys.LowRank{N: n, D: d, K: 1, Rows: 1, Columns: 1, Noise: noise}.Model()),
		seeded("binary", "2 attributes with features N(0, 3), collapsed; noise 0.5",
			toys.Attributes{N: n, K: 2, D: d, Share: 0.5, Features: 3, Noise: noise}.Model()),
	}
}

func seeded(name, about string, m toys.Model) Case {
	for seed := uint64(1); ; seed++ {
		c := newCase(name, about, m, seed)
		if n := c.Explanations(); n >= fewest && n <= most {
			return c
		}
	}
}

func newCase(name, about string, m toys.Model, seed uint64) Case {
	c := Case{Name: name, About: about, Seed: seed, Target: m.Simulated(seed)}
	c.LogP = chains.LogSum(c.Target.LogF)
	p, logp := make([]float64, m.Grid.Size()), make([]float64, m.Grid.Size())
	chains.NormalizeLog(p, logp, c.Target.LogF)
	for x, prior := range c.Target.Model.Steps[0] {
		if p[x] > 0 {
			c.Entropy -= p[x] * logp[x]
			c.Gain += p[x] * (logp[x] - prior)
		}
	}
	return c
}

// Cells is the number of cells.
func (c Case) Cells() int { return c.Target.Grid.Size() }

// Explanations is exp(Entropy) over the number of relabelings. Count cells that differ only by a
// relabeling once: then about so many cells share the mass of the posterior.
func (c Case) Explanations() float64 { return math.Exp(c.Entropy - c.Target.Model.LogRelabelings) }

// problem anneals from the prior to the joint density through T levels, on the paper's sigmoidal
// schedule (Section 6.2), with a Gibbs sweep for a step.
func (c Case) problem(T int) programs.Problem {
	o := c.Target.Model
	return programs.Problem{
		Annealing: chains.Annealing{
			Grid:     c.Target.Grid,
			Bridge:   chains.Geometric{From: o.Steps[0], To: c.Target.LogF},
			Schedule: chains.Sigmoid(4, T),
			Kernel:   kernels.GibbsSweep{},
		},
		Observed: &chains.Observations{Steps: o.Steps, Axes: o.Axes},
		Sample:   o.Latents,
	}
}
