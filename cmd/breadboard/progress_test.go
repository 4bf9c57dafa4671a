package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
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

// inTerminal returns what a terminal gets of a line of the shell.
func inTerminal(t *testing.T, line string, env ...string) string {
	t.Helper()
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(script, "-qec", line, "/dev/null")
	cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool {
		return strings.HasPrefix(s, "NO_COLOR=") || strings.HasPrefix(s, "TERM=")
	})
	cmd.Env = append(cmd.Env, env...)
	return finish(t, cmd, t.TempDir(), cmd.Run).stdout
}

// On a terminal the work's progress is shown, and is gone before the table.
func TestTerminal(t *testing.T) {
	out := inTerminal(t, binary+" exact --toy barrier -T 10,20", "TERM=xterm")
	const bar = "% |"
	last := strings.LastIndex(out, bar)
	if last < 0 || last > strings.Index(out, "│") || strings.HasSuffix(out, "\r") {
		t.Errorf("there is no bar, or it is not gone before the table: %q", out)
	}
}

// A table that is wider than the terminal is in parts.
func TestTerminalWidth(t *testing.T) {
	const line = "stty cols 80; %s exact --toy easy --program importance,ais -T 10 2>/dev/null"
	out := inTerminal(t, fmt.Sprintf(line, binary), "NO_COLOR=1")
	if parts := strings.Count(out, "│  T │"); parts != 2 {
		t.Errorf("on 80 columns the table is in %d parts, want 2:\n%s", parts, out)
	}
	inColumns(t, "exact", strings.ReplaceAll(out, "\r", ""))
}
