package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayEnter says which rooms a room's code may import: data goes one way. exact
// and chains/sample never meet, so that their agreement is evidence.
var mayEnter = map[string][]string{
	"grid":             nil,
	"toys":             {"grid"},
	"chains":           {"grid"},
	"chains/sample":    {"chains", "grid"},
	"chains/enumerate": {"chains", "grid"},
	"chains/chaintest": {"chains", "grid", "chains/enumerate", "chains/sample", "exact"},
	"exact":            {"chains", "grid"},
	"exact/tuning":     {"exact", "chains", "grid"},
	"experiments":      {"exact", "exact/tuning", "chains/sample", "chains", "toys", "grid"},
	"reports":          {"experiments", "exact", "exact/tuning", "chains/sample", "chains", "toys", "grid"},
	"cmd/breadboard":   {"reports", "experiments", "exact", "exact/tuning", "chains/sample", "chains", "toys", "grid"},
}

// onlyCmd is what only a command may touch.
var onlyCmd = []string{"flag", "os/signal", "os/exec", "syscall", "golang.org/x/term", "github.com/alecthomas/kong", "github.com/schollz/progressbar/v3"}

// TestArrows reads the imports of every package, tests aside.
func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "breadboard/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); seen++ {
		var p struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		room := strings.TrimPrefix(p.ImportPath, "breadboard/")
		rooms, known := mayEnter[room]
		if !known {
			t.Errorf("%s is a room that nobody drew", room)
		}
		for _, into := range p.Imports {
			if name, own := strings.CutPrefix(into, "breadboard/"); own && !slices.Contains(rooms, name) {
				t.Errorf("%s imports %s", room, name)
			}
			if room != "cmd/breadboard" && slices.Contains(onlyCmd, into) {
				t.Errorf("%s imports %s, which only cmd may touch", room, into)
			}
		}
		tests := append(p.TestImports, p.XTestImports...)
		if room == "exact" && slices.Contains(tests, "breadboard/chains/sample") || room == "chains/sample" && slices.Contains(tests, "breadboard/exact") {
			t.Errorf("the tests of %s use the other of exact and chains/sample", room)
		}
	}
	if seen < len(mayEnter) {
		t.Errorf("%d packages of %d", seen, len(mayEnter))
	}
}
