package foreign

import (
	"sync"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/toys"
)

// A fault is a mistake in a script, by the word that the script knows it by. What is said of it should have its cause
// in it, where a command knows one. Where no look sees it, instead says what would.
type fault struct{ name, about, cause, instead string }

// right is the word of a script without a mistake.
const right = "none"

// A sampler is a script with its faults, the first of them none.
type sampler struct {
	name, script string
	interpreters []string // any of these
	needs        string   // a line of the script's language that fails where a package is missing
	packages     string   // of Debian
	target       target
	faults       []fault
	look         look
}

// A target has what a script reads, and the law that its cells should have.
type target struct {
	grid grid.Grid
	logF []float64
	file string // the name under which a script reads it
	text string
}

// law is p.
func (t target) law() []float64 { return chains.Normalized(t.logF) }

// logZ is the log of the sum of f over all cells.
func (t target) logZ() float64 { return chains.LogSum(t.logF) }

// What two samplers share.
const (
	forgotten = "after some hundred steps the start is forgotten, and weighs nothing among so many draws; before " +
		"that the verdict is *cannot tell*"
	standing = "the chains stand still in a mode, and an ESS below 50 is no evidence against p; the verdict is " +
		"*cannot tell*, and that is no pass"
)

// python has the interpreters of Python: the system's has NumPy, if any has.
var python = []string{"/usr/bin/python3", "python3"}

// samplers are all of them. Their targets are made once.
var samplers = sync.OnceValue(func() []sampler {
	easy := ofToy(toys.Easy(1))
	return []sampler{jags(), mcmcPack(easy), emcee(easy), annealed(easy)}
})

// jags has a change point in JAGS, by rjags.
func jags() sampler {
	return sampler{name: "JAGS", script: "change.R", interpreters: []string{"Rscript"},
		needs: "library(rjags)", packages: "jags, r-cran-rjags", target: change(),
		look: drawn{columns: "place,rate", from: 1},
		faults: []fault{
			{name: right},
			{name: "prior", about: "an even prior of the rate, where small rates are likelier"},
			{name: "off-by-one", about: "the rate changes one period too early: >= in place of >",
				cause: "axis 1 is counted from 1, or is one too large"},
			{name: "exchanged", about: "the columns place and rate are exchanged",
				cause: "axes 1 and 2 are exchanged"},
		}}
}

// mcmcPack has a walk by MCMCmetrop1R.
func mcmcPack(easy target) sampler {
	return sampler{name: "MCMCpack", script: "metropolis.R", interpreters: []string{"Rscript"},
		needs: "library(MCMCpack)", packages: "r-cran-mcmcpack", target: easy, look: drawn{from: 1},
		faults: []fault{
			{name: right},
			{name: "by-column", about: "the table is read by columns, as R's matrix does without byrow",
				cause: "axes 1 and 2 are exchanged"},
			{name: "half", about: "half of log f"},
			{name: "border", about: "the border runs through the middle of the outer cells"},
			{name: "far-start", about: "starts in the lightest cell, and no burn-in",
				instead: forgotten},
			{name: "f", about: "f where log f is asked for",
				instead: standing + "; MCMCpack's acceptance rate, which falls, is a hint"},
		}}
}

// emcee has a walk of twenty walkers by stretch moves.
func emcee(easy target) sampler {
	return sampler{name: "emcee", script: "ensemble.py", interpreters: python,
		needs: "import emcee", packages: "python3-emcee", target: easy, look: drawn{},
		faults: []fault{
			{name: right},
			{name: "index-error", about: "a place is refused where the table has no index; -1 is one in Python",
				cause: "refused"},
			{name: "twice", about: "log f counts twice, so that the density is f squared",
				instead: "on the other seeds the ESS is below 50, since the walkers hardly leave the modes of f " +
					"squared, and the verdict is *cannot tell*; more draws would see it"},
			{name: "tempered", about: "a temperature is left on: 0.8 log f"},
			{name: "truncated", about: "int() in place of floor(): cells at the lower border are twice as wide",
				instead: "this law is 0.11 from p in total variation, and the note beside the verdict says that so " +
					"few effective draws find some 0.16; more draws would see it"},
			{name: "far-start", about: "all walkers start in the lightest cell, and no burn-in",
				instead: forgotten},
			{name: "f", about: "f where log f is asked for",
				instead: standing + "; emcee's acceptance fraction is no hint, since walkers " +
					"still move in their cell, but walkers that began apart stay apart"},
		}}
}

// annealed has annealed importance sampling.
func annealed(easy target) sampler {
	return sampler{name: "AIS in NumPy", script: "ais.py", interpreters: python,
		needs: "import numpy", packages: "python3-numpy", target: easy, look: weighed{},
		faults: []fault{
			{name: right},
			{name: "sign", about: "reverse weights with the other sign",
				cause: "reverse weights have the other sign"},
			{name: "normaliser-once", about: "the first law's normaliser is forgotten in forward weights",
				cause: "one direction lacks a factor"},
			{name: "mean-of-logs", about: "the mean of four log weights, in place of the log of their mean",
				cause: "a mean of some"},
			{name: "even-starts", about: "reverse runs start from the first law",
				cause: "no exact draws of the target"},
			{name: "step-short", about: "forward runs leave out the last step"},
			{name: "ends-early", about: "betas end below 1: linspace without its end"},
			{name: "late-weight", about: "forward weights are taken after the move",
				cause: "taken after the move"},
			{name: "kernel-before", about: "the kernel is at the beta before, both ways",
				cause: "of the level before"},
			{name: "next-weight", about: "weights are by the next step of beta, both ways"},
			{name: "no-hastings", about: "fewer neighbours at the border, and no Hastings ratio"},
			{name: "normaliser", about: "the normaliser is forgotten both ways",
				instead: "a constant in both directions is part of Z and keeps every law; a target whose log Z is " +
					"known shows it, as in the columns *log Z*"},
			{name: "one-seed", about: "one seed for both directions",
				instead: "each direction keeps its law, and nothing looks at pairs of runs; the k-th forward and " +
					"the k-th reverse weight are correlated, which a look at pairs would show"},
		}}
}
