//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"breadboard/grid/must"
)

// A tree is a program for --exec with a child and a grandchild. All of them have the write end of a
// pipe that the test reads: it ends when none of them is left, and neither is their guardian.
const tree = `sh -c "(sleep 60 & echo >&3; wait) & echo >&3; exec sleep 60"`

// patient is far longer than anything that these tests wait for.
const patient = 30 * time.Second

// Whatever ends the program ends what --exec started too: a signal, a second one, a kill.
func TestSignalsLeaveNothing(t *testing.T) {
	validate := []string{"validate", "--toy", "barrier", "--exec"}
	type signals = []syscall.Signal
	cases := []struct {
		args []string
		sent signals
		code int // -1 for a program that a signal killed
	}{
		{validate, signals{syscall.SIGTERM}, 143},
		{validate, signals{syscall.SIGKILL}, -1},
		{validate, signals{syscall.SIGINT, syscall.SIGINT}, 130}, // the second ends it at once
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.args[0], c.sent), func(t *testing.T) {
			t.Parallel()
			r := signalled(t, append(c.args, tree), c.sent)
			if r.code != c.code && (r.code != -1 || len(c.sent) < 2) { // none, if the second came first
				t.Errorf("exit code %d, want %d: %s", r.code, c.code, r.stderr)
			}
			if says := "breadboard: interrupted\n"; c.code > 128 && len(c.sent) < 2 && r.stderr != says {
				t.Errorf("it says %q, want %q", r.stderr, says)
			}
		})
	}
}

// signalled starts the program, sends the signals when the tree lives, and fails t unless all of it
// is gone after that.
func signalled(t *testing.T, args []string, sent []syscall.Signal) result {
	t.Helper()
	alive, theirs, err := os.Pipe()
	must.Do(t, err)
	defer alive.Close()
	cmd := exec.Command(binary, args...)
	cmd.ExtraFiles = []*os.File{theirs}
	r := finish(t, cmd, t.TempDir(), func() error {
		err := cmd.Start()
		theirs.Close()
		if err != nil {
			return err
		}
		for range 2 { // a child and a grandchild
			if _, err := alive.Read(make([]byte, 1)); err != nil {
				t.Error("the tree has not grown:", err)
			}
		}
		for _, s := range sent {
			_ = cmd.Process.Signal(s)
		}
		return cmd.Wait()
	})
	_ = alive.SetReadDeadline(time.Now().Add(patient))
	if _, err := alive.Read(make([]byte, 1)); os.IsTimeout(err) {
		t.Errorf("%v after %v: something lives", args, sent)
	}
	return r
}

// opened starts the program with a FIFO as its target, and returns when it reads that: it has begun.
func opened(t *testing.T, cmd *exec.Cmd) *os.File {
	t.Helper()
	fifo := filepath.Join(cmd.Dir, "target.csv")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	must.Do(t, cmd.Start())
	f := must.Have(os.OpenFile(fifo, os.O_WRONLY, 0))(t)
	t.Cleanup(func() { f.Close() })
	return f
}

// A program that waits for a pipe that nobody writes to heeds the first signal.
func TestSignalsInPipes(t *testing.T) {
	cmd := exec.Command(binary, "exact", "--target", "target.csv")
	r := finish(t, cmd, t.TempDir(), func() error {
		opened(t, cmd)
		_ = cmd.Process.Signal(syscall.SIGTERM)
		return cmd.Wait()
	})
	ended(t, r, result{code: 143, stderr: "breadboard: interrupted\n"})
}

// If nobody reads the output, the program ends without a word, by the signal of a closed pipe.
func TestClosedOutput(t *testing.T) {
	cmd := exec.Command(binary, "list")
	out, theirs, err := os.Pipe()
	must.Do(t, err)
	out.Close()
	r := finish(t, cmd, t.TempDir(), func() error {
		cmd.Stdout = theirs
		defer theirs.Close()
		return cmd.Run()
	})
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signal() != syscall.SIGPIPE || r.stderr != "" {
		t.Errorf("%v, want SIGPIPE; and it says %q", cmd.ProcessState, r.stderr)
	}
}
