package main

import (
	"errors"
	"fmt"

	"breadboard/chains/evidence"
	"breadboard/chains/outside"
	"breadboard/experiments"
	"breadboard/experiments/validation"
)

// The level and the power of tests of samples: a sound kernel is accused once in a
// thousand, and a fault as large as was asked for found nine times in ten.
const (
	seenLevel = 0.001
	seenPower = 0.9
)

// annealedChains is how many chains a program moves up the betas, and down.
const annealedChains = 10_000

// samples validates what is seen by samples alone: a program, or a file of moves.
func (c *validateCmd) samples(w *world, tell experiments.Progress) (v validation.Validation, err error) {
	chain, T, err := c.chain(w, 11)
	if err != nil {
		return v, err
	}
	o := validation.Sampling{Moves: c.Draws, Fault: c.Fault, Level: seenLevel, Power: seenPower, Seed: c.DrawSeed}
	switch {
	case c.Draws < 2 || c.Draws > mostChains:
		return v, bad(fmt.Errorf("--draws %d; from 2 to %d would do", c.Draws, mostChains))
	case !(c.Fault > 0 && c.Fault <= 1):
		return v, bad(fmt.Errorf("--fault %v; a total variation above 0, up to 1, would do", c.Fault))
	case c.Timeout <= 0:
		return v, bad(fmt.Errorf("--timeout %v; a time above 0, such as 30s, would do", c.Timeout))
	case c.Moves != "" && len(c.Levels) > 0:
		return v, bad(errors.New("-T is given, but --moves are of one beta; --beta, or nothing, would do"))
	}
	if err := c.sameSpace(chain); err != nil {
		return v, err
	}
	s, err := validation.Of(w.ctx, chain, T)
	if err != nil {
		return v, unfit(err)
	}
	s.Annealing, s.Slack = s.Base, c.Tolerance
	if c.Kernel != "" {
		s.Declared = s.Base.Kernel
	}
	if c.Moves != "" {
		return c.counted(s, o, chain)
	}
	s.Name = fmt.Sprintf("%q on %s", c.Exec, chain.Target.Name)
	chains, betas := min(annealedChains, c.Draws), []float64(nil)
	if c.Beta != nil {
		chains, betas = 0, []float64{*c.Beta}
	}
	fmt.Fprintln(w.stderr, "breadboard: "+s.Plan(o, betas, chains))
	m, err := startClient(w.ctx, c.Exec, c.Timeout, c.DrawSeed, s.Grid)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if c.Beta != nil {
		return s.SampleAt(w.ctx, m, *c.Beta, o)
	}
	return s.Sample(w.ctx, m, o, chains, tell)
}

// counted validates a file of moves.
func (c *validateCmd) counted(s validation.Candidate, o validation.Sampling, chain experiments.Chain) (v validation.Validation, err error) {
	seen := evidence.NewTally(s.Grid.Size())
	if err := outside.OpenMoves(c.Moves, s.Grid, seen.Add); err != nil {
		return v, bad(err)
	}
	beta := 1.0
	if c.Beta != nil {
		beta = *c.Beta
	}
	s.Name = fmt.Sprintf("%s on %s", c.Moves, chain.Target.Name)
	return s.Count(seen, beta, o), nil
}

// sameSpace is bad input where the kernel that something is said to be moves on more
// cells than the target has.
func (c *validateCmd) sameSpace(chain experiments.Chain) error {
	if c.Kernel != "" && chain.Extended() {
		return bad(fmt.Errorf("--kernel %s moves in a larger space than the target's cells; a kernel of the cells, or none, would do", c.Kernel))
	}
	return nil
}
