package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/journal"
)

// A timer is a clock whose time goes on as the test says.
type timer struct {
	now  time.Time
	at   time.Time
	ring func()
}

// clock is the timer as a world has it.
func (t *timer) clock() clock {
	return clock{func() time.Time { return t.now }, func(d time.Duration, f func()) func() bool {
		t.at, t.ring = t.now.Add(d), f
		return func() bool {
			t.ring = nil
			return true
		}
	}}
}

// pass lets seconds pass.
func (t *timer) pass(seconds int) {
	for range seconds {
		t.now = t.now.Add(time.Second)
		if t.ring != nil && !t.now.Before(t.at) {
			t.ring()
		}
	}
}

// In a pipe a command says after two seconds how far it is, then after 4, 8 and so on, and after a minute every minute.
// A part that is over says nothing of the next. On a terminal, where a bar says it, and after the end there is no line.
func TestTellNowAndThen(t *testing.T) {
	usual := firstTold
	firstTold = 2 * time.Second
	t.Cleanup(func() { firstTold = usual })
	var stderr bytes.Buffer
	var time timer
	w := &world{stderr: &stderr, clock: time.clock()}
	stop := w.tellNowAndThen("sweep")
	said := func(want string) {
		t.Helper()
		if diff := cmp.Diff(want, stderr.String()); diff != "" {
			t.Errorf("it says: %s", diff)
		}
		stderr.Reset()
	}
	time.pass(1)
	said("")
	time.pass(1)
	said("breadboard: sweep: 2s so far\n")
	pace, finish := w.pace("sweep")
	pace(journal.Pace{Jobs: 12, AllJobs: 40, Cost: 1, AllCost: 4})
	time.pass(2)
	said("breadboard: sweep: 12 of 40 results, 25% after 4s, and about 12s to go\n")
	finish()
	tell, finish := w.progress("sweep")
	tell(1, 2)
	time.pass(4)
	said("breadboard: sweep: 50% after 8s, and about 8s to go\n")
	tell(999, 1000)
	time.pass(8)
	said("breadboard: sweep: 100% after 16s\n")
	finish()
	time.pass(150)
	said("breadboard: sweep: 32s so far\nbreadboard: sweep: 1m4s so far\nbreadboard: sweep: 2m4s so far\n")
	stop()
	time.pass(300)
	said("")
	w.bar = true
	stop = w.tellNowAndThen("sweep")
	time.pass(300)
	stop()
	said("")
}
