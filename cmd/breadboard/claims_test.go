package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// TestClaims: what is said of other people's code is made from its records. A figure that is changed by hand is noticed
// in each summary, on a page, in a record and in the table, and so is a page or a wrong kernel without a record.
func TestClaims(t *testing.T) {
	python(t)
	parallel(t)
	dir := t.TempDir()
	must.Do(t, os.CopyFS(filepath.Join(dir, "reports/wild"), os.DirFS(absolute(t, "../../reports/wild"))))
	put(t, dir, "README.md", read(t, "../../README.md"))
	check := func() (string, error) {
		return suite(t, dir, nil, "python3", "reports/wild/claims.py", "--check")
	}
	if out, err := check(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, c := range []struct{ path, from, to, says string }{
		{"README.md", " 288 ", " 289 ", "README.md: not as"},
		{"README.md", "| mean size 1.72 ", "| mean size 1.73 ", "README.md: not as"},
		{"reports/wild/README.md", "| followed | 238 ", "| followed | 239 ", "reports/wild/README.md: not as"},
		{"reports/wild/README.md", " .644 |", " .645 |", "reports/wild/README.md: not as"},
		{"reports/wild/pages/dppy.md", "mean size 1.72,", "mean size 1.73,", "reports/wild/pages/dppy.md: not as"},
		{"reports/wild/pages/karateclub.md", " and .333 (", " and .334 (", "pages/karateclub.md: no .333"},
		{"reports/wild/claims.csv", "mean size 1.72,", "mean size 1.74,", "pages/dppy.md: no 1.74"},
		{"reports/wild/table.csv", ",followed,right,right,", ",followed,wrong,right,", "README.md: not as"},
		{"reports/wild/table.csv", ",followed,right,right,", ",followed,right,wrong: so,", "neither in claims.csv"},
		{"reports/wild/pages/dppy.py", "import sys\n", "import sys\nimport breadboard\n", "dppy.py: it needs Breadboard"},
		{"reports/wild/pages/new.md", "", "# A page\n", "pages/new.md: without a record"},
	} {
		path, was := filepath.Join(dir, c.path), ""
		if c.from != "" {
			was = read(t, path)
		}
		changed := strings.Replace(was, c.from, c.to, 1)
		put(t, dir, c.path, changed)
		if out, err := check(); err == nil || !strings.Contains(out, c.says) || changed == was {
			t.Errorf("%s with %q for %q: %v: %s", c.path, c.to, c.from, err, out)
		}
		if put(t, dir, c.path, was); was == "" {
			must.Do(t, os.Remove(path))
		}
	}
}
