package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayEnter says which rooms a room's code may import: data goes one way. exact
// and chains/sample never meet, so that their agreement is evidence.
var mayEnter = map[string][]string{
	"grid": nil,
	// What is wrong with a file is said alike wherever files are read.
	"grid/text":    nil,
	"grid/npy":     {"grid/text"},
	"grid/parquet": {"grid/text"},
	// For tests only: nobody else may import it. It knows readers as functions.
	"grid/text/faulty": nil,
	// For tests only: it writes Parquet with the library, so that no reader of ours reads its own words.
	"grid/parquet/parquettest": nil,
	"toys":                     {"grid", "grid/npy", "grid/text"},
	// Densities on which samplers are scored.
	"toys/zoo":            {"toys", "toys/zoo/posteriors", "toys/zoo/surrogates", "grid/text"},
	"toys/zoo/posteriors": {"toys", "grid"},
	"toys/zoo/surrogates": {"toys", "grid"},
	"chains":              {"grid", "grid/text", "chains/crew", "chains/numbers"},
	"chains/operators":    {"chains", "chains/lanes", "chains/numbers", "grid"},
	"chains/kernels":      {"chains/operators", "chains/numbers", "chains", "grid"},
	"chains/lanes":        nil,
	// What definitions of kernels are computed with: it knows neither cells nor densities.
	"chains/numbers": nil,
	"chains/crew":    nil,
	// Diagnostics see the values of a function along chains, and nothing else.
	"chains/diagnostics": nil,
	"chains/sample":      {"chains", "chains/aide", "chains/programs", "chains/crew"},
	"chains/enumerate":   {"chains"},
	"chains/programs":    {"chains", "grid", "grid/text"},
	"chains/laws":        {"grid", "chains"},
	// AIDE and particles know nothing of cells: programs return things of any type.
	"chains/aide":      {"chains"},
	"chains/particles": {"chains"},
	// Hidden Markov models: paths are no cells, but a filter's names are those of programs.
	"chains/models/hidden": {"chains", "chains/aide", "chains/programs", "grid/text"},
	// Partitions of data, which particles take in point by point.
	"chains/models/mixture": {"chains", "chains/models/partitions"},
	// A sampler that adds points one by one is written out by walking all paths of its dice.
	"chains/models/partitions": {"chains", "chains/enumerate", "chains/operators", "chains/particles", "grid"},
	// For tests only: nobody else may import them. chaintest knows nothing of exact, which
	// is held to what it enumerates.
	"chains/chaintest": {"grid", "chains", "chains/kernels", "chains/enumerate", "chains/laws", "chains/programs",
		"chains/aide", "chains/numbers"},
	"chains/chaintest/bugs": {"grid", "chains", "chains/kernels"},
	"exact":                 {"chains", "chains/lanes"},
	// A program's type says what it is. Its account is computed from that, or, if it is tiny,
	// from every path of its dice.
	"exact/accounts": {"exact", "exact/accounts/laplace", "exact/accounts/multisets",
		"chains", "chains/aide", "chains/programs", "chains/enumerate"},
	// Integrals know no programs, sums along a chain know its kernel, and multisets the path of
	// their particles.
	"exact/accounts/laplace":   {"chains"},
	"exact/accounts/multisets": {"chains", "chains/programs"},
	"exact/accounts/averages": {"exact", "exact/accounts/laplace", "chains",
		"chains/programs"},
	// Paths are Markov chains, or multisets of particles: nothing is enumerated.
	"exact/hidden": {"exact", "exact/accounts", "exact/accounts/multisets", "chains", "chains/models/hidden",
		"chains/programs"},
	"chains/outside":  {"chains", "grid", "grid/npy", "grid/parquet", "grid/text"},
	"chains/evidence": {"chains"},
	// certain knows kernels by their definitions alone.
	"exact/certain": {"chains/kernels", "chains/numbers", "chains", "chains/crew", "grid"},
	// How well time averages estimate: the rows of one operator, and nothing of densities.
	"exact/timeaverage":      {"chains", "exact/spectra"},
	"exact/gaussian":         {"chains", "grid"},
	"exact/spectra":          {"chains"},
	"exact/spectra/implicit": {"chains", "exact/spectra"},
	// An error of tuning lists the kernels that it can take.
	"exact/tuning": {"chains/kernels", "chains", "grid", "exact/spectra"},
	// The rows of a study hold annealings, and what is measured of them.
	"experiments": {"experiments/columns", "exact", "exact/accounts", "exact/accounts/averages",
		"exact/certain", "exact/tuning", "chains/kernels", "chains/evidence", "chains/laws", "chains/outside",
		"chains/sample", "chains/programs", "chains/crew", "chains", "toys", "grid", "grid/npy", "grid/text"},
	"experiments/validation": {"experiments", "grid", "exact", "exact/spectra", "exact/spectra/implicit",
		"chains/evidence", "chains/kernels", "chains/laws", "chains/operators", "chains/outside", "chains/sample", "chains",
		"experiments/score", "experiments/validation/cause", "grid/text", "toys", "toys/zoo"},
	// Causes are guessed from rows and their broken laws, and know nothing of verdicts.
	"experiments/validation/cause": {"chains/kernels", "chains/laws", "chains", "grid"},
	// A walker steps by a kernel and draws data from a model, neither of which sees the other.
	"experiments/geweke": {"experiments", "chains", "chains/evidence", "chains/sample", "toys"},
	// Jobs of any kind: what they compute is their caller's.
	// Whoever writes files goes through it.
	"experiments/disk":    {"grid/text"},
	"experiments/journal": {"experiments", "experiments/disk", "chains/crew", "grid/text"},
	// One grammar of lists, for flags and for files of lists.
	"experiments/lists": {"experiments"},
	"experiments/sweep": {"experiments", "experiments/columns", "experiments/journal", "experiments/lists", "exact",
		"chains", "chains/sample", "grid/npy", "grid/text"},
	// What is drawn of an annealing, as data.
	"experiments/portrait": {"experiments", "exact", "exact/accounts", "exact/accounts/averages", "chains",
		"chains/sample"},
	// What a page asks while somebody paints, answered by the calls of the commands.
	"experiments/explore": {"experiments", "experiments/columns", "experiments/portrait", "exact", "exact/spectra",
		"exact/tuning", "chains", "chains/sample", "toys", "grid", "grid/text"},
	"experiments/ranking": {"experiments", "experiments/sweep"},
	// Kernels on the densities of a zoo.
	"experiments/score": {"experiments", "experiments/columns", "experiments/journal", "exact/gaussian",
		"exact/timeaverage", "chains", "chains/diagnostics", "chains/kernels", "chains/laws", "chains/outside",
		"chains/sample", "toys", "toys/zoo", "grid"},
	// What diagnostics say of sampled chains, beside what is true of them.
	"experiments/studies/samplers": {"experiments", "experiments/columns", "experiments/studies/samplers/regression",
		"experiments/score", "exact/spectra", "exact/timeaverage", "chains", "chains/diagnostics", "chains/kernels", "toys",
		"toys/zoo"},
	// Rows of numbers: it knows no chains.
	"experiments/studies/samplers/regression": {"experiments"},
	// It has tests alone: bugs of public threads, and what they break.
	"experiments/shipped": nil,
	// Data and a model come in; what is measured is of exact and its accounts.
	"experiments/studies/protocol": {"experiments", "exact", "exact/accounts", "chains", "chains/programs", "toys", "grid/text"},
	"experiments/studies/bdmc": {"experiments", "exact/accounts", "exact/accounts/averages", "chains", "chains/kernels",
		"chains/programs", "chains/sample", "toys", "grid/text"},
	"experiments/studies/paper": {"experiments", "exact", "chains", "chains/kernels", "toys", "grid"},
	// The experiments of the AIDE paper.
	"experiments/studies/aidepaper": {"experiments", "exact", "exact/accounts", "exact/accounts/laplace", "exact/hidden", "chains",
		"chains/aide", "chains/enumerate", "chains/models/hidden", "chains/kernels", "chains/models/mixture", "chains/particles",
		"chains/models/partitions", "chains/programs", "chains/sample", "toys", "grid"},
	// Programs of any type, and accounts of those on cells.
	"experiments/apart": {"experiments", "exact", "exact/accounts", "exact/hidden", "chains",
		"chains/aide", "chains/evidence", "chains/models/hidden", "chains/outside", "chains/programs", "chains/sample", "grid",
		"grid/text"},
	// What the numbers of a run are called, and where each is found in it.
	"experiments/columns": {"exact", "chains/sample"},
	// A renderer takes rows apart: they hold steps of exact and grids.
	"reports": {"reports/figure", "reports/table", "experiments", "experiments/studies/paper", "experiments/ranking",
		"experiments/columns", "experiments/validation", "experiments/geweke",
		"experiments/apart", "chains", "chains/evidence", "chains/laws", "exact", "exact/accounts/averages", "exact/spectra",
		"exact/spectra/implicit", "grid", "grid/text"},
	// The runs that a sampler made, one a row.
	"reports/draws": {"experiments", "experiments/journal", "chains/sample", "grid", "reports/table"},
	// It draws data that is collected elsewhere, with the tables of the commands that print them.
	"reports/runs": {"reports", "reports/explorer", "reports/figure", "reports/page", "reports/table",
		"experiments", "experiments/explore", "experiments/portrait", "grid/text"},
	"reports/sweeps": {"reports", "reports/explorer", "reports/figure", "reports/page", "reports/table",
		"experiments", "experiments/columns", "experiments/explore", "experiments/ranking", "experiments/sweep",
		"chains", "grid/text"}, // betas are written as they are read
	// The page of a validation, with the pictures of both kinds.
	"reports/inspected": {"reports", "reports/explorer", "reports/figure", "reports/page", "reports/table",
		"experiments/explore", "experiments/validation", "grid"},
	"reports/scores": {"reports/figure", "reports/table", "experiments/columns", "experiments/score", "grid/text"},
	// A study shows a sample's check as the command itself does.
	"reports/studies": {"reports", "reports/explorer", "reports/figure", "reports/page", "reports/scores",
		"reports/table", "experiments", "experiments/studies/aidepaper", "experiments/studies/bdmc", "experiments/explore",
		"experiments/studies/paper", "experiments/studies/protocol", "experiments/ranking", "experiments/studies/samplers", "experiments/score",
		"experiments/studies/samplers/regression", "grid/text"},
	"reports/table":  {"chains/crew", "grid/text"}, // many files are made at the same time
	"reports/figure": {"reports/table", "grid/text"},
	// What draws on a page is JavaScript.
	"reports/charts": nil,
	// The page of the explorer, as files, and its links, which name questions.
	"reports/explorer": {"experiments/explore", "reports/charts"},
	// A page knows figures as functions that draw, and has the colours of charts.
	"reports/page": {"reports/figure", "reports/charts", "reports/table", "grid/text"},
	// For tests only: nobody else may import them.
	"reports/explorer/browsertest": nil,
	"reports/explorer/nodetest":    {"reports/charts", "reports/explorer"},
	"reports/reporttest":           {"reports/table", "experiments/columns"},
	// The program at the other end of a pipe knows a grid; the system knows nothing of kernels.
	"cmd/breadboard/internal/client": {"grid", "grid/text"},
	"cmd/breadboard/internal/system": nil,
	// It has tests alone: they use the page of the built program.
	"cmd/breadboard/internal/pagetest": nil,
	// The server answers with data; the page's files are handed to it.
	"cmd/breadboard/internal/server": {"experiments", "experiments/explore", "reports/explorer", "chains/crew",
		"grid/text", "cmd/breadboard/internal/code"},
	// Commands are spelled in cmd alone.
	"cmd/breadboard/internal/code": {"experiments", "experiments/explore", "toys"},
	// Commands: what comes from outside is read or started here, and handed on as it is. The catalogues are printed as
	// they stand. Nothing exact is computed here, and nothing sampled.
	"cmd/breadboard": {"experiments", "experiments/studies/aidepaper", "experiments/apart", "experiments/studies/bdmc",
		"experiments/columns", "experiments/disk", "experiments/explore", "experiments/geweke", "experiments/journal",
		"experiments/lists", "experiments/studies/paper", "experiments/portrait", "experiments/studies/protocol", "experiments/ranking",
		"experiments/studies/samplers", "experiments/score", "experiments/sweep", "experiments/validation", "reports",
		"reports/charts", "reports/draws", "reports/explorer", "reports/figure", "reports/inspected", "reports/runs",
		"reports/scores", "reports/studies", "reports/sweeps",
		"reports/table", "chains", "chains/crew", "chains/evidence", "chains/models/hidden", "chains/kernels", "chains/outside",
		"toys", "toys/zoo", "grid/text", "cmd/breadboard/internal/client", "cmd/breadboard/internal/code",
		"cmd/breadboard/internal/server",
		"cmd/breadboard/internal/system"},
}

