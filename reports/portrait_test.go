package reports

import (
	"bytes"
	"math"
	"testing"

	"breadboard/experiments/portrait"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/figure"
)

// TestPortrait: a portrait has log f, as far down as its colours go, and p, cell by cell, and says where they end.
func TestPortrait(t *testing.T) {
	toy := portrait.Toy{Title: "two, seed 7", Grid: grid.New(1, 3).WithWalls(2),
		LogF: []float64{0, 100, math.Inf(-1)}, P: []float64{0.25, 0.75, 0}}
	maps := toyMaps(toy)
	if s := maps[0].Scale; s.Low != 40 || s.High != 100 {
		t.Errorf("log f has the scale %v", s)
	}
	if cells := maps[1].Cells[0]; cells[0] != 0.25 || cells[1] != 0.75 || !math.IsInf(cells[2], -1) {
		t.Errorf("p is %v", cells)
	}
	var b bytes.Buffer
	must.Do(t, Portrait(toy).Write(&b, figure.SVG))
	must.Say(t, b.String(), "two, seed 7", "log density, cut below 40", ">log f<", "distribution", ">100<")
}

// TestSignedMap: a signed map reaches as far on both sides of 0, and what is not finite is blank.
func TestSignedMap(t *testing.T) {
	m := Map(grid.New(2, 2), []float64{1, -3, math.Inf(1), 2}, true)
	if m.Scale.Low != -3 || m.Scale.High != 3 || !math.IsNaN(m.Cells[1][0]) || m.Cells[0][1] != -3 {
		t.Errorf("the map is %v", m)
	}
}
