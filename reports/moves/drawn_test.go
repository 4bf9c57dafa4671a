package moves

import (
	"math"
	"slices"
	"testing"

	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/reports/reporttest"
)

// The pictures are the numbers of the moves, cell by cell and way by way, in the colours of their bar.
func TestPicturesAreTheMoves(t *testing.T) {
	s := validation.Seen{Beta: 0.25, P: []float64{0.1, 0.3, 0, 0.05, 0.35, 0.2}, Moves: 1234,
		Into: []float64{-7, 3, 0, 5, 1, -2}}
	for k, name := range []string{"stays", "up", "down", "left"} { // more than stand in a row
		off := make([]float64, 6)
		for x := range off {
			off[x] = float64(x-2) * float64(k+1)
		}
		s.Ways = append(s.Ways, validation.Way{Name: name, Off: off})
	}
	files, err := Pictures(grid.New(2, 3).WithWalls(2), s)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][][]float64{"density.svg": {s.P}, "invariance.svg": {s.Into}, "moves.svg": {s.Ways[0].Off,
		s.Ways[1].Off, s.Ways[2].Off, s.Ways[3].Off}}
	units := map[string]string{"density.svg": "p", "invariance.svg": "sd", "moves.svg": "sd"}
	for _, f := range files {
		if want[f.Name] == nil {
			continue
		}
		maps := reporttest.HeatMaps(t, reporttest.Content(t, f))
		if len(maps) != len(want[f.Name]) {
			t.Fatalf("%s has %d maps, want %d", f.Name, len(maps), len(want[f.Name]))
		}
		for k, values := range want[f.Name] {
			values = slices.Clone(values)
			values[2] = math.NaN()
			maps[k].Is(t, f.Name, slices.Collect(slices.Chunk(values, 3)))
			if maps[k].Unit != units[f.Name] {
				t.Errorf("%s is in %q", f.Name, maps[k].Unit)
			}
		}
	}
}
