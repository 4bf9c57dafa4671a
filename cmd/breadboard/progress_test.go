package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/meter"
	"breadboard/experiments/meter/metertest"
)

// soon sets when a command speaks first, for a test.
func soon(t *testing.T, first time.Duration) {
	t.Helper()
	usual := firstTold
	firstTold = first
	t.Cleanup(func() { firstTold = usual })
}

// In a pipe a command says how far it is. A part that is over says nothing of the next. On a terminal, where a bar says
// it, and after the end there is no line.
func TestTellNowAndThen(t *testing.T) {
	soon(t, meter.First)
	var stderr bytes.Buffer
	var time metertest.Timer
	w := &world{stderr: &stderr, clock: time.Clock()}
	stop := w.tellNowAndThen("sweep")
	said := func(want string) {
		t.Helper()
		if diff := cmp.Diff(want, stderr.String()); diff != "" {
			t.Errorf("it says: %s", diff)
		}
		stderr.Reset()
	}
	time.Pass(2)
	said("breadboard: sweep: 2s so far\n")
	tell, finish := w.progress("sweep")
	tell(10, 40)
	time.Pass(2)
	said("breadboard: sweep: 25% after 4s, and about 12s to go\n")
	finish()
	tell, finish = w.progress("sweep")
	tell(1, 2)
	time.Pass(4)
	said("breadboard: sweep: 50% after 8s, and about 8s to go\n")
	finish()
	time.Pass(8)
	said("breadboard: sweep: 16s so far\n")
	stop()
	time.Pass(300)
	said("")
	w.bar = true
	stop = w.tellNowAndThen("sweep")
	time.Pass(300)
	stop()
	said("")
}
