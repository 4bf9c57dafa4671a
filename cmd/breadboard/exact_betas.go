package main

import (
	"fmt"
	"io"
	"path/filepath"

	"breadboard/experiments"
	"breadboard/reports"
)

// checkBetas returns what is wrong with --save-betas, before any work: it takes one annealing, and
// a file that can be written.
func (c *exactCmd) checkBetas(w *world, o order) error {
	ts := o.ts
	if c.SaveBetas == "" {
		return nil
	}
	_, name := filepath.Split(c.SaveBetas)
	switch {
	case len(ts) > 1:
		return bad(fmt.Errorf("--save-betas %s with %d numbers of levels; one, as in -T %d, would do", c.SaveBetas,
			len(ts), ts[0]))
	case len(o.others) > 0:
		return bad(fmt.Errorf("--save-betas %s with %d seeds; one would do", c.SaveBetas, 1+len(o.others)))
	case name == "":
		return bad(fmt.Errorf("--save-betas %s is a directory; a file in it, as %sbetas.csv, would do", c.SaveBetas,
			c.SaveBetas))
	}
	return w.checkFile("--save-betas", c.SaveBetas, c.Force, reports.BetasBegin(o.Chain, ts[0]))
}

// saveBetas writes the file of --save-betas.
func (c *exactCmd) saveBetas(w *world, r experiments.Exact) error {
	if c.SaveBetas == "" {
		return nil
	}
	return w.writeFile(c.SaveBetas, c.Force, func(out io.Writer) error { return reports.WriteBetas(out, r) })
}
