package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains/hmm"
	"breadboard/experiments"
	"breadboard/experiments/aidestudy"
	"breadboard/reports"
)

// aideCmd prints how far programs are from a gold standard: AIDE's estimate, and the exact numbers.
type aideCmd struct {
	chainFlags
	HMM       string   `name:"hmm" help:"A hidden Markov model from a JSON file, instead of a target: see cmd/breadboard/doc/samplers.md." placeholder:"FILE.json"`
	Gold      string   `help:"The gold standard, a program with settings of its own, as ais:T=1000 (default ${default})." default:"posterior" placeholder:"SPEC" names:"program"`
	Program   []string `sep:"none" help:"The programs to compare with it (default ais): breadboard list programs." placeholder:"SPEC,..." names:"program"`
	Runs      string   `help:"How many forward runs of both; or of the gold standard, and of the program (default ${default})." default:"1000" placeholder:"N[,N]"`
	Meta      string   `help:"How many reverse runs of both look at each returned cell: more lower the bias (default ${default})." default:"1" placeholder:"M[,M]"`
	SkipExact bool     `help:"Leave out the exact numbers, which may take long."`
	targetSeed
	Exec string `help:"A command that makes runs, called exec in --gold and --program: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	followFlags
	diceSeed
	outputFlags
}

// Run compares the programs and prints the rows.
func (c *aideCmd) Run(s *session) error {
	options := aidestudy.Options{Seed: c.MCSeed, WithoutExact: c.SkipExact}
	var noRuns, noMeta, err error
	options.Runs, noRuns = counts("--runs", c.Runs, 2)
	options.Meta, noMeta = counts("--meta", c.Meta, 1)
	wrong := cmp.Or(errors.Join(noRuns, noMeta), options.CheckMemory())
	var rows []aidestudy.Comparison
	if c.HMM != "" {
		rows, err = c.hidden(s, options, wrong)
	} else {
		rows, err = c.onTarget(s, options, wrong)
	}
	if err != nil {
		return err
	}
	if err := s.print(c.format, reports.AIDE(rows, c.format)); err != nil {
		return err
	}
	if slices.ContainsFunc(rows, func(r aidestudy.Comparison) bool { return r.Ways != nil && r.Ways.Broken() }) {
		return errBroken
	}
	return nil
}

// counts reads N, a number for both programs, or N,N, a number for each.
func counts(flag, text string, low int) (c aidestudy.Counts, err error) {
	both := strings.Split(text, ",")
	for i, s := range both {
		n, wrong := strconv.Atoi(strings.TrimSpace(s))
		if wrong != nil || n < low || len(both) > 2 {
			return c, fmt.Errorf("%s %q; use a whole number from %d on, or two separated by a comma", flag, text, low)
		}
		c.Target = n
		if i == 0 {
			c.Gold = n
		}
	}
	return c, nil
}

// specs returns the gold standard first, and then the programs.
func (c *aideCmd) specs() (specs []aidestudy.Spec, err error) {
	const exec = experiments.ExecProgram
	gold, err := aidestudy.Read(aidestudy.FieldGold, c.Gold)
	specs, faults := []aidestudy.Spec{gold}, []error{err}
	if c.Program == nil {
		c.Program = []string{experiments.AnnealingProgram}
		if c.Exec != "" && c.Gold != exec {
			c.Program = []string{exec}
		}
	}
	switch named := c.Gold == exec || slices.Contains(separated(c.Program), exec); {
	case c.Exec == "" && named:
		faults = append(faults, errNoCommand)
	case c.Exec != "" && !named:
		faults = append(faults, errors.New("--exec is given, but neither --gold nor --program is exec; use it in one "+
			"of them"))
	}
	for _, text := range separated(c.Program) {
		spec, err := aidestudy.Read(experiments.FieldProgram, text)
		specs = append(specs, spec)
		faults = append(faults, err)
	}
	return specs, errors.Join(faults...)
}

// onTarget returns the rows of programs on a target. The command of --exec runs until all rows are there. wrong is an
// error of other flags, which is reported together with its own.
func (c *aideCmd) onTarget(s *session, options aidestudy.Options, wrong error) (
	rows []aidestudy.Comparison, err error) {
	specs, noSpecs := c.specs()
	ts, noLevels := levels(c.Levels)
	common, faults := c.setting(c.Seed).Find()
	if noLevels == nil {
		ts, noLevels = common.Levels(ts, 100)
	}
	if !c.SkipExact && faults == nil {
		faults = common.CheckAccounts()
	}
	if err := errors.Join(faults, noLevels, wrong, noSpecs); err != nil {
		return nil, bad(err)
	}
	annealer, err := s.makeAnnealer(common)
	if err != nil {
		return nil, err
	}
	var sides []aidestudy.PlacedProgram
	var noSides []error
	for _, spec := range specs {
		side, err := spec.Place(annealer, ts)
		sides = append(sides, side)
		noSides = append(noSides, err)
	}
	if err := errors.Join(noSides...); err != nil {
		return nil, bad(err)
	}
	if c.Exec != "" {
		defer func() { err = commandFault(err) }()
		var stop func() error
		if annealer, stop, err = s.withProgram(annealer, c.Exec, c.followFlags, c.MCSeed); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	study := aidestudy.Study{Gold: sides[0], Programs: sides[1:], Common: annealer, Options: options}
	compare := func(ctx context.Context, tell experiments.Progress) ([]aidestudy.Comparison, error) {
		return study.Compare(ctx, ts, tell)
	}
	rows, err = watched(s, "aide", compare)
	return rows, badIfFault(annealer.NameSpan(err))
}

// hidden returns the rows of programs on a hidden Markov model. wrong is as in onTarget.
func (c *aideCmd) hidden(s *session, options aidestudy.Options, wrong error) (rows []aidestudy.Comparison, err error) {
	m, err := hmm.Open(c.HMM)
	if err := errors.Join(wrong, err); err != nil {
		return nil, bad(err)
	}
	if c.Program == nil {
		c.Program = []string{"smc-data:10"}
	}
	study, err := aidestudy.NewHidden(c.HMM, m, c.Gold, separated(c.Program), options)
	if err != nil {
		return nil, bad(err)
	}
	return watched(s, "aide", study.Compare)
}
