package main

import (
	"context"
	"fmt"
	"time"

	"breadboard/chains/outside"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// shownMoves are moves of a program whose progress is shown on a terminal. After the first replies
// it says once what is to come: how many moves, and how long they take at the speed of these
// replies. Then it draws a bar.
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
