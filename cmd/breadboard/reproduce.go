package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/disk"
	"breadboard/experiments/paper"
	"breadboard/grid/text"
	"breadboard/reports/bread"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// reproduceCmd reproduces Appendix B of BREAD. It writes files into a directory and prints the tables. Its default
// directory is not the committed reproduction, so that nobody overwrites that by accident. Other papers are studies,
// in a module of their own.
type reproduceCmd struct {
	Paper string `arg:"" optional:"" default:"bread" help:"bread, its Appendix B; the default, and the only one here."`
	Out   string `help:"The directory to write to (default ${default})." default:"breadboard-paper" placeholder:"DIR" complete:"file"`
	Quick bool   `help:"Less of everything: a look in seconds."`
	writeFlags
	outputFlags
}

// Run computes everything, draws everything, and only then writes and prints.
func (c *reproduceCmd) Run(w *world) error {
	if slices.Contains(movedPapers, c.Paper) {
		return badf("%s", isStudy(c.Paper))
	}
	if c.Paper != "bread" {
		return bad(experiments.Unknown("PAPER", c.Paper, append([]string{"bread"}, movedPapers...)))
	}
	bytes := float64(leastStudy)
	if c.Quick {
		bytes = leastQuick
	}
	if err := w.affordLeast("reproduce", bytes); err != nil {
		return err
	}
	return w.showStudy(c.into(c.Out), c.drawn(bread.PaperNames), c.format, func() (study.Study, error) {
		tell, finish := w.progress("reproduce")
		defer finish()
		r, err := paper.Reproduce(w.ctx, paper.Sized(c.Quick), tell)
		if err != nil {
			return study.Study{}, err
		}
		s := bread.Paper(r, version())
		s.Look = w.look(c.look())
		return s, nil
	})
}

// movedPapers are the papers that were reproduced here once.
var movedPapers = []string{"aide", "bdmc", "samplers"}

// isStudy says where a study is that is no command.
func isStudy(name string) string {
	return fmt.Sprintf("%s is a study, in a module of its own; in a clone of the project, "+
		"go -C experiments/studies run . %s would do", name, name)
}

// showStudy makes a study, writes its files of these names, if a directory is named, and prints its tables. After a
// failure the directory is removed if it is new and still empty.
func (w *world) showStudy(out disk.Set, names []string, format table.Format,
	make func() (study.Study, error)) (err error) {
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
