package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// A kernel from outside whose rows are known is judged exactly, wherever the rows are from: files, or a program.

// matrices are those of --matrix, or the rows that --exec tells.
func (c *validateCmd) matrices(w *world, chain experiments.Chain, T int) (validation.Matrices, error) {
	if c.Rows {
		return c.askRows(w, chain, T)
	}
	given, err := c.readMatrices(chain.Target.Grid.Size())
	return given, bad(err)
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
		return given, fmt.Errorf("--matrix %s is a folder, which has its own betas; leave --beta, -T and --schedule "+
			"out", c.Matrix)
	case info.IsDir():
		f, err := outside.OpenFolder(c.Matrix, cells)
		given.Schedule, given.P = f.Schedule, f.P
		return given, err
	case levelsGiven:
		return given, fmt.Errorf("--matrix %s is of one beta; leave -T and --schedule out, or give a folder", c.Matrix)
	}
	p, err := outside.OpenMatrix(c.Matrix, cells)
	given.Schedule = chains.Linear(2)
	given.P = [][]float64{p}
	return given, err
}

// askRows asks the program of --exec for its rows at the betas of the annealing after the first, or at --beta alone.
func (c *validateCmd) askRows(w *world, chain experiments.Chain, T int) (given validation.Matrices, err error) {
	given = validation.Matrices{Path: c.execName(), Declared: c.Kernel != "", Schedule: chains.Linear(2)}
	cells := chain.Target.Grid.Size()
	if cells > experiments.MostAskedCells {
		return given, badf("--exec %s --rows on %s cells; up to %s, whose rows fit, would do", c.Exec,
			table.Thousands(cells), table.Thousands(experiments.MostAskedCells))
	}
	betas := []float64{}
	if c.Beta != nil {
		betas = append(betas, *c.Beta)
	} else {
		a, _, err := chain.At(w.ctx, T)
		if err != nil {
			return given, unfit(err)
		}
		given.Schedule = a.Schedule
		given.P = make([][]float64, 1, T)
		betas = a.Schedule.Betas()[1:]
	}
	program := w.rowsProgram(c.Exec, c.Timeout, c.MCSeed)
	defer func() { err = unanswered(errors.Join(err, program.close())) }()
	chain = chain.Asking(program.ask)
	for i, beta := range betas {
		if i > 0 && beta == betas[i-1] {
			given.P = append(given.P, given.P[len(given.P)-1])
			continue
		}
		p, err := chain.Told(w.ctx, beta)
		if err != nil {
			return given, err
		}
		given.P = append(given.P, p)
	}
	return given, nil
}

// execName is what a verdict calls the program of --exec.
func (c *validateCmd) execName() string {
	if c.Exec == client.Caller {
		return "the caller"
	}
	return strconv.Quote(c.Exec)
}
