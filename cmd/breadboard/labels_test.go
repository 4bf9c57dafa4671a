package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// TestLabelsAsTyped: a label is of the name that is typed, where figures have a title for it too. One of a name that no
// figure shows is bad input, which says what they show, and nothing is written.
func TestLabelsAsTyped(t *testing.T) {
	dir := t.TempDir()
	labelled := func(label string) result {
		return program(t, dir, "sweep", "--toy", "easy,barrier", "--kernel", "metropolis,king", "-T", "5,10", "--out",
			"drawn", "--label", label)
	}
	refused(t, labelled("king=K,nix=foo"), `no figure shows "nix"`, "EASY RANDOM", "metropolis")
	if _, err := os.Stat(filepath.Join(dir, "drawn", "summary.svg")); err == nil {
		t.Error("a figure with a label of nothing is written")
	}
	if r := labelled("easy=Simple,king=K"); r.code != 0 {
		t.Fatalf("labels as they are typed: %s", r.stderr)
	}
	svg := string(must.Have(os.ReadFile(filepath.Join(dir, "drawn", "summary.svg")))(t))
	must.Say(t, svg, ">Simple<", ">K<", ">BARRIER<")
	if strings.Contains(svg, "EASY") {
		t.Error("a target that has a label has its title too")
	}
}

// TestFigureWithoutRoom: the figures that have room are drawn, and of the others it is said which page would do. Where
// none has room that is bad input.
func TestFigureWithoutRoom(t *testing.T) {
	dir := t.TempDir()
	drawn := func(size string) result {
		return program(t, dir, "exact", "--toy", "barrier", "-T", "5", "--pictures", "p", "--size", size, "--force")
	}
	r := drawn("85x60mm")
	must.Say(t, r.stderr, "the figure maps-T5 is not drawn", "85x60mm has no room", "--size ")
	if r.code != 0 {
		t.Errorf("some figures have no room: exit code %d", r.code)
	}
	must.Have(os.Stat(filepath.Join(dir, "p", "steps-T5.svg")))(t)
	if _, err := os.Stat(filepath.Join(dir, "p", "maps-T5.svg")); err == nil {
		t.Error("a figure without room is written")
	}
	refused(t, drawn("20x15mm"), "steps-T5", "20x15mm has no room")
}
