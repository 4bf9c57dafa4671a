package meter_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/meter"
)

// TestNowAndThen: a command speaks after two seconds, then after 4, 8 and so on. After its end it is silent.
func TestNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m meter.Meter
		lines := make(chan string, 5) // more than are said between two looks
		stop := m.NowAndThen(meter.First, "sweep", func(words string) { lines <- words })
		time.Sleep(time.Second) // each look is a second before a line or after
		said := func(pass time.Duration, want ...string) {
			t.Helper()
			time.Sleep(pass * time.Second)
			synctest.Wait()
			var all []string
			for len(lines) > 0 {
				all = append(all, <-lines)
			}
			if diff := cmp.Diff(want, all); diff != "" {
				t.Errorf("it says: %s", diff)
			}
		}
		said(0)
		said(2, "sweep: 2s so far")
		m.Set(0.25, "12 of 40 moves")
		said(2, "sweep: 12 of 40 moves, 25% after 4s, and about 12s to go")
		m.Tell(1, 2) // a quarter in four seconds
		said(4, "sweep: 50% after 8s, and about 8s to go")
		m.Tell(999, 1000)
		said(8, "sweep: 100% after 16s")
		m.Clear()
		said(150, "sweep: 32s so far", "sweep: 1m4s so far", "sweep: 2m8s so far")
		stop()
		said(300)
	})
}

// TestPace: what is left goes at the pace since the last line. Below a tenth of the work, and where its parts are not
// alike, nothing is said of it.
func TestPace(t *testing.T) {
	var m meter.Meter
	for _, c := range []struct {
		took time.Duration
		done int
		want string
	}{
		{2, 4, "4% after 2s"},
		{4, 20, "20% after 4s, and about 10s to go"},
		{8, 80, "80% after 8s, and about 1s to go"},
		{16, 80, "80% after 16s, and about 4s to go"},
	} {
		m.Tell(c.done, 100)
		if got := m.Status(c.took * time.Second); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	m.Uneven = true
	m.Tell(90, 100)
	if got := m.Status(32 * time.Second); got != "90% after 32s" {
		t.Errorf("of parts that are not alike it says %q", got)
	}
}

// TestRoughly: durations have tenths of seconds, or seconds.
func TestRoughly(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1234 * time.Millisecond:             "1.2s",
		75*time.Second + time.Millisecond:   "1m15s",
		2*time.Hour + 3*time.Minute + 1e9*5: "2h3m5s",
	} {
		if got := meter.Roughly(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
