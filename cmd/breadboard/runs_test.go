//go:build unix

package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"breadboard/grid/must"
)

// What the packages disk and journal promise of files that are torn, changed, no files, or another's, their tests hold
// at every call and every bit. Here processes are killed, stopped and run at once.

// A longRun is a command that keeps its rows in a journal, without its --out, and how many rows it has.
type longRun struct {
	args  []string
	cells int
}

// longSweep takes some tenths of a second.
var longSweep = longRun{
	strings.Fields("sweep --toy barrier --kernel metropolis,heat-bath --schedule linear,sigmoid:2 -T 10..300x6"), 24}

// in is the command with this --out.
func (r longRun) in(out string, more ...string) []string {
	return slices.Concat(r.args, []string{"--out", out}, more)
}

// A run that was killed at any moment goes on with the same command: it loses no row that was kept, computes none of
// them again, and ends in the same bytes.
func TestKilled(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 20))
	dir, start := t.TempDir(), time.Now()
	works(t, dir, longSweep.in("whole")...)
	want := swept(t, filepath.Join(dir, "whole"))
	took := time.Since(start)
	for i := range 2 {
		name := fmt.Sprint("killed", i)
		out := filepath.Join(dir, name)
		killedAfter(t, dir, time.Duration(dice.Float64()*float64(took)), longSweep.in(name)...)
		before := journaled(t, out)
		again := program(t, dir, longSweep.in(name)...)
		ended(t, again, result{stdout: again.stdout})
		after := journaled(t, out)
		if now := swept(t, out); !maps.Equal(now, want) {
			t.Errorf("after %d rows it ends in other files", len(before))
		}
		if len(after) != longSweep.cells || !slices.Equal(after[:len(before)], before) {
			t.Errorf("%d rows were kept, %d are there now, and %d are asked for", len(before), len(after),
				longSweep.cells)
		}
	}
}

// journaled returns the whole lines of the journal in dir.
func journaled(t *testing.T, dir string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	return lines[:len(lines)-1] // nothing, or a torn line
}

// killedAfter runs the program in dir and kills it after this time.
func killedAfter(t *testing.T, dir string, wait time.Duration, args ...string) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	must.Do(t, cmd.Start())
	time.Sleep(wait)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// slowRun has a cell that is done at once, and one that takes very long.
var slowRun = longRun{strings.Fields("sweep --toy barrier -T 10,5000000"), 2}

// A second process on a journal is refused in a clear line. Ctrl-C keeps what is finished, says so, and the command
// that it spells, given to a shell, goes on.
func TestInterrupted(t *testing.T) {
	t.Setenv("GOMAXPROCS", "2") // a core for each cell
	dir, out := t.TempDir(), "o p"
	cmd := exec.Command(binary, slowRun.in(out)...)
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		waitForRow(t, filepath.Join(dir, out, "journal.jsonl"))
		ended(t, program(t, dir, slowRun.in(out)...), result{code: 1, stderr: "breadboard: " + out +
			"/journal.jsonl: another process has this file open; wait until it ends\n"})
		_ = cmd.Process.Signal(syscall.SIGINT)
		return cmd.Wait()
	})
	says, again, _ := strings.Cut(strings.TrimSpace(r.stderr), "; to go on: breadboard ")
	if want := "breadboard: interrupted; 1 of 2 results are kept in " + out +
		"/journal.jsonl"; r.code != 130 || says != want {
		t.Fatalf("exit code %d, and it says %s", r.code, r.stderr)
	}
	shell := exec.Command("sh", "-c", "'"+binary+"' "+strings.Replace(again, "5000000", "20", 1))
	tells(t, story(t, finish(t, shell, dir, shell.Run).stdout), map[string]int{"from_journal": 1, "run": 1})
}

// waitForRow waits until a journal has its first row and the disk has it, for the program counts it only then.
func waitForRow(t *testing.T, path string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			f := must.Have(os.Open(path))(t)
			defer f.Close()
			must.Do(t, f.Sync())
			return
		}
	}
	t.Fatal("no row within a minute")
}

