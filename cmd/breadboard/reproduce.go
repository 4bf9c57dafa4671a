package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"breadboard/experiments"
	"breadboard/experiments/disk"
	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/bdmc"
	"breadboard/experiments/studies/paper"
	"breadboard/experiments/studies/samplers"
	"breadboard/grid/text"
	"breadboard/reports/studies"
	"breadboard/reports/table"
)

// reproduceCmd reproduces a paper: BREAD's Appendix B, BDMC's Section 6, the experiments of AIDE, or what
// Turner and Neal ask of samplers. It writes files into a directory and prints the tables. Its default
// directory is not the committed reproduction, so that nobody overwrites that by accident.
type reproduceCmd struct {
	Paper string `arg:"" optional:"" default:"bread" help:"bread (its Appendix B; the default), bdmc (its Section 6), aide (its experiments) or samplers (how well they work)."`
	Out   string `help:"The directory to write to (breadboard-paper for bread, else breadboard-PAPER)." placeholder:"DIR" complete:"file"`
	Quick bool   `help:"Less of everything, and smaller models: a look in seconds."`
	writeFlags
	outputFlags
}

// A reproduction of a paper has the names of its files and the directory that they go to by default.
type reproduction struct {
	paper, out string
	names      []string
	reproduce  func(w *world, quick bool, tell experiments.Progress) (studies.Study, error)
}

// allStudies are the papers that reproduce knows.
var allStudies = []reproduction{
	{"bread", "breadboard-paper", studies.PaperNames,
		func(w *world, quick bool, tell experiments.Progress) (studies.Study, error) {
			return told(func(p paper.Reproduction) studies.Study { return studies.Paper(p, version()) })(
				paper.Reproduce(w.ctx, paper.Sized(quick), tell))
		}},
	{"bdmc", "breadboard-bdmc", studies.BDMCNames,
		func(w *world, quick bool, tell experiments.Progress) (studies.Study, error) {
			return told(studies.BDMC)(bdmc.Reproduce(w.ctx, bdmc.Sized(quick), tell))
		}},
	{"aide", "breadboard-aide", studies.AIDENames,
		func(w *world, quick bool, tell experiments.Progress) (studies.Study, error) {
			return told(studies.AIDE)(aidepaper.Reproduce(w.ctx, aidepaper.Size{Quick: quick}, tell))
		}},
	{"samplers", "breadboard-samplers", studies.SamplersNames,
		func(w *world, quick bool, tell experiments.Progress) (studies.Study, error) {
			return told(studies.Samplers)(samplers.Reproduce(w.ctx, quick, time.Now, tell))
		}},
}

// told tells a result as a study, unless there is none.
func told[R any](tell func(R) studies.Study) func(R, error) (studies.Study, error) {
	return func(result R, err error) (study studies.Study, _ error) {
		if err == nil {
			study = tell(result)
		}
		return study, err
	}
}

// Run computes everything, draws everything, and only then writes and prints.
func (c *reproduceCmd) Run(w *world) error {
	i := slices.IndexFunc(allStudies, func(s reproduction) bool { return s.paper == c.Paper })
	if i < 0 {
		papers := table.Each(allStudies, func(s reproduction) string { return s.paper })
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
	return w.study(c.into(out), allStudies[i].names, c.format, func() (studies.Study, error) {
		tell, finish := w.progress("reproduce")
		defer finish()
		s, err := allStudies[i].reproduce(w, c.Quick, tell)
		s.Look = c.look()
		return s, err
	})
}

// study makes a study, writes its files of these names, if a directory is named, and prints its tables. After a failure
// the directory is removed if it is new and still empty.
func (w *world) study(out disk.Set, names []string, format table.Format,
	make func() (studies.Study, error)) (err error) {
	if out.Dir != "" {
		_, missing := os.Stat(out.Dir)
		if err := w.checkDir("--out", out, names...); err != nil {
			return err
		}
		defer func() {
			if err != nil && errors.Is(missing, fs.ErrNotExist) {
				_ = os.Remove(out.Dir)
			}
		}()
	}
	s, err := make()
	var files []table.File
	if err == nil && out.Dir != "" {
		if files, err = s.Files(); err == nil {
			err = w.write(out, files)
		}
	}
	if err == nil {
		err = s.Write(w.stdout, format, w.style)
	}
	if err == nil && out.Dir != "" && format == table.Plain {
		_, err = fmt.Fprintf(w.stdout, "\n%d files in %s\n", len(files), text.OneLine(out.Dir))
	}
	return err
}

// seedsCmd searches the draws of the random toys for those nearest to all published
// figures. The default seeds of the toys are the best among the first 100,000.
type seedsCmd struct {
	Toy   string `help:"A random toy; both if it is left out." placeholder:"NAME"`
	First int    `help:"How many seeds to search, from 0 on (${default})." default:"100000" placeholder:"N"`
	Best  int    `help:"How many of them to print (${default})." default:"5" placeholder:"N"`
	outputFlags
}

// Run searches the seeds and prints the best draws.
func (c *seedsCmd) Run(w *world) error {
	var random []paper.Toy // those of the paper, or the one that the flag names
	var names []string
	for _, t := range paper.Toys() {
		if t.Seeded && (c.Toy == "" || t.Name == c.Toy) {
			random = append(random, t)
		}
		if t.Seeded {
			names = append(names, t.Name)
		}
	}
	if random == nil {
		return bad(experiments.Unknown(experiments.FieldToy, c.Toy, names))
	}
	var tables []table.Table
	for _, toy := range random {
		tell, finish := w.progress(toy.Title)
		draws, err := paper.Search(w.ctx, toy, c.First, c.Best, tell)
		finish()
		if err != nil {
			return err
		}
		tables = append(tables, studies.DrawsTable(toy, draws))
	}
	if c.format.ForPrograms() { // one table for programs
		for _, t := range tables[1:] {
			tables[0].Rows = append(tables[0].Rows, t.Rows...)
		}
		tables = tables[:1]
	}
	return w.print(c.format, tables...)
}
