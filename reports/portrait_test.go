package reports

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/portrait"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/figure"
)

// portrait is one of two cells and a wall.
func two() portrait.Toy {
	return portrait.Toy{Toy: "two", Title: "two, seed 7", Grid: grid.New(1, 3).WithWalls(2),
		LogF: []float64{0, 100, math.Inf(-1)}, P: []float64{0.25, 0.75, 0}}
}

func drawn(t *testing.T, p portrait.Toy) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, Portrait(&b, figure.SVG, p))
	return b.String()
}

// A portrait says what it shows, crosses walls out on both faces, and says at which value
// its colours end.
func TestPortrait(t *testing.T) {
	svg := drawn(t, two())
	must.Say(t, svg, "two, seed 7", "log density, cut below 40", "log f", "distribution", "100")
	crosses := strings.Count(svg, "stroke:#B0B0B0")
	walls := strings.Count(svg, "fill:#E4E4E4")
	if crosses != 2*2 {
		t.Errorf("%d lines across one wall on two faces, want 4", crosses)
	}
	if walls != 2 {
		t.Errorf("%d cells of one wall on two faces, want 2", walls)
	}
}

// Of a spin system what no state has is left blank, and levels and orders are
// labelled.
func TestSpinPortrait(t *testing.T) {
	svg := drawn(t, portrait.Toy{Title: "spins", Order: "magnetisation", Orders: []int{-3, -1, 1, 3},
		Levels:  []float64{1.5, -0.5},
		Uniform: [][]float64{{0.125, 0, 0, 0.125}, {0, 0.375, 0.375, 0}},
		Target:  [][]float64{{0.5, 0, 0, 0.5}, {0, 0, 0, 0}}})
	must.Say(t, svg, "uniform", "target", "magnetisation", "-3", "1.5", "-0.5", "log f", "probability")
	// the page, eight cells on each face, four of them white, and the two bars' shades
	if fills, want := strings.Count(svg, `" style="fill:#`), 1+2*8+2*figure.Shades; fills != want {
		t.Errorf("%d areas are filled, not %d", fills, want)
	}
}

// A portrait is the numbers of its target: log f, as far down as its colours go, and p, cell by cell.
func TestPortraitIsItsTarget(t *testing.T) {
	p := portrait.Toy{Toy: "six", Title: "six", Grid: grid.New(2, 3).WithWalls(2),
		LogF: []float64{0, 100, math.Inf(-1), 80, 65, 30}, P: []float64{0.05, 0.5, 0, 0.25, 0.15, 0.05}}
	maps := planeMaps(p)
	logF := slices.Clone(p.LogF)
	law := slices.Clone(p.P)
	law[2] = math.Inf(-1)
	if want := (figure.Scale{Low: 100 - deepest, High: 100}); maps[0].Scale != want {
		t.Errorf("the scale of log f is %+v, want %+v", maps[0].Scale, want)
	}
	units := []string{"log f", "p"}
	for k, values := range [][]float64{logF, law} {
		if got := slices.Concat(maps[k].Cells...); !slices.Equal(got, values) ||
			maps[k].Unit != units[k] {
			t.Errorf("map %d shows %v in %s, want %v", k, got, maps[k].Unit, values)
		}
	}
}

// Both maps of a spin system have one scale, and leave out the places that no state has.
func TestSpinsAreBothLaws(t *testing.T) {
	maps := spinMaps(portrait.Toy{Order: "order", Uniform: [][]float64{{0.5, 0}, {0.25, 0.25}},
		Target: [][]float64{{0.125, 0}, {0, 0.875}}})
	for k, want := range []string{"[[0.5 NaN] [0.25 0.25]]", "[[0.125 NaN] [0 0.875]]"} {
		if got := fmt.Sprint(maps[k].Cells); got != want || maps[k].Scale.High != 0.875 {
			t.Errorf("map %d shows %s up to %v, want %s", k, got, maps[k].Scale.High, want)
		}
	}
}
