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

// A rowsProgram is the program of --exec, asked for the rows of its kernel. It is started when it is first asked. A
// program reads its grid once: so there is a process for each shape of grid, until the command is over.
type rowsProgram struct {
	w       *world
	command string
	wait    time.Duration
	seed    uint64

	mu      sync.Mutex // a process answers one question after the other
	running map[string]client.Kernel
}

// rowsProgram returns the program of this command line, which may take the time wait for a line.
func (w *world) rowsProgram(command string, wait time.Duration, seed uint64) *rowsProgram {
	return &rowsProgram{w: w, command: command, wait: wait, seed: seed, running: map[string]client.Kernel{}}
}

// ask returns rows, as an experiments.Ask does.
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
		rows, err = process.Rows(ctx, cells)
	}
	if ctx.Err() != nil { // the process was ended for it, and no other question shall suffer
		delete(p.running, shape)
	}
	return rows, err
}

// on returns the process on this grid.
func (p *rowsProgram) on(g grid.Grid, shape string) (client.Kernel, error) {
	process, ok := p.running[shape]
	if ok {
		return process, nil
	}
	for other := range p.running {
		if p.command == client.Caller {
			return process, badf("--exec - reads the grid once, and the targets have two, %s and %s; use targets of "+
				"one grid, or a command line, which is started for each", other, shape)
		}
	}
	process, err := client.StartKernel(p.w.ctx, p.command, p.wait, p.seed, g)
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
	if errors.As(err, new(experiments.NoRowsError)) {
		err = bad(err)
	}
	return programFault(err)
}

// programFault makes bad input of what a program of the user's did wrong.
func programFault(err error) error {
	if errors.As(err, new(*client.Fault)) {
		return badf("--exec %w", err)
	}
	return err
}
