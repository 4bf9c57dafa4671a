package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains/hidden"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/apart"
	"breadboard/reports"
)

// aideCmd prints how far programs are from a gold standard: AIDE's estimate, and the exact numbers.
type aideCmd struct {
	chainFlags
	HMM       string   `name:"hmm" help:"A hidden Markov model from a file, instead of a target: JSON with initial, transition, emission and observations. Symbols count from 1. Its programs are posterior and smc-data:P[:proposal=prior|optimal] (default smc-data:10)." placeholder:"FILE.json"`
	Gold      string   `help:"The gold standard, a program with settings of its own, as in ais:T=1000:kernel=king (default ${default})." default:"posterior" placeholder:"SPEC" names:"program"`
	Program   []string `sep:"none" help:"The programs to compare with it, separated by commas, likewise (default ais): ${programs}." placeholder:"SPEC,..." names:"program"`
	Runs      string   `help:"How many runs of each to look at, at least 2; or of the gold standard, and of the program (default ${default})." default:"1000" placeholder:"N[,N]"`
	Meta      string   `help:"How many runs of each a look has: more lower the bias (default ${default})." default:"1" placeholder:"M[,M]"`
	SkipExact bool     `help:"Leave out the exact numbers, which may take long: the estimate stands alone."`
	targetSeed
	Exec string `help:"A program that makes runs when asked over its pipes, in any language: see cmd/breadboard/clients. In --gold and --program it is called exec; it is the program if neither is given." placeholder:"COMMAND"`
	timeoutFlag
	diceSeed
	outputFlags
}

// Run compares the programs and prints the rows.
func (c *aideCmd) Run(w *world) error {
	options := apart.Options{Seed: c.MCSeed, Alone: c.SkipExact}
	var noRuns, noMeta, err error
	options.Runs, noRuns = counts("--runs", c.Runs, 2)
	options.Meta, noMeta = counts("--meta", c.Meta, 1)
	wrong := errors.Join(noRuns, noMeta)
	var rows []apart.Row
	if c.HMM != "" {
		rows, err = c.hidden(w, options, wrong)
	} else {
		rows, err = c.onTarget(w, options, wrong)
	}
	if err != nil {
		return err
	}
	if err := w.print(c.format, reports.Apart(rows, c.format)); err != nil {
		return err
	}
	if slices.ContainsFunc(rows, func(r apart.Row) bool { return r.Ways != nil && r.Ways.Broken() }) {
		return errBroken
	}
	return nil
}

// counts reads one number for both programs, or one for each.
func counts(flag, text string, low int) (c apart.Counts, err error) {
	both := strings.Split(text, ",")
	for i, s := range both {
		n, wrong := strconv.Atoi(strings.TrimSpace(s))
		if wrong != nil || n < low || len(both) > 2 {
			return c, fmt.Errorf("%s %q; a whole number from %d on, or two separated by a comma, would do", flag, text,
				low)
		}
		c.Target = n
		if i == 0 {
			c.Gold = n
		}
	}
	return c, nil
}

// specs reads the gold standard, which is the first, and the programs.
func (c *aideCmd) specs() (specs []apart.Spec, err error) {
	gold, err := apart.Read(apart.FieldGold, c.Gold)
	specs, faults := []apart.Spec{gold}, []error{err}
	if c.Program == nil {
		c.Program = []string{experiments.AnnealingProgram}
		if c.Exec != "" && c.Gold != apart.Exec {
			c.Program = []string{apart.Exec}
		}
	}
	switch named := c.Gold == apart.Exec || slices.Contains(separated(c.Program), apart.Exec); {
	case c.Exec == "" && named:
		faults = append(faults, errors.New("exec is the program of --exec, which is not given; --exec COMMAND would "+
			"do"))
	case c.Exec != "" && !named:
		faults = append(faults, errors.New("--exec is given, but neither --gold nor --program is exec; one of the "+
			"two would do"))
	}
	for _, text := range separated(c.Program) {
		spec, err := apart.Read(experiments.FieldProgram, text)
		specs = append(specs, spec)
		faults = append(faults, err)
	}
	return specs, errors.Join(faults...)
}

// onTarget makes the chains of all programs and their rows. A program from outside runs as long as the rows take. wrong
// is bad input, to be reported with the rest.
func (c *aideCmd) onTarget(w *world, options apart.Options, wrong error) (rows []apart.Row, err error) {
	specs, noSpecs := c.specs()
	ts, noLevels := levels(c.Levels)
	common, faults := c.setting(c.Seed).Find()
	if noLevels == nil {
		ts, noLevels = common.Levels(ts, 100)
	}
	if err := errors.Join(faults, noLevels, wrong, noSpecs); err != nil {
		return nil, bad(err)
	}
	chain, err := c.makeChain(w, common, ts...)
	if err != nil {
		return nil, err
	}
	var sides []apart.Side
	var noSides, tooLarge []error
	for _, spec := range specs {
		side, err := spec.On(chain, ts)
		sides = append(sides, side)
		noSides = append(noSides, err)
		if spec.Own() && err == nil { // it may be larger than the common chain
			tooLarge = append(tooLarge, experiments.TooLarge(spec.Text, side.Chain.Grid.Size(), side.Ts...))
		}
	}
	if err := errors.Join(noSides...); err != nil {
		return nil, bad(err)
	}
	if err := c.consent(errors.Join(tooLarge...)); err != nil {
		return nil, err
	}
	study := apart.Study{Gold: sides[0], Programs: sides[1:], Common: chain, Options: options}
	if c.Exec != "" {
		defer func() { err = programFault(err) }()
		initial, target := chain.Ends()
		var p client.Program
		if p, err = client.StartProgram(w.ctx, c.Exec, c.Timeout, c.MCSeed, chain.Target.Grid,
			initial, target); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, p.Close()) }()
		study.Outside, study.Command = p, c.Exec
	}
	o := order{Chain: chain, ts: ts}
	return carryOut(w, "aide", o, func(k task) ([]apart.Row, error) { return study.Rows(k.ctx, k.ts, k.tell) })
}

// hidden compares programs on a hidden Markov model. wrong is bad input, to be reported with the rest.
func (c *aideCmd) hidden(w *world, options apart.Options, wrong error) (rows []apart.Row, err error) {
	m, err := hidden.Open(c.HMM)
	if err := errors.Join(wrong, err); err != nil {
		return nil, bad(err)
	}
	if c.Program == nil {
		c.Program = []string{"smc-data:10"}
	}
	study, err := apart.NewHidden(c.HMM, m, c.Gold, separated(c.Program), options)
	if err != nil {
		return nil, bad(err)
	}
	return watched(w, "aide", study.Rows)
}
