// Package meter says how far a command is, to whoever waits for it and has no terminal: a pipe or a file, in which a
// bar would be a thousand lines, gets a line after two seconds, and the next when the command has taken twice as long.
// A command that takes less says nothing. A timer says the line, also where the work tells nothing for long.
package meter

import (
	"fmt"
	"sync"
	"time"
)

// First is when a command speaks first. Whoever waits longer without a word begins to doubt.
const First = 2 * time.Second

// A Meter is how far a command is. The zero Meter knows nothing of that.
type Meter struct {
	mu    sync.Mutex
	share float64 // of the work, from 0 to 1
	count string  // what is counted, as 12 of 40 moves; "" if nothing is
	moved func()  // the clock's Moved
}

// A Clock tells the time, and calls f after d.
type Clock struct {
	Now   func() time.Time
	After func(d time.Duration, f func())
	Moved func() // is called whenever the work has moved on: the clock of a test goes by that; may be nil
}

// System is the clock of the machine.
var System = Clock{Now: time.Now, After: func(d time.Duration, f func()) { time.AfterFunc(d, f) }}

// Set moves the meter to a share of the work, from 0 to 1. count is what is counted, as 12 of 40 moves, or "".
func (m *Meter) Set(share float64, count string) {
	m.mu.Lock()
	m.share = share
	m.count = count
	moved := m.moved
	m.mu.Unlock()
	if moved != nil {
		moved()
	}
}

// Tell is an experiments.Progress.
func (m *Meter) Tell(done, total int) { m.Set(float64(done)/float64(max(total, 1)), "") }

// Clear ends a part of a command. How far the next one is, is not known before it tells.
func (m *Meter) Clear() { m.Set(0, "") }

// Again calls f after first, and then after as long as f says, until stop is called. f is told how long it has been.
// Once stop has returned, f runs no more.
func (c Clock) Again(first time.Duration, f func(took time.Duration) (next time.Duration)) (stop func()) {
	var mu sync.Mutex
	over := false
	start := c.Now()
	var wait func(d time.Duration)
	wait = func(d time.Duration) {
		c.After(d, func() {
			mu.Lock()
			defer mu.Unlock()
			if !over {
				wait(f(c.Now().Sub(start)))
			}
		})
	}
	wait(first)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		over = true
	}
}

// NowAndThen has say say how far the command of this name is, first after so long, until stop is called.
func (m *Meter) NowAndThen(clock Clock, first time.Duration, command string, say func(words string)) (stop func()) {
	m.mu.Lock()
	m.moved = clock.Moved
	m.mu.Unlock()
	return clock.Again(first, func(took time.Duration) time.Duration {
		say(command + ": " + m.Status(took))
		return took
	})
}

// Says tells how far the command is after this time, and when it ends if it goes on so.
func (m *Meter) Status(took time.Duration) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !(m.share > 0) {
		return Roughly(took) + " so far"
	}
	says := fmt.Sprintf("%.0f%% after %s", 100*m.share, Roughly(took))
	if m.count != "" {
		says = m.count + ", " + says
	}
	left := took.Seconds() * (1/m.share - 1)
	if left < 1 {
		return says
	}
	return says + ", and about " + Roughly(time.Duration(left)*time.Second) + " to go"
}

// Share returns how much of the work is done, from 0 to 1.
func (m *Meter) Share() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.share
}

// Roughly writes a duration to tenths of a second, and from ten seconds on to seconds.
func Roughly(d time.Duration) string {
	if d < 10*time.Second {
		return d.Round(time.Second / 10).String()
	}
	return d.Round(time.Second).String()
}
