package main

import (
	"errors"
	"slices"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/experiments/lists"
)

// targetSeed is the seed of what is random in a target. It has this flag and this meaning in
// every command.
type targetSeed struct {
	Seed *uint64 `help:"The seed of the target, a random toy or simulated data (default: the toy's own)." placeholder:"N"`
}

// targetSeeds are several of them, for a command that has a row for each.
type targetSeeds struct {
	Seed []string `sep:"none" help:"The seed of the target, a random toy or simulated data (default: the toy's own); or several, as 1..20." placeholder:"N,A..B,..."`
}

// all returns the seeds, or the toy's own alone.
func (f targetSeeds) all() (all []*uint64, err error) {
	if f.Seed == nil {
		return []*uint64{nil}, nil
	}
	words, err := lists.Words(experiments.FieldSeed, f.Seed)
	if err != nil {
		return nil, err
	}
	seeds, err := lists.Seeds(words)
	for i := range seeds {
		all = append(all, &seeds[i])
	}
	return all, err
}

// diceSeed is the seed of everything that is drawn on a target: chains, runs, moves. It too is
// the same in every command.
type diceSeed struct {
	MCSeed uint64 `name:"mc-seed" help:"The seed of random numbers, of chains and draws: the same seed, the same numbers (default ${default})." default:"1" placeholder:"N"`
}

// otherSeed adds --mc-seed to the error of a --seed for a target in which nothing is random, if
// the command has that flag: both are seeds.
func otherSeed(command *kong.Context, err error) error {
	node := command.Selected()
	if !errors.Is(err, experiments.ErrNotRandom) || node == nil ||
		!slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == "mc-seed" }) {
		return err
	}
	return bad(experiments.Faultf("%v; the seed of chains and draws is --mc-seed", err))
}
