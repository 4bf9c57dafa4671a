package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/aide"
	"breadboard/experiments/papers/bdmc"
	"breadboard/experiments/papers/bread"
	"breadboard/experiments/papers/samplers"
	"breadboard/reports/page"
	shown "breadboard/reports/papers"
	"breadboard/reports/table"
)

// reproduceCmd reproduces a paper. It writes files into a directory and prints the tables. The default directory is not
// that of the committed reproduction, which is thus not overwritten by accident.
type reproduceCmd struct {
	Paper  string `arg:"" optional:"" default:"bread" help:"The paper: bread, bdmc, aide or samplers (default ${default})."`
	Quick  bool   `help:"Less of everything: a look in seconds."`
	Kernel string `help:"bread only: add this kernel to every table, beside Metropolis: breadboard list kernels." placeholder:"NAME" names:"kernel"`
	Exec   string `help:"bread only: add a command that has your step to every table: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	Levels int    `short:"T" help:"With --exec: the largest T, up to 10000 (default 1000, or 100 if quick)." placeholder:"N"`
	followFlags
	MCSeed uint64 `name:"mc-seed" help:"The seed of random numbers (default ${default}, that of the committed files)." default:"0" placeholder:"N"`
	Out    string `help:"The directory to write to (default breadboard- and the paper's name)." placeholder:"DIR"`
	figureFlags
	outputFlags
}

// A reproduction is a paper that breadboard reproduces.
type reproduction struct {
	name  string
	about string
	make  func(ctx context.Context, o papers.Options) (page.Page, error)
}

// reproducible lists the papers, of which BREAD's is also by a kernel of the user. A new one has a folder in
// experiments/papers, files in reports/papers, a line here. say is told where the user's kernel misses p.
func reproducible(by *bread.Kernel, say func(words string)) []reproduction {
	ofBread := func(ctx context.Context, o papers.Options) (bread.Results, error) {
		found, err := bread.Reproduce(ctx, o, *by)
		if why := found.Misses(); why != "" {
			say(why)
		}
		return found, err
	}
	return []reproduction{
		{"bread", "BREAD's Appendix B, its tables and figures", shownBy(ofBread, shown.Bread)},
		{"bdmc", "BDMC's Table 1 and Figures 2 to 5, in two minutes", shownBy(bdmc.Reproduce, shown.BDMC)},
		{"aide", "Figures 2 to 4 of AIDE, in two minutes", shownBy(aide.Reproduce, shown.AIDE)},
		{"samplers", "how well samplers really work (Turner and Neal 2017), on 25 posteriors, in a minute",
			shownBy(samplers.Reproduce, shown.Samplers)},
	}
}

// shownBy returns the function that reproduces a paper, and shows what was measured.
func shownBy[R any](measure func(context.Context, papers.Options) (R, error), show func(R) page.Page) func(
	context.Context, papers.Options) (page.Page, error) {
	return func(ctx context.Context, o papers.Options) (page.Page, error) {
		found, err := measure(ctx, o)
		if err != nil {
			return page.Page{}, err
		}
		return show(found), nil
	}
}

// Run computes everything, and only then writes and prints.
func (c *reproduceCmd) Run(s *session) (err error) {
	by := bread.Kernel{Setting: experiments.Setting{Kernel: c.Kernel, Exec: c.Exec}}
	all := reproducible(&by, s.notify)
	names := table.Each(all, func(p reproduction) string { return p.name })
	i := slices.Index(names, c.Paper)
	if i < 0 {
		return bad(experiments.Unknown("PAPER", c.Paper, names))
	}
	paper := all[i]
	if c.Paper != "bread" && (c.Kernel != "" || c.Exec != "") {
		return badf("--kernel and --exec put a kernel into BREAD's tables; breadboard reproduce bread takes them")
	}
	switch {
	case s.given("levels") && c.Exec == "":
		return badf("-T %d is of a step of --exec, and a kernel of the catalogue goes to the paper's T; leave it out",
			c.Levels)
	case s.given("levels") && !(c.Levels >= 10 && c.Levels <= 10_000):
		return badf("-T %d; use a number of levels from 10 to 10,000", c.Levels)
	}
	c.Out = cmp.Or(c.Out, "breadboard-"+paper.name)
	if err := by.Check(); err != nil {
		return bad(err)
	}
	s.onInterrupt(func() string { return "nothing is kept, and the same command begins anew" })
	if err := s.claim("--out", c.Out); err != nil {
		return err
	}
	if !c.Quick && !s.given("out") {
		s.notify("reproduce: " + paper.about + ", into " + c.Out + "; --quick is less of all")
	}
	options := papers.Options{Quick: c.Quick, Seed: c.MCSeed}
	var command *stepCommand
	if c.Exec != "" {
		command = s.stepCommand(c.Exec, c.followFlags, 1)
		defer func() { err = rowsFault(errors.Join(err, command.close())) }()
		by.By = command
		by.Most = cmp.Or(c.Levels, mostLevels(c.Quick))
	}
	finish := s.showProgress("reproduce")
	options.Progress = s.meter.Tell
	report, err := paper.make(s.ctx, options)
	finish()
	if err != nil {
		return err
	}
	if command != nil {
		report.Intro = append(report.Intro, command.said()...)
	}
	return s.report(report, c.format, c.Out, c.figureFlags)
}

// mostLevels returns the largest T to which a step of the user goes: a level takes its rows on three toys.
func mostLevels(quick bool) int {
	if quick {
		return 100
	}
	return 1000
}
