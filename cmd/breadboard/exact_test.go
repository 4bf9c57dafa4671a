package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

// at returns the chain's annealing of T levels.
func at(t *testing.T, c experiments.Chain, T int) chains.Annealing {
	t.Helper()
	a, _, err := c.At(t.Context(), T)
	must.Do(t, err)
	return a
}

// An infinite B is null, every null of a column that applies is named in a warning that
// gives the reason, and the exit code is 0.
func TestInfiniteIsNull(t *testing.T) {
	dir := files(t, map[string]string{"wall.csv": "0,1,-inf\n2,3,1\n", "all.csv": "0,0,0\n0,0,0\n",
		"not.csv": "-inf,0,0\n0,0,0\n"})
	for _, args := range []string{"--initial all.csv", "--initial not.csv --kernel identity"} {
		var rows []map[string]any
		worksJSON(t, &rows, dir, strings.Fields("exact --target wall.csv -T 3,20 "+args)...)
		for _, row := range rows {
			all := fmt.Sprint(row["warnings"])
			if row["B"] != nil {
				t.Errorf("%s: B is %v, want null", args, row["B"])
			}
			holds(t, all, "B infinite: the initial density has mass", "where the target has none, first in cell (0, 2)")
			for key, v := range row {
				applies := key != "seed" && !strings.HasPrefix(key, "schedule_") && !strings.HasPrefix(key, "near_b") &&
					key != "b_over_j" // J is infinite
				if v == nil && applies && !strings.Contains(all, key) {
					t.Errorf("%s: no warning explains %s: %s", args, key, all)
				}
			}
		}
	}
}

// The betas that descent found are written, and a run on the file has the same J, B and betas to the
// last bit.
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
		"# T = 20, J = 1.77", "B = 2.01", " beta 0 ")
}

// matrixFolder makes a folder k beside the inputs, with the matrices of a catalogued kernel on
// wall.csv at beta 0.5 and 1, and returns the directory of both.
func matrixFolder(t *testing.T, kernel string, change func(x, y int, p float64) float64) string {
	t.Helper()
	dir := files(t, inputs)
	for _, beta := range []float64{0.5, 1} {
		put(t, dir, fmt.Sprintf("k/beta-%g.csv", beta), matrixCSV(t, kernel, beta, change))
	}
	return dir
}

// An exactRow is a row of exact --format json.
type exactRow struct {
	J, B             float64
	T                int
	Kernel, Schedule string
	Betas            []float64
}

// Matrices of a kernel have the J and the B of the kernel but for roundings, in validate too. People read at which betas
// the matrices stand.
func TestExactMatrix(t *testing.T) {
	dir := matrixFolder(t, "cycle", nil)
	var got, want []exactRow
	worksJSON(t, &got, dir, strings.Fields("exact --target wall.csv --matrix k")...)
	worksJSON(t, &want, dir, strings.Fields("exact --target wall.csv -T 3 --kernel cycle")...)
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
	holds(t, works(t, dir, strings.Fields("exact --target wall.csv --matrix k")...), "kernel k; ",
		"schedule of the matrices")
}

// J and B are the same numbers in every command.
func TestOneJ(t *testing.T) {
	dir := t.TempDir()
	annealing := strings.Fields("--toy clustering:2:2 --seed 7 --kernel heat-bath -T 4 --format csv")
	ask := func(command string) [][]string {
		return readCSV(t, works(t, dir, append(strings.Fields(command), annealing...)...))
	}
	of := func(rows [][]string, name, values string) string {
		return column(rows, values)[slices.Index(column(rows, "quantity"), name)]
	}
	exactly := ask("exact")
	proved := ask("exact --certify")
	for _, c := range []struct{ name, where, got string }{
		{"J", "sweep", column(ask("sweep --out out"), "J")[0]},
		{"J", "exact --certify", of(proved, "J", "value")},
		{"J", "exact --program", column(ask("exact --program ais"), "J")[0]},
		{"B", "exact --certify", of(proved, "B", "value")},
		{"B", "sample", of(ask("sample --chains 20"), "B", "exact")},
	} {
		if want := column(exactly, c.name)[0]; c.got != want {
			t.Errorf("%s of %s is %s, want %s", c.name, c.where, c.got, want)
		}
	}
}

