package main

import (
	"math"
	"strings"
	"testing"
)

// The counts are the gold standard's and the program's. The numbers do not depend on the cores.
func TestAideRuns(t *testing.T) {
	args := strings.Fields("aide --toy easy --seed 3 -T 5 --gold sir:2 --runs 30,40 --meta 2,3 --format csv")
	out := works(t, "", args...)
	onCores(t, 1)
	if works(t, "", args...) != out {
		t.Error("one core gives other numbers")
	}
	rows := readCSV(t, out)
	for name, want := range map[string]string{"runs_gold": "30", "runs_program": "40", "meta_gold": "2",
		"meta_program": "3"} {
		if got := column(rows, name)[0]; got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// The Python client has the estimate of the program of the catalogue that it rewrites, and the log R of its weights.
// A version of it with a slip is accused, with exit code 1.
func TestAideExec(t *testing.T) {
	python(t)
	right := read(t, "clients/sir.py")
	slip := strings.Replace(right, "[self.logw[x]] + ", "", 1) // x is not kept
	dir := files(t, map[string]string{"sir.py": right, "slip.py": slip})
	var rows []struct {
		Program, Exec    string
		Estimate, Stderr float64
		Expected         *float64
	}
	args := strings.Fields("aide --toy barrier --program exec,sir:4 --format json --exec")
	decode(t, program(t, dir, append(args, "python3 sir.py 4")...), 0, &rows)
	if is := rows[0]; is.Program != "exec" || is.Exec != "python3 sir.py 4" || is.Expected != nil ||
		math.Abs(is.Estimate-*rows[1].Expected) > 5*is.Stderr {
		t.Errorf("%+v, want an estimate of %v", is, *rows[1].Expected)
	}
	decode(t, program(t, dir, append(args, "python3 slip.py 4")...), 1, &rows)
}
