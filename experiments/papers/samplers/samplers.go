// Package samplers reproduces Tables 1 and 2 and Figures 2 and 3 of Turner and Neal (2017), "How well does your sampler
// really work?": how well samplers do on posteriors of real data, by their real effective sample size (RESS), and
// whether the usual estimate (ESS) agrees.
//
// The densities are the 25 posteriors of the zoo, on lattices so small that the truth is exact. The samplers are all
// kernels of the catalogue that have a form on a density. The paper gives each sampler 15 minutes; here each has a
// budget of evaluations of the density.
//
//	Scores   Table 1 and Figure 2: the accuracy of each kernel within the budget (measure.go)
//	Runs     Figure 3: the ESS of sampled chains beside the real ones (measure.go, calibration.go)
//	Methods  Table 2: the deviation of the ESS, predicted from diagnostics (deviation.go, regression.go, process.go)
//
// All chains start with an exact draw, so that no average has a bias.
package samplers

import (
	"context"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/papers"
	"breadboard/experiments/score"
	"breadboard/toys/zoo"
)

// Results has all numbers of a reproduction.
type Results struct {
	Quick     bool
	Chains    int         `column:"chains"`      // sampled of each kernel on each density
	Steps     int         `column:"steps"`       // of each of them in Figure 3
	Budget    int         `column:"evaluations"` // of the density, in Table 1 and Figure 2
	Densities int         `column:"densities"`
	Kernels   int         `column:"kernels"`
	LeftOut   int         `column:"left_out"` // pairs: the kernel has no form on the density
	Scores    []score.Row // one a density, kernel and function, within the budget
	Runs      []Run       // one a density, kernel and axis, after as many steps
	Methods   []Method
	Rows      int `column:"rows"`   // of the regression
	Learnt    int `column:"learnt"` // rows that a method learns from, at most
}

// A design says what is measured of each kernel on each density.
type design struct {
	chains, steps, budget int
	learnt                int // rows that a method learns from, at most: a Gaussian process takes their cube
	seed                  uint64
}

// paper is the design of the reproduction: eight chains as in the paper, and so few steps that some samplers fail.
var paper = design{chains: 8, steps: 500, budget: 500, learnt: 200, seed: 1}

// quick is the design of a quick look, on the smallest lattices.
var (
	quick          = design{chains: 8, steps: 200, budget: 100, learnt: 40, seed: 1}
	quickDensities = "beetles,stackloss,coal-rates,yeast,pumps"
)

// Reproduce measures the numbers of all tables and figures.
func Reproduce(ctx context.Context, o papers.Options) (Results, error) {
	d := paper
	names := "posteriors"
	if o.Quick {
		d = quick
		names = quickDensities
	}
	d.seed = o.Seeded(d.seed)
	list, err := zoo.Select(names)
	if err != nil {
		panic("samplers: " + err.Error()) // unreachable: the zoo has these
	}
	f, err := d.measure(ctx, o.Part(0, 7, 10), list, samplers())
	f.Quick = o.Quick
	if err != nil {
		return f, err
	}
	err = d.predict(ctx, o.Part(7, 10, 10), &f)
	return f, err
}

// samplers returns all kernels. As in the paper's Table 1, emcee's stretch comes after HMC.
func samplers() []chains.Entry[chains.Kernel] {
	isHMC := func(e chains.Entry[chains.Kernel]) bool { return strings.HasPrefix(e.Name, "hamiltonian") }
	after := slices.IndexFunc(kernels.All, isHMC) + 1
	return slices.Insert(slices.Clone(kernels.All), after, kernels.OfPairs...)
}

// A pair has a kernel and a density.
type pair struct {
	density density
	kernel  chains.Entry[chains.Kernel]
}

// measure measures all kernels on all densities.
func (d design) measure(ctx context.Context, o papers.Options, list []zoo.Density,
	samplers []chains.Entry[chains.Kernel]) (Results, error) {
	f := Results{Chains: d.chains, Steps: d.steps, Budget: d.budget, Densities: len(list), Kernels: len(samplers)}
	var pairs []pair
	var states []int
	for _, z := range list {
		made := newDensity(z)
		for _, k := range samplers {
			if chains.Fits(k.Make, score.Box(k.Make, made.target.Grid)) != nil {
				f.LeftOut++
				continue
			}
			pairs = append(pairs, pair{made, k})
			states = append(states, score.Box(k.Make, made.target.Grid).Size())
		}
	}
	found, err := papers.Each(ctx, o, states, func(ctx context.Context, i int) (Measured, error) {
		return d.measurePair(ctx, pairs[i])
	})
	if err != nil {
		return f, err
	}
	for _, m := range found {
		f.Scores = append(f.Scores, m.Scores...)
		f.Runs = append(f.Runs, m.Runs...)
	}
	score.Normalize(f.Scores)
	return f, nil
}
