//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
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

// The tests of the packages disk and journal hold what these promise of files that are torn, changed, no files, or not
// their own, at every call and every bit. Here processes are killed, stopped and run at once.

// longSweep takes some tenths of a second.
const longSweep = "sweep --toy barrier --kernel metropolis,heat-bath --schedule linear,sigmoid:2 -T 10..300x6 --out "

// TestKilled: a run that was killed at any moment goes on with the same command. It loses no kept row, computes none of
// them again, and ends in the same bytes. The part of a file that was being written is gone then.
func TestKilled(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 20))
	dir, start := t.TempDir(), time.Now()
	works(t, dir, strings.Fields(longSweep+"whole")...)
	want := swept(t, filepath.Join(dir, "whole"))
	took := time.Since(start)
	for i := range 2 {
		name := fmt.Sprint("killed", i)
		out := filepath.Join(dir, name)
		cmd := exec.Command(binary, strings.Fields(longSweep+name)...)
		cmd.Dir = dir
		must.Do(t, cmd.Start())
		time.Sleep(time.Duration(dice.Float64() * float64(took)))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		before, _ := os.ReadFile(filepath.Join(out, "journal.jsonl")) // the journal may not be there yet
		before = before[:1+bytes.LastIndexByte(before, '\n')]
		if before != nil {
			put(t, out, ".breadboard-part-KILLED", "torn")
		}
		again := program(t, dir, strings.Fields(longSweep+name)...)
		checkEnd(t, again, result{stdout: again.stdout})
		after := textOf(t, out, "journal.jsonl")
		same(t, swept(t, out), want)
		if strings.Count(after, "\n") != 24 || !strings.HasPrefix(after, string(before)) {
			t.Errorf("%d bytes were kept, and now there are not 24 rows after them:\n%s", len(before), after)
		}
	}
}

// cutOff says that a journal ended in nine bytes of no row.
const cutOff = "Cut off at the end of the journal: 9 bytes, half a line torn while it was written.\n"

// TestDamaged: a sweep goes on from a journal whose first byte is damaged and which ends in zeros, and says what it
// left out, also beside CSV. A pipe in the place of a journal is refused, and not read for ever.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	line := strings.Fields("sweep --toy barrier -T 4..6x3 --out o")
	works(t, dir, line...)
	whole := textOf(t, dir, "o/journal.jsonl")
	want := swept(t, filepath.Join(dir, "o"))
	const passed = "Passed over: 1 line of the journal, unreadable or changed after being written.\n"
	damage := func() { put(t, dir, "o/journal.jsonl", "x"+whole[1:]+strings.Repeat("\x00", 9)) }
	damage()
	checkCounts(t, works(t, dir, line...), 3, 2, 1)
	same(t, swept(t, filepath.Join(dir, "o")), want)
	damage()
	holds(t, works(t, dir, line...), strings.TrimSpace(cutOff), strings.TrimSpace(passed))
	damage()
	r := program(t, dir, append(line, "--format", "csv")...)
	checkEnd(t, r, result{stdout: r.stdout, stderr: "breadboard: " + cutOff + "breadboard: " + passed})
	for _, name := range []string{"o/journal-1-of-2.jsonl", "o/journal.jsonl"} {
		_ = os.Remove(filepath.Join(dir, name))
		must.Do(t, syscall.Mkfifo(filepath.Join(dir, name), 0o600))
		refused(t, program(t, dir, line...), name+": not a journal; use another directory")
	}
}

// TestInterrupted: a second process on a journal is refused in a clear line. Ctrl-C keeps what is finished, says so,
// and spells a command that, given to a shell, goes on. One cell is done at once, and one takes very long.
func TestInterrupted(t *testing.T) {
	t.Setenv("GOMAXPROCS", "2") // a core for each cell
	dir := t.TempDir()
	line := []string{"sweep", "--toy", "barrier", "-T", "10,5000000", "--out", "o p"}
	cmd := exec.Command(binary, line...)
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		waitForRow(t, filepath.Join(dir, "o p", "journal.jsonl"))
		second := program(t, dir, line...)
		checkEnd(t, second, result{code: 1, stderr: second.stderr})
		holds(t, second.stderr, "o p/journal.jsonl: another process has this file open; ")
		_ = cmd.Process.Signal(syscall.SIGINT)
		return cmd.Wait()
	})
	says, again, _ := strings.Cut(strings.TrimSpace(r.stderr), "; to go on: breadboard ")
	const want = "breadboard: interrupted; 1 of 2 results are kept in o p/journal.jsonl"
	if r.code != 130 || says != want {
		t.Fatalf("exit code %d, and it says %s", r.code, r.stderr)
	}
	shell := exec.Command("sh", "-c", "'"+binary+"' "+strings.Replace(again, "5000000", "20", 1))
	checkCounts(t, finish(t, shell, dir, shell.Run).stdout, 2, 1, 1)
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