// TestArrows reads the imports of every file. The files are read here and by no
// other program, so that go test knows what its result depends on.
func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	for file, imports := range imported(t, filepath.Join("..", "..")) {
		room := path.Dir(file)
		seen[room] = true
		if _, known := mayEnter[room]; !known {
			t.Errorf("%s is a room that nobody drew", room)
		}
		for _, fault := range forbidden(file, imports) {
			t.Errorf("%s imports %s", file, fault)
		}
	}
	for room := range mayEnter {
		if !seen[room] {
			t.Errorf("%s is drawn and has no files", room)
		}
	}
}

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
		room == "reports/explorer/browsertest" || // for tests alone: it starts a browser
		room == "reports/explorer/nodetest" || // for tests alone: it starts Node
		file == "reports/reporttest/duckdb.go" // for tests alone: it asks a reader of Parquet that is not ours
	rooms := mayEnter[room]
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
		{"chains/sample/run_test.go", "breadboard/exact", true},
		{"chains/kernels/metropolis.go", "breadboard/chains/lanes", true},
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

// forTests are packages that only tests import. Their users are read as examples.
var forTests = []string{"chains/chaintest", "chains/chaintest/bugs", "grid/parquet/parquettest",
	"grid/text/faulty", "reports/explorer/browsertest", "reports/explorer/nodetest", "reports/reporttest"}

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
	code, examples := map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && slices.Contains([]string{"testdata", "internal", ".git", "cmd"}, d.Name()) {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		room := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
		if !strings.HasSuffix(path, "_test.go") {
			code[room] = true
		} else if hasExample(read(t, path)) {
			examples[room] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
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
