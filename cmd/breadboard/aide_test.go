package main

import (
	"math"
	"strings"
	"testing"
)

// An aideRow is a row of JSON.
type aideRow struct {
	Runs        int `json:"runs_gold"`
	RunsProgram int `json:"runs_program"`
	Meta        int `json:"meta_gold"`
	MetaProgram int `json:"meta_program"`
	Expected    *float64
	Estimate    *float64
	Symmetrised *float64 `json:"symmetrised_kl"`
}

// The counts are the gold standard's and the program's. The numbers do not depend on the cores, and depend on the
// seed. A program's own settings are those of the flags.
func TestAideRuns(t *testing.T) {
	args := strings.Fields("aide --toy easy --seed 3 -T 5 --gold sir:2 --runs 30,40 --meta 2,3 --format json " +
		"--program ais")
	out := works(t, "", args...)
	onCores(t, 1)
	if works(t, "", args...) != out {
		t.Error("one core gives other numbers")
	}
	var rows, others []aideRow
	decode(t, result{stdout: out}, 0, &rows)
	args[len(args)-1] = "ais:T=5:kernel=metropolis"
	args[6] = "9"
	decode(t, program(t, "", append(args, "--mc-seed", "2")...), 0, &others)
	if *rows[0].Estimate == *others[0].Estimate {
		t.Error("another seed gives the same numbers")
	}
	if *rows[0].Expected != *others[0].Expected {
		t.Errorf("%v is expected by own settings, and %v by the flags", *others[0].Expected, *rows[0].Expected)
	}
	if r := rows[0]; r.Runs != 30 || r.RunsProgram != 40 || r.Meta != 2 || r.MetaProgram != 3 {
		t.Errorf("the counts are %+v", r)
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
