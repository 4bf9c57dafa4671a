package main

import (
	"errors"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/chains/outside"
	"breadboard/experiments"
	"breadboard/experiments/following"
	"breadboard/experiments/validation"
	"breadboard/grid/text"
)

// A command is judged by rows: those that it tells, or those of its ways. It is asked for them level by level, the
// target first. What was known when --time was over is judged.

// askRows asks for the rows at the betas of the annealing after the first, or at --beta alone. The error is an
// outside.NotTold if there are none, or if there are too many cells.
func (c *validateCmd) askRows(s *session, command *stepCommand, annealer experiments.Annealer, T int) (
	given validation.Matrices, err error) {
	given = validation.Matrices{Path: c.execName(), Declared: c.Kernel != "", Schedule: chains.Linear(2)}
	g := annealer.Target.Grid
	if err := rowsFit(g); err != nil {
		return given, err
	}
	betas := []float64{1}
	if c.Beta != nil {
		betas[0] = *c.Beta
	} else {
		a, _, err := annealer.At(s.ctx, T)
		if err != nil {
			return given, badIfFault(err)
		}
		given.Schedule = a.Schedule
		betas = a.Schedule.Betas()[1:]
		given.P = make([][]float64, 1, T)
		given.Q = make([][]float64, 1, T)
	}
	perLevel := 16 * float64(g.Size()) * float64(g.Size()) // rows, and how moves are proposed
	err = text.CheckMemory(len(betas), "levels of rows", func(n float64) float64 { return n * perLevel })
	if err != nil {
		return given, bad(err)
	}
	first := len(given.P)
	given.P = append(given.P, make([][]float64, len(betas))...)
	given.Q = append(given.Q, make([][]float64, len(betas))...)
	known := 0
	command.until = c.end(known)
	command.watch = func(share float64) { s.meter.Set((float64(known)+share)/float64(len(betas)), "of the ways") }
	for i, beta := range slices.Backward(betas) {
		p, q, err := command.matrices(s.ctx, annealer, beta)
		switch {
		case errors.Is(err, following.ErrOver) && known > 0:
			return given, nil
		case errors.Is(err, following.ErrOver):
			return given, outside.NotTold{Why: "the time was over before its ways were known at a beta"}
		case err != nil:
			return given, err
		}
		given.P[first+i] = p
		given.Q[first+i] = q
		known++
		command.watch(0)             // of what is learnt nothing else is seen
		command.until = c.end(known) // of moves, too
	}
	return given, nil
}

// checkRows judges a candidate. Where the rows of a command may be off by what they leave out, and that would keep all
// laws, it is not known whether the step does: a step with loops is learnt then, and one that is learnt is learnt on.
func (c *validateCmd) checkRows(s *session, command *stepCommand, annealer experiments.Annealer, T int,
	candidate validation.Candidate, check checker) (v validation.Validation, err error) {
	if command == nil {
		return check(candidate)
	}
	process, err := command.processFor(candidate.Grid)
	if err != nil {
		return v, err
	}
	candidate.Tolerance = max(candidate.Tolerance, process.Rest())
	v, err = check(candidate)
	if err != nil || v.OK() || process.LeftOut() == 0 {
		return v, err
	}
	wide := candidate
	wide.Tolerance = max(candidate.Tolerance, process.LeftOut())
	within, err := check(wide)
	if err != nil || !within.OK() {
		return v, err
	}
	loops := process.LearnLoops()
	if loops || process.LearnOn() {
		learnt, _, err := c.candidate(s, command, annealer, T)
		if err == nil {
			return c.checkRows(s, command, annealer, T, learnt, check)
		}
		if !errors.As(err, new(outside.NotTold)) {
			return v, err
		}
	}
	may := "what was learnt may leave out as much as it misses p by (%s): use a smaller --eps"
	if loops {
		may = "what its loops may leave out is as much as it misses p by (%s)"
	}
	within.LeftOut = append(within.LeftOut, fmt.Sprintf(may, v.Broken()[0].Witness))
	return within, nil
}

// A checker judges a candidate by its laws.
type checker func(validation.Candidate) (validation.Validation, error)

// leaveOut says at how many betas the ways are known, if --time was over before they were at all.
func leaveOut(v *validation.Validation) {
	known := len(v.Levels)
	if betas := v.Candidate.T() - 1; known < betas {
		v.LeftOut = append(v.LeftOut, fmt.Sprintf("the time was over with its ways at %d of %d betas: J and B are "+
			"left out", known, betas))
	}
}

// compare compares rows that break no law with moves of the command as it stands, and says what was followed: also rows
// that do, where these may not be its own: of a sampler, which has one row and so few ways, and of a doubtful step. It
// returns what makes moves; nil if nothing does. The error is an outside.NotTold where its moves are not those of its
// ways: then the rows are not its own.
func (c *validateCmd) compare(s *session, command *stepCommand, v *validation.Validation) (m chains.Mover, err error) {
	process, err := command.processFor(v.Candidate.Grid)
	if err != nil {
		return nil, err
	}
	v.Followed = process.Said()
	if !process.tells {
		v.MCSeed = &c.MCSeed
	}
	unseen := process.Unseen()
	first := process.Doubtful() || v.Candidate.Role == validation.Sampler || unseen != nil
	switch {
	case unseen != nil && !v.KeepsP():
		return process.Kernel, unseen
	case !v.OK() && !first:
		return process.Kernel, nil
	}
	process.Reach = c.Reach
	said, err := process.Agree(s.ctx)
	var otherwise following.Disagreement
	var none outside.NotTold
	switch {
	case errors.As(err, &otherwise) && (process.tells || otherwise.Together):
		v.MovesOtherwise(otherwise)
		return process.Kernel, nil
	case errors.As(err, &otherwise):
		return nil, outside.NotTold{Why: otherwise.Error(), Unsure: true}
	case errors.As(err, &none) && process.tells:
		v.LeftOut = append(v.LeftOut, "no moves are compared with its rows: "+none.Why)
		return nil, nil
	}
	if err == nil && process.Compared() == 0 {
		v.LeftOut = append(v.LeftOut, "the time was over before moves were compared with its ways")
	}
	v.Followed = said
	v.MCSeed = &c.MCSeed
	return process.Kernel, err
}

// judgeUpdates judges by themselves, as parts, the updates that miss p of a scan that does, and the first that is
// wrong, or in doubt, has the verdict. A scan that keeps p as a whole says which of them miss it: others mend that.
func (c *validateCmd) judgeUpdates(s *session, command *stepCommand, annealer experiments.Annealer, T int,
	whole validation.Validation) (v validation.Validation, err error) {
	process, err := command.processFor(whole.Candidate.Grid)
	if err != nil {
		return whole, err
	}
	names, missing := process.Updates(), process.Missing()
	called := func(word string, i int) string {
		return fmt.Sprintf("%s %s, %d of %d,", word, names[i], i+1, len(names))
	}
	var others []string
	for _, i := range missing {
		others = append(others, called("update", i))
	}
	if whole.KeepsP() {
		whole.Others = others
		return whole, nil
	}
	for k, i := range missing {
		part := *c
		part.update = i + 1
		part.called = called("Update", i)
		v, err := part.exactly(s, annealer, T)
		if status := v.Verdict().Status(); err != nil || status != laws.Right {
			v.Others = others[k+1:]
			return v, err
		}
	}
	return whole, nil
}
