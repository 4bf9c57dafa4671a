package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestValidateWithAModel: where the target is a model's posterior, a right kernel fits the model, of the catalogue or
// by a program's steps, and one that samples the prior does not.
func TestValidateWithAModel(t *testing.T) {
	python(t)
	dir := files(t, map[string]string{"broken.py": read(t, "testdata/broken.py"),
		"mine.py": read(t, "clients/metropolis.py")})
	const fits = "The kernel fits clustering:2:4, as far as 1000 draws tell."
	args := strings.Fields("validate --toy clustering:2:4 --axes line -T 3 --full")
	out := works(t, dir, append(args, "--kernel", "heat-bath")...)
	holds(t, out, fits, "one law")
	few := append(args, "--exec")
	holds(t, works(t, dir, append(few, "python3 mine.py")...), fits)
	r := program(t, dir, append(few, "python3 broken.py 'prior for posterior'")...)
	if holds(t, r.stdout, "The kernel does not fit clustering:2:4"); r.code != 1 {
		t.Errorf("exit code %d, want 1: %s", r.code, r.stderr)
	}
}

// TestProtocolOnData: the tables of a user's own data, files of the same, and one object with an array for each study;
// a seed repeats.
func TestProtocolOnData(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n4\n3\n"})
	args := strings.Fields("protocol --toy clustering:4:2 --data y.csv -T 5,10 --out new/out")
	out := works(t, dir, args...)
	holds(t, out, "y.csv: 4 rows; standardized; clustering:4:2", "nothing speaks against", "9 files in new/out")
	made := contents(t, filepath.Join(dir, "new", "out"))
	if len(made) != 9 || !strings.Contains(made["report.html"], "nothing speaks against") {
		t.Errorf("%d files, want four of rows, a page with a verdict and two of each of two figures", len(made))
	}
	if other := works(t, dir, append(args, "--seed", "3")...); other == out {
		t.Error("another seed printed the same")
	}
	var studies map[string][]map[string]any
	worksJSON(t, &studies, dir, append(args, "--sets", "3")...)
	if len(studies["reverse"]) != 24 || studies["forward"][1]["T"] != 10.0 {
		t.Errorf("%v, want two T and four S of three sets in reverse", studies)
	}
}
