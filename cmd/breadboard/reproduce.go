package main

import (
	"fmt"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments/paper"
	"breadboard/reports"
	"breadboard/reports/table"
)

// reproduceCmd reproduces the paper's Appendix B: it writes files into a directory and
// prints the tables. Its default directory is not the committed reproduction, so that
// nobody overwrites that by accident.
type reproduceCmd struct {
	Out   string `help:"The directory to write to (${default})." default:"breadboard-paper" placeholder:"DIR" complete:"file"`
	Quick bool   `help:"Fewer T, targets and chains: a look in three seconds."`
	outputFlags
}

// Run computes everything, draws everything, and only then writes and prints.
func (c *reproduceCmd) Run(w *world) (err error) {
	undo, err := newDir("--out", c.Out)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			undo()
		}
	}()
	size := paper.Full()
	if c.Quick {
		size = paper.Quick()
	}
	tell, finish := w.progress("reproduce")
	r, err := paper.Reproduce(w.ctx, size, tell)
	finish()
	if err != nil {
		return err
	}
	files, err := reports.Files(r)
	if err == nil {
		err = system.WriteAll(w.ctx, c.Out, files)
	}
	if err == nil {
		err = reports.WriteTables(w.stdout, r, c.format, w.style)
	}
	if err == nil && c.format == table.Plain {
		_, err = fmt.Fprintf(w.stdout, "\n%d files in %s\n", len(files), c.Out)
	}
	return err
}
