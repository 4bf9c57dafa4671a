package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"breadboard/grid/must"
	"breadboard/grid/npy"
)

// TestTakeFile: a file is taken for a kernel of the kind that its ending, the names of its columns, or the right to
// execute it say.
func TestTakeFile(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, os.Mkdir("k", 0o755))
	const array = npy.Magic + "\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2, 2), }\n"
	for _, f := range []struct {
		name, content         string
		mode                  os.FileMode
		command, matrix, move string // the flag that FILE stands for; "" for all if it is refused
	}{
		{"mine.py", "", 0o644, "python3 mine.py", "", ""},
		{"mine.R", "", 0o644, "Rscript mine.R", "", ""},
		{"mine", "#!/bin/sh", 0o755, must.Have(filepath.Abs("mine"))(t), "", ""},
		{"k", "", 0, "", "k", ""},
		{"K.csv", "0.5,5e-1\n0.5,0.5\n", 0o644, "", "K.csv", ""},
		{"pandas.csv", ",0,1\n0,.5,.5\n1,.5,.5\n", 0o644, "", "pandas.csv", ""},
		{"series.csv", ",0\n0,3\n1,2\n", 0o644, "", "", "series.csv"},
		{"R.csv", "V1,V2\n.5,.5\n.5,.5\n", 0o644, "", "R.csv", ""},
		{"moves.csv", "from,to\n0,1\n", 0o644, "", "", "moves.csv"},
		{"pairs.csv", "0,1\n1,0\n2,x\n", 0o644, "", "", "pairs.csv"},
		{"states.csv", "0\n1", 0o644, "", "", "states.csv"},
		{"two.csv", "0,1\n1,0\n\n", 0o644, "", "two.csv", ""},
		{"chain.csv", "state\n0\n", 0o644, "", "", "chain.csv"},
		{"K.npy", strings.Replace(array, "<i8", "<f8", 1), 0o644, "", "K.npy", ""},
		{"states.npy", array, 0o644, "", "", "states.npy"},
		{"st.npy", strings.Replace(array, "<i8', 'fortran_order': False, 'shape': (2, 2)",
			"<f8', 'fortran_order': False, 'shape': (4, 9)", 1), 0o644, "", "", "st.npy"}, // four chains
		{"notes.txt", "", 0o644, "", "", ""},
	} {
		if f.mode != 0 {
			must.Do(t, os.WriteFile(f.name, []byte(f.content), f.mode))
		}
		c := validateCmd{File: f.name}
		c.Toy = "easy"
		err := c.takeFile(nil)
		isNothing := f.command+f.matrix+f.move == ""
		if c.Exec != f.command || c.Matrix != f.matrix || c.moves != f.move || (err != nil) != isNothing {
			t.Errorf("%s is taken for %q, %q, %q, %v", f.name, c.Exec, c.Matrix, c.moves, err)
		}
	}
	var said strings.Builder
	c := validateCmd{File: "mine.py"}
	err := c.takeFile(&session{stderr: &said})
	const says = "breadboard: validate: on barrier; --toy or --target names another target\n"
	if err != nil || c.Toy != "barrier" || said.String() != says {
		t.Errorf("without a target it is on %q (%v), after %q", c.Toy, err, said.String())
	}
}

// TestValidateJSON: the object for scripts has every promised field, and its numbers agree with exact and one another.
func TestValidateJSON(t *testing.T) {
	var v struct {
		Laws, Classes []any
		Stationary    []float64
		Gap, Slem     float64
		J, B          float64
		Relaxation    float64   `json:"relaxation_time"`
		Mixing        int       `json:"mixing_time"`
		Values        []float64 `json:"eigenvalues"`
		Period        int
		Levels        []struct{ Gap float64 }
	}
	worksJSON(t, &v, t.TempDir(), "validate", "--toy", "barrier", "--kernel", "metropolis", "-T", "5")
	var exactly []struct {
		J, B float64
		P    []float64
	}
	worksJSON(t, &exactly, t.TempDir(), "exact", "--toy", "barrier", "-T", "5")
	must.Near(t, v.J, exactly[0].J, 1e-12, "J")
	must.Near(t, v.B, exactly[0].B, 1e-12, "B")
	must.Near(t, v.Relaxation*v.Gap, 1, 1e-9, "the relaxation time by the gap")
	must.Near(t, v.Gap, 1-v.Values[1], 1e-15, "the gap by the second eigenvalue")
	must.Near(t, v.Slem, 1-v.Gap, 1e-15, "slem")
	must.Near(t, v.Levels[4].Gap, v.Gap, 0, "the gap at the last level")
	for x, p := range v.Stationary {
		must.Near(t, p, exactly[0].P[x], 1e-12, "stationary probability of %d", x)
	}
	if len(v.Laws) != 8 || len(v.Values) != 49 || len(v.Classes) != 1 || len(v.Levels) != 5 || v.Period != 1 ||
		v.Mixing != 1032085 {
		t.Errorf("%+v", v)
	}
}

// TestFits: a kernel of the catalogue is tested with the model of its target, but not at one beta alone; and matrices,
// which know one set of data, never are.
func TestFits(t *testing.T) {
	const still = "1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n"
	dir := files(t, map[string]string{"k/beta-0.5.csv": still, "k/beta-1.csv": still})
	for flags, fits := range map[string]bool{"--kernel king -T 3 --mc-seed 2": true, "--kernel king --beta 1": false,
		"--matrix k": false} {
		r := program(t, dir, strings.Fields("validate --toy clustering:2:2 --full "+flags)...)
		if strings.Contains(r.stdout, "Geweke's test") != fits {
			t.Errorf("%s: %s%s", flags, r.stdout, r.stderr)
		}
	}
}

// TestTimes: of --time half is for following where nothing is known yet, and a tenth for the verdict.
func TestTimes(t *testing.T) {
	began := time.Now()
	c := validateCmd{Time: time.Minute, began: began}
	if first, then := c.end(0).Sub(began), c.end(1).Sub(began); first != 30*time.Second || then != 54*time.Second {
		t.Errorf("of a minute following has %v, and moves end after %v", first, then)
	}
}
