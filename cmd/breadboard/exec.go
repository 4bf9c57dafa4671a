package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/grid"
)

// A rowsCommand is the command of --exec, which tells the rows of its kernel. It is started at the first question. It
// reads its grid once, so each shape of grid has a process of its own, which runs until close.
type rowsCommand struct {
	w       *world
	command string
	wait    time.Duration
	seed    uint64

	mu      sync.Mutex // a process answers one question at a time
	running map[string]client.Kernel
}

// rowsCommand returns the command of this command line, which may take the time wait for a line.
func (w *world) rowsCommand(command string, wait time.Duration, seed uint64) *rowsCommand {
	return &rowsCommand{w: w, command: command, wait: wait, seed: seed, running: map[string]client.Kernel{}}
}

// ask returns the rows of some cells, as an experiments.Ask.
func (p *rowsCommand) ask(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64,
	error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	shape := g.String()
	process, err := p.processFor(g, shape)
	if err != nil {
		return nil, err
	}
	if p.command == client.Caller { // the caller answers before it reads on
		ctx = context.WithoutCancel(ctx)
	}
	var rows []float64
	err = process.Aim(ctx, beta, logf)
	if err == nil {
		rows, err = process.Rows(ctx, cells)
	}
	if ctx.Err() != nil { // the process was killed, and the next question needs a new one
		delete(p.running, shape)
	}
	return rows, err
}

// processFor returns the process for this grid, and starts it if there is none.
func (p *rowsCommand) processFor(g grid.Grid, shape string) (client.Kernel, error) {
	process, ok := p.running[shape]
	if ok {
		return process, nil
	}
	for other := range p.running {
		if p.command == client.Caller {
			return process, badf("--exec - reads the grid once, and the targets have two, %s and %s; use targets of "+
				"one grid, or a command, which is started for each", other, shape)
		}
	}
	process, err := client.StartKernel(p.w.ctx, p.command, p.wait, p.seed, g)
	if err == nil {
		p.running[shape] = process
	}
	return process, err
}

// close ends all processes. It returns a fault if one of them has printed more than its answers.
func (p *rowsCommand) close() (err error) {
	for _, process := range p.running {
		err = errors.Join(err, process.Close())
	}
	return err
}

// rowsFault marks as bad input a fault of the command, and rows that break a law.
func rowsFault(err error) error {
	if errors.As(err, new(experiments.NoRowsError)) {
		err = bad(err)
	}
	return commandFault(err)
}

// commandFault marks as bad input what the user's command did wrong.
func commandFault(err error) error {
	if errors.As(err, new(*client.Fault)) {
		return badf("--exec %w", err)
	}
	return err
}
