package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments"
	"breadboard/reports"
)

// checkBetas returns what is wrong with --save-betas, before any work: it takes one annealing, and
// a file that can be written.
func (c *exactCmd) checkBetas(ts []int) error {
	if c.SaveBetas == "" {
		return nil
	}
	dir, name := filepath.Split(c.SaveBetas)
	switch {
	case c.Program != nil || c.Tails != nil || c.Runs != nil:
		return bad(errors.New("--save-betas and one of --program, --tails and --runs are both given; the betas are " +
			"those of one annealing, so the first alone would do"))
	case len(ts) > 1:
		return bad(fmt.Errorf("--save-betas %s with %d numbers of levels; one, as in -T %d, would do", c.SaveBetas,
			len(ts), ts[0]))
	case name == "":
		return bad(fmt.Errorf("--save-betas %s is a directory; a file in it, as %sbetas.csv, would do", c.SaveBetas,
			c.SaveBetas))
	}
	return checkDir("--save-betas", filepath.Clean(dir)) // of "" it is "."
}

// saveBetas writes the file of --save-betas.
func (c *exactCmd) saveBetas(w *world, r experiments.Exact) error {
	if c.SaveBetas == "" {
		return nil
	}
	dir, name := filepath.Split(c.SaveBetas)
	return system.WriteAll(w.ctx, filepath.Clean(dir), []system.File{{Name: name,
		Write: func(out io.Writer) error { return reports.WriteBetas(out, r) }}})
}
