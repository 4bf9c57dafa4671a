package reports

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"breadboard/experiments/paper"
	"breadboard/grid"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
)

// A portrait is the numbers of its target: log f, as far down as its colours go, and p, cell by cell.
func TestPortraitIsItsTarget(t *testing.T) {
	p := paper.Portrait{Toy: "six", Title: "six", Grid: grid.New(2, 3).WithWalls(2),
		LogF: []float64{0, 100, math.Inf(-1), 80, 65, 30}, P: []float64{0.05, 0.5, 0, 0.25, 0.15, 0.05}}
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
	for k, values := range [][]float64{logF, law} {
		maps[k].Is(t, []string{"log f", "p"}[k], slices.Collect(slices.Chunk(values, 3)))
		if want := []string{"log f", "p"}[k]; maps[k].Unit != want {
			t.Errorf("map %d is in %q, want %q", k, maps[k].Unit, want)
		}
	}
}
