package main

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/meter"
	"breadboard/experiments/meter/metertest"
)

// In a pipe a command says how far it is, and after the end there is no line.
func TestTellNowAndThen(t *testing.T) {
	defer func(usual time.Duration) { firstTold = usual }(firstTold)
	firstTold = meter.First
	var stderr bytes.Buffer
	var time metertest.Timer
	w := &world{stderr: &stderr, clock: time.Clock()}
	stop := w.tellNowAndThen("sweep")
	w.meter.Tell(10, 40)
	time.Pass(2)
	w.showProgress("sweep")() // a part that is over says nothing of the next
	time.Pass(2)
	stop()
	time.Pass(300)
	const want = "breadboard: sweep: 25% after 2s, and about 6s to go\nbreadboard: sweep: 4s so far\n"
	if stderr.String() != want {
		t.Errorf("it says %q, want %q", stderr.String(), want)
	}
}

// On a terminal the progress is shown by a bar, which is gone before the table, and a table that is wider than the
// terminal is in parts.
func TestTerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip(err)
	}
	line := "stty cols 80; " + binary + " exact --toy easy --program importance,ais -T 10"
	cmd := exec.Command(script, "-qec", line, "/dev/null")
	cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "TERM=") })
	cmd.Env = append(cmd.Env, "NO_COLOR=1")
	out := finish(t, cmd, t.TempDir(), cmd.Run).stdout
	last := strings.LastIndex(out, "% |")
	if last < 0 || last > strings.Index(out, "│") || strings.HasSuffix(out, "\r") {
		t.Errorf("there is no bar, or it is not gone before the table: %q", out)
	}
	if parts := strings.Count(out, "│  T │"); parts != 2 {
		t.Errorf("on 80 columns the table is in %d parts, want 2:\n%s", parts, out)
	}
}
