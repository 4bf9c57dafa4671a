// Package meter reports the progress of a command to a pipe or a file, in which a bar would be a thousand lines. It
// writes a line after two seconds, and the next line each time that the command has taken twice as long. A timer writes
// the line, so that it comes also if the work reports nothing for long.
package meter

import (
	"fmt"
	"math"
	"sync"
	"time"
)

// First is the time before the first line. People who wait longer without a word begin to doubt.
const First = 2 * time.Second

// A Meter holds how far a command is. The zero Meter is ready.
type Meter struct {
	Uneven bool // says that parts of the work are not alike, so that its pace tells nothing of its end

	mu    sync.Mutex
	share float64 // of the work, from 0 to 1
	count string  // in words, as 12 of 40 moves; "" if nothing is counted
	last  struct {
		took  time.Duration
		share float64
	} // at the last status
}

// early is the share of the work below which nothing is said of its end: it begins with what is not like the rest, as
// starting a language, and may be a small part of a hundred times as much.
const early = 0.1

// Set sets the share of the work that is done, from 0 to 1, and a count in words, as 12 of 40 moves, or "".
func (m *Meter) Set(share float64, count string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share = share
	m.count = count
}

// Tell sets the meter as an experiments.Progress.
func (m *Meter) Tell(done, total int) { m.Set(float64(done)/float64(max(total, 1)), "") }

// Clear resets the meter for the next part of a command.
func (m *Meter) Clear() { m.Set(0, "") }

// Again calls f after first, and then each time after the duration that f returns, until stop is called. f takes the
// time since the start. f does not run after stop has returned.
func Again(first time.Duration, f func(took time.Duration) (next time.Duration)) (stop func()) {
	var mu sync.Mutex
	over := false
	start := time.Now()
	var wait func(d time.Duration)
	wait = func(d time.Duration) {
		time.AfterFunc(d, func() {
			mu.Lock()
			defer mu.Unlock()
			if !over {
				wait(f(time.Since(start)))
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

// NowAndThen calls say with how far the command is, first after a duration, until stop is called.
func (m *Meter) NowAndThen(first time.Duration, command string, say func(words string)) (stop func()) {
	return Again(first, func(took time.Duration) time.Duration {
		say(command + ": " + m.Status(took))
		return took
	})
}

// Status returns how far the command is after this time, and about when it ends: by its pace since the last status, as
// the first part of the work may be slower, or quicker, than the rest.
func (m *Meter) Status(took time.Duration) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !(m.share > 0) {
		return Roughly(took) + " so far"
	}
	status := fmt.Sprintf("%.0f%% after %s", 100*m.share, Roughly(took))
	if m.count != "" {
		status = m.count + ", " + status
	}
	pace := m.share / took.Seconds()
	if m.share > m.last.share && m.last.share > 0 {
		pace = (m.share - m.last.share) / (took - m.last.took).Seconds()
	}
	m.last.took, m.last.share = took, m.share
	left := (1 - m.share) / pace
	if left < 1 || m.share < early || m.Uneven {
		return status
	}
	return status + ", and about " + Roughly(time.Duration(math.Round(left))*time.Second) + " to go"
}

// Share returns how much of the work is done, from 0 to 1.
func (m *Meter) Share() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.share
}

// Roughly returns a duration in tenths of a second, and from ten seconds on in seconds.
func Roughly(d time.Duration) string {
	if d < 10*time.Second {
		return d.Round(time.Second / 10).String()
	}
	return d.Round(time.Second).String()
}
