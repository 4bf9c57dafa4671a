package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Rows of another spec stay in the journal and out of the table, and are counted.
func TestSweepOthers(t *testing.T) {
	dir := t.TempDir()
	works(t, dir, "sweep", "--toy", "barrier", "-T", "10,20", "--out", "out")
	out := works(t, dir, "sweep", "--toy", "barrier", "-T", "20,30", "--out", "out", "--force")
	tells(t, story(t, out), map[string]int{"cells": 2, "from_journal": 1, "run": 1})
	if want := "out of the table: 1 row, not asked for now"; !strings.Contains(out, want) {
		t.Errorf("no %q in %s", want, out)
	}
	var levels []string
	for _, row := range tableOf(t, filepath.Join(dir, "out")) {
		levels = append(levels, row["T"])
	}
	if !slices.Equal(levels, []string{"20", "30"}) {
		t.Errorf("rows of T = %v, want 20 and 30", levels)
	}
	works(t, dir, "sweep", "--toy", "barrier", "-T", "20,30", "--out", "fresh")
	same(t, swept(t, filepath.Join(dir, "out")), swept(t, filepath.Join(dir, "fresh")))
}

// A number that changed in the journal is noticed: its cell is run again, to the
// same table; a merge misses it.
func TestSweepChangedRow(t *testing.T) {
	dir := t.TempDir()
	args := []string{"sweep", "--toy", "barrier", "-T", "10,20", "--out", "out"}
	works(t, dir, args...)
	want := swept(t, filepath.Join(dir, "out"))
	path := filepath.Join(dir, "out", "journal.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(data, []byte(`"J":`), []byte(`"J":9`), 1)
	if bytes.Equal(changed, data) {
		t.Fatalf("no J to change in %s", data)
	}
	if err := os.WriteFile(path, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	r := program(t, dir, "merge", "out")
	ended(t, r, result{code: 1, stdout: r.stdout, stderr: r.stderr})
	if want := "1 of 2 results"; !strings.Contains(r.stderr, want) {
		t.Errorf("stderr is %q, want %s", r.stderr, want)
	}
	told := works(t, dir, args...)
	if !strings.Contains(told, "Passed over: 1 line of the journal, unreadable or changed") {
		t.Error(told)
	}
	same(t, swept(t, filepath.Join(dir, "out")), want)
	again := story(t, works(t, dir, args...))
	tells(t, again, map[string]int{"from_journal": 2, "run": 0})
	works(t, dir, "merge", "out")
	same(t, swept(t, filepath.Join(dir, "out")), want)
}

// A dry run prints every cell to programs, axes and time to people, and writes
// nothing.
func TestSweepDryRun(t *testing.T) {
	dir := t.TempDir()
	args := []string{"sweep", "--toy", "easy,barrier", "--seed", "1..30", "-T", "10..1000x3", "--dry-run"}
	out := works(t, dir, append(args, "--format", "csv")...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 94 {
		t.Fatalf("%d lines, want 94", len(lines))
	}
	for i, want := range map[int]string{
		1:  "easy,1,uniform,metropolis,geometric,linear,10,0",
		93: "barrier,,uniform,metropolis,geometric,linear,1000,0",
	} {
		if lines[i] != want {
			t.Errorf("line %d is %s, want %s", i, lines[i], want)
		}
	}
	text := works(t, dir, args...)
	for _, want := range []string{"93 results", "easy (30 seeds), barrier", "10, 100, 1000", "And 88 more.",
		"They take "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if listing(t, dir) != "" {
		t.Errorf("left %s", listing(t, dir))
	}
}
