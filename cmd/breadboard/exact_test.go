package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// TestSaveBetas checks that the betas that descent found are written, and that a run on the file has the same J, B and
// betas to the last bit.
func TestSaveBetas(t *testing.T) {
	dir := t.TempDir()
	var found, again []exactRow
	worksJSON(t, &found, dir, strings.Fields("exact --toy barrier -T 20 --schedule best-b --save-betas b.csv")...)
	worksJSON(t, &again, dir, strings.Fields("exact --toy barrier --schedule file:b.csv")...)
	found[0].Schedule = again[0].Schedule
	if diff := cmp.Diff(found, again); diff != "" {
		t.Errorf("the file makes another run: %s", diff)
	}
	holds(t, textOf(t, dir, "b.csv"), "# the betas of barrier on 7x7; kernel metropolis", "schedule best-b",
		"# T = 20, J = 1.77", "B = 2.01", " # beta 0 ")
}

// A checked writer calls its function at each write.
type checked func()

func (c checked) Write(p []byte) (int, error) {
	c()
	return len(p), nil
}

// TestFilesComeFirst: the betas are in their file before anything is printed, because a reader such as head may end the
// program by closing the pipe.
func TestFilesComeFirst(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.txt")
	writes := 0
	out := checked(func() {
		writes++
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	})
	args := strings.Fields("exact --toy barrier -T 3 --save-betas " + file)
	if err := run(t.Context(), args, out, io.Discard); err != nil || writes == 0 {
		t.Errorf("%d writes, error %v", writes, err)
	}
}

// matrixCSV returns a file with the matrix of the kernel perfect on wall.csv at a beta. In one row a probability has
// lost this much.
func matrixCSV(beta, lost float64) string {
	p := chains.Normalized([]float64{0, beta, math.Inf(-1), 2 * beta, 3 * beta, beta})
	row := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(p)), ","), "[]") + "\n"
	p[4] -= lost
	p[1] += lost
	return strings.Repeat(row, 5) + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(p)), ","), "[]") + "\n"
}

// matrixFolder makes a folder k of matrices beside the inputs, and returns the directory of both.
func matrixFolder(t *testing.T) string {
	t.Helper()
	dir := files(t, inputs)
	put(t, dir, "k/beta-0.5.csv", matrixCSV(0.5, 0))
	put(t, dir, "k/beta-1.csv", matrixCSV(1, 0))
	return dir
}

// An exactRow is a row of exact --format json.
type exactRow struct {
	J, B             float64
	T                int
	Kernel, Schedule string
	Betas            []float64
}

// TestMatrices checks that matrices of a kernel have its J and B but for rounding, also in validate and in a sweep, at
// their own schedule and T alone. Other matrices under the same names are other cells.
func TestMatrices(t *testing.T) {
	dir := matrixFolder(t)
	var got, want []exactRow
	worksJSON(t, &got, dir, strings.Fields("exact --target wall.csv --matrix k")...)
	worksJSON(t, &want, dir, strings.Fields("exact --target wall.csv -T 3 --kernel perfect")...)
	r := got[0]
	if r.Kernel != "k" || r.Schedule != "of the matrices" || r.T != 3 || !slices.Equal(r.Betas, []float64{0, 0.5, 1}) {
		t.Errorf("the row is %+v", r)
	}
	var v struct{ J, B float64 }
	worksJSON(t, &v, dir, strings.Fields("validate --target wall.csv --matrix k")...)
	for _, by := range [][2]float64{{r.J, r.B}, {v.J, v.B}} {
		must.Near(t, by[0], want[0].J, 1e-13, "J by matrices")
		must.Near(t, by[1], want[0].B, 1e-13, "B by matrices")
	}
	args := strings.Fields("sweep --target wall.csv --matrix k --kernel perfect -T 3,10 --out out")
	works(t, dir, args...)
	rows := readCSV(t, textOf(t, dir, "out/rows.csv"))
	if by := rows[2]; len(rows) != 3 || by["kernel"] != "k" || by["T"] != "3" || len(by["read_sha256"]) != 64 {
		t.Errorf("the rows are %v", rows)
	}
	put(t, dir, "k/beta-0.5.csv", matrixCSV(0.5, 1e-16))
	replaces(t, dir, args...)
	if again := readCSV(t, textOf(t, dir, "out/rows.csv"))[2]; rows[2]["key"] == again["key"] {
		t.Errorf("with either kernel the key is %s", again["key"])
	}
}

