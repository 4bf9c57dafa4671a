package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/columns"
	"breadboard/grid/must"
)

// Every column that a command prints in CSV is explained, in the table of that command.
func TestEveryColumnIsExplained(t *testing.T) {
	dir := files(t, inputs)
	for command, line := range map[string]string{
		"exact":           "exact --toy easy -T 4 --kernel cycle --schedule friction",
		"exact --program": "exact --toy easy -T 4 --program ais,sir:2",
		"exact --by-cell": "exact --by-cell --target wall.csv -T 4",
		"sample":          "sample --toy easy -T 4 --chains 10",
		"exact --certify": "exact --certify --toy easy -T 4",
		"aide":            "aide --target wall.csv -T 4 --runs 10",
		"validate":        "validate --target wall.csv --kernel king",
		"score":           "score --toy easy --kernel king",
		"sandwich":        "sandwich --forward weights.csv",
		"list":            "list",
	} {
		i := slices.IndexFunc(columns.Tables, func(of columns.Table) bool { return of.Command == command })
		if i < 0 {
			t.Fatalf("%s has no table", command)
		}
		head, _, _ := strings.Cut(works(t, dir, append(strings.Fields(line), "--format", "csv")...), "\n")
		for _, name := range strings.Split(head, ",") {
			if name != "keys" && !slices.ContainsFunc(columns.Tables[i].Columns,
				func(c columns.Column) bool { return c.Name == name }) {
				t.Errorf("%s prints the column %s, which is not explained", line, name)
			}
		}
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
		if json.Unmarshal(value, &inner) != nil && json.Unmarshal(value, &list) != nil {
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

// Every key of validate's JSON is explained on the page of columns: of a whole annealing, of a matrix with a fault,
// of a space that is too large for a matrix, and of a program.
func TestValidateKeysAreExplained(t *testing.T) {
	python(t)
	dir := matrixFolder(t, "metropolis", sixDigits)
	printed := map[string]bool{}
	for _, args := range [][]string{
		{"--target", "wall.csv", "--kernel", "metropolis", "-T", "3"},
		{"--target", "wall.csv", "--matrix", "k/beta-1.csv"},
		{"--toy", "ising:1x11:0.4", "--kernel", "metropolis", "--beta", "1"},
		{"--toy", "clustering:2:2", "--kernel", "metropolis", "-T", "3"},
		{"--target", "wall.csv", "--beta", "1", "--exec", "python3 " + absolute(t, "clients/metropolis.py")},
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
