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
	judging, stop := s.judging(0)
	defer stop()
	return candidate.Count(judging, seen, beta, o), nil
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
	judging, stop := s.judging(c.Time)
	defer stop()
	bounded := c.bounded(s, m, candidate.Plan(o, betas), 0)
	defer s.showProgress("validate")()
	v, err = candidate.Sample(judging, bounded, betas, o)
	if err == nil && c.Time == 0 && betas == nil && s.ctx.Err() == nil {
		err = c.fitModel(s.ctx, &v, annealer, m, nil)
	}
	if errors.Is(err, validation.ErrNoMore) {
		err = badf("--time %v, in which too few moves were made to judge; use a longer one", c.Time)
	}
	return v, err
}

// bounded returns the moves of a command within --time, if that is given. This share of all work is done before.
func (c *validateCmd) bounded(s *session, m chains.Mover, most int, before float64) *boundedMoves {
	b := &boundedMoves{Mover: m, session: s, most: most, before: before}
	if c.Time > 0 {
		b.end = c.began.Add(c.Time - min(c.Time/judgingShare, mostJudging))
	}
	return b
}

// judgingShare divides --time: a fifth of it, but at most mostJudging, is kept for judging the moves. On hundreds of
// cells all tests and causes take some seconds.
const (
	judgingShare = 5
	mostJudging  = 10 * time.Second
)

// judging returns a context for tests and for the search for causes. It ends after the time bound, if that is above 0,
// and some time after a signal. Breadboard does not end before it (see patience).
func (s *session) judging(bound time.Duration) (ctx context.Context, stop context.CancelFunc) {
	const afterSignal, printing = 2 * time.Second, 5 * time.Second // the user waits
	ctx, stop = context.WithCancel(context.WithoutCancel(s.ctx))
	if bound > 0 {
		time.AfterFunc(bound, stop)
	}
	context.AfterFunc(s.ctx, func() { time.AfterFunc(afterSignal, stop) })
	wordsOf(s.ctx).patience.Store(int64(afterSignal + printing))
	return ctx, stop
}

// boundedMoves ask a command for moves, until a signal or until the time is over.
type boundedMoves struct {
	chains.Mover
	session *session
	most    int       // moves that may be asked for
	done    int       // moves
	before  float64   // the share of the work that other things took
	end     time.Time // of all moves; zero if the time has no bound
}

// Aim aims the command.
func (m *boundedMoves) Aim(ctx context.Context, beta float64, logf []float64) error {
	return m.unlessOver(func() error { return m.Mover.Aim(ctx, beta, logf) })
}

// Move asks for moves in lines of a thousand each.
func (m *boundedMoves) Move(ctx context.Context, next, states []int) error {
	for at := 0; at < len(states); at += 1000 {
		end := min(at+1000, len(states))
		err := m.unlessOver(func() error { return m.Mover.Move(ctx, next[at:end], states[at:end]) })
		if err != nil {
			return err
		}
		m.done += end - at
		most := max(m.most, m.done)
		m.session.meter.Set(m.before+(1-m.before)*float64(m.done)/float64(most),
			fmt.Sprintf("%s of up to %s moves", table.Thousands(m.done), table.Thousands(most)))
	}
	return nil
}

// unlessOver asks the command for something, and returns ErrNoMore if there are to be no more moves.
func (m *boundedMoves) unlessOver(ask func() error) error {
	if !m.end.IsZero() && !time.Now().Before(m.end) {
		return validation.ErrNoMore
	}
	err := ask()
	if m.session.ctx.Err() != nil {
		return validation.ErrNoMore
	}
	return err
}
