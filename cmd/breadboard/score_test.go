package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// A scoreRow is what score prints of a kernel and a function.
type scoreRow struct {
	Density, Kernel, Function, Start string
	Budget, N                        int
	RESS, MSE, Bias, Variance        float64
	Eff, NESS, Spread                float64
	Limit                            *float64
	Chains                           *int
	Stderr                           *float64
}

// A matrix of metropolis has the scores of metropolis; one that leaves another density invariant is
// refused.
func TestScoreMatrix(t *testing.T) {
	dir := files(t, map[string]string{
		"g.csv": "0,0\n", "k.csv": "0.75,0.25\n0.25,0.75\n", "wrong.csv": "0.75,0.25\n0.5,0.5\n"})
	var rows []scoreRow
	worksJSON(t, &rows, dir, "score", "--target", "g.csv", "--matrix", "k.csv", "--kernel", "metropolis", "-N", "50")
	if len(rows) != 2 {
		t.Fatalf("%d rows, want mean:2 of two kernels", len(rows))
	}
	if given, own := rows[0], rows[1]; given.Kernel != "k.csv" || !(math.Abs(given.RESS/own.RESS-1) < 1e-12) {
		t.Errorf("%s has RESS %v, and %s %v", given.Kernel, given.RESS, own.Kernel, own.RESS)
	}
	refused(t, program(t, dir, "score", "--target", "g.csv", "--matrix", "wrong.csv"), "does not leave g.csv invariant")
}

// The Python client of metropolis has its RESS, to within five standard errors.
func TestScoreExec(t *testing.T) {
	python(t)
	dir := files(t, map[string]string{"g.csv": "0,1\n2,-inf\n", "m.py": read(t, "clients/metropolis.py")})
	var rows []scoreRow
	worksJSON(t, &rows, dir, "score", "--target", "g.csv", "--exec", "python3 m.py", "--kernel", "metropolis",
		"--chains", "1000", "-N", "5,20", "--function", "mean:1,logf", "--start", "lightest")
	if len(rows) != 8 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows[4:] {
		i := slices.IndexFunc(rows[:4], func(of scoreRow) bool { return of.N == r.N && of.Function == r.Function })
		if i < 0 || r.Chains == nil || *r.Chains != 1000 {
			t.Fatalf("%+v", r)
		}
		if truth := rows[i]; math.Abs(r.RESS-truth.RESS) > 5**r.Stderr {
			t.Errorf("%s after %d steps: %v ± %v, exactly %v", r.Function, r.N, r.RESS, *r.Stderr, truth.RESS)
		}
	}
}

// Rows that somebody made by --exec join a leaderboard, once their program has run again. Rows of another density, of
// other problems, that contradict themselves, or that the program does not have, are refused in a sentence.
func TestScoreMerge(t *testing.T) {
	python(t)
	dir := files(t, map[string]string{"m.py": read(t, "clients/metropolis.py")})
	asked := strings.Fields("score --zoo barrier,two-basins:4 --kernel king --function mean,var -N 50")
	made := works(t, dir, append(asked, "--exec", "python3 m.py", "--format", "json")...)
	merged := func(name, data string) []string {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666))
		return append(slices.Clone(asked), "--admit", name+"=python3 m.py")
	}
	kernels := column(readCSV(t, works(t, dir, append(merged("walker.json", made), "--format", "csv")...)), "kernel")
	if kernels[len(kernels)-1] != "walker" || len(kernels) != strings.Count(made, "kernel") {
		t.Errorf("the kernels are %v", kernels)
	}
	if out := works(t, dir, merged("walker.json", made)...); !strings.Contains(out,
		"walker is handed in, by walker.json. On ") {
		t.Error(out)
	}
	// lucky has a quarter of the squared error, in all numbers of a row or in one, and says that its error is so large.
	lucky := func(all bool, stderr float64) string {
		var rows []map[string]any
		must.Do(t, json.Unmarshal([]byte(made), &rows))
		for _, row := range rows {
			for column, scale := range map[string]float64{"ress": 4, "stderr": stderr, "mse": 0.25,
				"bias": 0.5, "variance": 0.25} {
				if v, ok := row[column].(float64); ok && row["kernel"] == "exec" && (all || column == "ress") {
					row[column] = v * scale
				}
			}
		}
		return string(must.Have(json.Marshal(rows))(t))
	}
	without := func(density string) string {
		var rows []map[string]any
		must.Do(t, json.Unmarshal([]byte(made), &rows))
		rows = slices.DeleteFunc(rows, func(row map[string]any) bool { return row["density"] == density })
		return string(must.Have(json.Marshal(rows))(t))
	}
	for data, want := range map[string]string{
		strings.ReplaceAll(made, "two-basins:4", "two-basins:8"): "no problem of this command",
		without("barrier"): "lacks 4 rows",
		lucky(false, 4):    "its numbers do not fit each other",
		lucky(true, 4):     "and its program, run again, has",
		lucky(true, 1e9):   "and its program, run again, has",
		strings.ReplaceAll(made, `"chains": 100`, `"chains": 20`): "its numbers do not fit each other",
		"[]": "lacks 8 rows, as mean:1 on barrier",
		strings.NewReplacer(`"mse": `, `"mse": -`, `"ress": `,
			`"ress": -`).Replace(made): "its numbers do not fit each other",
		"density,kernel": "is no list of rows",
	} {
		refused(t, program(t, dir, merged("l.json", data)...), want)
	}
	refused(t, program(t, dir, merged("king.json", made)...), "there is a kernel king already")
	refused(t, program(t, dir, append(slices.Clone(asked), "--admit", "walker.json=python3 none.py")...),
		"--admit walker.json: python3 none.py: it ended")
	refused(t, program(t, dir, merged("exec.json", made)...), "there is a kernel exec already")
	basins := []string{"score", "--zoo", "two-basins:8,barrier", "--kernel", "king",
		"--function", "mean,var", "-N", "50",
		"--admit", "l.json=python3 m.py"}
	merged("l.json", strings.ReplaceAll(made, "two-basins:4", "two-basins:8"))
	refused(t, program(t, dir, basins...), "these rows are of another density")
}

// Without -N a density has a budget of 1,000, and the zoo several. In a directory there are figures too.
func TestScoreOut(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, "score", "--toy", "barrier", "--kernel", "metropolis", "--function",
		"mean:1", "--format", "csv")
	if budgets := column(readCSV(t, out), "budget"); !slices.Equal(budgets, []string{"1000"}) {
		t.Errorf("the budgets are %v, want 1000", budgets)
	}
	works(t, dir, "score", "--zoo", "barrier,easy", "--kernel", "metropolis,perfect", "--start", "exact,cell:0",
		"--out", "out")
	for _, name := range []string{"calibration.csv", "boxes.png", "profiles.svg"} {
		if _, err := os.Stat(filepath.Join(dir, "out", name)); err != nil {
			t.Error(err)
		}
	}
	rows := readCSV(t, read(t, filepath.Join(dir, "out", "scores.csv")))
	if last := column(rows, "budget")[9]; last != "10000" {
		t.Errorf("the tenth budget of the zoo is %s, want 10000", last)
	}
}
