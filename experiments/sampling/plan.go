// Package sampling says how chains are run by dice: how many, and whether exact numbers stand beside their estimates
// (truth.go). Package crosscheck runs them.
package sampling

import (
	"breadboard/chains/sample"
	"breadboard/experiments/columns"
)

// MostChains is the largest number of chains: the log weights of both directions take 1.6 GB then.
const MostChains = 100_000_000

// A Plan says how the chains of an annealing or a program are run. Only Chains and Seed affect what they estimate.
type Plan struct {
	Chains int    // in each direction, at least 2
	Seed   uint64 // fixes everything random
	Keep   bool   // also keep the cell of each chain, for those who save the runs
	Beside Truth  // whether exact numbers stand beside the estimates; empty is by cost
}

// Options turns a plan into the options of package sample.
func (p Plan) Options() sample.Options {
	return sample.Options{Chains: p.Chains, Seed: p.Seed}
}

// Estimated is an estimate as rows have it, without its warning.
func Estimated(e sample.Estimate) columns.Estimate {
	return columns.Estimate{Value: e.Value, StdErr: e.StdErr}
}
