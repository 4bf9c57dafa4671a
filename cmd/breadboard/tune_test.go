package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// tunedRow is what programs read of a best setting, and of a run of it.
type tunedRow struct {
	Goal   string  `json:"goal"`
	J      float64 `json:"J"`
	B      float64 `json:"B"`
	Cost   float64 `json:"cost"`
	Kernel string  `json:"kernel"`
	T      int     `json:"T"`
}

func rowsIn(t *testing.T, text string) (rows []tunedRow) {
	t.Helper()
	must.Do(t, json.Unmarshal([]byte(text), &rows))
	return rows
}

// TestTuneSettings: what tune found has the J and B that exact and sweep compute from its file, and a flag beside the
// file comes first.
func TestTuneSettings(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "g.csv"), "0,1,2\n3,0.5,1\n0,0,4\n")
	t.Chdir(dir)
	tune := []string{"tune", "--target", "g.csv", "--cost", "25", "--kernel", "metropolis,laplace:0.5..4", "--out",
		"found", "--format", "json"}
	rows := rowsIn(t, works(t, dir, tune...))
	if len(rows) != 2 || rows[0].Goal != "J" || rows[1].Goal != "B" || rows[0].J > rows[1].J || rows[1].B > rows[0].B {
		t.Fatalf("tune found %+v", rows)
	}
	for i, file := range []string{"found/best-j-25.toml", "found/best-b-25.toml"} {
		again := rowsIn(t, works(t, dir, "exact", "--target", "g.csv", "--settings", file, "--format", "json"))
		swept := rowsIn(t, works(t, dir, "sweep", file, "--target", "g.csv", "--format", "json"))
		for _, r := range []tunedRow{again[0], swept[0]} {
			if math.Abs(r.J-rows[i].J) > 1e-12 || math.Abs(r.B-rows[i].B) > 1e-12 || r.T != rows[i].T {
				t.Errorf("%s: %+v again, and %+v was found", file, r, rows[i])
			}
		}
		words := []string{"exact", "--target", "g.csv", "--kernel", "king", "--settings=" + file, "--format", "json"}
		other := rowsIn(t, works(t, dir, words...))
		if other[0].Kernel != "king" || other[0].T != rows[i].T {
			t.Errorf("%s with another kernel is %+v", file, other[0])
		}
	}
	csv := must.Have(os.ReadFile("found/best.csv"))(t)
	again := works(t, dir, tune...)
	if len(rowsIn(t, again)) != 2 || string(must.Have(os.ReadFile("found/best.csv"))(t)) != string(csv) {
		t.Error("the same command again finds something else")
	}
	text := works(t, dir, append(tune[:len(tune)-2:len(tune)-2], "--workers", "3")...)
	if !strings.Contains(text, "0 new") {
		t.Errorf("a search that is over is made again:\n%s", text)
	}
}

// TestTuneShared: the settings for several targets are files that exact takes on each of them, and it has the J that
// the rows say. Who does not want them leaves them out.
func TestTuneShared(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "g.csv"), "0,1,2\n3,0.5,1\n0,0,4\n")
	write(t, filepath.Join(dir, "h.csv"), "1,0,-2\n2,0,0.5\n0,3,1\n")
	t.Chdir(dir)
	words := []string{"tune", "--target", "g.csv,h.csv", "--cost", "15", "--kernel", "metropolis", "--out", "found"}
	rows := rowsIn(t, works(t, dir, append(words, "--format", "json")...))
	if len(rows) != 8 {
		t.Fatalf("%d rows of two targets by four goals", len(rows))
	}
	targets := []string{"g.csv", "h.csv"}
	for i, goal := range []string{"worst", "worst", "median", "median"} {
		r := rows[4+i]
		target := targets[i%2]
		file := "found/best-" + goal + "-15.toml"
		again := rowsIn(t, works(t, dir, "exact", "--target", target, "--settings", file, "--format", "json"))
		if r.Goal != goal || r.Cost > 15 || math.Abs(again[0].J-r.J) > 1e-12 || again[0].T != r.T {
			t.Errorf("%s on %s: %+v again, and %+v was found", file, target, again[0], r)
		}
	}
	text := works(t, dir, words...)
	for _, want := range []string{"One setting for all targets", "0 new"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	byB := append(words[:len(words)-2:len(words)-2], "--goal", "B")
	if text := works(t, dir, byB...); strings.Contains(text, "One setting") {
		t.Errorf("by B alone there is one setting for all targets:\n%s", text)
	}
}

// TestTuneRefuses: each of these is refused by a sentence with the cure.
func TestTuneRefuses(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, filepath.Join(dir, "wrong.toml"), "kernel = \"king\"\ntoy = \"easy\"\n")
	write(t, filepath.Join(dir, "list.toml"), "kernel = [\"king\", \"slice\"]\n")
	for words, want := range map[string]string{
		"tune":                                            "no target",
		"tune --toy barrier --cost 1":                     "a level of metropolis takes 2; as many would do",
		"tune --toy barrier --goal x":                     "J, B",
		"tune --toy barrier --goal J,worst":               "several targets would do",
		"tune --toy easy,barrier --goal worst":            "J,worst, would do",
		"tune --toy barrier --weights dear":               "charged",
		"tune --toy barrier --kernel laplace:4..1":        "a low end below the high one would do",
		"tune --toy barrier --kernel laplace:0..1":        "a low end above 0 would do",
		"tune --toy barrier --kernel laplace:0.01..1":     "a number from 0.25 to 64",
		"tune --toy barrier --kernel nothing":             "nothing",
		"tune --toy barrier --bridge power:2..1":          "a low end below the high one would do",
		"tune --toy barrier --kernel identity":            "another kernel would do",
		"tune --toy ising:4x4:0.4":                        "up to 16384 would do",
		"exact --toy barrier --settings none.toml":        "no such file",
		"exact --toy barrier --settings wrong.toml":       "toy is no key of a setting",
		"exact --toy barrier --settings list.toml":        "one text or number would do",
		"validate --toy barrier --settings wrong.toml":    "unknown flag --settings",
		"tune --toy barrier --cost 1000000000 --goal J,J": "would do",
	} {
		got := refusal(t, strings.Fields(words)...)
		if !strings.Contains(got, want) {
			t.Errorf("%s: refused with %q, not with %q", words, got, want)
		}
	}
}
