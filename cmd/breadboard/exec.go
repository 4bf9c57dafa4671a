package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/following"
	"breadboard/grid"
	"breadboard/reports/table"
)

// A stepCommand is the command of --exec, which has a step of a Markov chain. It is started at the first question. It
// reads its grid once, so each shape of grid has a process of its own, which runs until close. It is an
// experiments.Stepper.
type stepCommand struct {
	*processes // shared with all that Anew returns

	session *session
	command string
	wait    time.Duration
	limits  enumerate.Limits
	seed    uint64
	pace    time.Duration       // that a question takes at most; 0 for the usual one
	until   time.Time           // when following ends; zero for no end
	watch   func(share float64) // sees how far the rows of a level are; may be nil
	draws   bool                // is a sampler, whose rows are all alike
	update  int                 // of a scan that is looked at alone, from 1; 0 of the whole step

	asked map[string]*stepProcess       // by grid
	known map[string]following.Evidence // of what was compared with moves, by grid
}

// The processes of a command answer one question at a time.
type processes struct {
	mu      sync.Mutex
	running map[string]*process             // by grid
	known   []map[string]following.Evidence // of all that Anew returned
	none    error                           // an outside.NotTold, if the command has told nothing
}

// A process is one of the command on one grid. It tells its rows, or makes runs of its step, which is followed.
type process struct {
	client.Kernel
	known, tells bool // whether it tells rows
}

// A stepProcess is a process with what was followed of its step for some rows: that belongs to these, as the process
// answers for others in between.
type stepProcess struct {
	*process
	*following.Scan
}

// stepCommand returns the command of this command line.
func (s *session) stepCommand(command string, f followFlags, seed uint64) *stepCommand {
	return &stepCommand{session: s, command: command, wait: f.Timeout, limits: f.limits(), seed: seed,
		processes: &processes{running: map[string]*process{}}, asked: map[string]*stepProcess{}}
}

// Anew returns the command with its processes and nothing followed.
func (p *stepCommand) Anew() experiments.Stepper {
	anew := *p
	anew.asked = map[string]*stepProcess{}
	anew.known = map[string]following.Evidence{}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.processes.known = append(p.processes.known, anew.known)
	return &anew
}

// Rows returns the rows of some cells.
func (p *stepCommand) Rows(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) ([]float64,
	error) {
	rows, _, err := p.tell(ctx, g, beta, logf, cells)
	return rows, err
}

// Agree compares the rows that were followed with moves of the step as it stands, and says what was followed.
func (p *stepCommand) Agree(ctx context.Context, g grid.Grid) (said string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	process := p.asked[g.String()]
	if process == nil || process.tells {
		return "", nil
	}
	said, err = process.Agree(ctx)
	if p.known != nil {
		p.known[g.String()] = process.Evidence()
	}
	return said, err
}

// said says what was followed on each grid for the rows of all that Anew returned, in sentences.
func (p *stepCommand) said() (all []string) {
	for _, shape := range slices.Sorted(maps.Keys(p.running)) {
		var sum following.Evidence
		for _, known := range p.processes.known {
			sum = sum.Plus(known[shape])
		}
		if sum != nil {
			all = append(all, fmt.Sprintf("%s is a step on %s, %s.", p.command, shape, sum.InWords()))
		}
	}
	return all
}

// tell returns the rows of some cells and the probabilities of proposals, as following.Scan does. A sampler's are all
// alike.
func (p *stepCommand) tell(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) (rows,
	proposed []float64, err error) {
	if !p.draws || len(cells) < 2 {
		return p.tellRows(ctx, g, beta, logf, cells)
	}
	if rows, proposed, err = p.tellRows(ctx, g, beta, logf, cells[:1]); err != nil {
		return nil, nil, err
	}
	return slices.Repeat(rows, len(cells)), slices.Repeat(proposed, len(cells)), err
}

// tellRows asks for the rows of some cells.
func (p *stepCommand) tellRows(ctx context.Context, g grid.Grid, beta float64, logf []float64, cells []int) (rows,
	proposed []float64, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	process, err := p.processFor(g)
	if err != nil {
		return nil, nil, err
	}
	if process.tells || !process.known {
		rows, proposed, err = process.told(ctx, beta, logf, cells)
	}
	if !process.known {
		err = p.know(g, process, err)
	}
	process.Watch = p.watch
	process.Over = func() bool { return !p.until.IsZero() && !time.Now().Before(p.until) }
	if err == nil && !process.tells {
		rows, proposed, err = process.Scan.Rows(ctx, beta, logf, cells)
	}
	if errors.As(err, new(outside.NotTold)) {
		p.none = err
	}
	if err != nil && ctx.Err() != nil { // the process was killed, and the next question needs a new one
		delete(p.running, g.String())
		delete(p.asked, g.String())
	}
	return rows, proposed, err
}

