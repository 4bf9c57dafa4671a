package zoo

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// Every density has a name of its own, a line about it and at most 512 cells, and can be
// normalised.
func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range Catalogue() {
		if seen[d.Name] {
			t.Errorf("there are two densities %s", d.Name)
		}
		seen[d.Name] = true
		if d.About == "" {
			t.Errorf("%s has nothing about it", d.Name)
		}
		if !slices.Contains(Groups, d.Group) {
			t.Errorf("%s is in the group %q", d.Name, d.Group)
		}
		target := d.Make()
		if n := target.Grid.Size(); n > 512 || len(target.LogF) != n {
			t.Errorf("%s has %d cells and %d log densities", d.Name, n, len(target.LogF))
		}
		if norm := floats.LogSumExp(target.LogF); math.IsNaN(norm) || math.IsInf(norm, 0) {
			t.Errorf("%s has the log mass %v", d.Name, norm)
		}
	}
}
