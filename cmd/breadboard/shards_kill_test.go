//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"breadboard/grid/text/faulty"
)

// unbroken runs it without a stop, and returns its files and the time that it took.
func (r longRun) unbroken(t *testing.T) (map[string]string, time.Duration) {
	t.Helper()
	dir, start := t.TempDir(), time.Now()
	r.ran(t, dir, map[string]int{"run": r.cells})
	return swept(t, dir), time.Since(start)
}

// goOn continues the run in dir and checks that it lost no cell that was
// finished, ran none of them again, and ended as if nothing had been.
func (r longRun) goOn(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	before := journaled(t, dir)
	r.ran(t, dir, map[string]int{"from_journal": len(before), "run": r.cells - len(before)})
	after := journaled(t, dir)
	if len(after) != r.cells {
		t.Errorf("the journal has %d lines, want %d", len(after), r.cells)
	} else if strings.Join(after[:len(before)], "") != strings.Join(before, "") {
		t.Errorf("the first %d lines of the journal changed", len(before))
	}
	same(t, swept(t, dir), want)
}

// A run that was killed at any moment goes on with the same command and ends
// in the same bytes.
func TestKilled(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 20))
	kills, failures := 0, new(atomic.Int64)
	t.Run("at any moment", func(t *testing.T) {
		for _, r := range longRuns {
			want, took := r.unbroken(t)
			for k := range faulty.Times(8, 150) {
				kills++
				wait := time.Duration(rng.Float64() * float64(took))
				t.Run(fmt.Sprint(r.args[0], k), func(t *testing.T) {
					t.Parallel()
					defer func() {
						if t.Failed() {
							failures.Add(1)
						}
					}()
					dir := t.TempDir()
					killedAfter(t, dir, wait, r.in(".")...)
					r.goOn(t, dir, want)
				})
			}
		}
	})
	t.Logf("injected %d kills of a sweep or a score, %d failures", kills, failures.Load())
}

// killedAfter runs the program in dir and kills it after this time.
func killedAfter(t *testing.T, dir string, wait time.Duration, args ...string) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(wait)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// A journal cut off anywhere, as a power cut may leave it, or with zeros where
// data never came, is continued to the same bytes.
func TestTorn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 21))
	for _, r := range longRuns {
		dir := t.TempDir()
		works(t, dir, r.in(".")...)
		want := swept(t, dir)
		whole, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range [][]byte{nil, make([]byte, 1000)} {
			torn := bytes.Clone(whole[:1+rng.IntN(len(whole)-1)])
			if err := os.WriteFile(filepath.Join(dir, "journal.jsonl"), append(torn, end...), 0o644); err != nil {
				t.Fatal(err)
			}
			r.goOn(t, dir, want)
		}
	}
}

// slowRuns are commands with one cell that is done at once and one that takes very long, and the
// same with another cell that does not.
var slowRuns = []struct{ slow, quick longRun }{
	{longRun{[]string{"sweep", "--toy", "barrier", "--workers", "2", "-T", "10,5000000"}, 2},
		longRun{[]string{"sweep", "--toy", "barrier", "--workers", "2", "-T", "10,20"}, 2}},
	{longRun{[]string{"score", "--zoo", "barrier", "--workers", "2", "-N", "100000", "--kernel", "metropolis,swap"}, 2},
		longRun{[]string{"score", "--zoo", "barrier", "--workers", "2", "-N", "100000", "--kernel", "metropolis,barker"}, 2}},
}

// A second process on a journal is refused in a clear line, and changes nothing.
func TestTwice(t *testing.T) {
	for _, r := range slowRuns {
		t.Run(r.slow.args[0], func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command(binary, r.slow.in("out")...)
			cmd.Dir = dir
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Wait() }()
			defer func() { _ = cmd.Process.Kill() }()
			path := filepath.Join(dir, "out", "journal.jsonl")
			waitForRow(t, path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{r.quick.in("out"), {"merge", "out"}} {
				want := "breadboard: out/journal.jsonl: another process has this file open; " +
					"waiting until it ends would do\n"
				ended(t, program(t, dir, args...), result{code: 1, stderr: want})
			}
			hasBytes(t, path, before)
		})
	}
}

// hasBytes checks that a journal has not changed.
func hasBytes(t *testing.T, path string, before []byte) {
	t.Helper()
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Errorf("the journal changed: %d bytes, want the %d of before", len(after), len(before))
	}
}

// waitForRow waits until a journal has its first.
func waitForRow(t *testing.T, path string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			return
		}
	}
	t.Fatal("no row within a minute")
}

// On a full disk the sweep ends with a clear line, the journal is whole lines,
// and with more room the same command goes on.
func TestSweepFullDisk(t *testing.T) {
	want, _ := small.unbroken(t)
	t.Run("limit", func(t *testing.T) {
		dir := t.TempDir()
		full(t, inShell(t, dir, "ulimit -f 8", small.in(".")...), dir, "the file is larger than files may be here; a larger "+
			"ulimit -f, or another disk, would do")
		small.goOn(t, dir, want)
	})
	t.Run("tmpfs", func(t *testing.T) {
		dir := t.TempDir()
		if err := mount(dir, "size=16k"); err != nil {
			t.Skipf("a disk to fill cannot be mounted here: %v", err)
		}
		defer func() { _ = exec.Command("umount", dir).Run() }()
		full(t, program(t, dir, small.in(".")...), dir, "the disk is full; "+
			"free space on it, or a directory on another disk, would do")
		if err := mount(dir, "remount,size=16m"); err != nil {
			t.Fatal(err)
		}
		small.goOn(t, dir, want)
	})
}

// full checks what a sweep leaves that ran out of room after some cells.
func full(t *testing.T, r result, dir, reason string) {
	t.Helper()
	n := len(journaled(t, dir))
	says := fmt.Sprintf("breadboard: journal.jsonl: %s; %d of %d results are kept in journal.jsonl; "+
		"to go on: breadboard %s\n", reason, n, small.cells, strings.Join(small.in("."), " "))
	ended(t, r, result{code: 1, stderr: says})
	if n == 0 || n == small.cells {
		t.Errorf("%d of %d rows are kept, want some and not all", n, small.cells)
	}
	data, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Error(err)
	} else if !bytes.HasSuffix(data, []byte("\n")) {
		t.Error("the journal ends in half a line")
	}
	if names := listing(t, dir); names != "journal.jsonl sweep.json" {
		t.Errorf("left %s", names)
	}
}

// mount puts a file system in memory on dir.
func mount(dir, options string) error {
	out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "breadboard", dir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// Ctrl-C keeps what is finished, says so, and the command that it spells goes on.
func TestInterrupted(t *testing.T) {
	for _, run := range slowRuns {
		t.Run(run.slow.args[0], func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command(binary, run.slow.in(".")...)
			r := finish(t, cmd, dir, func() error {
				if err := cmd.Start(); err != nil {
					return err
				}
				waitForRow(t, filepath.Join(dir, "journal.jsonl"))
				_ = cmd.Process.Signal(syscall.SIGINT)
				return cmd.Wait()
			})
			says := "breadboard: interrupted; 1 of 2 results are kept in journal.jsonl; to go on: breadboard " +
				strings.Join(cmd.Args[1:], " ") + "\n"
			ended(t, r, result{code: 130, stderr: says})
			want, _ := run.quick.unbroken(t)
			run.quick.goOn(t, dir, want)
		})
	}
}
