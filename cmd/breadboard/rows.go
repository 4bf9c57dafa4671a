package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"breadboard/chains"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports/table"
)

// A rowsProgram is the program of --exec, asked for the rows of its kernel. It is started when it is first asked. A
// program reads its grid once: so there is a process for each shape of grid, until the command is over.
type rowsProgram struct {
	w       *world
	command string
	wait    time.Duration
	seed    uint64

	mu      sync.Mutex // a process answers one question after the other
	running map[string]client.Rows
}

// rowsProgram is the program of this command line, which may take so long over a line.
func (w *world) rowsProgram(command string, wait time.Duration, seed uint64) *rowsProgram {
	return &rowsProgram{w: w, command: command, wait: wait, seed: seed, running: map[string]client.Rows{}}
}

// ask is an experiments.Ask.
func (p *rowsProgram) ask(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64,
	error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	shape := g.String()
	process, err := p.on(g, shape)
	if err != nil {
		return nil, err
	}
	if p.command == client.Caller { // it answers what it was asked before it reads on
		ctx = context.WithoutCancel(ctx)
	}
	var rows []float64
	err = process.Aim(ctx, beta, logf)
	if err == nil {
		rows, err = process.Of(ctx, cells)
	}
	if ctx.Err() != nil { // the process was ended for it, and no other question shall suffer
		delete(p.running, shape)
	}
	return rows, err
}

// on returns the process on this grid.
func (p *rowsProgram) on(g grid.Grid, shape string) (client.Rows, error) {
	process, ok := p.running[shape]
	if ok {
		return process, nil
	}
	for other := range p.running {
		if p.command == client.Caller {
			return process, badf("--exec - reads the grid once, and the targets have two, %s and %s; targets of one "+
				"grid would do, or a command line, which is started for each", other, shape)
		}
	}
	process, err := client.StartRows(p.w.ctx, p.command, p.wait, p.seed, g)
	if err == nil {
		p.running[shape] = process
	}
	return process, err
}

// close ends all processes. It is a fault of a program that has printed more than its answers.
func (p *rowsProgram) close() (err error) {
	for _, process := range p.running {
		err = errors.Join(err, process.Close())
	}
	return err
}

// unanswered makes bad input of a program's fault, and of rows that break a law.
func unanswered(err error) error {
	if errors.As(err, new(experiments.Unanswered)) {
		err = bad(err)
	}
	return execFault(err)
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
	bytes := experiments.ProgramBytes + experiments.MatricesBytes(len(betas), float64(cells)*float64(cells))
	words := fmt.Sprintf("the rows of %s cells at %s take %s of memory", table.Thousands(cells),
		table.Counted(len(betas), "beta"), amount(bytes))
	if err := w.affordBytes(words, "fewer levels or a smaller target", bytes, bytes > experiments.MostUnaskedBytes,
		c.Yes); err != nil {
		return given, err
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
