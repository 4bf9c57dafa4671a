package main

import (
	"context"
	"slices"

	"breadboard/chains/tempering"
	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/experiments/temper"
	"breadboard/reports"
)

// temperCmd runs parallel tempering, exactly and by dice.
type temperCmd struct {
	targetFlags
	Bridge   string `help:"From the initial density to the target: ${bridges} (default ${default})." default:"geometric" placeholder:"NAME" complete:"bridge"`
	Schedule string `help:"The betas of the walkers: ${schedules} (default ${default})." default:"linear" placeholder:"SPEC" complete:"schedule"`
	Initial  string `help:"The initial density: ${initials} (default uniform, or prior for a model); a file is like a target's." placeholder:"SPEC" complete:"initial"`
	Kernel   string `help:"The Markov kernel by which each walker explores: ${kernels} (default ${default})." default:"metropolis" placeholder:"NAME" complete:"kernel"`
	Repeat   string `help:"How many steps it makes at each scan (default ${default}). ${by_level}" default:"1" placeholder:"K"`
	targetSeed
	Walkers  int      `help:"How many walkers stand at the betas from 0 to 1 (default ${default})." default:"3" placeholder:"N"`
	Practice bool     `help:"The number of walkers and the betas that practice has: twice the barrier many pairs, which all reject alike."`
	Exchange string   `help:"Which neighbours are offered an exchange: ${exchanges}; deo are even and odd pairs in turn, seo either by a coin (default ${default})." default:"deo" placeholder:"NAME" complete:"exchange"`
	Hot      string   `help:"What the walker at beta 0 does at a scan: ${hots}; a draw is from the initial density, a move is the kernel's (default ${default})." default:"draw" placeholder:"WORD" complete:"hot"`
	Start    string   `help:"Where the walkers start: initial, with draws of the initial density; equilibrium, each with one of its own density; cell:I from cell 0 (default ${default})." default:"initial" placeholder:"SPEC"`
	Scans    []string `sep:"none" help:"After how many scans there is a row: a list, or logarithmic steps as 10..1000x5 (default 1,10,100)." placeholder:"N,A..BxC,..."`
	All      bool     `help:"Also round trips, the relaxation time and deviations where there are many product states, which takes long."`
	Chains   *int     `help:"How many runs to make by dice, beside the exact numbers or in their place where there are too many product states." placeholder:"K"`
	diceSeed
	consentFlags
	outputFlags
}

// Run computes, and prints.
func (c *temperCmd) Run(w *world) error {
	space, ask, err := c.find()
	if err != nil {
		return bad(err)
	}
	bytes := ask.Bytes()
	if c.Practice {
		bytes = temper.Ask{Walkers: 2}.Bytes()
	}
	chain, err := w.makeChain(space, bytes, nil, c.Yes)
	if err != nil {
		return err
	}
	ask, err = ask.Choose(chain)
	if err != nil {
		return bad(err)
	}
	if ask.Practice { // whose number of walkers is known now
		if err := w.afford(chain.Need(ask.Bytes()), c.Yes); err != nil {
			return err
		}
	}
	r, err := watched(w, "temper",
		func(ctx context.Context, tell experiments.Progress) (temper.Result, error) {
			return ask.Run(ctx, chain, tell)
		})
	if err != nil {
		return unfit(err)
	}
	return w.print(c.format, reports.Temper(r, c.format)...)
}

// find looks everything up.
func (c *temperCmd) find() (space experiments.Found, ask temper.Ask, err error) {
	annealing := annealingFlags{targetFlags: c.targetFlags, Bridge: c.Bridge, Schedule: c.Schedule, Initial: c.Initial,
		Repeat: c.Repeat, Kernel: c.Kernel}
	space, err = annealing.setting(c.Seed).Find()
	if err != nil {
		return space, ask, err
	}
	ask = temper.Ask{Walkers: c.Walkers, Practice: c.Practice, Exchange: tempering.Exchange(c.Exchange),
		Hot: temper.Hot(c.Hot), Start: c.Start, All: c.All, MCSeed: c.MCSeed}
	if c.Chains != nil {
		ask.Chains = *c.Chains
	}
	given := c.Scans
	if given == nil {
		given = []string{"1,10,100"}
	}
	ask.Scans, err = numbers(lists.Numbers{Field: temper.FieldScans, What: "a number of scans", Low: 1,
		High: temper.MostScans}, given)
	slices.Sort(ask.Scans)
	if err == nil {
		err = ask.Check(space)
	}
	return space, ask, err
}
