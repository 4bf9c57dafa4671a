package main

import (
	"context"
	"fmt"
	"time"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/meter"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// shownMoves are moves of a program whose progress is shown. On a terminal it says once, after the first replies, what
// is to come: how many moves, and how long they take at the speed of these replies. Then it draws a bar. Elsewhere the
// lines of the command say how many were made. After a signal there are no more moves, and none when the time is over,
// of which each beta has an equal share of what the others left, and so have annealed chains.
type shownMoves struct {
	chains.Mover
	w      *world
	enough float64 // moves for every law
	budget int
	betas  int
	// asksAll says that a line is answered whenever that is: the program waits in its caller, which answers the line
	// before it reads the verdict.
	asksAll bool
	ends    time.Time // zero if the time has no bound
	level   time.Time // when this beta's share of it ends
	aimed   int       // betas so far

	done  int                  // moves
	first int                  // of the first line
	start time.Time            // after the first line, which is not timed because a program may have to start
	tell  experiments.Progress // nil before the first replies
	clear func()               // removes the bar, or the count
}

// Aim aims the program, and gives the beta its share of the time.
func (m *shownMoves) Aim(ctx context.Context, beta float64, logf []float64) error {
	now := m.w.clock.Now()
	parts := m.betas - m.aimed
	if m.betas > 1 { // annealed chains come after them
		parts++
	}
	m.level = now.Add(m.ends.Sub(now) / time.Duration(max(1, parts)))
	m.aimed++
	if m.asksAll {
		ctx = context.WithoutCancel(ctx)
	}
	return m.unlessOver(func() error { return m.Mover.Aim(ctx, beta, logf) })
}

// unlessOver asks the program for something, if there are to be more moves.
func (m *shownMoves) unlessOver(ask func() error) error {
	if !m.ends.IsZero() && !m.w.clock.Now().Before(m.level) {
		return validation.ErrNoMore
	}
	err := ask()
	if m.w.ctx.Err() != nil {
		return validation.ErrNoMore
	}
	return err
}

// Move moves line by line, of a thousand moves each.
func (m *shownMoves) Move(ctx context.Context, next, states []int) error {
	if m.asksAll {
		ctx = context.WithoutCancel(ctx)
	}
	for len(states) > 0 {
		n := min(len(states), 1000)
		if err := m.unlessOver(func() error { return m.Mover.Move(ctx, next[:n], states[:n]) }); err != nil {
			return err
		}
		m.show(n)
		next, states = next[n:], states[n:]
	}
	return nil
}

// show shows that a line of so many moves was answered.
func (m *shownMoves) show(moves int) {
	now := m.w.clock.Now()
	if m.done == 0 {
		m.first, m.start = moves, now
	}
	m.done += moves
	all := int(min(m.enough, float64(m.budget))) // moves at the most
	took := now.Sub(m.start)
	switch {
	case !m.w.bar:
		most := max(all, m.done)
		m.w.meter.Set(float64(m.done)/float64(most),
			fmt.Sprintf("%s of up to %s moves", table.Thousands(m.done), table.Thousands(most)))
		return
	case m.tell != nil:
		m.tell(min(m.done, all), all) // a second look asks for more
		return
	case took < 50*time.Millisecond: // replies are counted before the program says how long all will take
		return
	}
	betas := "one beta"
	if m.betas > 1 {
		betas = fmt.Sprintf("%d betas", m.betas)
	}
	const longest = 1e9 // seconds
	perSecond := float64(m.done-m.first) / took.Seconds()
	takes := time.Duration(min(longest, float64(all)/perSecond) * float64(time.Second))
	say := fmt.Sprintf("up to %s moves at %s, which take about %s at the speed of the first replies (%s a second)",
		table.Thousands(all), betas, meter.Roughly(takes), table.Thousands(int(perSecond)))
	if m.enough > float64(m.budget) {
		say += fmt.Sprintf("; that is the budget, and %s moves would decide every law",
			table.Thousands(int(min(m.enough, 1e18))))
	}
	m.w.notify(say)
	m.tell, m.clear = m.w.progress("validate")
}
