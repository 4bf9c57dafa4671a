package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/aide"
	"breadboard/grid/text"
	"breadboard/reports/bread"
	shown "breadboard/reports/papers"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// reproduceCmd reproduces a paper. It writes files into a directory and prints the tables. Its default directory is not
// the committed reproduction, so that nobody overwrites that by accident.
type reproduceCmd struct {
	Paper string `arg:"" optional:"" default:"bread" help:"The paper: ${papers} (default ${default})."`
	Quick bool   `help:"Less of everything: a look in seconds."`
	Seed  uint64 `help:"Other draws; the committed ones have 0 (default ${default})." default:"0" placeholder:"N"`
	Out   string `help:"The directory to write to (default breadboard- and the paper's name)." placeholder:"DIR"`
	outputFlags
}

// A reproduced paper is one that the program reproduces.
type reproduced struct {
	name  string
	about string // in a line, with the time that it takes on two cores
	make  func(ctx context.Context, s papers.Setting) (shown.Report, error)
}

// reproducible are the papers. Another one is a folder in experiments/papers, files in reports/papers, and a line here.
var reproducible = []reproduced{
	{"bread", "BREAD's Appendix B, its tables and figures", nil},
	{"aide", "Figures 2 to 4 of the AIDE paper, in two minutes", printed(aide.Reproduce, shown.AIDE)},
}

// printed measures, and makes a report of what was found.
func printed[R any](measure func(context.Context, papers.Setting) (R, error), report func(R) shown.Report) func(
	context.Context, papers.Setting) (shown.Report, error) {
	return func(ctx context.Context, s papers.Setting) (shown.Report, error) {
		found, err := measure(ctx, s)
		if err != nil {
			return shown.Report{}, err
		}
		return report(found), nil
	}
}

// Run computes everything that no run before has kept, and only then writes and prints.
func (c *reproduceCmd) Run(w *world) error {
	i := slices.IndexFunc(reproducible, func(p reproduced) bool { return p.name == c.Paper })
	if i < 0 {
		return bad(experiments.Unknown("PAPER", c.Paper,
			table.Each(reproducible, func(p reproduced) string { return p.name })))
	}
	if reproducible[i].make == nil {
		return c.bread(w)
	}
	return c.reproduce(w, reproducible[i])
}

func (c *reproduceCmd) reproduce(w *world, p reproduced) error {
	if c.Out == "" {
		c.Out = "breadboard-" + p.name
	}
	if err := w.claim("--out", c.Out); err != nil {
		return err
	}
	w.notify("reproduce: " + p.about + ", into " + c.Out)
	s := papers.Setting{Quick: c.Quick, Seed: c.Seed}
	kept, err := papers.Open(filepath.Join(c.Out, s.UnfinishedName()),
		fmt.Sprintf("%s quick=%v seed=%d", p.name, c.Quick, c.Seed), build())
	if err != nil {
		return bad(err)
	}
	w.ifInterrupted(func() string { return "the same command again goes on from here" })
	s.Unfinished = kept
	tell, finish := w.progress("reproduce")
	s.Tell = tell
	report, err := p.make(w.ctx, s)
	finish()
	if err != nil {
		return errors.Join(err, kept.Close())
	}
	files, err := table.Render(report.Files(version()))
	if err != nil {
		return errors.Join(err, kept.Close())
	}
	if err := errors.Join(w.write(c.Out, files), kept.Finish(), report.Write(w.stdout, c.format, w.style)); err != nil {
		return err
	}
	if c.format == table.Plain {
		_, err = fmt.Fprintf(w.stdout, "\n%d files in %s\n", len(files), text.OneLine(c.Out))
	}
	return err
}

func (c *reproduceCmd) bread(w *world) error {
	if c.Out == "" {
		c.Out = "breadboard-paper"
	}
	return w.showStudy(c.Out, c.format, func() (study.Study, error) {
		tell, finish := w.progress("reproduce")
		defer finish()
		r, err := paper.Reproduce(w.ctx, paper.Sized(c.Quick), tell)
		if err != nil {
			return study.Study{}, err
		}
		return bread.Paper(r, version()), nil
	})
}
