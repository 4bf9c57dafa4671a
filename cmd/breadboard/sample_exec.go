package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
)

// moverFlags are a program that makes the moves.
type moverFlags struct {
	Exec       string        `help:"A program that makes the moves, in any language: see cmd/breadboard/clients. With --kernel it claims to be that kernel, whose exact values stand beside the estimates; reverse chains run if that kernel is reversible." placeholder:"COMMAND"`
	Reversible bool          `help:"The kernel of --exec keeps detailed balance, so that reverse chains can run by its own moves. The moves are tested for it."`
	Timeout    time.Duration `help:"How long --exec may take over a line." default:"30s" placeholder:"TIME"`
}

// Help stands above the flags in --help.
func (sampleCmd) Help() string {
	return "Estimates stand beside exact values, with the error in standard errors (z). A saved file has a row for " +
		"each run; reports/draws shows how DuckDB and ArviZ read it.\n\n" + client.KernelHelp
}

// usualMoved is the number of chains that a program moves if --chains does not say it: it makes
// some hundred thousand moves a second.
const usualMoved = 1000

// check returns what is wrong with the flags beside those of the annealing.
func (f moverFlags) check(w *world, c *sampleCmd) error {
	switch {
	case f.Exec == "":
		return nil
	case !w.given("kernel") && slices.Contains([]string{"friction", "best-b", "best-j"}, c.Schedule):
		return bad(fmt.Errorf("--schedule %s is found for a kernel, and none is named; --kernel NAME, which --exec "+
			"claims to be, or another schedule, would do", c.Schedule))
	}
	return bad(checkTimeout(f.Timeout))
}

// checks runs the chains by the program.
func (f moverFlags) checks(w *world, o order, s experiments.Sampling) (all []experiments.CrossCheck, err error) {
	if o.Extended() {
		return nil, bad(fmt.Errorf("--kernel %s moves in a larger space than the target's cells, in which --exec moves; "+
			"a kernel of the cells, or none, would do", o.Kernel))
	}
	if f.Reversible && w.given("kernel") && !o.Reversible() {
		return nil, bad(fmt.Errorf("--reversible says that --exec keeps detailed balance, and --kernel %s, which it claims "+
			"to be, does not; one of the two would do", o.Kernel))
	}
	defer func() { err = execFault(err) }()
	m, err := client.StartKernel(w.ctx, f.Exec, f.Timeout, s.Seed, o.Target.Grid)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	by := experiments.Outsider{Mover: m, Command: f.Exec, Declared: w.given("kernel"),
		Reversible: f.Reversible || w.given("kernel") && o.Reversible()}
	return carryOut(w, "sample", o,
		func(c experiments.Chain, ctx context.Context, ts []int, tell experiments.Progress) (
			[]experiments.CrossCheck, error) {
			return c.MovedChecks(ctx, ts, by, s, tell)
		})
}
