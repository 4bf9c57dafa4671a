package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments"
)

// matrixCSV returns a file with the matrix of a catalogued kernel on wall.csv at one
// beta: each entry in the fewest digits that read back the same.
func matrixCSV(t *testing.T, kernel string, beta float64, change func(x, y int, p float64) float64) string {
	t.Helper()
	c, err := experiments.Setting{Target: filepath.Join(files(t, inputs), "wall.csv"), Kernel: kernel}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	a := at(t, c, 2)
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	l.Move(1, beta)
	op.Aim(l)
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

// A folder of matrices is a whole annealing: the same J and B as the kernel that
// they were made from.
func TestValidateFolder(t *testing.T) {
	dir := files(t, inputs)
	if err := os.Mkdir(filepath.Join(dir, "k"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, beta := range []float64{0.5, 1} {
		path := filepath.Join(dir, "k", fmt.Sprintf("beta-%g.csv", beta))
		if err := os.WriteFile(path, []byte(matrixCSV(t, "cycle", beta, nil)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var v, want struct {
		J, B    float64
		Balance string
	}
	for args, into := range map[string]any{"--matrix k": &v, "--kernel cycle -T 3": &want} {
		worksJSON(t, into, dir, strings.Fields("validate --target wall.csv "+args)...)
	}
	if v.J == 0 {
		t.Error("J is 0 by matrices")
	}
	if !(math.Abs(v.J-want.J) < 1e-12) {
		t.Errorf("J is %v by matrices, %v by the kernel", v.J, want.J)
	}
	if !(math.Abs(v.B-want.B) < 1e-12) {
		t.Errorf("B is %v by matrices, %v by the kernel", v.B, want.B)
	}
	if v.Balance != want.Balance {
		t.Errorf("the balance is %q by matrices, %q by the kernel", v.Balance, want.Balance)
	}
}
