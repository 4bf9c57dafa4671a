package portrait_test

import (
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments/portrait"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestToys: every toy has a portrait of its own name, of a value a cell, with no mass in walls.
func TestToys(t *testing.T) {
	all := portrait.Toys()
	if len(all) != len(toys.Catalogue) {
		t.Fatalf("%d portraits of %d toys", len(all), len(toys.Catalogue))
	}
	files := map[string]bool{}
	for _, p := range all {
		files[p.File] = true
		must.Near(t, floats.Sum(p.P), 1, 1e-12, "%s: the sum of p", p.Title)
		for x := range p.LogF {
			if p.Grid.Wall(x) && p.P[x] > 0 {
				t.Errorf("%s: cell %d is a wall, with p = %v", p.Title, x, p.P[x])
			}
		}
	}
	if len(files) != len(all) {
		t.Errorf("%d names of %d files", len(files), len(all))
	}
}
