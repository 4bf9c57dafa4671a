package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// forTests are packages that only tests import. Their users are read as examples.
var forTests = []string{"chains/chaintest", "chains/chaintest/bugs", "reports/reporttest"}

// slow are packages that print studies of seconds: breadboard reproduce aide --quick is an example of them.
var slow = []string{"reports/studies/aide", "reports/studies/samplers"}

// TestExamples: every package that others can import has an example that is run.
func TestExamples(t *testing.T) {
	others := slices.Concat([]string{"cmd/breadboard"}, forTests, slow)
	code, examples := map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && slices.Contains([]string{"testdata", "internal", ".git"}, d.Name()) {
			return fs.SkipDir
		}
		if err != nil {
			return err
		}
		dir, file := filepath.Split(filepath.ToSlash(path))
		room := strings.Trim(strings.TrimPrefix(dir, "../../"), "/")
		switch {
		case !strings.HasSuffix(file, ".go") || slices.Contains(others, room):
		case !strings.HasSuffix(file, "_test.go"):
			code[room] = true
		case hasExample(read(t, path)):
			examples[room] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(code) < 50 {
		t.Errorf("only %d packages", len(code))
	}
	for room := range code {
		if !examples[room] {
			t.Errorf("%s has no example with an output", room)
		}
	}
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
