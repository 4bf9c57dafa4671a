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

// in is the command with this --out, which tells its story in CSV.
func (r longRun) in(out string, more ...string) []string {
	return slices.Concat(r.args, []string{"--out", out, "--format", "csv"}, more)
}

// longRuns are all commands that keep journals.
var longRuns = []longRun{small}

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
