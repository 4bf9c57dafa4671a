package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// floors holds the floor of a package by the first words of its path. A package imports only packages of its own floor
// and of lower ones.
var floors = map[string]int{"grid": 0, "toys": 1, "chains": 1, "exact": 2, "chains/sample": 2, "experiments": 3,
	"reports": 4, "cmd": 5}

// walls holds packages that must not import others, although the floors allow it. A name stands for a package and all
// that is in it.
var walls = map[string][]string{
	"toys":   {"chains"}, // densities are made without chains, and chains know densities as numbers
	"chains": {"toys"},
	// Exact and sampled numbers share the description of a chain alone, so that their agreement is evidence.
	"exact":         {"chains/sample"},
	"chains/sample": {"exact"},
	// Packages that print and draw rows know no experiments.
	"reports/table":  {"experiments", "exact", "chains/sample"},
	"reports/figure": {"experiments", "exact", "chains/sample"},
	// A command computes nothing exact and draws no samples.
	"cmd/breadboard": {"exact", "chains/sample"},
}

// inside reports whether a package is the named one or is in it.
func inside(room, word string) bool { return room == word || strings.HasPrefix(room, word+"/") }

// floorOf returns the floor of a package, or that of the nearest package around it that has one; -1 if there is none.
func floorOf(room string) int {
	for ; room != "."; room = path.Dir(room) {
		if floor, known := floors[room]; known {
			return floor
		}
	}
	return -1
}

// forbidden reports whether a package must not import another.
func forbidden(room, into string) bool {
	for around := room; around != "."; around = path.Dir(around) {
		if slices.ContainsFunc(walls[around], func(word string) bool { return inside(into, word) }) {
			return true
		}
	}
	return floorOf(room) < 0 || floorOf(room) < floorOf(into)
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
	for _, wrong := range [][2]string{{"exact", "chains/sample"}, {"exact/certain", "chains/sample"},
		{"grid", "chains"}, {"nowhere", "grid"}} {
		if !forbidden(wrong[0], wrong[1]) {
			t.Errorf("%s may import %s", wrong[0], wrong[1])
		}
	}
}

// opening matches a call that opens or reads a file. openers may have one besides text.File: they read breadboard
// itself, what it wrote, what tests compare, what Linux tells of processes, or regular files line by line.
var (
	opening = regexp.MustCompile(`os\.(Open|OpenFile|ReadFile)\(|io\.ReadAll\(`)
	openers = strings.Fields("grid/text/text.go experiments/disk/disk.go experiments/journal/journal.go " +
		"cmd/breadboard/explore.go cmd/breadboard/version.go cmd/breadboard/internal/server/server.go " +
		"cmd/breadboard/internal/client/look.go reports/reporttest/pages.go grid/must/must.go")
)

// spelling matches a text with a flag, but for names of tables as "exact --program".
var (
	spelling = regexp.MustCompile(`["( ]--[a-z]`)
	ofTables = regexp.MustCompile(`(//.*|(exact|sample|validate) --[a-z]+)`)
)

// TestFilesAreOpenedInOneWay: only text.File opens what users name, so that each reader has its bound. Only reports and
// the command spell flags: what stands below them speaks to Python too.
func TestFilesAreOpenedInOneWay(t *testing.T) {
	tree := os.DirFS("../..")
	must.Do(t, fs.WalkDir(tree, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		data := must.Have(fs.ReadFile(tree, name))(t)
		if opening.Match(data) && !slices.Contains(openers, name) {
			t.Errorf("%s opens a file by %s; use text.File", name, opening.Find(data))
		}
		spelled := spelling.Find(ofTables.ReplaceAll(data, nil))
		if floor := floorOf(path.Dir(name)); floor >= 0 && floor < floors["reports"] && spelled != nil {
			t.Errorf("%s spells a flag (%s...), which Python has not; name what it says", name, spelled)
		}
		return nil
	}))
}
