package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// mostMoves bounds the moves that a command is asked for, at all betas together.
const mostMoves = 10_000_000

// samples validates a kernel that is known from samples alone: a command, or a record of moves.
func (c *validateCmd) samples(s *session, annealer experiments.Annealer, T int) (v validation.Validation, err error) {
	candidate, err := validation.FromAnnealer(s.ctx, annealer, T)
	if err != nil {
		return v, badIfFault(err)
	}
	c.call(&candidate)
	cells := candidate.Grid.Size()
	if c.Kernel != "" && cells > validation.MostCells {
		return v, badf("--kernel %s on %s cells; use up to %s, or leave --kernel out for the laws without it", c.Kernel,
			table.Thousands(cells), table.Thousands(validation.MostCells))
	}
	if c.Kernel != "" {
		candidate.Declared = candidate.Kernel
	}
	o := validation.Sampling{Budget: mostMoves, Fault: 0.06, Seed: c.MCSeed}
	if c.moves == "" {
		candidate.Name = c.execName() + " on " + annealer.TargetLabel()
		return c.askCommand(s, annealer, candidate, o)
	}
	candidate.Name = fmt.Sprintf("%s on %s", c.moves, annealer.TargetLabel())
	seen := make(validation.Recorded, cells)
	how, err := c.reading(s)
	if err != nil {
		return v, err
	}
	if err := outside.OpenMoves(c.moves, how, candidate.Grid, seen.Add); err != nil {
		return v, bad(err)
	}
	beta := 1.0
	if c.Beta != nil {
		beta = *c.Beta
	}
	return candidate.Count(seen, beta, o), nil
}

// askCommand starts the command and asks it for moves. After a signal, or when the time is over, it judges the moves so
// far.
func (c *validateCmd) askCommand(s *session, annealer experiments.Annealer, candidate validation.Candidate,
	o validation.Sampling) (v validation.Validation, err error) {
	defer func() { err = commandFault(err) }()
	m, err := client.StartKernel(s.ctx, c.Exec, c.Timeout, c.MCSeed, candidate.Grid)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	var betas []float64
	if c.Beta != nil {
		betas = []float64{*c.Beta}
	}
	metered := &meteredMoves{Mover: m, session: s, most: candidate.Plan(o, betas)}
	ctx := s.ctx
	if c.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadline(ctx, c.end(1))
		defer stop()
	}
	wordsOf(s.ctx).patience.Store(int64(judgesWithin))
	defer s.showProgress("validate")()
	v, err = candidate.Sample(ctx, metered, betas, o)
	if err == nil && c.Time == 0 && betas == nil && s.ctx.Err() == nil {
		err = c.fitModel(s.ctx, &v, annealer, m, nil)
	}
	if errors.Is(err, validation.ErrNoMore) {
		err = badf("--time %v, in which too few moves were made to judge; use a longer one", c.Time)
	}
	v.Calls = m.Calls()
	return v, err
}

// fitModel tests the kernel together with the model of the target, if it has one. The steps are by m, or by the chain's
// kernel if m is nil.
func (c *validateCmd) fitModel(ctx context.Context, v *validation.Validation, annealer experiments.Annealer,
	m chains.Mover, tell experiments.Progress) error {
	if annealer.Target.Model == nil {
		return nil
	}
	test := geweke.NewTest(annealer, c.MCSeed)
	test.Mover = m
	r, err := test.Run(ctx, tell)
	if err == nil {
		v.Fit = &r
	}
	return err
}

// judgesWithin bounds how long moves are judged and printed after a signal: breadboard does not end before (see
// patience).
const judgesWithin = 7 * time.Second

// meteredMoves ask a command for moves, and show how many it has made.
type meteredMoves struct {
	chains.Mover
	session *session
	most    int // moves that may be asked for
	done    int // moves
}

// Move asks for moves in lines of a thousand each.
func (m *meteredMoves) Move(ctx context.Context, next, states []int) error {
	for at := 0; at < len(states); at += 1000 {
		end := min(at+1000, len(states))
		if err := m.Mover.Move(ctx, next[at:end], states[at:end]); err != nil {
			return err
		}
		m.done += end - at
		most := max(m.most, m.done)
		m.session.meter.Set(float64(m.done)/float64(most),
			fmt.Sprintf("%s of up to %s moves", table.Thousands(m.done), table.Thousands(most)))
	}
	return nil
}
