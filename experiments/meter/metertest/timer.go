// Package metertest has a clock that goes on as a test says, so that no test of what is said in time waits for it.
package metertest

import (
	"time"

	"breadboard/experiments/meter"
)

// A Timer is a clock that stands until Pass. The zero Timer is ready. One function at a time may wait for it.
type Timer struct {
	now  time.Time
	at   time.Time
	ring func()
}

// Clock is the timer as a meter takes it.
func (t *Timer) Clock() meter.Clock {
	return meter.Clock{Now: func() time.Time { return t.now }, After: func(d time.Duration, f func()) {
		t.at = t.now.Add(d)
		t.ring = f
	}}
}

// Pass lets seconds pass, one after the other, and calls what waits for them.
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
