package main

import (
	"errors"
	"fmt"

	"breadboard/chains/evidence"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/validation"
)

// The tests of samples accuse a sound kernel once in a thousand times by one look, and find a fault
// of the size asked for nine times in ten.
const (
	falseAlarms = 0.001
	power       = 0.9
)

// annealedChains is the largest number of chains that a program moves up the betas, and as many
// down.
const annealedChains = 10_000

// leastBudget is the least number of moves that are worth a test.
const leastBudget = 1000

// samples validates a kernel that is known from samples alone: a program, or a record
// of moves.
func (c *validateCmd) samples(w *world) (v validation.Validation, err error) {
	chain, T, err := c.chain(w, 11)
	if err != nil {
		return v, err
	}
	if err := c.checkSamples(chain); err != nil {
		return v, bad(err)
	}
	s, err := validation.Of(w.ctx, chain, T)
	if err != nil {
		return v, unfit(err)
	}
	s.Annealing, s.Slack = s.Base, c.Tolerance
	if c.Kernel != "" {
		s.Declared = s.Base.Kernel
	}
	o := validation.Sampling{Budget: c.Budget, Chains: annealedChains, Fault: c.Fault, Level: falseAlarms, Power: power,
		Seed: c.MCSeed}
	if c.Moves != "" {
		s.Name = fmt.Sprintf("%s on %s", c.Moves, chain.TargetLabel())
		return c.count(w, s, o)
	}
	s.Name = fmt.Sprintf("%q on %s", c.Exec, chain.TargetLabel())
	return c.askProgram(w, s, o)
}

// checkSamples returns what is wrong with the flags of samples.
func (c *validateCmd) checkSamples(chain experiments.Chain) error {
	switch {
	case c.Budget < leastBudget:
		return fmt.Errorf("--budget %d; %d moves or more would do", c.Budget, leastBudget)
	case !(c.Fault > 0 && c.Fault <= 1):
		return fmt.Errorf("--fault %v; a total variation above 0, up to 1, would do", c.Fault)
	}
	return errors.Join(checkTimeout(c.Timeout), c.sameSpace(chain))
}

// askProgram starts the program and asks it for moves.
func (c *validateCmd) askProgram(w *world, s validation.Candidate, o validation.Sampling) (v validation.Validation,
	err error) {
	betas := []float64(nil)
	if c.Beta != nil {
		betas = []float64{*c.Beta}
	}
	defer func() { err = execFault(err) }()
	m, err := client.StartKernel(w.ctx, c.Exec, c.Timeout, c.MCSeed, s.Grid)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if !w.bar {
		return s.Sample(w.ctx, m, betas, o)
	}
	shown := &shownMoves{Mover: m, w: w, enough: s.Plan(o, betas), budget: o.Budget, betas: max(1, len(betas))}
	if betas == nil {
		shown.betas = s.T()
	}
	defer shown.finish()
	return s.Sample(w.ctx, shown, betas, o)
}

func (c *validateCmd) count(w *world, s validation.Candidate, o validation.Sampling) (v validation.Validation,
	err error) {
	seen := evidence.NewTally(s.Grid.Size())
	headed, err := outside.OpenMoves(c.Moves, s.Grid, seen.Add)
	if err != nil {
		return v, bad(err)
	}
	if headed {
		w.doubt([]error{fmt.Errorf("%s: row 1 looks like the names of columns, 0, 1 and so on, and is taken for a move; the "+
			"file without that line, or with a line of names above it if it is one, would do", c.Moves)})
	}
	beta := 1.0
	if c.Beta != nil {
		beta = *c.Beta
	}
	return s.Count(seen, beta, o), nil
}
