package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// floors are the rooms by the first words of their paths, from below. Data goes one way: a room enters rooms of its own
// floor and of those below. Which ones it does enter stands in ARCHITECTURE.md, and TestArchitecture holds that table:
// whoever draws an arrow shows it there.
var floors = [][]string{{"grid"}, {"toys", "chains"}, {"exact", "chains/sample"}, {"experiments"}, {"reports"}, {"cmd"}}

// floorOf is the floor with the longest word that begins the path of a room; -1 if there is none.
func floorOf(room string) int {
	at, most := -1, 0
	for i, floor := range floors {
		for _, word := range floor {
			if (room == word || strings.HasPrefix(room, word+"/")) && len(word) > most {
				at, most = i, len(word)
			}
		}
	}
	return at
}

// walls are rooms that may not enter others, though these are on a floor below or on their own.
var walls = map[string][]string{
	"toys":   {"chains"}, // densities are made without chains, and chains know densities as numbers
	"chains": {"toys"},
	// Exact and sampled numbers share the description of a chain alone, so that their agreement is evidence.
	"exact":         {"chains/sample"},
	"chains/sample": {"exact"},
	// Laws are enumerated here, and exact is held to them.
	"chains/chaintest": {"exact"},
	// Programs and particles are of any type, and diagnostics see numbers alone.
	"chains/aide":        {"grid"},
	"chains/particles":   {"grid"},
	"chains/diagnostics": {"chains/", "grid"},
	"chains/numbers":     {"chains/", "grid"},
	// Rows are printed and drawn by what knows no experiments.
	"reports/table":  {"experiments", "exact", "chains/sample"},
	"reports/figure": {"experiments", "exact", "chains/sample"},
	"reports/page":   {"experiments", "exact", "chains/sample"},
	"reports":        {"chains/sample"},
	// Nothing exact is computed by a command, and nothing sampled. What starts programs knows nothing of experiments.
	"cmd/breadboard":                 {"exact", "chains/sample"},
	"cmd/breadboard/internal/client": {"experiments", "exact", "chains", "toys"},
	"cmd/breadboard/internal/system": {"experiments", "exact", "chains", "toys", "grid"},
}

// held are rooms whose tests too stay on their side of the wall.
var held = []string{"exact", "chains/sample", "chains/chaintest"}

// forTests are packages that only tests import. Their users are read as examples.
var forTests = []string{"chains/chaintest", "chains/chaintest/bugs", "grid/must", "reports/reporttest"}

// TestArrows reads the imports of every file. The files are read here and by no other program, so that go test knows
// what its result depends on.
func TestArrows(t *testing.T) {
	for file, imports := range imported(t, filepath.Join("..", "..")) {
		for _, fault := range forbidden(file, imports) {
			t.Errorf("%s imports %s", file, fault)
		}
	}
}

// onlyCmd lists packages that only a command may touch.
var onlyCmd = []string{
	"flag", "os/signal", "os/exec", "syscall",
	"golang.org/x/term", "github.com/alecthomas/kong", "github.com/schollz/progressbar/v3",
}

// forbidden returns the imports of a file that it may not have. A test may import more, but for those of rooms that are
// held.
func forbidden(file string, imports []string) []string {
	room := path.Dir(file)
	test := strings.HasSuffix(file, "_test.go")
	command := room == "cmd/breadboard" || strings.HasPrefix(room, "cmd/breadboard/internal/") ||
		room == "experiments/disk" || // locks are the system's
		room == "reports/reporttest" || // asks DuckDB, in tests alone
		room == "grid/must" // sets a flag of tests
	var wrong []string
	for _, into := range imports {
		name, own := strings.CutPrefix(into, "breadboard/")
		walled := own && slices.ContainsFunc(walls[room], func(word string) bool {
			return name == word || strings.HasPrefix(name, strings.TrimSuffix(word, "/")+"/")
		})
		if walled && (!test || slices.Contains(held, room)) ||
			!test && own && (floorOf(room) < floorOf(name) || slices.Contains(forTests, name) &&
				!slices.Contains(forTests, room)) ||
			floorOf(room) < 0 || !test && !command && slices.Contains(onlyCmd, into) {
			wrong = append(wrong, into)
		}
	}
	return wrong
}

