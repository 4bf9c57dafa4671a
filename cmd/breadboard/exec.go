package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"breadboard/chains"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/reports/table"
)

// A rowsCommand is the command of --exec, which tells the rows of its kernel. It is started at the first question. It
// reads its grid once, so each shape of grid has a process of its own, which runs until close.
type rowsCommand struct {
	session *session
	command string
	wait    time.Duration
	first   time.Duration // for the first row, and the first moves; 0 is wait
	seed    uint64

	none    error      // a client.NoneError, if the command has told no rows
	mu      sync.Mutex // a process answers one question at a time
	running map[string]client.Kernel
}

// rowsCommand returns the command of this command line, which may take the time wait for a line.
func (s *session) rowsCommand(command string, wait time.Duration, seed uint64) *rowsCommand {
	return &rowsCommand{session: s, command: command, wait: wait, seed: seed, running: map[string]client.Kernel{}}
}

// ask returns the rows of some cells, as an experiments.AskRows.
func (p *rowsCommand) ask(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64,
	error) {
	rows, _, err := p.tell(ctx, g, beta, logf, cells)
	return rows, err
}

// tell returns the rows of some cells and the probabilities of proposals, as Kernel.Rows does.
func (p *rowsCommand) tell(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) (rows,
	proposed []float64, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	process, err := p.processFor(g)
	if err != nil {
		return nil, nil, err
	}
	err = process.Aim(ctx, beta, logf)
	if err == nil {
		rows, proposed, err = process.Rows(ctx, cells)
	}
	if errors.As(err, new(client.NoneError)) {
		p.none = err
	}
	if err != nil && ctx.Err() != nil { // the process was killed, and the next question needs a new one
		delete(p.running, g.String())
	}
	return rows, proposed, err
}

// processFor returns the process for this grid, and starts it if there is none.
func (p *rowsCommand) processFor(g grid.Grid) (client.Kernel, error) {
	shape := g.String()
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
	process, err := client.StartKernel(p.session.ctx, p.command, p.wait, p.seed, g)
	if err == nil {
		if p.first > 0 {
			process.Patience(p.first)
		}
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

// rowsFit returns a client.NoneError if there are too many cells to ask for the rows of all.
func rowsFit(g grid.Grid) error {
	if n := g.Size(); n > experiments.MostExecCells {
		return client.None(fmt.Sprintf("its rows on %s cells do not fit", table.Thousands(n)))
	}
	return nil
}

// matrices returns the rows of a command at a beta, and the probabilities of proposals, as matrices of NaN where
// nothing is told, as of cells in which no chain ever is; no proposals if none is told. It asks for the cells
// backwards, if it is to.
func (p *rowsCommand) matrices(ctx context.Context, annealer experiments.Annealer, beta float64, backwards bool) (rows,
	proposed []float64, err error) {
	a := annealer.Base(chains.Linear(2))
	logf, cells := experiments.Asked(a, 1, beta)
	if backwards {
		slices.Reverse(cells)
	}
	rows, proposed, err = p.tell(ctx, a.Grid, beta, logf, cells)
	return experiments.MatrixOf(rows, cells, len(logf)), experiments.MatrixOf(proposed, cells, len(logf)), err
}

// firstWays is the time that a command has for the ways of its forward runs, before it is asked for runs: to follow all
// of them may take far longer than to follow a step.
var firstWays = 10 * time.Second

// withProgram returns the annealer with a command as its program exec, by its ways if it tells them, and if not by
// runs. Then a process answers until stop.
func (s *session) withProgram(annealer experiments.Annealer, command string, wait time.Duration, seed uint64) (
	with experiments.Annealer, stop func() error, err error) {
	initial, target := annealer.Ends()
	start := func() (client.Program, error) {
		return client.StartProgram(s.ctx, command, wait, seed, annealer.Target.Grid, initial, target)
	}
	p, err := start()
	if err != nil {
		return annealer, nil, err
	}
	p.Patience(firstWays)
	told, err := p.Ways(s.ctx)
	by := experiments.Command{Program: told, Line: command}
	if none := (client.NoneError{}); errors.As(err, &none) {
		if err = p.Close(); err == nil {
			p, err = start()
		}
		by.Program = outside.NewRuns(s.ctx, p, target, none.Why)
	}
	annealer.Command = by
	return annealer, p.Close, err
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
