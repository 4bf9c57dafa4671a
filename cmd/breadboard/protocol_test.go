package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestProtocolOnData: the tables of a user's own data, files of the same, and one object with an array for each study.
func TestProtocolOnData(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n4\n3\n"})
	args := strings.Fields("protocol --toy clustering:4:2 --data y.csv -T 5,10 --out new/out")
	holds(t, works(t, dir, args...), "y.csv: 4 rows; standardized; clustering:4:2", "nothing speaks against",
		"9 files in new/out")
	if made := contents(t, filepath.Join(dir, "new", "out")); len(made) != 9 ||
		!strings.Contains(made["report.html"], "nothing speaks against") {
		t.Errorf("%d files, want four of rows, a page with a verdict and two of each of two figures", len(made))
	}
	var studies map[string][]map[string]any
	worksJSON(t, &studies, dir, append(args, "--sets", "3")...)
	if len(studies["reverse"]) != 24 || studies["forward"][1]["T"] != 10.0 {
		t.Errorf("%v, want two T and four S of three sets in reverse", studies)
	}
}
