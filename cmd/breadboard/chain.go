package main

import (
	"errors"

	"breadboard/experiments"
)

// chainFlags name an annealing.
type chainFlags struct {
	Toy            string   `help:"A target by name: ${toys}." placeholder:"NAME" complete:"toy"`
	Target         string   `help:"A target from a file: CSV of log f, one grid row a line, -inf for a wall." placeholder:"FILE.csv" complete:"file"`
	Levels         []string `short:"T" sep:"none" help:"Numbers of levels, from 2; several are separated by commas (default ${levels})." placeholder:"N,..."`
	Kernel         string   `help:"The Markov kernel: ${kernels} (default ${default})." default:"metropolis" placeholder:"NAME" complete:"kernel"`
	Bridge         string   `help:"From the initial density to the target: ${bridges} (default ${default})." default:"geometric" placeholder:"NAME" complete:"bridge"`
	Schedule       string   `help:"The betas: ${schedules} (default ${default})." default:"linear" placeholder:"SPEC" complete:"schedule"`
	Initial        string   `help:"The initial density: ${initials} (default ${default}); a file is like a target's." default:"uniform" placeholder:"SPEC" complete:"initial"`
	SkipLastKernel bool     `help:"Leave out the last kernel: it changes J and not B."`
	consentFlags
}

// chain looks everything up and returns the annealings with their Ts, otherwise
// where none are given, for some work that can be afforded. The error is bad input,
// all faults in one line.
func (f chainFlags) chain(w *world, work experiments.Work, seed *uint64, seedFlag string, otherwise ...int) (experiments.Chain, []int, error) {
	asked, wrong := levels(f.Levels)
	var refused error
	consent := func(s experiments.Space) error {
		ts, err := s.Levels(asked, otherwise...)
		if wrong == nil && err == nil {
			refused = w.afford(s.Need(work, ts...), f.Yes)
		} else if s.Grid.Size() > experiments.MostUnasked { // not worth being made
			refused = errors.Join(wrong, err)
		}
		return refused
	}
	c, err := experiments.Setting{Toy: f.Toy, TargetFile: f.Target, Seed: seed, SeedFlag: seedFlag, Kernel: f.Kernel, Bridge: f.Bridge,
		Schedule: f.Schedule, Initial: f.Initial, SkipLast: f.SkipLastKernel, Consent: consent}.Chain()
	if refused != nil {
		return c, nil, bad(refused)
	}
	if wrong != nil {
		return c, nil, bad(errors.Join(err, wrong))
	}
	ts, wrong := c.Levels(asked, otherwise...)
	return c, ts, bad(errors.Join(err, wrong))
}

// unfit makes err bad input where the schedule asked for does not exist.
func unfit(err error) error {
	if errors.As(err, new(experiments.Unfit)) {
		return bad(err)
	}
	return err
}
