package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/grid/npy"
)

// matrixCSV returns a file with the matrix of a catalogued kernel on wall.csv at one
// beta: each entry in the fewest digits that read back the same.
func matrixCSV(t *testing.T, kernel string, beta float64, change func(x, y int, p float64) float64) string {
	t.Helper()
	c, err := experiments.Setting{Target: filepath.Join(files(t, inputs), "wall.csv"), Kernel: kernel}.Chain()
	must.Do(t, err)
	a := at(t, c, 2)
	op, _ := a.Aimed(1, beta)
	var lines []string
	for x := range a.Grid.Size() {
		row, stay := make([]float64, a.Grid.Size()), 1.0
		op.Row(x, func(y int, p float64) {
			row[y] += p
			stay -= p
		})
		row[x] = stay
		var fields []string
		for y, p := range row {
			if change != nil {
				p = change(x, y, p)
			}
			fields = append(fields, fmt.Sprint(p))
		}
		lines = append(lines, strings.Join(fields, ","))
	}
	return strings.Join(lines, "\n") + "\n"
}

// offBy1e6 moves a millionth of cell 4's staying to cell 1.
func offBy1e6(x, y int, p float64) float64 {
	switch {
	case x == 4 && y == 1:
		return p + 1e-6
	case x == 4 && y == 4:
		return p - 1e-6
	}
	return p
}

// TestTakeFile holds what a file is taken for: by its ending, by the names of its columns, and by the right to start
// it.
func TestTakeFile(t *testing.T) {
	dir := t.TempDir()
	wholeArray := npy.Magic + "\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2, 2), }\n"
	realArray := strings.Replace(wholeArray, "<i8", "<f8", 1)
	for _, f := range []struct {
		name, content string
		mode          os.FileMode
		flag          string // the one that is set, and its value without the folder
	}{
		{"mine.py", "", 0o644, "exec python3 mine.py"},
		{"mine.R", "", 0o644, "exec Rscript mine.R"},
		{"mine", "#!/bin/sh", 0o755, "exec mine"},
		{"K.csv", "0.5,5e-1\n0.5,0.5\n", 0o644, "matrix K.csv"},
		{"moves.csv", "from,to\n0,1\n", 0o644, "moves moves.csv"},
		{"chain.csv", "state\n0\n", 0o644, "moves chain.csv"},
		{"K.npy", realArray, 0o644, "matrix K.npy"},
		{"states.npy", wholeArray, 0o644, "moves states.npy"},
		{"notes.txt", "", 0o644, ""},
	} {
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, []byte(f.content), f.mode); err != nil {
			t.Fatal(err)
		}
		c := validateCmd{File: path}
		c.Toy = "easy"
		err := c.takeFile(nil)
		got := ""
		for flag, value := range map[string]string{"exec": c.Exec, "matrix": c.Matrix, "moves": c.moves} {
			if value != "" {
				got += flag + " " + strings.ReplaceAll(value, dir+"/", "")
			}
		}
		if got != f.flag || (err != nil) != (f.flag == "") {
			t.Errorf("%s is taken for %q, %v; want %q", f.name, got, err, f.flag)
		}
	}
	c := validateCmd{File: dir}
	if err := c.takeFile(nil); err != nil || c.Matrix != dir {
		t.Errorf("a folder is %q, %v; want one of matrices", c.Matrix, err)
	}
}

// fullValidation holds the JSON of a small space.
type fullValidation struct {
	Laws       []struct{ Name string }
	Stationary []float64
	Gap, Slem  float64
	J, B       float64
	Relaxation float64 `json:"relaxation_time"`
	Mixing     int     `json:"mixing_time"`
	Kemeny     float64
	Values     []float64 `json:"eigenvalues"`
	Classes    []struct{ States []int }
	Period     int
	Levels     []struct{ Beta, Gap float64 }
}

// The object for scripts has every promised field, and its numbers agree with the
// packages that compute them.
func TestValidateJSON(t *testing.T) {
	var v fullValidation
	worksJSON(t, &v, t.TempDir(), "validate", "--toy", "barrier", "--kernel", "metropolis", "-T", "5")
	c := must.Have(experiments.Setting{Toy: "barrier"}.Chain())(t)
	truth := must.Have(exact.Run(t.Context(), at(t, c, 5)))(t)
	kemeny := 0.0
	for _, l := range v.Values[1:] {
		kemeny += 1 / (1 - l)
	}
	near := func(what string, got, want, within float64) {
		must.Near(t, got, want, within*math.Abs(want), "%s", what)
	}
	near("J", v.J, truth.J(), 1e-12)
	near("B", v.B, truth.B(), 1e-12)
	near("relaxation time", v.Relaxation*(v.Gap), 1, 1e-9)
	near("kemeny", v.Kemeny, kemeny, 1e-8) // 1 - lambda has 10 of its digits where lambda is rounded
	near("slem", v.Slem, 1-v.Gap, 1e-15)
	for x, p := range v.Stationary {
		near(fmt.Sprintf("stationary probability of %d", x), p, truth.P[x], 1e-12)
	}
	if len(v.Laws) != 17 || len(v.Values) != 49 || len(v.Classes) != 1 || len(v.Levels) != 5 ||
		v.Levels[4].Gap != v.Gap ||
		v.Period != 1 || v.Mixing != 1032085 {
		t.Errorf("%d laws, %d classes, %d levels, the period %d and the mixing time %d", len(v.Laws),
			len(v.Classes), len(v.Levels),
			v.Period, v.Mixing)
	}
}
