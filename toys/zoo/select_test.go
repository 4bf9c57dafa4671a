package zoo

import (
	"slices"
	"strings"
	"testing"
)

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

// The small ones are small, and of every group.
func TestSmall(t *testing.T) {
	chosen, err := Select("small")
	if err != nil {
		t.Fatal(err)
	}
	groups := map[string]bool{}
	for _, d := range chosen {
		groups[d.Group] = true
		if n := d.Make().Grid.Size(); n > 150 {
			t.Errorf("%s has %d cells", d.Name, n)
		}
	}
	if len(groups) != len(Groups) {
		t.Errorf("only the groups %v are there", groups)
	}
}

// group are the densities of a group.
func group(name string) []Density {
	return slices.DeleteFunc(slices.Clone(Catalogue()), func(d Density) bool { return d.Group != name })
}
