package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
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

// A chain in pieces exits with 1, and its JSON lists the cells that no way leads to. On many cells the
// gap is left out, and a note says so.
func TestValidateUnreached(t *testing.T) {
	down := strings.Repeat("0.5,0,0.5,0\n0,0.5,0,0.5\n", 2)
	dir := files(t, map[string]string{"flat.csv": "0,0\n0,0\n", "down.csv": down})
	var v struct {
		Unreached []int
		Gap       *float64
		Notes     []string
	}
	decode(t, program(t, dir, strings.Fields("validate --target flat.csv --matrix down.csv --format json")...), 1, &v)
	if !slices.Equal(v.Unreached, []int{1, 3}) {
		t.Errorf("%v are unreached, want the second column", v.Unreached)
	}
	worksJSON(t, &v, "", strings.Fields("validate --toy ising:1x11:0.4 --kernel heat-bath --beta 1")...)
	if v.Gap != nil || len(v.Notes) == 0 || !strings.Contains(v.Notes[0], "2,048 cells are too many for a matrix") {
		t.Errorf("the gap is %v, the notes are %q", v.Gap, v.Notes)
	}
}

// A matrix of six digits keeps the laws with a tolerance, and not without one.
func TestValidateTolerance(t *testing.T) {
	dir := matrixFolder(t, "metropolis", sixDigits)
	args := strings.Fields("validate --target wall.csv --matrix k/beta-1.csv")
	works(t, dir, append(args, "--tolerance", "1e-5")...)
	if r := program(t, dir, args...); r.code != 1 {
		t.Errorf("without a tolerance the exit code is %d", r.code)
	}
}

// sixDigits writes a probability with six digits after the point.
func sixDigits(_, _ int, p float64) float64 { return math.Round(p*1e6) / 1e6 }
