//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"breadboard/experiments/meter"
	"breadboard/grid/must"
)

// TestSignalsLeaveNothing: a signal also ends what --exec started: a command with a child and a grandchild. SIGKILL
// ends a command that reads on. All of them have the write end of a pipe that the test reads, which ends when none of
// them is left.
func TestSignalsLeaveNothing(t *testing.T) {
	heeded := make(chan os.Signal, 1)
	signal.Notify(heeded, syscall.SIGHUP) // so that what is started heeds it, also where nohup runs the test
	t.Cleanup(func() { signal.Stop(heeded) })
	const tree = `sh -c "(sleep 60 & echo >&3; wait) & echo >&3; exec sleep 60"`
	const reader = `sh -c "echo >&3; echo >&3; while read -r line; do :; done"`
	const says = "breadboard: interrupted\n"
	for sent, c := range map[syscall.Signal]struct {
		command, says string
		code          int
	}{
		syscall.SIGHUP:  {tree, says, 129},
		syscall.SIGINT:  {tree, says, 130},
		syscall.SIGQUIT: {tree, says, 131},
		syscall.SIGSEGV: {tree, says, 139},
		syscall.SIGTERM: {tree, says, 143},
		syscall.SIGKILL: {reader, "", -1},
	} {
		t.Run(sent.String(), func(t *testing.T) {
			t.Parallel()
			alive, theirs, err := os.Pipe()
			must.Do(t, err)
			defer alive.Close()
			cmd := exec.Command(binary, "validate", "--toy", "barrier", "--exec", c.command)
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
				_ = cmd.Process.Signal(sent)
				return cmd.Wait()
			})
			checkEnd(t, r, result{code: c.code, stderr: c.says})
			_ = alive.SetReadDeadline(time.Now().Add(30 * time.Second))
			if _, err := alive.Read(make([]byte, 1)); os.IsTimeout(err) {
				t.Error("something lives")
			}
		})
	}
}

// sentTo runs a script of sh, in which $0 is the program, and its target t.csv a FIFO. The program has begun when it
// opens that. It is then told a target, before the signal or after it, or "" for none.
func sentTo(t *testing.T, script, before string, sent syscall.Signal, after string) result {
	t.Helper()
	dir := t.TempDir()
	fifo := filepath.Join(dir, "t.csv")
	must.Do(t, syscall.Mkfifo(fifo, 0o600))
	cmd := exec.Command("sh", "-c", script, binary)
	r := finish(t, cmd, dir, func() error {
		must.Do(t, cmd.Start())
		target := must.Have(os.OpenFile(fifo, os.O_WRONLY, 0))(t)
		defer target.Close()
		tell := func(text string) {
			if text != "" {
				_, err := target.WriteString(text)
				must.Do(t, errors.Join(err, target.Close()))
			}
		}
		tell(before)
		_ = cmd.Process.Signal(sent)
		tell(after)
		return cmd.Wait()
	})
	if left := listing(t, dir); left != "t.csv" {
		t.Errorf("it left %v, want the target alone", left)
	}
	return r
}

// TestSignals: Ctrl-C ends work that would take minutes, also of a program whose errors nobody reads, in a full pipe.
// SIGQUIT also says what a program does that hangs: here it waits for a target. After nohup the program goes on without
// its terminal.
func TestSignals(t *testing.T) {
	const target, says = "0,1\n3,2\n", "breadboard: interrupted\n"
	r := sentTo(t, `exec "$0" exact -T 3000000 --target t.csv`, target, syscall.SIGINT, "")
	checkEnd(t, r, result{code: 130, stderr: says})
	r = sentTo(t, `mkfifo err && exec 3<>err && rm err && head -c 65536 /dev/zero >&3
		exec "$0" exact -T 3000000 --target t.csv 2>&3`, target, syscall.SIGINT, "")
	checkEnd(t, r, result{code: 130})
	r = sentTo(t, `exec "$0" exact --target t.csv`, "", syscall.SIGQUIT, "")
	checkEnd(t, r, result{code: 131, stderr: r.stderr})
	holds(t, r.stderr, ".supervise(", strings.TrimSpace(says))
	r = sentTo(t, `trap "" HUP; exec "$0" exact -T 4 --target t.csv`, "", syscall.SIGHUP, target)
	checkEnd(t, r, result{stdout: r.stdout})
}

// TestTellNowAndThen: in a pipe a command reports its progress, and reports nothing after its end.
func TestTellNowAndThen(t *testing.T) {
	defer func(usual time.Duration) { firstReport = usual }(firstReport)
	firstReport = meter.First
	synctest.Test(t, func(t *testing.T) {
		var stderr bytes.Buffer
		s := &session{stderr: &stderr}
		stop := s.logProgress("sweep")
		s.meter.Tell(10, 40)
		time.Sleep(3 * time.Second)
		s.showProgress("sweep")() // a finished part leaves nothing for the next
		time.Sleep(2 * time.Second)
		stop()
		time.Sleep(300 * time.Second)
		const want = "breadboard: sweep: 25% after 2s, and about 6s to go\nbreadboard: sweep: 4s so far\n"
		if stderr.String() != want {
			t.Errorf("it says %q, want %q", stderr.String(), want)
		}
	})
}

// TestTerminal: on a terminal a bar shows the progress, and is gone before the table. A table that is wider than the
// terminal is split, and an error is wrapped, at 60 columns or more.
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
	for columns, want := range map[string]string{
		"40": "use one of toys,\r\n  kernels, bridges, schedules, starts, programs, axes, zoo\r\n",
		"66": "use one of toys, kernels,\r\n  bridges, schedules, starts, programs, axes, zoo\r\n",
	} {
		cmd := exec.Command(script, "-qec", "stty cols "+columns+"; "+binary+" list nix", "/dev/null")
		out := finish(t, cmd, t.TempDir(), cmd.Run).stdout
		if out != `breadboard: there is no list "nix"; `+want {
			t.Errorf("on %s columns it says %q", columns, out)
		}
	}
}
