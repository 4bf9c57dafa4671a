package zoo

import (
	"math"
	"slices"
	"strings"
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

func TestSelect(t *testing.T) {
	for list, want := range map[string]int{"all": len(Catalogue()), "surrogates": Surrogates, "small": len(Small),
		"barrier,barrier": 1, "coal,posteriors,barrier": len(group("posteriors")) + 1} {
		chosen, err := Select(list)
		if err != nil {
			t.Errorf("%s: %v", list, err)
		}
		if len(chosen) != want {
			t.Errorf("%s names %d densities, not %d", list, len(chosen), want)
		}
	}
	for list, nearest := range map[string]string{"chalenger": "challenger", "coal,surrogate": "surrogates",
		"surrogate-201": "surrogate-001", "": "all"} {
		if _, err := Select(list); err == nil || !strings.Contains(err.Error(), "the nearest is "+nearest+" ") {
			t.Errorf("%q: %v", list, err)
		}
	}
}

// group are the densities of a group.
func group(name string) []Density {
	return slices.DeleteFunc(slices.Clone(Catalogue()), func(d Density) bool { return d.Group != name })
}
