package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// onlyCmd lists packages that only a command may touch.
var onlyCmd = []string{
	"flag", "os/signal", "os/exec", "syscall",
	"golang.org/x/term", "github.com/alecthomas/kong", "github.com/schollz/progressbar/v3",
}

// forbidden returns the imports of a file that it may not have. A test may import more,
// with two exceptions: a test of exact may not import chains/sample, and a test of
// chains/sample or chains/chaintest may not import exact.
func forbidden(file string, imports []string) []string {
	room, test := path.Dir(file), strings.HasSuffix(file, "_test.go")
	command := room == "cmd/breadboard" || strings.HasPrefix(room, "cmd/breadboard/internal/") ||
		room == "experiments/disk" || // locks are the system's
		room == "experiments/disk/disktest" || // for tests alone: it has errors of a system
		room == "reports/explorer/browsertest" || // for tests alone: it starts a browser
		room == "reports/explorer/nodetest" || // for tests alone: it starts Node
		file == "reports/reporttest/duckdb.go" // for tests alone: it asks a reader of Parquet that is not ours
	rooms, special := mayEnter[file]
	if !special {
		rooms = mayEnter[room]
	}
	other := map[string]string{"exact": "chains/sample", "chains/sample": "exact", "chains/chaintest": "exact"}[room]
	var wrong []string
	for _, into := range imports {
		name, own := strings.CutPrefix(into, "breadboard/")
		switch {
		case test && own && name == other,
			!test && own && !slices.Contains(rooms, name),
			!test && !command && slices.Contains(onlyCmd, into):
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
		{"exact/run_test.go", "breadboard/chains/enumerate", false},
		{"chains/sample/run_test.go", "breadboard/exact", true},
		{"chains/level.go", "breadboard/chains/lanes", true},
		{"chains/operators/local.go", "breadboard/chains/kernels", true},
		{"chains/kernels/metropolis.go", "breadboard/chains/lanes", true},
		{"chains/kernels/metropolis.go", "breadboard/chains/chaintest", true},
		{"chains/kernels/metropolis_test.go", "breadboard/chains/chaintest", false},
		{"chains/chaintest/paths.go", "breadboard/exact", true},
		{"chains/chaintest/paths_test.go", "breadboard/exact", true},
		{"exact/run_enumerated_test.go", "breadboard/chains/chaintest", false},
		{"experiments/validation/validate.go", "breadboard/chains/chaintest/bugs", true},
		{"exact/run.go", "breadboard/chains/kernels", true},
		{"experiments/setting.go", "breadboard/reports", true},
		{"experiments/setting.go", "os/signal", true},
		{"reports/crosscheck.go", "breadboard/chains/sample", true},
		{"reports/studies/paper.go", "breadboard/reports", false},
		{"reports/certify.go", "breadboard/reports/studies", true},
		{"reports/studies/paper.go", "breadboard/reports/reporttest", true},
		{"reports/table/table.go", "breadboard/experiments", true},
		{"cmd/breadboard/main.go", "os/signal", false},
		{"cmd/breadboard/internal/client/client.go", "os/exec", false},
		{"cmd/breadboard/internal/client/client.go", "breadboard/experiments", true},
		{"cmd/breadboard/exact.go", "breadboard/chains", true},
		{"cmd/breadboard/list.go", "breadboard/chains", false},
		{"cmd/breadboard/list.go", "breadboard/exact", true},
		{"nowhere/a.go", "breadboard/grid", true},
	} {
		if got := len(forbidden(c.file, []string{c.into})) > 0; got != c.wrong {
			t.Errorf("%s may not import %s: %v, want %v", c.file, c.into, got, c.wrong)
		}
	}
}

// imported reads the imports of all Go files below root, by path from there.
func imported(t *testing.T, root string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		name, hidden := d.Name(), strings.HasPrefix(d.Name(), ".") && p != root
		switch {
		case err != nil:
			return err
		case d.IsDir() && (hidden || name == "testdata"):
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
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestArrowsAreUsed: an arrow that no file needs is not drawn.
func TestArrowsAreUsed(t *testing.T) {
	used := map[string]bool{}
	for file, imports := range imported(t, filepath.Join("..", "..")) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		from := path.Dir(file)
		if _, special := mayEnter[file]; special {
			from = file
		}
		for _, to := range imports {
			used[from+" "+strings.TrimPrefix(to, "breadboard/")] = true
		}
	}
	for from, rooms := range mayEnter {
		for _, to := range rooms {
			if !used[from+" "+to] {
				t.Errorf("no file of %s imports %s", from, to)
			}
		}
	}
}
