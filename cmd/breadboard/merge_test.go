package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A longRun is a command that keeps its rows in a journal, without its --out.
type longRun struct {
	args  []string
	cells int
}

// small is a sweep that takes some tenths of a second.
var small = longRun{[]string{"sweep", "--toy", "barrier", "--kernel", "metropolis,heat-bath",
	"--schedule", "linear,sigmoid:2", "-T", "10..300x12"}, 48}

// scored scores kernels of unlike cost on densities of the zoo: it takes some tenths of a second.
var scored = longRun{[]string{"score", "--zoo", "easy,hard,barrier", "--kernel",
	"metropolis,barker,lifted,cycle", "-N", "10,100", "--start", "lightest"}, 12}

// in is the command with this --out.
func (r longRun) in(out string, more ...string) []string {
	return slices.Concat(r.args, []string{"--out", out}, more)
}

// ran runs it in dir to its end, and checks what a sweep tells of it. A score prints its rows.
func (r longRun) ran(t *testing.T, dir string, want map[string]int) {
	t.Helper()
	out := works(t, dir, r.in(".")...)
	if r.args[0] == "sweep" {
		tells(t, story(t, out), want)
	}
}

// longRuns are all commands that keep journals.
var longRuns = []longRun{small, scored}

// journaled returns the whole lines of the journal in dir. But for the last, which
// may be torn, all must be rows, with different keys.
func journaled(t *testing.T, dir string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if os.IsNotExist(err) {
		return nil
	} else if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	lines = lines[:len(lines)-1] // nothing, or a torn line
	seen := map[string]bool{}
	for i, line := range lines {
		var row struct{ Key string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Errorf("line %d: %v", i+1, err)
		}
		if row.Key == "" {
			t.Errorf("line %d has no key", i+1)
		}
		if seen[row.Key] {
			t.Errorf("line %d has the key %q of one before", i+1, row.Key)
		}
		seen[row.Key] = true
	}
	return lines
}

// sharded is a sweep of cells that take unequally long.
var sharded = longRun{[]string{"sweep", "--toy", "easy,barrier", "--seed", "1..2", "--kernel", "heat-bath",
	"--schedule", "linear,sigmoid:2,best-j", "-T", "4..7x4"}, 36}

// Shards, in one directory or each in its own, are joined into the table of the
// run in one piece, byte for byte.
func TestMerge(t *testing.T) {
	for r, plan := range map[*longRun]string{&sharded: sweepFile, &scored: scoreFile} {
		dir := t.TempDir()
		works(t, dir, r.in("whole")...)
		want := swept(t, filepath.Join(dir, "whole"))
		r.inShards(t, dir)
		works(t, dir, "merge", "one")
		same(t, swept(t, filepath.Join(dir, "one")), want)
		works(t, dir, "merge", "own3", "own1", "own2", "--out", "joined")
		delete(want, plan) // it stands where the cells were run
		same(t, swept(t, filepath.Join(dir, "joined")), want)
	}
}

// inShards runs three shards in the directory one, and each of them in its own.
func (r longRun) inShards(t *testing.T, dir string) {
	t.Helper()
	cells := 0
	for _, shard := range []string{"1/3", "3/3", "2/3"} {
		told := story(t, works(t, dir, r.in("one", "--shard", shard)...))
		cells += told["cells"]
		if told["run"] != told["cells"] {
			t.Errorf("shard %s: %d cells were run, want %d", shard, told["run"], told["cells"])
		}
		if least := r.cells / 6; told["cells"] < least {
			t.Errorf("shard %s: %d cells, want %d at least", shard, told["cells"], least)
		}
		if left := listing(t, filepath.Join(dir, "one")); strings.Contains(left, "rows") {
			t.Errorf("shard %s wrote tables: %s", shard, left)
		}
		works(t, dir, r.in("own"+shard[:1], "--shard", shard)...)
	}
	if cells != r.cells {
		t.Errorf("%d cells in all shards, want %d", cells, r.cells)
	}
}

// What is missing is named, with the shard it belongs to; nothing is written.
func TestMergeMissing(t *testing.T) {
	dir := t.TempDir()
	for _, shard := range []string{"1/4", "2/4", "4/4"} {
		works(t, dir, sharded.in("out", "--shard", shard)...)
	}
	r := program(t, dir, "merge", "out")
	ended(t, r, result{code: 1, stderr: r.stderr})
	for says, times := range map[string]int{
		"of 36 results are missing: ":    1,
		"(shard 1/4)":                    0,
		"(shard 3/4)":                    5,
		"more; the command of the sweep": 1,
		"\n":                             1,
	} {
		if n := strings.Count(r.stderr, says); n != times {
			t.Errorf("%q is told %d times, want %d: %s", says, n, times, r.stderr)
		}
	}
	if left := listing(t, filepath.Join(dir, "out")); strings.Contains(left, "rows") {
		t.Errorf("left %s", left)
	}
}

// Directories that do not belong together are refused.
func TestMergeBadInput(t *testing.T) {
	dir := badSweeps(t)
	for args, says := range map[string]string{
		"merge":         "merge needs a directory; the directories of the shards",
		"merge a a":     "a and a are one directory; each of them once would do",
		"merge b a ./b": "b and ./b are one directory",
		"merge a link":  "a and link are one directory",
		"merge empty":   "empty/sweep.json: not there; the --out of a sweep or a score would do",
		"merge file":    "file/sweep.json: not there; the --out of a sweep",
		"merge a b":     "b and a ask for different results",
		"merge plan":    "plan has no journal",
		"merge later":   "later/sweep.json: the plan of a sweep in format 4; 3 is the one known here",
		"merge words":   "words/sweep.json: not the plan of a sweep",
		"merge a build": "shards of one build would do",
	} {
		refused(t, program(t, dir, strings.Fields(args)...), says)
	}
}

// badSweeps makes two sweeps that do not belong together, and directories that are none.
func badSweeps(t *testing.T) string {
	t.Helper()
	dir := files(t, map[string]string{"file": "x"})
	works(t, dir, "sweep", "--toy", "barrier", "-T", "4", "--out", "a")
	works(t, dir, "sweep", "--toy", "barrier", "-T", "5", "--out", "b")
	data, err := os.ReadFile(filepath.Join(dir, "a", sweepFile))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"empty": "",
		"plan":  string(data),
		"later": strings.Replace(string(data), `"format": 3`, `"format": 4`, 1),
		"build": resummed(strings.Replace(string(data), "c0ffee", "decaf", 1)),
		"words": "none",
	} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if name == "empty" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name, sweepFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// resummed is a plan's file with the checksum of what it has now.
func resummed(plan string) string {
	object, _, _ := strings.Cut(plan, ",\n \"sha256\"")
	return fmt.Sprintf("%s,\n \"sha256\": \"%x\"\n}\n", object, sha256.Sum256([]byte(object)))
}
