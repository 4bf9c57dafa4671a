package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"breadboard/chains/crew"
)

func TestExitCode(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		code int
		says string
	}{
		{t.Context(), nil, 0, ""},
		{t.Context(), errors.New("one\ntwo"), 1, "breadboard: one; two\n"},
		{t.Context(), bad(errors.Join(errors.New("one"), errors.New("two"))), 2, "breadboard: one; two\n"},
		{stopped, errors.New("stopped by something"), 130, "breadboard: interrupted\n"},
		{stopped, nil, 0, ""},
		{t.Context(), errors.New("no \x1b[31m.csv"), 1, `breadboard: no \x1b[31m.csv` + "\n"},
	} {
		var b strings.Builder
		if code := exitCode(c.ctx, c.err, &b); code != c.code {
			t.Errorf("%v: exit %d, want %d", c.err, code, c.code)
		}
		if b.String() != c.says {
			t.Errorf("%v is told as %q, want %q", c.err, b.String(), c.says)
		}
	}
}

// A panic is reported as a bug, with what to send and a trace that leads to it, and has
// an exit code of its own.
func TestSupervise(t *testing.T) {
	var b strings.Builder
	code := supervise([]string{"exact", "--toy", "x\x1b[2J"}, &b, func() int { panic("index 7 \a") })
	if code != 3 {
		t.Errorf("a panic exits with %d, want 3", code)
	}
	first, trace, _ := strings.Cut(b.String(), "\n\n")
	want := `breadboard: a bug in the program, not in your input: index 7 \a; please report it with these lines, ` +
		"the version (" + version() + `) and the command (breadboard exact --toy x\x1b[2J)`
	if first != want {
		t.Errorf("it says %q, want %q", first, want)
	}
	if !strings.Contains(trace, "TestSupervise") {
		t.Errorf("the trace does not lead here: %s", trace)
	}
	b.Reset()
	worker := &crew.Panic{Value: "index 8", Stack: []byte("goroutine 7")}
	code = supervise(nil, &b, func() int { panic(worker) })
	if code != 3 {
		t.Errorf("a panic of a worker exits with %d, want 3", code)
	}
	if want := "\n\ngoroutine 7"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("a panic of a worker says %q, want %q at the end", b.String(), want)
	}
	b.Reset()
	if code := supervise(nil, &b, func() int { return 130 }); code != 130 {
		t.Errorf("without a panic it exits with %d, want 130", code)
	}
	if b.Len() != 0 {
		t.Errorf("without a panic it says %q, want nothing", b.String())
	}
}

// A target from a FIFO tells when the program has begun: it is then interrupted
// in the middle of work that would take minutes.
func TestInterrupt(t *testing.T) {
	for _, args := range [][]string{
		{"exact", "-T", "3000000"},
		{"sample", "-T", "100000", "--chains", "1000000"},
		{"exact", "-T", "10000", "--program", "smc:1000000:ess=0.5"}, // a single run takes minutes
		{"aide", "-T", "1000000", "--runs", "1000"},
	} {
		dir := t.TempDir()
		fifo := filepath.Join(dir, "target.csv")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(binary, append(args, "--target", "target.csv")...)
		r := finish(t, cmd, dir, func() error {
			if err := cmd.Start(); err != nil {
				return err
			}
			if err := os.WriteFile(fifo, []byte("0,1\n3,2\n"), 0); err != nil {
				t.Error(err)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
			return cmd.Wait()
		})
		ended(t, r, result{code: 130, stderr: "breadboard: interrupted\n"})
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Error(err)
		}
		if len(left) != 1 {
			t.Errorf("%v left %v, want the target alone", args, left)
		}
	}
}

// An output that cannot be written is a failure, and not bad input.
func TestFullDisk(t *testing.T) {
	const says = "breadboard: stdout: no space left on device; a file, a pipe or a terminal that takes what is " +
		"printed would do\n"
	for _, args := range [][]string{{"list"}, {"--version"}, {"exact", "--help"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(binary, args...)
		r := finish(t, cmd, t.TempDir(), func() error {
			defer full.Close()
			cmd.Stdout = full
			return cmd.Run()
		})
		ended(t, r, result{code: 1, stderr: says})
	}
}

// A word that is not in UTF-8 is refused: the parser would read another word, and write to another file.
func TestWordsAreUTF8(t *testing.T) {
	r := program(t, t.TempDir(), "sweep", "--toy", "barrier", "-T", "2", "--out", "o\xfe")
	refused(t, r, `o\xfe is not in UTF-8; a word or a name of a file that is would do`)
}
