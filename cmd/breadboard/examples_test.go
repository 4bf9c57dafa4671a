package main

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// forTests are packages that only tests import. Their users are read as examples.
var forTests = []string{"chains/chaintest", "chains/chaintest/bugs", "experiments/disk/disktest", "grid/parquet/parquettest",
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
