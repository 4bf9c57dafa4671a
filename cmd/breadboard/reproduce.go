package main

import (
	"fmt"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/reports/bread"
	"breadboard/reports/study"
)

// reproduceCmd reproduces Appendix B of BREAD. It writes files into a directory and prints the tables. Its default
// directory is not the committed reproduction, so that nobody overwrites that by accident. Other papers are studies,
// in a module of their own.
type reproduceCmd struct {
	Paper string `arg:"" optional:"" default:"bread" help:"bread, its Appendix B; the default, and the only one here."`
	Out   string `help:"The directory to write to (default ${default})." default:"breadboard-paper" placeholder:"DIR"`
	Quick bool   `help:"Less of everything: a look in seconds."`
	forceFlags
	outputFlags
}

// Run computes everything, draws everything, and only then writes and prints.
func (c *reproduceCmd) Run(w *world) error {
	if slices.Contains(movedPapers, c.Paper) {
		return badf("%s", isStudy(c.Paper))
	}
	if c.Paper != "bread" {
		return bad(experiments.Unknown("PAPER", c.Paper, []string{"bread"}))
	}
	return w.showStudy(c.into(c.Out), bread.PaperNames, c.format, func() (study.Study, error) {
		if !c.Quick && !w.given("out") {
			w.notify("reproduce: BREAD's Appendix B, its tables and figures, into " + c.Out +
				"; --quick is less of all")
		}
		tell, finish := w.progress("reproduce")
		defer finish()
		r, err := paper.Reproduce(w.ctx, paper.Sized(c.Quick), tell)
		if err != nil {
			return study.Study{}, err
		}
		return bread.Paper(r, version()), nil
	})
}

// movedPapers are the papers that were reproduced here once.
var movedPapers = []string{"aide", "bdmc", "samplers"}

// isStudy says where a study is that is no command.
func isStudy(name string) string {
	return fmt.Sprintf("%s is a study, in a module of its own; in a clone of the project, "+
		"go -C experiments/studies run . %s would do", name, name)
}