// TestOneJ checks that J and B are the same numbers in every command.
func TestOneJ(t *testing.T) {
	dir := t.TempDir()
	annealing := strings.Fields("--toy clustering:2:2 --seed 7 --kernel heat-bath -T 4 --format csv")
	ask := func(command string) []map[string]string {
		return readCSV(t, works(t, dir, append(strings.Fields(command), annealing...)...))
	}
	of := func(rows []map[string]string, name, values string) string {
		return rows[slices.IndexFunc(rows, func(r map[string]string) bool { return r["quantity"] == name })][values]
	}
	exactly := ask("exact")[0]
	proved := ask("exact --certify")
	for _, c := range []struct{ name, where, got string }{
		{"J", "sweep", ask("sweep --out out")[0]["J"]},
		{"J", "exact --certify", of(proved, "J", "value")},
		{"J", "exact --program", ask("exact --program ais")[0]["J"]},
		{"B", "exact --certify", of(proved, "B", "value")},
		{"B", "sample", of(ask("sample --chains 20"), "B", "exact")},
	} {
		if want := exactly[c.name]; c.got != want {
			t.Errorf("%s of %s is %s, want %s", c.name, c.where, c.got, want)
		}
	}
}

// TestSeveralTargets checks that several targets have the rows of each alone, one after the other, toys before files.
// Seeds and data go to the targets that can take them.
func TestSeveralTargets(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "1,2\n3,4\n", "h.csv": "0,2,1\n", "y.csv": "0,1\n3,2\n4,4\n"})
	run := func(targets string) []string {
		words := strings.Fields("exact -T 2,5 --program ais,sir:2 --format csv " + targets)
		return strings.Split(strings.TrimSpace(works(t, dir, words...)), "\n")[1:]
	}
	var want []string
	for _, one := range []string{"--toy easy --seed 7,8", "--toy barrier", "--toy clustering:3:2 --data y.csv",
		"--target g.csv", "--target h.csv"} {
		want = append(want, run(one)...)
	}
	got := run("--toy easy,barrier,clustering:3:2 --seed 7,8 --data y.csv --target g.csv,h.csv")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestExactPictures: the table says what was written, and the page what wrote it.
func TestExactPictures(t *testing.T) {
	dir := files(t, inputs)
	const line = "exact --target row.csv --kernel cycle -T 3 --width 3.25"
	holds(t, works(t, dir, append(strings.Fields(line), "--pictures", "a b")...),
		"Pictures in a b: run.html shows all of them; maps-T3.png and the like are single ones.")
	const want = "levels-T3.pdf levels-T3.png levels-T3.svg maps-T3.pdf maps-T3.png maps-T3.svg run.html " +
		"steps-T3.pdf steps-T3.png steps-T3.svg"
	if got := listing(t, filepath.Join(dir, "a b")); got != want {
		t.Errorf("the files are %v, want %v", got, want)
	}
	holds(t, textOf(t, dir, "a b/levels-T3.svg"), `width="234pt"`)
	page := textOf(t, dir, "a b/run.html")
	reporttest.SelfContained(t, page)
	holds(t, page, "breadboard "+line, strings.TrimSpace(version()))
	const drawing = "validate --target row.csv --kernel cycle -T 3 --pictures v --width 3.5"
	works(t, dir, strings.Fields(drawing)...)
	holds(t, textOf(t, dir, "v/validation.html"), "breadboard "+drawing)
	holds(t, textOf(t, dir, "v/density.svg"), `width="252pt"`)
	const drawn = "density.pdf density.png density.svg validation.html"
	if got := listing(t, filepath.Join(dir, "v")); got != drawn {
		t.Errorf("the files of validate are %v, want %v", got, drawn)
	}
}
