package main

import (
	"encoding/json"
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
	"metropolis,barker,heat-bath,king,slice,lifted,independence,cycle", "-N", "10,100,1000", "--start", "exact,lightest"}, 24}

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
