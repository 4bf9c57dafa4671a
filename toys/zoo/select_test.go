package zoo_test

import (
	"slices"
	"strings"
	"testing"

	"breadboard/toys/zoo"
)

func TestSelect(t *testing.T) {
	for list, want := range map[string]int{"all": len(zoo.Catalogue()), "surrogates": zoo.Surrogates,
		"small":           len(zoo.Small),
		"barrier,barrier": 1, "coal, barrier": 2, "coal,posteriors,barrier": len(group("posteriors")) + 1} {
		chosen, err := zoo.Select(list)
		if err != nil {
			t.Errorf("%s: %v", list, err)
		}
		if len(chosen) != want {
			t.Errorf("%s names %d densities, not %d", list, len(chosen), want)
		}
	}
	for list, nearest := range map[string]string{"chalenger": "challenger", "coal,surrogate": "surrogates",
		"surrogate-201": "surrogate-001", "": "all"} {
		if _, err := zoo.Select(list); err == nil || !strings.Contains(err.Error(), "the nearest is "+nearest+" ") {
			t.Errorf("%q: %v", list, err)
		}
	}
}

// The small ones are small, and of every group.
func TestSmall(t *testing.T) {
	chosen, err := zoo.Select("small")
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
	if len(groups) != len(zoo.Groups) {
		t.Errorf("only the groups %v are there", groups)
	}
}

// group are the densities of a group.
func group(name string) []zoo.Density {
	return slices.DeleteFunc(slices.Clone(zoo.Catalogue()), func(d zoo.Density) bool { return d.Group != name })
}
