package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/paper"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// contents reads all files of a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, e := range entriesIn(t, dir) {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

func TestReproduceWritesTheSameFilesTwice(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, "reproduce", "--quick")
	for line := range strings.Lines(out) {
		if w := twwidth.Width(strings.TrimRight(line, "\n")); w > 80 {
			t.Errorf("%d columns, want up to 80: %q", w, line)
		}
		if strings.Contains(line, "\x1b") {
			t.Errorf("escapes in a pipe: %q", line)
		}
	}
	first := contents(t, filepath.Join(dir, "breadboard-paper"))
	if len(first) != 20 {
		t.Errorf("%d files, want 20", len(first))
	}
	again := works(t, dir, "reproduce", "--quick", "--out", "other")
	if strings.ReplaceAll(again, "other", "breadboard-paper") != out {
		t.Error("a second run printed something else")
	}
	second := contents(t, filepath.Join(dir, "other"))
	for name, data := range first {
		if second[name] != data {
			t.Errorf("%s differs between two runs", name)
		}
	}
	testStudies(t, dir, first["tightness.json"])
}

// BDMC's study writes other files; two runs differ in what they took alone.
func TestReproduceBDMC(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, "reproduce", "bdmc", "--quick")
	for line := range strings.Lines(out) {
		if w := twwidth.Width(strings.TrimRight(line, "\n")); w > 80 {
			t.Errorf("%d columns, want up to 80: %q", w, line)
		}
	}
	first := contents(t, filepath.Join(dir, "breadboard-bdmc"))
	if len(first) != 22 {
		t.Errorf("%d files, want 22", len(first))
	}
	var studies map[string][]map[string]any
	worksJSON(t, &studies, dir, "reproduce", "bdmc", "--quick", "--out", "other")
	for name, data := range contents(t, filepath.Join(dir, "other")) {
		if first[name] != data && !strings.HasPrefix(name, "times.") {
			t.Errorf("%s differs between two runs", name)
		}
	}
	for name, rows := range map[string]int{"rows": 3 * 45, "table1": 9, "overshoot": 3 * 5 * 6, "findings": 20} {
		if n := len(studies[name]); n != rows {
			t.Errorf("%d rows of %s, want %d", n, name, rows)
		}
	}
}

// The experiments of AIDE write other files; two runs write the same.
func TestReproduceAIDE(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, "reproduce", "aide", "--quick")
	for line := range strings.Lines(out) {
		if w := twwidth.Width(strings.TrimRight(line, "\n")); w > 80 {
			t.Errorf("%d columns, want up to 80: %q", w, line)
		}
	}
	first := contents(t, filepath.Join(dir, "breadboard-aide"))
	if !strings.Contains(first["README.md"], "quick run") {
		t.Error("the page of a quick run does not say so")
	}
	var studies map[string][]map[string]any
	worksJSON(t, &studies, dir, "reproduce", "aide", "--quick", "--out", "other")
	for name, data := range contents(t, filepath.Join(dir, "other")) {
		if first[name] != data {
			t.Errorf("%s differs between two runs", name)
		}
	}
	for name, rows := range studies {
		if _, written := first[name+".json"]; !written || len(rows) == 0 {
			t.Errorf("%s has %d rows, and is a file: %v", name, len(rows), written)
		}
	}
}

// The study of samplers writes other files; two runs differ in what they took alone.
func TestReproduceSamplers(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, "reproduce", "samplers", "--quick")
	for line := range strings.Lines(out) {
		if w := twwidth.Width(strings.TrimRight(line, "\n")); w > 80 {
			t.Errorf("%d columns, want up to 80: %q", w, line)
		}
	}
	first := contents(t, filepath.Join(dir, "breadboard-samplers"))
	if !strings.Contains(first["README.md"], "quick run") {
		t.Error("the page of a quick run does not say so")
	}
	var studies map[string][]map[string]any
	worksJSON(t, &studies, dir, "reproduce", "samplers", "--quick", "--out", "other")
	for name, data := range contents(t, filepath.Join(dir, "other")) {
		timed := strings.HasPrefix(name, "leaderboard-time.") || strings.HasSuffix(name, ".md")
		if first[name] != data && !timed {
			t.Errorf("%s differs between two runs", name)
		}
	}
	for name, rows := range studies {
		if _, written := first[name+".json"]; !written || len(rows) == 0 && name != "solved" {
			t.Errorf("%s has %d rows, and is a file: %v", name, len(rows), written)
		}
	}
}

// testStudies holds the rows that are printed as JSON to those of a file.
func testStudies(t *testing.T, dir, file string) {
	t.Helper()
	var studies map[string][]map[string]any
	worksJSON(t, &studies, dir, "reproduce", "--quick")
	var tightness []map[string]any
	if err := json.Unmarshal([]byte(file), &tightness); err != nil {
		t.Fatal(err)
	}
	if len(studies) != 3 {
		t.Errorf("%d studies are printed, want 3", len(studies))
	}
	printed := studies["tightness"]
	if len(printed) != len(tightness) {
		t.Fatalf("%d rows of tightness are printed; the file has %d", len(printed), len(tightness))
	}
	if printed[0]["J"] != tightness[0]["J"] {
		t.Errorf("J of the first row is %v; the file has %v", printed[0]["J"], tightness[0]["J"])
	}
}

func TestReproduceRefuses(t *testing.T) {
	dir := files(t, map[string]string{"file": ""})
	for _, args := range [][]string{
		{"reproduce", "--out", "file/below"},
		{"reproduce", "--format", "xml"},
		{"reproduce", "surplus"},
		{"seeds", "--toy", "barrier", "--first", "10"},
		{"seeds", "--first", "0"},
		{"seeds", "--best", "-1"},
	} {
		refused(t, program(t, dir, args...))
		if all := contents(t, dir); len(all) != 1 {
			t.Errorf("%v left %v", args, all)
		}
	}
}

// Ctrl-C while it works: nothing is printed, and the directory it had made goes.
func TestReproduceInterrupted(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(binary, "reproduce", "--out", "made")
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for range 1000 { // it is made first, and the work takes seconds
			if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return err
		}
		return cmd.Wait()
	})
	ended(t, r, result{code: 130, stderr: r.stderr})
	if n := strings.Count(r.stderr, "\n"); n != 1 {
		t.Errorf("%d lines on stderr, want 1: %q", n, r.stderr)
	}
	if all := contents(t, dir); len(all) != 0 {
		t.Errorf("it left %v", all)
	}
}

func TestSeedsPrintsTheSearch(t *testing.T) {
	var rows []map[string]any
	worksJSON(t, &rows, "", "seeds", "--first", "60", "--best", "2")
	if len(rows) != 4 {
		t.Fatalf("%d rows, want 2 of each random toy", len(rows))
	}
	for i, toy := range paper.Toys()[:2] {
		draws, err := paper.Search(t.Context(), toy, 60, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, d := range draws {
			row := rows[2*i+k]
			for key, want := range map[string]any{
				"toy":      toy.Name,
				"seed":     float64(d.Seed),
				"J_100":    d.Figures[0],
				"distance": d.Distance,
			} {
				if row[key] != want {
					t.Errorf("%s, draw %d: %s is %v, want %v", toy.Name, k, key, row[key], want)
				}
			}
		}
	}
}
