//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"breadboard/cmd/breadboard/internal/code"
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

// A run that was killed at any moment goes on with the same command and ends in the same bytes.
func TestKilled(t *testing.T) {
	kills := faulty.Tally{What: "kills of a sweep or a score"}
	dice := rand.New(rand.NewPCG(3, 20))
	for _, r := range longRuns {
		want, took := r.unbroken(t)
		for k := range times(2, 150) {
			dir, name := t.TempDir(), fmt.Sprint(r.args[0], k)
			killedAfter(t, dir, time.Duration(dice.Float64()*float64(took)), r.in(".")...)
			kills.Count(name, r.wentOn(t, name, dir, want))
		}
	}
	kills.Report(t)
}

// wentOn is goOn as an error.
func (r longRun) wentOn(t *testing.T, name, dir string, want map[string]string) error {
	t.Helper()
	if !t.Run(name, func(t *testing.T) { r.goOn(t, dir, want) }) {
		return errors.New("it does not go on as if nothing had been")
	}
	return nil
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
	dice := rand.New(rand.NewPCG(3, 21))
	for _, r := range longRuns {
		dir := t.TempDir()
		works(t, dir, r.in(".")...)
		want, whole := swept(t, dir), textOf(t, dir, "journal.jsonl")
		for _, end := range []string{string(make([]byte, 1000)), ""}[:times(1, 2)] {
			put(t, dir, "journal.jsonl", whole[:1+dice.IntN(len(whole)-1)]+end)
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
			before := read(t, path)
			for _, args := range [][]string{r.quick.in("out"), {"merge", "out"}} {
				want := "breadboard: out/journal.jsonl: another process has this file open; " +
					"waiting until it ends would do\n"
				ended(t, process(t, dir, args...), result{code: 1, stderr: want})
			}
			if read(t, path) != before {
				t.Error("the journal changed")
			}
		})
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

// On a full disk the sweep ends with a clear line, the journal is whole lines, and with more room the same command
// goes on.
func TestSweepFullDisk(t *testing.T) {
	want, _ := small.unbroken(t)
	dir := t.TempDir()
	full(t, inShell(t, dir, "ulimit -f 8", small.in(".")...), dir, "the file is larger than files may be here; a larger "+
		"ulimit -f, or another disk, would do")
	small.goOn(t, dir, want)
	dir = t.TempDir()
	if err := mount(dir, "size=16k"); err != nil {
		t.Skipf("a disk to fill cannot be mounted here: %v", err)
	}
	defer func() { _ = exec.Command("umount", dir).Run() }()
	full(t, process(t, dir, small.in(".")...), dir, "the disk is full; free space on it, or a directory on another disk, "+
		"would do")
	if err := mount(dir, "remount,size=16m"); err != nil {
		t.Fatal(err)
	}
	small.goOn(t, dir, want)
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

// Ctrl-C keeps what is finished, says so, and the command that it spells, given to a shell, goes on.
func TestInterrupted(t *testing.T) {
	for i, run := range slowRuns[:times(1, 2)] {
		dir, out := t.TempDir(), []string{"o p", "out"}[i]
		cmd := exec.Command(binary, run.slow.in(out)...)
		r := finish(t, cmd, dir, func() error {
			if err := cmd.Start(); err != nil {
				return err
			}
			waitForRow(t, filepath.Join(dir, out, "journal.jsonl"))
			_ = cmd.Process.Signal(syscall.SIGINT)
			return cmd.Wait()
		})
		says, again, _ := strings.Cut(strings.TrimSpace(r.stderr), "; to go on: breadboard ")
		if want := "breadboard: interrupted; 1 of 2 results are kept in " + out + "/journal.jsonl"; r.code != 130 || says != want {
			t.Fatalf("exit code %d, and it says %s", r.code, r.stderr)
		}
		again = strings.NewReplacer("5000000", "20", "swap", "barker").Replace(again) // a cell that is soon done
		shell := exec.Command("sh", "-c", "'"+binary+"' "+again)
		tells(t, story(t, finish(t, shell, dir, shell.Run).stdout), map[string]int{"from_journal": 1, "run": 1})
	}
}

// A shell reads a quoted word as it was.
func TestQuoted(t *testing.T) {
	for _, word := range []string{"sweep", "-T=10..1000x5", "", "two words", "it's", `"`, "$HOME", "a\\b", "~", "#",
		"*", "é"} {
		out, err := exec.Command("sh", "-c", "printf %s "+code.Quoted(word)).Output()
		if err != nil {
			t.Skip(err)
		}
		if string(out) != word {
			t.Errorf("a shell reads %s as %q, want %q", code.Quoted(word), out, word)
		}
	}
	if code.Quoted("ising:3x3:0.4,easy") != "ising:3x3:0.4,easy" {
		t.Error("a plain word is in quotes")
	}
}

// raced is a sweep of two shards that takes long enough to meet others.
var raced = longRun{strings.Fields("sweep --toy barrier --kernel metropolis,heat-bath -T 10,20,1000,1500"), 8}

// rivals are commands on one directory. Some of them want the same journal, and all want the same tables.
func rivals() [][]string {
	return [][]string{raced.in("out"), raced.in("out"), raced.in("out", "--shard", "1/2"),
		raced.in("out", "--shard", "2/2"), raced.in("out", "--shard", "2/2"), {"merge", "out"}, {"merge", "out"}}
}

// Commands that run at once on one directory end well, or say in a line why not. Whoever ends well leaves
// the tables of an undisturbed run, and then the same command does too.
func TestFaultsRaces(t *testing.T) {
	want, took := raced.unbroken(t)
	dice := rand.New(rand.NewPCG(15, 6))
	races := faulty.Tally{What: "commands that race for a directory"}
	for round := range times(1, 60) {
		dir := t.TempDir()
		for i, r := range race(t, dir, dice, took) {
			var err error
			line := strings.HasPrefix(r.stderr, "breadboard: ") && strings.Count(r.stderr, "\n") == 1
			if r.code != 0 && (r.code > 2 || !line) {
				err = fmt.Errorf("it ends with the code %d and %q", r.code, r.stderr)
			}
			races.Count(fmt.Sprintf("round %d, %q (%d)", round, r.args, i), err)
		}
		works(t, dir, raced.in("out")...)
		same(t, swept(t, filepath.Join(dir, "out")), want)
		works(t, dir, "merge", "out")
		same(t, swept(t, filepath.Join(dir, "out")), want)
	}
	races.Report(t)
}

// race starts the rivals in any order, each a little after the others, and kills some of them.
func race(t *testing.T, dir string, dice *rand.Rand, took time.Duration) []result {
	t.Helper()
	var mu sync.Mutex
	var all []result
	var wait sync.WaitGroup
	for _, args := range rivals() {
		after, killed := time.Duration(dice.Float64()*float64(took)), dice.IntN(4) == 0
		wait.Go(func() {
			time.Sleep(after)
			if killed {
				killedAfter(t, dir, took/2, args...)
				return
			}
			var errs bytes.Buffer
			cmd := exec.Command(binary, args...)
			cmd.Dir, cmd.Stderr = dir, &errs
			_ = cmd.Run()
			mu.Lock()
			defer mu.Unlock()
			all = append(all, result{args: args, stderr: errs.String(), code: cmd.ProcessState.ExitCode()})
		})
	}
	wait.Wait()
	return all
}

// A merge that was killed at any moment, over older tables, is made good by the next.
func TestFaultsKilledMerge(t *testing.T) {
	want, _ := raced.unbroken(t)
	kills := faulty.Tally{What: "kills of a merge"}
	dice := rand.New(rand.NewPCG(15, 8))
	dir := t.TempDir()
	works(t, dir, strings.Fields("sweep --toy barrier -T 10 --out older")...)
	works(t, dir, raced.in("shards", "--shard", "1/2")...)
	works(t, dir, raced.in("shards", "--shard", "2/2")...)
	start := time.Now()
	works(t, dir, "merge", "shards", "--out", "timed")
	took := time.Since(start)
	for k := range times(2, 200) {
		out := fmt.Sprint("out", k)
		if err := os.CopyFS(filepath.Join(dir, out), os.DirFS(filepath.Join(dir, "older"))); err != nil {
			t.Fatal(err)
		}
		killedAfter(t, dir, time.Duration(dice.Float64()*float64(took)), "merge", "shards", "--out", out)
		merged := program(t, dir, "merge", "shards", "--out", out)
		var err error
		if merged.code != 0 {
			err = fmt.Errorf("merge again: %s", merged.stderr)
		} else if now := swept(t, filepath.Join(dir, out)); now["rows.csv"] != want["rows.csv"] ||
			now["rows.parquet"] != want["rows.parquet"] || now["summary.md"] != want["summary.md"] {
			err = fmt.Errorf("the tables are others")
		}
		kills.Count(k, err)
	}
	kills.Report(t)
}
