package main

import (
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"breadboard/grid/text"
)

// A bound is a constant of the code, in a folder, that the page of faults tells in a row, in MiB or as a number.
type bound struct {
	row, folder, name string
	mib               bool
}

var bounds = []bound{
	{"target, initial density or data, CSV", "toys", "maxBytes", true},
	{"target, .npy or .npz", "toys", "mostEntries", false},
	{"target, .npy or .npz", "grid/npy", "mostAxes", false},
	{"target, .npy or .npz", "grid/npy", "mostDirectory", true},
	{"betas of `--schedule file:`", "chains", "maxBetas", true},
	{"betas of `--schedule file:`", "experiments", "MostLevels", false},
	{"matrix of `--matrix`", "chains/outside", "mostCells", false},
	{"moves, CSV", "chains/outside", "maxBytes", true},
	{"moves, CSV", "grid/text", "mostRow", true},
	{"moves, CSV", "chains/outside", "mostChains", false},
	{"moves, .npy", "chains/outside", "mostStates", false},
	{"moves, Parquet", "grid/parquet", "mostFooter", true},
	{"moves, Parquet", "grid/parquet", "mostBytes", true},
	{"moves, Parquet", "grid/parquet", "mostRows", false},
	{"moves, Parquet", "grid/parquet", "mostDepth", false},
	{"moves, Parquet", "grid/parquet", "mostEntries", false},
	{"hidden Markov model of `--hmm`", "chains/hidden", "maxBytes", true},
	{"data of `protocol`", "experiments/protocol", "most", true},
	{"spec of a sweep, TOML", "experiments/sweep", "mostBytes", true},
	{"spec of a sweep, TOML", "experiments/sweep", "mostNesting", false},
	{"plan of a sweep or a score", "experiments/journal", "MostPlan", true},
	{"plan of a sweep or a score", "experiments/lists", "Most", false},
	{"line of a journal", "experiments/journal", "MostLine", true},
	{"list of files in a directory", "experiments/disk", "mostRecorded", true},
}

// The page of faults tells the bounds of all readers as the code has them.
func TestPageBounds(t *testing.T) {
	page := read(t, "doc/faults.md")
	for _, b := range bounds {
		_, row, _ := strings.Cut(page, "\n| "+b.row+" |")
		row, _, _ = strings.Cut(row, "\n")
		n := constantOf(t, filepath.Join("../..", b.folder), b.name)
		want := text.Thousands(n)
		if b.mib {
			want = text.Thousands(n>>20) + " MiB"
		}
		if !regexp.MustCompile(`(^|[^0-9,])` + want + `($|[^0-9,])`).MatchString(row) {
			t.Errorf("%s: %s of %s is %s, and the row says %q", b.row, b.name, b.folder, want, row)
		}
	}
}

// constantOf returns a constant of the files in a folder.
func constantOf(t *testing.T, folder, name string) int {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	is := regexp.MustCompile(`(?m)^\t?(?:\tconst |const )?` + name + ` += ([0-9_e< ]+)`)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := is.FindStringSubmatch(string(data))
		if m == nil || strings.HasSuffix(path, "_test.go") {
			continue
		}
		v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, m[1])
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		n, exact := constant.Int64Val(constant.ToInt(v.Value))
		if !exact {
			t.Fatalf("%s: %s is %v", path, name, v.Value)
		}
		return int(n)
	}
	t.Fatalf("%s has no constant %s", folder, name)
	return 0
}
