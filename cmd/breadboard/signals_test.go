//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"breadboard/grid/must"
)

// A tree is a program for --exec with a child and a grandchild. All of them have the write end of a
// pipe that the test reads: it ends when none of them is left.
const tree = `sh -c "(sleep 60 & echo >&3; wait) & echo >&3; exec sleep 60"`

// patient is far longer than anything that these tests wait for.
const patient = 30 * time.Second

// A signal ends what --exec started too.
func TestSignalsLeaveNothing(t *testing.T) {
	validate := []string{"validate", "--toy", "barrier", "--exec"}
	type signals = []syscall.Signal
	cases := []struct {
		args []string
		sent signals
		code int
	}{
		{validate, signals{syscall.SIGTERM}, 143},
		{validate, signals{syscall.SIGINT}, 130},
	}
	var failures atomic.Int32
	t.Cleanup(func() { t.Logf("injected %d signals, %d failures", len(cases), failures.Load()) })
	for _, c := range cases {
		t.Run(fmt.Sprint(c.args[0], c.sent), func(t *testing.T) {
			t.Parallel()
			defer func() {
				if t.Failed() {
					failures.Add(1)
				}
			}()
			r := signalled(t, append(c.args, tree), c.sent)
			if r.code != c.code {
				t.Errorf("exit code %d, want %d: %s", r.code, c.code, r.stderr)
			}
			if says := "breadboard: interrupted\n"; r.stderr != says {
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

// A program that waits for a pipe heeds the first signal: one that nobody writes to, one that nobody
// opens for writing.
func TestSignalsInPipes(t *testing.T) {
	for _, unopened := range []bool{false, true} {
		for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			dir := t.TempDir()
			if err := syscall.Mkfifo(filepath.Join(dir, "initial.csv"), 0o600); err != nil {
				t.Skip(err)
			}
			cmd := exec.Command(binary, "exact", "--target", "target.csv", "--initial", "initial.csv")
			r := finish(t, cmd, dir, func() error {
				f := opened(t, cmd)
				if unopened {
					fmt.Fprintln(f, "0,1")
					f.Close() // it goes on to the initial density
				}
				_ = cmd.Process.Signal(sent)
				return cmd.Wait()
			})
			if want := 128 + int(sent); r.code != want {
				t.Errorf("%v: exit code %d, want %d", sent, r.code, want)
			}
			if !strings.HasSuffix(r.stderr, "breadboard: interrupted\n") {
				t.Errorf("%v: it says %q", sent, r.stderr)
			}
		}
	}
}

// A program whose output nobody reads heeds the first signal.
func TestSignalsInFullOutput(t *testing.T) {
	const line = "exact --toy barrier -T 1000 --by-step --format json" // more than a pipe holds
	cmd := exec.Command(binary, strings.Fields(line)...)
	out, theirs, err := os.Pipe()
	must.Do(t, err)
	defer out.Close()
	r := finish(t, cmd, t.TempDir(), func() error {
		cmd.Stdout = theirs
		err := cmd.Start()
		theirs.Close()
		if err != nil {
			return err
		}
		if _, err := out.Read(make([]byte, 1)); err != nil {
			t.Error(err)
		}
		_ = cmd.Process.Signal(syscall.SIGINT)
		return cmd.Wait()
	})
	ended(t, r, result{code: 130, stderr: "breadboard: interrupted\n"})
}

// If nobody reads the output, the program ends without a word, by the signal of a closed pipe.
func TestClosedOutput(t *testing.T) {
	for _, trap := range []string{"", `trap "" PIPE; `} {
		cmd := exec.Command("sh", "-c", trap+`exec "$0" list`, binary)
		out, theirs, err := os.Pipe()
		must.Do(t, err)
		out.Close()
		r := finish(t, cmd, t.TempDir(), func() error {
			cmd.Stdout = theirs
			defer theirs.Close()
			return cmd.Run()
		})
		status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if status.Signal() != syscall.SIGPIPE && status.ExitStatus() != 141 {
			t.Errorf("after %q: %v, want SIGPIPE or 141", trap, cmd.ProcessState)
		}
		if r.stderr != "" {
			t.Errorf("after %q it says %q", trap, r.stderr)
		}
	}
}
