package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/experiments/columns"
	"breadboard/grid/must"
)

// Every column that a command prints in CSV is explained, in the table of that command.
func TestEveryColumnIsExplained(t *testing.T) {
	dir := files(t, inputs)
	for command, line := range map[string]string{
		"exact":              "exact --toy easy -T 4 --kernel cycle --schedule friction",
		"exact --program":    "exact --toy easy -T 4 --program ais,sir:2",
		"weights tails":      "weights tails 1 --toy easy -T 4",
		"weights averages":   "weights averages 2 --target wall.csv -T 4",
		"weights estimators": "weights estimators 10 --toy easy -T 4",
		"exact --lengths":    "exact --toy easy -T 4 --lengths",
		"weights bounds":     "weights bounds --target wall.csv -T 4 --upper ais --lower 0",
		"weights raise":      "weights raise --target wall.csv -T 4",
		"weights cells":      "weights cells --target wall.csv -T 4",
		"weights starts":     "weights starts 3 --target wall.csv -T 4 --reverse-from prior,cell:1",
		"weights choice":     "weights choice 2 --toy clustering:2:2 -T 3 --rival lowrank:2:2:1",
		"sample":             "sample --toy easy -T 4 --chains 10",
		"certify":            "certify --toy easy -T 4",
		"aide":               "aide --target wall.csv -T 4 --runs 10",
		"validate":           "validate --target wall.csv --kernel king",
		"score":              "score --toy easy --kernel king",
		"temper":             "temper --target wall.csv --chains 3",
		"geweke":             "geweke --toy clustering:2:2 --draws 50",
		"sandwich":           "sandwich --forward weights.csv",
		"list":               "list",
	} {
		i := slices.IndexFunc(columns.Tables(), func(of columns.Table) bool { return of.Command == command })
		if i < 0 {
			t.Fatalf("%s has no table", command)
		}
		head, _, _ := strings.Cut(works(t, dir, append(strings.Fields(line), "--format", "csv")...), "\n")
		for _, name := range strings.Split(head, ",") {
			if !slices.ContainsFunc(columns.Tables()[i].Columns,
				func(c columns.Column) bool { return c.Name == name }) {
				t.Errorf("%s prints the column %s, which is not explained", line, name)
			}
		}
	}
}

// Every row about a formula has its grid, so that it can be made again: in a column of its own, or behind the formula.
func TestRowsNameTheGrid(t *testing.T) {
	dir := files(t, map[string]string{"cells.csv": "cell\n1\n2\n"})
	lines := []string{"exact -T 4", "exact -T 4 --program ais,sir:2",
		"weights tails 1 -T 4", "weights averages 2 -T 4",
		"weights estimators 10 -T 4", "weights bounds -T 4 --upper ais --lower -9", "weights raise -T 4",
		"weights cells -T 4", "weights starts 2 -T 4",
		"sample -T 4 --chains 10",
		"certify -T 4", "aide -T 4 --runs 10", "validate -T 4 --kernel king", "score --kernel king", "draws cells.csv",
		"sweep -T 4 --dry-run", "tune --kernel king --cost 9"}
	for _, command := range model(t).Leaves(true) {
		takes := slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name == "grid" })
		asked := slices.ContainsFunc(lines, func(line string) bool {
			return line == command.Name || strings.HasPrefix(line, command.Name+" ")
		})
		if takes && !asked && command.Name != "explore" { // it has no rows
			lines = append(lines, command.Name)
		}
	}
	for _, line := range lines {
		out := works(t, dir, append(strings.Fields(line), "--target", "-r^2", "--grid", "3x5", "--format", "json")...)
		if !strings.Contains(out, `"3x5"`) && !strings.Contains(out, `-r^2 on 3x5"`) {
			t.Errorf("%s does not tell the grid of its formula: %.300s", line, out)
		}
	}
}

// columns prints the tables of all commands, of one, or the meaning of one column.
func TestColumns(t *testing.T) {
	rows := func(args string) [][]string {
		return readCSV(t, works(t, "", strings.Fields("columns "+args+" --format csv")...))[1:]
	}
	every := rows("")
	for _, row := range every {
		if row[2] == "" || row[4] == "" {
			t.Errorf("%v has no type or no meaning", row)
		}
	}
	for args, at := range map[string]int{"exact": 0, "seed": 1} {
		for _, row := range rows(args) {
			if !strings.HasPrefix(row[at], args) {
				t.Errorf("columns %s shows %v", args, row)
			}
		}
	}
	people := works(t, "", "columns", "B")
	if strings.Count(people, "Eq. 21") != 1 || !strings.Contains(people, "sweep") {
		t.Errorf("the column B shows\n%s, want its meaning once for all tables", people)
	}
}

// unexplained returns the keys of an object, and of the objects in it, that no column of the page explains.
func unexplained(t *testing.T, printed []byte) (keys []string) {
	t.Helper()
	var object map[string]json.RawMessage
	must.Do(t, json.Unmarshal(printed, &object))
	delete(object, "keys") // the writer's
	for key, value := range object {
		i := slices.IndexFunc(columns.Of("validate --format json"),
			func(c columns.Column) bool { return c.Name == key })
		if i < 0 {
			keys = append(keys, key)
			continue
		}
		var inner map[string]any
		var list []map[string]any
		if json.Unmarshal(value, &inner) != nil && json.Unmarshal(value, &list) != nil || key == "bounds" {
			continue
		}
		for _, o := range append(list, inner) {
			for name := range o {
				if !strings.Contains(columns.Of("validate --format json")[i].Meaning, name) {
					keys = append(keys, key+"."+name)
				}
			}
		}
	}
	return keys
}

// Every key of validate's JSON is explained by `breadboard columns validate`: of a whole annealing, of a matrix with a
// fault, of a space that is too large for a matrix, and of a program.
func TestValidateKeysAreExplained(t *testing.T) {
	python(t)
	dir := matrixFolder(t, "metropolis", sixDigits)
	printed := map[string]bool{}
	for _, args := range [][]string{
		{"--target", "wall.csv", "--kernel", "metropolis", "-T", "3"},
		{"--target", "wall.csv", "--matrix", "k/beta-1.csv"},
		{"--toy", "ising:1x13:0.4", "--kernel", "metropolis", "--beta", "1"},
		{"--target", "wall.csv", "--beta", "1", "--exec", "python3 " + absolute(t, "clients/metropolis.py"),
			"--most-moves", "2000"},
	} {
		r := program(t, dir, append([]string{"validate", "--format", "json"}, args...)...)
		if keys := unexplained(t, []byte(r.stdout)); len(keys) > 0 {
			t.Errorf("%v: nothing explains %q", args, keys)
		}
		var object map[string]json.RawMessage
		decode(t, r, r.code, &object)
		for key := range object {
			printed[key] = true
		}
	}
	for _, c := range columns.Of("validate --format json") {
		if !printed[c.Name] {
			t.Errorf("%q is explained, and never printed", c.Name)
		}
	}
}