// The rows of several targets are those of each alone, one after the other, toys before files: what applies to one of
// them, as seeds and data, is taken by it alone.
func TestSeveralTargets(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "1,2\n3,4\n", "h.csv": "0,2,1\n", "y.csv": "0,1\n3,2\n4,4\n"})
	alone := []string{"--toy easy --seed 7,8", "--toy barrier", "--toy clustering:3:2 --data y.csv",
		"--target g.csv", "--target h.csv"}
	const together = "--toy easy,barrier,clustering:3:2 --seed 7,8 --data y.csv --target g.csv,h.csv"
	for _, command := range []string{"exact -T 2,5", "exact -T 2,5 --program ais,sir:2"} {
		run := func(targets string) []string {
			words := strings.Fields(command + " --format csv " + targets)
			return strings.Split(strings.TrimSpace(works(t, dir, words...)), "\n")[1:]
		}
		var want []string
		for _, one := range alone {
			want = append(want, run(one)...)
		}
		if diff := cmp.Diff(want, run(together)); diff != "" {
			t.Errorf("%s: %s", command, diff)
		}
	}
	people := works(t, dir, strings.Fields("exact -T 3 --toy easy,barrier --target g.csv")...)
	holds(t, people, "3 targets; kernel metropolis; bridge geometric; schedule linear", "│ target │ seed │ T │")
}

// What is doubtful about a target is said once on stderr by every command, and in the warnings that programs see.
func TestDoubtfulTargets(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0.1,0.2\n0.3,0.4\n"})
	const probable = "g.csv: the numbers look like probabilities, for they sum to 1, and are taken for log f; " +
		"of probabilities their logs would do"
	for _, command := range []string{"exact -T 5", "sample -T 5 --chains 2", "exact --certify -T 3",
		"aide -T 3 --runs 10", "validate --kernel metropolis", "score --kernel metropolis -N 5", "sweep -T 3"} {
		r := program(t, dir, strings.Fields(command+" --target g.csv")...)
		ended(t, r, result{stdout: r.stdout, stderr: "breadboard: " + probable + "\n"})
	}
	for _, command := range []string{"exact -T 5", "exact --certify -T 3", "sample -T 5 --chains 2"} {
		r := program(t, dir, strings.Fields(command+" --format json --target g.csv")...)
		holds(t, r.stdout, probable)
	}
}

// The certified digits do not depend on the machine, and float64 agrees with them to 13 digits.
func TestCertifyProves(t *testing.T) {
	var rows []struct {
		Quantity, Certified        string
		Value, Within, Digits, Off float64
		Bits, T                    int
	}
	worksJSON(t, &rows, "", "exact", "--certify", "--toy", "barrier", "-T", "3")
	want := map[string]string{"J": "2.6506304913314551730", "B": "4.0552406696155732180",
		"log_r": "1.4446134340800062206"}
	if len(rows) != 7 {
		t.Errorf("%d rows, want 7", len(rows))
	}
	for _, r := range rows {
		if want[r.Quantity] != "" && r.Certified != want[r.Quantity] || !(r.Within < 1e-19) || r.T != 3 ||
			r.Bits != 256 || !(r.Digits > 13) || !(r.Off < 1e-13) {
			t.Errorf("%+v, want %s within 1e-19, found with 256 bits", r, want[r.Quantity])
		}
	}
}

// TestExactPictures: the table says what was written, and the page what wrote it. It has the numbers of the
// run without pictures.
func TestExactPictures(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0,1,2\n3,0.5,1\n0,0,4\n"})
	const line = "exact --target g.csv --kernel cycle -T 3"
	var rows []struct{ J, B float64 }
	worksJSON(t, &rows, dir, strings.Fields(line)...)
	out := works(t, dir, append(strings.Fields(line), "--pictures", "a b")...)
	holds(t, out, "Pictures in a b: run.html shows all of them; maps-T3.png and the like are single ones.")
	const want = "maps-T3.png maps-T3.svg run.html steps-T3.png steps-T3.svg"
	if got := listing(t, filepath.Join(dir, "a b")); got != want {
		t.Errorf("the files are %v, want %v", got, want)
	}
	page := textOf(t, dir, "a b/run.html")
	reporttest.Alone(t, page)
	holds(t, page, "breadboard "+line, strings.TrimSpace(version()), ">"+table.Short(rows[0].J)+"<",
		">"+table.Short(rows[0].B)+"<")
}