// TestShards: the same command without --shard makes the tables of all shards, byte for byte those of the run in one
// piece. It takes their results, also if they were copied into one directory, says how many shards are unfinished, and
// computes what they lack. Nothing is computed twice, by whichever shard. Shards of another number are refused, and
// results of another sweep are announced.
func TestShards(t *testing.T) {
	dir := t.TempDir()
	line := strings.Fields("sweep --toy easy,barrier --seed 1..2 --kernel heat-bath --schedule linear,best-j -T 4..6x3")
	run := func(out string, more ...string) result {
		r := program(t, dir, slices.Concat(line, []string{"--out", out}, more)...)
		checkEnd(t, r, result{stdout: r.stdout, stderr: r.stderr})
		return r
	}
	run("whole")
	want := swept(t, filepath.Join(dir, "whole"))
	for _, shard := range []string{"1", "3", "2"} {
		r := run("own"+shard, "--shard", shard+"/3")
		checkCounts(t, r.stdout, 6, 0, 6)
		holds(t, r.stdout, "The same command without --shard makes the tables when every shard is done.")
	}
	for i, says := range []string{"2 of 3 parts in own1 are unfinished", "1 of 3 parts in own1 are unfinished", ""} {
		if i > 0 {
			name := fmt.Sprintf("journal-%d-of-3.jsonl", i+1)
			put(t, dir, "own1/"+name, textOf(t, dir, fmt.Sprintf("own%d/%s", i+1, name)))
		}
		r := run("own1")
		checkCounts(t, r.stdout, 18, 6*(i+1), 12-6*i)
		if strings.Contains(r.stderr, "unfinished") != (says != "") || !strings.Contains(r.stderr, says) {
			t.Errorf("of %d parts it says %q, want %q", i+1, r.stderr, says)
		}
		same(t, swept(t, filepath.Join(dir, "own1")), want)
		must.Do(t, os.Remove(filepath.Join(dir, "own1", "journal.jsonl")))
	}
	run("one", "--shard", "1/2")
	checkCounts(t, run("one").stdout, 18, 13, 5)
	checkCounts(t, run("one", "--shard", "2/2").stdout, 5, 5, 0)
	same(t, swept(t, filepath.Join(dir, "one")), want)
	refused(t, program(t, dir, append(line, "--out", "own1", "--shard", "2/2")...),
		"--shard 2/2, and own1 has a journal of shard 1/3; use one of 3 parts, no --shard, or another directory")
	line = strings.Fields("sweep --toy barrier -T 4")
	replaces(t, dir, append(line, "--out", "one")...)
}

// TestReproduceStopped: after Ctrl-C nothing is printed, and the directory has no file.
func TestReproduceStopped(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(binary, "reproduce", "--quick", "--out", "made")
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, "made")); err == nil { // the work begins, and takes a while
				break
			}
		}
		_ = cmd.Process.Signal(os.Interrupt)
		return cmd.Wait()
	})
	const says = "breadboard: interrupted; nothing is kept, and the same command begins anew\n"
	checkEnd(t, r, result{code: 130, stderr: says})
	if left := listing(t, filepath.Join(dir, "made")); left != "" {
		t.Errorf("it left %s", left)
	}
	t.Chdir(dir)
	stopped, stop := context.WithCancel(context.WithValue(t.Context(), lastWordsKey{}, new(lastWords)))
	stop()
	for paper, about := range map[string]string{
		"bread": "BREAD's Appendix B, its tables and figures, into breadboard-bread",
		"aide":  "Figures 2 to 4 of AIDE, in two minutes, into breadboard-aide",
	} {
		var said bytes.Buffer
		err := run(stopped, []string{"reproduce", paper}, io.Discard, &said)
		want := "breadboard: reproduce: " + about + "; --quick is less of all\n"
		if err == nil || said.String() != want {
			t.Errorf("%v after %q, want %q", err, said.String(), want)
		}
	}
}
