// Package metertest has a clock that a test moves, so that no test has to wait.
package metertest

import (
	"time"

	"breadboard/experiments/meter"
)

// A Timer stands still until Pass. The zero Timer is ready. One function at a time may wait for it.
type Timer struct {
	now  time.Time
	at   time.Time
	ring func()
}

// Clock returns the timer as a meter takes it.
func (t *Timer) Clock() meter.Clock {
	return meter.Clock{Now: func() time.Time { return t.now }, After: func(d time.Duration, f func()) {
		t.at = t.now.Add(d)
		t.ring = f
	}}
}

// Pass lets seconds pass, one after the other, and calls the function that waits.
func (t *Timer) Pass(seconds int) {
	for range seconds {
		t.now = t.now.Add(time.Second)
		if t.ring != nil && !t.now.Before(t.at) {
			ring := t.ring
			t.ring = nil
			ring()
		}
	}
}