func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		file, into string
		wrong      bool
	}{
		{"exact/run.go", "breadboard/chains", false},
		{"exact/run.go", "breadboard/chains/sample", true},
		{"exact/run_test.go", "breadboard/chains/sample", true},
		{"chains/sample/run_test.go", "breadboard/exact", true},
		{"chains/particles/smc.go", "breadboard/grid", true},
		{"chains/kernels/metropolis.go", "breadboard/chains/chaintest", true},
		{"chains/chaintest/paths_test.go", "breadboard/exact", true},
		{"experiments/validation/validate.go", "breadboard/chains/chaintest/bugs", true},
		{"experiments/setting.go", "breadboard/reports", true},
		{"experiments/setting.go", "os/signal", true},
		{"reports/crosscheck.go", "breadboard/chains/sample", true},
		{"reports/table/table.go", "breadboard/experiments", true},
		{"cmd/breadboard/main.go", "os/signal", false},
		{"cmd/breadboard/internal/client/client.go", "os/exec", false},
		{"cmd/breadboard/internal/client/client.go", "breadboard/experiments", true},
		{"cmd/breadboard/list.go", "breadboard/chains", false},
		{"cmd/breadboard/list.go", "breadboard/exact", true},
		{"nowhere/a.go", "breadboard/grid", true},
	} {
		if got := len(forbidden(c.file, []string{c.into})) > 0; got != c.wrong {
			t.Errorf("%s may not import %s: %v, want %v", c.file, c.into, got, c.wrong)
		}
	}
}

// isModule says whether a folder is a module of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// imported reads the imports of all Go files of the module at root, by path from there.
func imported(t *testing.T, root string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		name := d.Name()
		hidden := strings.HasPrefix(d.Name(), ".") && p != root
		switch {
		case err != nil:
			return err
		case d.IsDir() && (hidden || name == "testdata" || p != root && isModule(p)):
			return fs.SkipDir
		case d.IsDir() || hidden || filepath.Ext(name) != ".go":
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		at, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		at = filepath.ToSlash(at)
		all[at] = nil
		for _, spec := range f.Imports {
			into, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			all[at] = append(all[at], into)
		}
		return nil
	})
	must.Do(t, err)
	return all
}

// TestExamples: every package that others can import has an example that is run.
func TestExamples(t *testing.T) {
	all := packages(t)
	if len(all) < 50 {
		t.Errorf("only %d packages", len(all))
	}
	for room, example := range all {
		if !example && !slices.Contains(forTests, room) {
			t.Errorf("%s has no example with an output", room)
		}
	}
}

// The page of the library names every package, by its whole path or the end of it.
func TestPageOfPackages(t *testing.T) {
	page := read(t, "doc/library.md")
	for room := range packages(t) {
		if !strings.Contains(page, "`"+room+"`") && !strings.Contains(page, "`"+path.Base(room)+"`") {
			t.Errorf("doc/library.md does not name %s", room)
		}
	}
}

// packages returns the packages that others can import, and whether each has an example.
func packages(t *testing.T) map[string]bool {
	t.Helper()
	code := map[string]bool{}
	examples := map[string]bool{}
	for file := range imported(t, "../..") {
		room := path.Dir(file)
		switch test := strings.HasSuffix(file, "_test.go"); {
		case strings.HasPrefix(room, "cmd/") || strings.Contains(room+"/", "/internal/"):
		case !test:
			code[room] = true
		case hasExample(read(t, filepath.Join("../..", file))):
			examples[room] = true
		}
	}
	for room := range code {
		code[room] = examples[room]
	}
	return code
}

var example = regexp.MustCompile(`(?ms)^func Example[A-Za-z_]*\(\) \{$.*?^\t// (Unordered o|O)utput:.*?^\}$`)

// hasExample reports whether a file has an example that go test runs: one without an output is only compiled.
func hasExample(text string) bool { return example.MatchString(text) }

func TestHasExample(t *testing.T) {
	for text, want := range map[string]bool{
		"func Example() {\n\tf()\n\t// Output: 1\n}\n": true, "func Example_two() {\n\t// Unordered output:\n}\n": true,
		"func Example() {\n\tf()\n}\n": false, "func TestExample() {\n\t// Output: 1\n}\n": false,
	} {
		if got := hasExample(text); got != want {
			t.Errorf("%q has an example: %v, want %v", text, got, want)
		}
	}
}
