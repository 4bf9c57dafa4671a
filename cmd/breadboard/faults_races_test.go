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
	"sync"
	"testing"
	"time"

	"breadboard/grid/text/faulty"
)

// raced is a sweep of two shards that takes long enough to meet others.
var raced = longRun{strings.Fields("sweep --toy barrier --kernel metropolis,heat-bath -T 10,20,2000,3000"), 8}

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
	for round := range faulty.Times(3, 60) {
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

// One byte of a journal is another: merging is refused and the tables stay, or it ends in the same tables, and
// so does the command again.
func TestFaultsJournalBytes(t *testing.T) {
	corruptions := faulty.Tally{What: "bytes of journals under merge and the command again"}
	dice := rand.New(rand.NewPCG(15, 7))
	for _, r := range fewCells {
		dir := t.TempDir()
		works(t, dir, r.in("out")...)
		out := filepath.Join(dir, "out")
		want, path := swept(t, out), filepath.Join(out, "journal.jsonl")
		whole := []byte(read(t, path))
		for range faulty.Times(6, 300) {
			changed, at := bytes.Clone(whole), dice.IntN(len(whole))
			changed[at] ^= byte(1 + dice.IntN(255))
			overwrite(t, path, string(changed))
			merged := program(t, dir, "merge", "out")
			err := stays(t, out, want)
			if merged.code == 0 && !bytes.Equal(bytes.TrimSpace(changed), bytes.TrimSpace(whole)) {
				err = fmt.Errorf("merge takes it: %s", merged.stdout)
			}
			if again := program(t, dir, r.in("out")...); err == nil && again.code == 0 {
				err = stays(t, out, want)
			} else if err == nil && !strings.Contains(again.stderr, "not a journal of such rows") {
				err = fmt.Errorf("the command again ends with the code %d and %q", again.code, again.stderr)
			}
			corruptions.Count(fmt.Sprintf("%s, byte %d is %q", r.args[0], at, changed[at]), err)
		}
	}
	corruptions.Report(t)
}

// stays returns an error if a directory has other files.
func stays(t *testing.T, dir string, want map[string]string) error {
	t.Helper()
	now := swept(t, dir)
	for name := range want {
		if now[name] != want[name] {
			return fmt.Errorf("%s is another", name)
		}
	}
	return nil
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
	for k := range faulty.Times(8, 200) {
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
