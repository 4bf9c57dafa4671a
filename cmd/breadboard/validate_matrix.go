package main

import (
	"fmt"
	"os"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid/text"
)

// matrices validates a matrix at one beta, or a folder of them at its own betas.
func (c *validateCmd) matrices(w *world, tell experiments.Progress) (v validation.Validation, err error) {
	chain, _, err := c.chain(w, 2)
	if err != nil {
		return v, err
	}
	if err := c.sameSpace(chain); err != nil {
		return v, err
	}
	given, err := c.readMatrices(chain.Target.Grid.Size())
	if err != nil {
		return v, bad(err)
	}
	beta := c.Beta
	if beta == nil && len(given.P) == 1 {
		one := 1.0
		beta = &one
	}
	s := validation.Given(chain, given)
	s.Slack = c.Tolerance
	return c.run(w.ctx, s, beta, tell)
}

// bytes is the memory of a validation. All matrices of a folder are in it together.
func (c *validateCmd) bytes(s experiments.Space, T int) float64 {
	matrices, entries := outside.SizeOfFolder(c.Matrix)
	return validation.Bytes(s, T) + 8*float64(matrices)*entries
}

// readMatrices reads the file or folder of --matrix. A folder always has two matrices
// or more in P, counting the missing one of beta = 0; a file has one.
func (c *validateCmd) readMatrices(cells int) (validation.Matrices, error) {
	given := validation.Matrices{Path: c.Matrix, Declared: c.Kernel != ""}
	levelsGiven := len(c.Levels) > 0 || c.Schedule != "linear"
	info, err := os.Stat(c.Matrix)
	switch {
	case err != nil:
		return given, fmt.Errorf("--matrix %s: %w; a CSV or NPY file, or a folder of them, would do",
			c.Matrix, text.Pathless(err))
	case info.IsDir() && (c.Beta != nil || levelsGiven):
		return given, fmt.Errorf("--matrix %s is a folder, which has its own betas; leave --beta, -T and "+
			"--schedule out", c.Matrix)
	case info.IsDir():
		f, err := outside.OpenFolder(c.Matrix, cells)
		given.Schedule, given.P = f.Schedule, f.P
		return given, err
	case levelsGiven:
		return given, fmt.Errorf("--matrix %s is of one beta; leave -T and --schedule out, or give a folder", c.Matrix)
	}
	p, err := outside.OpenMatrix(c.Matrix, cells)
	given.Schedule, given.P = chains.Linear(2), [][]float64{p}
	return given, err
}
