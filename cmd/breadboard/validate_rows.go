package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"breadboard/chains"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid/text"
)

// firstAnswer is the time that a command has for its first row, before it is asked for moves, and for the first moves.
var firstAnswer = 2 * time.Second

// askRows asks the command of --exec for its rows at the betas of the annealing after the first, or at --beta alone.
// Then it asks for them again, with levels and cells backwards. The error is a client.NoneError if the command tells
// none, or if there are too many cells, or if --time is too short, or if chance enters the rows.
func (c *validateCmd) askRows(s *session, command *rowsCommand, annealer experiments.Annealer, T int) (
	given validation.Matrices, again experiments.Again, err error) {
	given = validation.Matrices{Path: c.execName(), Declared: c.Kernel != "", Schedule: chains.Linear(2)}
	g := annealer.Target.Grid
	if err := rowsFit(g); err != nil {
		return given, again, err
	}
	var betas []float64
	if c.Beta != nil {
		betas = []float64{*c.Beta}
	} else {
		a, _, err := annealer.At(s.ctx, T)
		if err != nil {
			return given, again, badIfFault(err)
		}
		given.Schedule = a.Schedule
		given.P = make([][]float64, 1, T)
		given.Q = make([][]float64, 1, T)
		betas = a.Schedule.Betas()[1:]
	}
	perLevel := 16 * float64(g.Size()) * float64(g.Size()) // rows, and how moves are proposed
	err = text.CheckMemory(len(betas), "levels of rows", func(n float64) float64 { return n * perLevel })
	if err != nil {
		return given, again, bad(err)
	}
	first := len(given.P)
	for i, beta := range betas {
		p, q, err := command.matrices(s.ctx, annealer, beta, false)
		if err != nil {
			return given, again, err
		}
		given.P = append(given.P, p)
		given.Q = append(given.Q, q)
		s.meter.Tell(i+1, 8*len(betas)) // a quarter of the work
		took := time.Since(c.began) * time.Duration(2*len(betas)) / time.Duration(i+1)
		if c.Time > 0 && took > c.Time {
			return given, again, client.None(fmt.Sprintf("its rows would take %v, and --time is %v",
				took.Round(time.Second), c.Time))
		}
	}
	for i, beta := range slices.Backward(betas) {
		p, _, err := command.matrices(s.ctx, annealer, beta, true)
		if err != nil {
			return given, again, err
		}
		again.See(g, beta, given.P[first+i], p)
		s.meter.Tell(2*len(betas)-i, 8*len(betas))
	}
	if !again.Same() {
		err = c.askOtherSeeds(s, annealer, given)
	}
	return given, again, err
}

// askOtherSeeds asks a command that has just started with another seed as it was asked first, for ten levels of rows or
// more. What a step remembers is then the same. So if its rows are others a random number enters them: the error is a
// client.NoneError. The Caller cannot be started again.
func (c *validateCmd) askOtherSeeds(s *session, annealer experiments.Annealer, given validation.Matrices) error {
	if c.Exec == client.Caller {
		return nil
	}
	betas := given.Schedule.Betas()[1:]
	if c.Beta != nil {
		betas = []float64{*c.Beta}
	}
	var other experiments.Again
	var err error
	for asked := 0; asked < 10 && err == nil && other.Same(); asked += len(betas) {
		command := s.rowsCommand(c.Exec, c.Timeout, c.MCSeed+1+uint64(asked))
		for i := 0; i < len(betas) && err == nil && other.Same(); i++ {
			var p []float64
			if p, _, err = command.matrices(s.ctx, annealer, betas[i], false); err == nil {
				other.See(annealer.Target.Grid, betas[i], given.P[len(given.P)-len(betas)+i], p)
			}
		}
		err = errors.Join(err, command.close())
	}
	if err == nil && !other.Same() {
		err = client.None("its rows change with the seed, since a random number is not drawn by pick, flip or draw; by " +
			"these alone it is judged exactly")
	}
	return err
}

// compareMoves compares the rows of a command with those that it told again, and with its moves, and returns what makes
// these; nil if nothing does.
func (c *validateCmd) compareMoves(s *session, command *rowsCommand, annealer experiments.Annealer,
	candidate validation.Candidate, v *validation.Validation, again experiments.Again) (m chains.Mover, err error) {
	process, err := command.processFor(candidate.Grid)
	if err != nil {
		return nil, err
	}
	err = candidate.CompareMoves(s.ctx, c.bounded(s, process, validation.ComparedMoves, 0.75), v, c.MCSeed)
	if none := (client.NoneError{}); errors.As(err, &none) {
		v.LeftOut = append(v.LeftOut, "no moves are compared with its rows: "+none.Why)
		v.MCSeed, err = nil, nil
	} else {
		m = process
	}
	if err == nil && again.Same() && !v.OK() && len(v.Levels) > 1 && c.Exec != client.Caller {
		err = c.askAnew(s, annealer, candidate, &again)
	}
	v.Remember(again)
	return m, err
}

// askAnew asks a command that has just started for the rows of the last level of the candidate: those of a step that
// keeps what it first saw are others.
func (c *validateCmd) askAnew(s *session, annealer experiments.Annealer, candidate validation.Candidate,
	again *experiments.Again) error {
	command := s.rowsCommand(c.Exec, c.Timeout, c.MCSeed)
	p, _, err := command.matrices(s.ctx, annealer, candidate.Schedule.Beta(candidate.T()), true)
	if err == nil {
		told := slices.Concat(candidate.Given(candidate.T())...)
		again.See(candidate.Grid, candidate.Schedule.Beta(candidate.T()), told, p)
	}
	return errors.Join(err, command.close())
}
