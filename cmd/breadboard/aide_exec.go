package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/apart"
)

// execFlags are a program from outside.
type execFlags struct {
	Exec    string        `help:"A program that makes runs when asked over its pipes, in any language: see cmd/breadboard/clients. In --gold and --program it is called exec; it is the program if neither is given." placeholder:"COMMAND"`
	Timeout time.Duration `help:"How long --exec may take over a line." default:"30s" placeholder:"TIME"`
}

// rows makes the rows of the study. A program from outside runs as long as that takes.
func (c *aideCmd) rows(w *world, o order, s apart.Study) (rows []apart.Row, err error) {
	if c.Exec == "" {
		return carryOut(w, "aide", o, rowsOf(s))
	}
	defer func() { err = execFault(err) }()
	initial, target := s.Common.Ends()
	p, err := client.StartProgram(w.ctx, c.Exec, c.Timeout, c.MCSeed, s.Common.Target.Grid, initial, target)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	s.Outside, s.Command = p, c.Exec
	return carryOut(w, "aide", o, rowsOf(s))
}

// rowsOf makes the rows of a study, which has chains of its own.
func rowsOf(s apart.Study) func(experiments.Chain, context.Context, []int, experiments.Progress) ([]apart.Row, error) {
	return func(_ experiments.Chain, ctx context.Context, ts []int, tell experiments.Progress) ([]apart.Row, error) {
		return s.Rows(ctx, ts, tell)
	}
}

// checkExec returns what is wrong with the flags of a program from outside, if the gold standard and
// the programs are these.
func (f execFlags) checkExec(specs []string) error {
	switch named := slices.Contains(specs, apart.Exec); {
	case f.Exec == "" && named:
		return errors.New("exec is the program of --exec, which is not given; --exec COMMAND would do")
	case f.Exec != "" && !named:
		return errors.New("--exec is given, but neither --gold nor --program is exec; one of the two would do")
	}
	return checkTimeout(f.Timeout)
}

// brokenWays returns errBroken if the program from outside breaks its law.
func brokenWays(rows []apart.Row) error {
	for _, r := range rows {
		if r.Ways != nil && r.Ways.Broken() {
			return errBroken
		}
	}
	return nil
}
