//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"breadboard/experiments/meter"
	"breadboard/experiments/meter/metertest"
	"breadboard/grid/must"
)

// TestSignalsLeaveNothing: a signal also ends what --exec started: a command with a child and a grandchild. All of them
// have the write end of a pipe that the test reads, which ends when none of them is left.
func TestSignalsLeaveNothing(t *testing.T) {
	const tree = `sh -c "(sleep 60 & echo >&3; wait) & echo >&3; exec sleep 60"`
	alive, theirs, err := os.Pipe()
	must.Do(t, err)
	defer alive.Close()
	cmd := exec.Command(binary, "validate", "--toy", "barrier", "--exec", tree)
	cmd.ExtraFiles = []*os.File{theirs}
	r := finish(t, cmd, t.TempDir(), func() error {
		err := cmd.Start()
		theirs.Close()
		if err != nil {
			return err
		}
		for range 2 { // a child and a grandchild
			must.Have(alive.Read(make([]byte, 1)))(t)
		}
		_ = cmd.Process.Signal(syscall.SIGTERM)
		return cmd.Wait()
	})
	checkEnd(t, r, result{code: 143, stderr: "breadboard: interrupted\n"})
	_ = alive.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := alive.Read(make([]byte, 1)); os.IsTimeout(err) {
		t.Error("something lives")
	}
}

// TestInterrupt: a target from a FIFO tells when the program has begun. It is then interrupted in the middle of work
// that would take minutes.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "target.csv")
	must.Do(t, syscall.Mkfifo(fifo, 0o600))
	cmd := exec.Command(binary, "exact", "-T", "3000000", "--target", "target.csv")
	r := finish(t, cmd, dir, func() error {
		must.Do(t, cmd.Start())
		must.Do(t, os.WriteFile(fifo, []byte("0,1\n3,2\n"), 0))
		_ = cmd.Process.Signal(os.Interrupt)
		return cmd.Wait()
	})
	checkEnd(t, r, result{code: 130, stderr: "breadboard: interrupted\n"})
	if left := listing(t, dir); left != "target.csv" {
		t.Errorf("it left %v, want the target alone", left)
	}
}

// TestTellNowAndThen: in a pipe a command reports its progress, and reports nothing after its end.
func TestTellNowAndThen(t *testing.T) {
	defer func(usual time.Duration) { firstReport = usual }(firstReport)
	firstReport = meter.First
	var stderr bytes.Buffer
	var time metertest.Timer
	w := &world{stderr: &stderr, clock: time.Clock()}
	stop := w.logProgress("sweep")
	w.meter.Tell(10, 40)
	time.Pass(2)
	w.showProgress("sweep")() // a finished part leaves nothing for the next
	time.Pass(2)
	stop()
	time.Pass(300)
	const want = "breadboard: sweep: 25% after 2s, and about 6s to go\nbreadboard: sweep: 4s so far\n"
	if stderr.String() != want {
		t.Errorf("it says %q, want %q", stderr.String(), want)
	}
}

// TestTerminal: on a terminal a bar shows the progress, and is gone before the table. A table that is wider than the
// terminal is split.
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