// Where a file may not be so large the sweep ends with a clear line, the journal is whole lines, and with more room the
// same command goes on.
func TestSweepFullDisk(t *testing.T) {
	dir, r := t.TempDir(), longSweep
	full := inShell(t, dir, "ulimit -f 8", r.in(".")...)
	n := len(journaled(t, dir))
	ended(t, full, result{code: 1, stderr: fmt.Sprintf("breadboard: journal.jsonl: the disk is full, or your share "+
		"of it; free some space, or use a directory on another disk; %d of %d results are kept in journal.jsonl; to "+
		"go on: breadboard %s\n", n, r.cells, strings.Join(r.in("."), " "))})
	if n == 0 || n == r.cells || !strings.HasSuffix(read(t, filepath.Join(dir, "journal.jsonl")), "\n") {
		t.Errorf("%d of %d rows are kept, want some and not all, as whole lines", n, r.cells)
	}
	if names := listing(t, dir); names != "journal.jsonl sweep.json" {
		t.Errorf("left %s", names)
	}
	tells(t, story(t, works(t, dir, r.in(".")...)), map[string]int{"from_journal": n, "run": r.cells - n})
}

// Shards that are each in a directory of their own are joined into the tables of the run in one piece, byte for byte.
// What is missing is named, with the shard that it belongs to, and nothing is written then. Shards of another number
// are refused. In one directory nothing is computed twice, whoever ran it first.
func TestMerge(t *testing.T) {
	dir := t.TempDir()
	sharded := longRun{strings.Fields("sweep --toy easy,barrier --seed 1..2 --kernel heat-bath --schedule " +
		"linear,best-j -T 4..6x3"),
		18}
	cells := 0
	for _, shard := range []string{"1", "3", "2"} {
		told := story(t, works(t, dir, sharded.in("own"+shard, "--shard", shard+"/3")...))
		if cells += told["cells"]; told["cells"] < sharded.cells/6 || told["run"] != told["cells"] {
			t.Errorf("shard %s has %v", shard, told)
		}
	}
	if cells != sharded.cells {
		t.Errorf("%d cells in all shards, want %d", cells, sharded.cells)
	}
	refused(t, program(t, dir, sharded.in("own1", "--shard", "2/2")...),
		"--shard 2/2, and own1 has a journal of shard 1/3; use one of 3 parts, no --shard, or another directory")
	r := program(t, dir, "sweep", "--merge", "own1", "own2", "--out", "joined")
	ended(t, r, result{code: 1, stderr: r.stderr})
	holds(t, r.stderr, "6 of 18 results are missing; the first is ",
		"; the command of the sweep")
	if listing(t, dir) != "own1 own2 own3" {
		t.Errorf("it says %s, and left %s", r.stderr, listing(t, dir))
	}
	works(t, dir, sharded.in("whole")...)
	works(t, dir, "sweep", "--merge", "own3", "own1", "own2", "--out", "joined")
	want := swept(t, filepath.Join(dir, "whole"))
	works(t, dir, sharded.in("one", "--shard", "1/2")...)
	ran := story(t, works(t, dir, sharded.in("one")...))
	again := story(t, works(t, dir, sharded.in("one", "--shard", "2/2")...))
	if ran["run"] == 0 || ran["from_journal"] == 0 || ran["cells"] != sharded.cells || again["run"] != 0 {
		t.Errorf("after a shard a run of all has %v, and then the other shard %v", ran, again)
	}
	same(t, swept(t, filepath.Join(dir, "one")), want)
	joined := swept(t, filepath.Join(dir, "joined"))
	delete(joined, sweepFile)
	delete(want, sweepFile) // it stands where the cells were run
	same(t, joined, want)
}

// Directories that do not belong together are refused, and so is one without a journal.
func TestMergeBadInput(t *testing.T) {
	dir := t.TempDir()
	for out, T := range map[string]string{"a": "4", "b": "5"} {
		works(t, dir, "sweep", "--toy", "barrier", "-T", T, "--out", out)
	}
	plan := textOf(t, dir, "a/"+sweepFile)
	put(t, dir, "plan/"+sweepFile, plan)
	put(t, dir, "build/"+sweepFile, strings.Replace(plan, "c0ffee", "decaf", 1))
	for args, says := range map[string]string{
		"sweep --merge none":    "none/sweep.json: no such file or directory; use the --out of a sweep",
		"sweep --merge a b":     "b and a ask for different results",
		"sweep --merge plan":    "plan has no journal",
		"sweep --merge a build": "use the shards of one build",
	} {
		refused(t, program(t, dir, strings.Fields(args)...), says)
	}
}