// told asks for rows, and keeps them for a comparison with moves.
func (p *stepProcess) told(ctx context.Context, beta float64, logf []float64, cells []int) (rows, proposed []float64,
	err error) {
	if err := p.Aim(ctx, beta, logf); err != nil {
		return nil, nil, err
	}
	if rows, proposed, err = p.Kernel.Rows(ctx, cells); err == nil {
		p.Take(beta, logf, cells, rows)
	}
	return rows, proposed, err
}

// know takes it from the first question for rows whether a process tells them. One that ended there is started anew.
func (p *stepCommand) know(g grid.Grid, process *stepProcess, err error) error {
	process.known = true
	process.tells = err == nil
	if !errors.As(err, new(outside.NotTold)) {
		return err
	}
	if err = nil; process.Ended() {
		process.Kernel, err = p.start(g)
	}
	process.Scan = p.scan(g, process.Kernel)
	return err
}

// processFor returns the process for this grid, and starts it if there is none.
func (p *stepCommand) processFor(g grid.Grid) (*stepProcess, error) {
	shape := g.String()
	if asked, ok := p.asked[shape]; ok {
		return asked, nil
	}
	if p.running[shape] == nil {
		for other := range p.running {
			if p.command == client.Caller {
				return nil, badf("--exec - reads the grid once, and the targets have two, %s and %s; use targets of "+
					"one grid, or a command, which is started for each", other, shape)
			}
		}
		kernel, err := p.start(g)
		if err != nil {
			return nil, err
		}
		p.running[shape] = &process{Kernel: kernel}
	}
	running := p.running[shape]
	p.asked[shape] = &stepProcess{running, p.scan(g, running.Kernel)}
	return p.asked[shape], nil
}

// start starts a process.
func (p *stepCommand) start(g grid.Grid) (client.Kernel, error) {
	kernel, err := client.StartKernel(p.session.ctx, p.command, p.wait, p.seed, g)
	if err == nil && p.pace > 0 {
		kernel.Pace(p.pace)
	}
	return kernel, err
}

// scan returns what follows the updates of a kernel: it has one if it has told no other, or if one is looked at alone.
func (p *stepCommand) scan(g grid.Grid, kernel client.Kernel) *following.Scan {
	updates := []outside.Step{kernel.Anew()}
	if n := len(kernel.Updates()); n > 0 {
		updates = nil
		for i := range n {
			updates = append(updates, kernel.Update(i))
		}
	}
	if p.update > 0 {
		updates = []outside.Step{kernel.Update(p.update - 1)}
	}
	return following.NewScan(updates, g, p.limits, p.seed)
}

// calls returns how often the step was called.
func (p *stepCommand) calls() (n int) {
	for _, process := range p.running {
		n += process.Calls()
	}
	return n
}

// close ends all processes. It returns a fault if one of them has printed more than its answers.
func (p *stepCommand) close() (err error) {
	for _, process := range p.running {
		err = errors.Join(err, process.Close())
	}
	return err
}

// rowsFit returns an outside.NotTold if there are too many cells to ask for the rows of all.
func rowsFit(g grid.Grid) error {
	if n := g.Size(); n > experiments.MostExecCells {
		return outside.NotTold{Why: fmt.Sprintf("its rows on %s cells do not fit", table.Thousands(n))}
	}
	return nil
}

// matrices returns the rows of a command at a beta, and the probabilities of proposals, as matrices of NaN where
// nothing is told, as of cells in which no chain ever is; no proposals if none is told.
func (p *stepCommand) matrices(ctx context.Context, annealer experiments.Annealer, beta float64) (rows,
	proposed []float64, err error) {
	a := annealer.Base(chains.Linear(2))
	logf, cells := experiments.QueryAt(a, 1, beta)
	rows, proposed, err = p.tell(ctx, a.Grid, beta, logf, cells)
	return experiments.MatrixOf(rows, cells, len(logf)), experiments.MatrixOf(proposed, cells, len(logf)), err
}

// withProgram returns the annealer with a command as its program exec, by its ways if it can be followed, and if not by
// runs. Then a process answers until stop.
func (s *session) withProgram(annealer experiments.Annealer, command string, f followFlags, seed uint64) (
	with experiments.Annealer, stop func() error, err error) {
	initial, target := annealer.Ends()
	g := annealer.Target.Grid
	p, err := client.StartProgram(s.ctx, command, f.Timeout, seed, g, initial, target)
	if err != nil {
		return annealer, nil, err
	}
	by := experiments.Command{Line: command}
	follower := following.NewProgram(p, g, target, f.limits(), seed)
	by.Program, by.Followed, err = follower.Ways(s.ctx)
	if none := (outside.NotTold{}); errors.As(err, &none) {
		if err = p.Close(); err == nil {
			p, err = client.StartProgram(s.ctx, command, f.Timeout, seed, g, initial, target)
		}
		by.Program = outside.NewRuns(s.ctx, p, target, none)
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
	switch {
	case errors.As(err, new(*client.Fault)):
		return badf("--exec %w", err)
	case errors.As(err, new(experiments.NoRowsError)): // which names the command
		return err
	case errors.As(err, new(outside.NotTold)), errors.As(err, new(following.Disagreement)):
		return badf("--exec: %w; validate takes its moves", err)
	}
	return err
}
