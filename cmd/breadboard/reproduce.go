package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"breadboard/experiments"
	"breadboard/experiments/aidepaper"
	"breadboard/experiments/bdmc"
	"breadboard/experiments/paper"
	"breadboard/experiments/samplers"
	"breadboard/grid/text"
	"breadboard/reports/studies"
	"breadboard/reports/studies/aide"
	pages "breadboard/reports/studies/samplers"
	"breadboard/reports/table"
)

// reproduceCmd reproduces a paper: BREAD's Appendix B, BDMC's Section 6, the experiments of AIDE, or what
// Turner and Neal ask of samplers. It writes files into a directory and prints the tables. Its default
// directory is not the committed reproduction, so that nobody overwrites that by accident.
type reproduceCmd struct {
	Paper string `arg:"" optional:"" default:"bread" help:"bread (its Appendix B; the default), bdmc (its Section 6), aide (its experiments) or samplers (how well they work)."`
	Out   string `help:"The directory to write to (breadboard-paper for bread, else breadboard-PAPER)." placeholder:"DIR" complete:"file"`
	Quick bool   `help:"Less of everything, and smaller models: a look in seconds."`
	forceFlags
	outputFlags
}

// A reproduction has the files that are written and a function that prints the tables.
type reproduction struct {
	files []table.File
	print func(w io.Writer, f table.Format, style table.Style) error
}

// A study is a paper's reproduction, with the names of its files and the directory that they go to by default.
type study struct {
	paper, out string
	names      []string
	reproduce  func(w *world, quick bool, tell experiments.Progress) (reproduction, error)
}

// allStudies are the papers that reproduce knows.
var allStudies = []study{
	{"bread", "breadboard-paper", studies.PaperNames, breadPaper},
	{"bdmc", "breadboard-bdmc", studies.BDMCNames, bdmcPaper},
	{"aide", "breadboard-aide", aide.Names, aidePaper},
	{"samplers", "breadboard-samplers", pages.Names, samplersPaper},
}

// Run computes everything, draws everything, and only then writes and prints.
func (c *reproduceCmd) Run(w *world) (err error) {
	i := slices.IndexFunc(allStudies, func(s study) bool { return s.paper == c.Paper })
	if i < 0 {
		papers := apply(func(s study) string { return s.paper }, allStudies)
		return bad(experiments.Unknown("PAPER", c.Paper, papers))
	}
	bytes := float64(leastStudy)
	if c.Quick {
		bytes = leastQuick
	}
	if err := w.affordLeast("reproduce "+c.Paper, bytes); err != nil {
		return err
	}
	out := cmp.Or(c.Out, allStudies[i].out)
	undo, err := w.newDir("--out", c.into(out), allStudies[i].names...)
	if err != nil {
		return err
	}
	if err = c.make(w, allStudies[i], out); err != nil {
		undo()
	}
	return err
}

// make makes the study, writes its files into the directory and prints its tables.
func (c *reproduceCmd) make(w *world, s study, out string) error {
	tell, finish := w.progress("reproduce")
	r, err := s.reproduce(w, c.Quick, tell)
	finish()
	if err == nil {
		err = w.write(c.into(out), r.files)
	}
	if err == nil {
		err = r.print(w.stdout, c.format, w.style)
	}
	if err == nil && c.format == table.Plain {
		_, err = fmt.Fprintf(w.stdout, "\n%d files in %s\n", len(r.files), text.OneLine(out))
	}
	return err
}

func breadPaper(w *world, quick bool, tell experiments.Progress) (r reproduction, err error) {
	size := paper.Full()
	if quick {
		size = paper.Quick()
	}
	p, err := paper.Reproduce(w.ctx, size, tell)
	if err != nil {
		return r, err
	}
	r.files, err = studies.PaperFiles(p, version())
	r.print = func(w io.Writer, f table.Format, style table.Style) error { return studies.WritePaper(w, p, f, style) }
	return r, err
}

func bdmcPaper(w *world, quick bool, tell experiments.Progress) (r reproduction, err error) {
	size := bdmc.Full()
	if quick {
		size = bdmc.Quick()
	}
	s, err := bdmc.Reproduce(w.ctx, size, tell)
	if err == nil {
		s.Times, err = bdmc.Times(w.ctx, s.Cases, time.Now)
	}
	if err != nil {
		return r, err
	}
	r.files, err = studies.BDMCFiles(s)
	r.print = func(w io.Writer, f table.Format, style table.Style) error { return studies.WriteBDMC(w, s, f, style) }
	return r, err
}

func aidePaper(w *world, quick bool, tell experiments.Progress) (r reproduction, err error) {
	size := aidepaper.Full()
	if quick {
		size = aidepaper.Quick()
	}
	s, err := aidepaper.Reproduce(w.ctx, size, tell)
	if err != nil {
		return r, err
	}
	r.files, err = aide.Files(s)
	r.print = func(w io.Writer, f table.Format, style table.Style) error { return aide.Write(w, s, f, style) }
	return r, err
}

func samplersPaper(w *world, quick bool, tell experiments.Progress) (r reproduction, err error) {
	s, err := samplers.Reproduce(w.ctx, quick, time.Now, tell)
	if err != nil {
		return r, err
	}
	r.files, err = pages.Files(s)
	r.print = func(w io.Writer, f table.Format, style table.Style) error { return pages.Write(w, s, f, style) }
	return r, err
}
