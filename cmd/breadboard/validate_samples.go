package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"breadboard/chains/evidence"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// The tests of samples accuse a sound kernel once in a thousand times by one look, and find a fault
// of the size asked for nine times in ten.
const (
	falseAlarms = 0.001
	power       = 0.9
)

// annealedChains is the largest number of chains that a program moves up the betas, and as many down.
const annealedChains = 10_000

// leastBudget is the least number of moves that are worth a test.
const leastBudget = 1000

// samples validates a kernel that is known from samples alone: a program, or a record of moves.
func (c *validateCmd) samples(w *world) (v validation.Validation, err error) {
	chain, T, err := c.chain(w, 11)
	if err != nil {
		return v, err
	}
	switch {
	case c.Budget < leastBudget:
		err = fmt.Errorf("--budget %d; %d moves or more would do", c.Budget, leastBudget)
	case !(c.Fault > 0 && c.Fault <= 1):
		err = fmt.Errorf("--fault %v; a total variation above 0, up to 1, would do", c.Fault)
	default:
		err = errors.Join(checkTimeout(c.Timeout), c.sameSpace(chain))
	}
	if err != nil {
		return v, bad(err)
	}
	s, err := validation.Of(w.ctx, chain, T)
	if err != nil {
		return v, unfit(err)
	}
	s.Annealing, s.Slack = s.Base, c.Tolerance
	if c.Kernel != "" {
		s.Declared = s.Base.Kernel
	}
	o := validation.Sampling{Budget: c.Budget, Chains: annealedChains, Fault: c.Fault, Level: falseAlarms, Power: power,
		Seed: c.MCSeed}
	if c.Moves != "" {
		s.Name = fmt.Sprintf("%s on %s", c.Moves, chain.TargetLabel())
		return c.count(w, s, o)
	}
	s.Name = fmt.Sprintf("%q on %s", c.Exec, chain.TargetLabel())
	return c.askProgram(w, s, o)
}

// askProgram starts the program and asks it for moves.
func (c *validateCmd) askProgram(w *world, s validation.Candidate, o validation.Sampling) (v validation.Validation,
	err error) {
	betas := []float64(nil)
	if c.Beta != nil {
		betas = []float64{*c.Beta}
	}
	defer func() { err = execFault(err) }()
	m, err := client.StartKernel(w.ctx, c.Exec, c.Timeout, c.MCSeed, s.Grid)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if !w.bar {
		return s.Sample(w.ctx, m, betas, o)
	}
	shown := &shownMoves{Mover: m, w: w, enough: s.Plan(o, betas), budget: o.Budget, betas: max(1, len(betas))}
	if betas == nil {
		shown.betas = s.T()
	}
	defer shown.finish()
	return s.Sample(w.ctx, shown, betas, o)
}

func (c *validateCmd) count(w *world, s validation.Candidate, o validation.Sampling) (v validation.Validation,
	err error) {
	seen := evidence.NewTally(s.Grid.Size())
	headed, err := outside.OpenMoves(c.Moves, s.Grid, seen.Add)
	if err != nil {
		return v, bad(err)
	}
	if headed {
		w.doubt([]error{fmt.Errorf("%s: row 1 looks like the names of columns, 0, 1 and so on, and is taken for a move; the "+
			"file without that line, or with a line of names above it if it is one, would do", c.Moves)})
	}
	beta := 1.0
	if c.Beta != nil {
		beta = *c.Beta
	}
	return s.Count(seen, beta, o), nil
}

// shownMoves are moves of a program whose progress is shown on a terminal. After the first replies it says once what is
// to come: how many moves, and how long they take at the speed of these replies. Then it draws a bar.
type shownMoves struct {
	outside.Mover
	w      *world
	enough float64 // moves for every law
	budget int
	betas  int

	done  int       // moves
	first int       // of the first line
	start time.Time // after the first line, which is not timed because a program may have to start
	tell  experiments.Progress
	clear func()
}

// shownLine is the number of moves in a line.
const shownLine = 1000

// firstReplies is the time in which replies are counted, before the program says how long all will take.
const firstReplies = 50 * time.Millisecond

// Move moves line by line.
func (m *shownMoves) Move(ctx context.Context, next, states []int) error {
	for len(states) > 0 {
		n := min(len(states), shownLine)
		if err := m.Mover.Move(ctx, next[:n], states[:n]); err != nil {
			return err
		}
		m.show(n)
		next, states = next[n:], states[n:]
	}
	return nil
}

// show shows that a line of so many moves was answered.
func (m *shownMoves) show(moves int) {
	if m.done == 0 {
		m.done, m.first, m.start = moves, moves, m.w.clock.now()
		return
	}
	m.done += moves
	if m.clear != nil {
		m.tell(min(m.done, m.all()), m.all()) // a second look asks for more
	} else if took := m.w.clock.now().Sub(m.start); took >= firstReplies {
		m.w.say(m.ahead(float64(m.done-m.first) / took.Seconds()))
		m.tell, m.clear = m.w.progress("validate")
	}
}

// all is the largest number of moves.
func (m *shownMoves) all() int { return int(min(m.enough, float64(m.budget))) }

// ahead says what is to come at this speed.
func (m *shownMoves) ahead(perSecond float64) string {
	betas := "one beta"
	if m.betas > 1 {
		betas = fmt.Sprintf("%d betas", m.betas)
	}
	const longest = 1e9 // seconds
	took := time.Duration(min(longest, float64(m.all())/perSecond) * float64(time.Second))
	say := fmt.Sprintf("up to %s moves at %s, which take about %s at the speed of the first replies (%s a second)",
		table.Thousands(m.all()), betas, roughly(took), table.Thousands(int(perSecond)))
	if m.enough > float64(m.budget) {
		say += fmt.Sprintf("; that is the budget, and %s moves would decide every law",
			table.Thousands(int(min(m.enough, 1e18))))
	}
	return say
}

// finish removes the bar.
func (m *shownMoves) finish() {
	if m.clear != nil {
		m.clear()
	}
}
