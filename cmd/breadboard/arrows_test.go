package main

import (
	"encoding/json"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// floors are those of rooms, by the first words of their paths: a room imports rooms of its own floor and of those
// below.
var floors = map[string]int{"grid": 0, "toys": 1, "chains": 1, "exact": 2, "chains/sample": 2, "experiments": 3,
	"reports": 4, "cmd": 5}

// walls are rooms that may not import others, though these are on a floor below or on their own. A word names a room
// and what is in it.
var walls = map[string][]string{
	"toys":   {"chains"}, // densities are made without chains, and chains know densities as numbers
	"chains": {"toys"},
	// Exact and sampled numbers share the description of a chain alone, so that their agreement is evidence.
	"exact":         {"chains/sample"},
	"chains/sample": {"exact"},
	// Rows are printed and drawn by what knows no experiments.
	"reports/table":  {"experiments", "exact", "chains/sample"},
	"reports/figure": {"experiments", "exact", "chains/sample"},
	// Nothing exact is computed by a command, and nothing sampled.
	"cmd/breadboard": {"exact", "chains/sample"},
}

// inside reports whether a room is that of the word or in it.
func inside(room, word string) bool { return room == word || strings.HasPrefix(room, word+"/") }

// floorOf returns the floor of a room, or of the nearest room around it that has one; -1 if there is none.
func floorOf(room string) int {
	for ; room != "."; room = path.Dir(room) {
		if floor, known := floors[room]; known {
			return floor
		}
	}
	return -1
}

// forbidden reports whether a room may not import another.
func forbidden(room, into string) bool {
	walled := slices.ContainsFunc(walls[room], func(word string) bool { return inside(into, word) })
	return floorOf(room) < 0 || floorOf(room) < floorOf(into) || walled
}

func TestArrows(t *testing.T) {
	list := exec.Command("go", "list", "-json=ImportPath,Imports", "../../...")
	packages := json.NewDecoder(strings.NewReader(string(must.Have(list.Output())(t))))
	for packages.More() {
		var p struct {
			ImportPath string
			Imports    []string
		}
		must.Do(t, packages.Decode(&p))
		for _, into := range p.Imports {
			if name, own := strings.CutPrefix(into, "breadboard/"); own {
				if room := strings.TrimPrefix(p.ImportPath, "breadboard/"); forbidden(room, name) {
					t.Errorf("%s imports %s", room, name)
				}
			}
		}
	}
	for _, wrong := range [][2]string{{"exact", "chains/sample"}, {"grid", "chains"}, {"nowhere", "grid"}} {
		if !forbidden(wrong[0], wrong[1]) {
			t.Errorf("%s may import %s", wrong[0], wrong[1])
		}
	}
}
