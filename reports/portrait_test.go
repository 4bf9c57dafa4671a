package reports

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/studies/paper"
	"breadboard/grid"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
)

func drawn(t *testing.T, p paper.Portrait) []reporttest.Element {
	t.Helper()
	var b bytes.Buffer
	if err := Portrait(&b, figure.SVG, p); err != nil {
		t.Fatal(err)
	}
	return reporttest.Elements(t, b.Bytes())
}

// A portrait is the numbers of its target, cell by cell: log f, as far down as its colours go, which it says, and p. Walls
// are crossed out on both faces.
func TestPortrait(t *testing.T) {
	p := paper.Portrait{Toy: "six", Title: "six, seed 7", Grid: grid.New(2, 3).WithWalls(2),
		LogF: []float64{0, 100, math.Inf(-1), 80, 65, 30}, P: []float64{0.05, 0.5, 0, 0.25, 0.15, 0.05}}
	all := drawn(t, p)
	says(t, reporttest.Texts(all), "six, seed 7", "log density, cut below 40", "log f", "distribution", "100")
	crosses := 0
	for _, e := range all {
		if strings.Contains(e.Style, "stroke:#B0B0B0") {
			crosses++
		}
	}
	if crosses != 2*2 {
		t.Errorf("%d lines across one wall on two faces, want 4", crosses)
	}
	var b bytes.Buffer
	if err := Portrait(&b, figure.SVG, p); err != nil {
		t.Fatal(err)
	}
	maps := reporttest.HeatMaps(t, b.Bytes())
	logF, law := slices.Clone(p.LogF), slices.Clone(p.P)
	for x := range logF {
		logF[x] = max(logF[x], 100-deepest)
	}
	logF[2], law[2] = math.NaN(), math.NaN()
	for k, name := range []string{"log f", "p"} {
		if maps[k].Is(t, name, slices.Collect(slices.Chunk([][]float64{logF, law}[k], 3))); maps[k].Unit != name {
			t.Errorf("map %d is in %q, want %q", k, maps[k].Unit, name)
		}
	}
}

// Of a spin system what no state has is left blank, and levels and orders are
// labelled.
func TestSpinPortrait(t *testing.T) {
	all := drawn(t, paper.Portrait{Title: "spins", Order: "magnetisation", Orders: []int{-3, -1, 1, 3},
		Levels:  []float64{1.5, -0.5},
		Uniform: [][]float64{{0.125, 0, 0, 0.125}, {0, 0.375, 0.375, 0}},
		Target:  [][]float64{{0.5, 0, 0, 0.5}, {0, 0, 0, 0}}})
	says(t, reporttest.Texts(all), "uniform", "target", "magnetisation", "-3", "1.5", "-0.5", "log f", "probability")
	fills := 0
	for _, e := range all {
		if e.Name == "path" && strings.Contains(e.Style, "fill:#") {
			fills++
		}
	}
	// the page, eight cells on each face, four of them white, and the two bars' shades
	if want := 1 + 2*8 + 2*figure.Shades; fills != want {
		t.Errorf("%d areas are filled, not %d", fills, want)
	}
}
