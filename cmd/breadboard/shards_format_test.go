package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The J of an extended kernel meant something else in an earlier format, so a sweep does not go on from a
// directory of that format, and leaves it alone.
func TestEarlierFormat(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sweep --toy barrier --kernel lifted -T 4 --out out")
	works(t, dir, args...)
	path := filepath.Join(dir, "out", sweepFile)
	earlier := strings.Replace(read(t, path), `"format": 3`, `"format": 1`, 1)
	if err := os.WriteFile(path, []byte(earlier), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, program(t, dir, args...), "out/sweep.json: the plan of a sweep in format 1; 3 is the one known here; "+
		"another directory would do")
	if read(t, path) != earlier {
		t.Error("the plan was written anew")
	}
}

// J of lifted is the cell's, and the same number, in every command.
func TestOneJ(t *testing.T) {
	dir := t.TempDir()
	annealing := strings.Fields("--toy barrier --kernel lifted -T 4")
	ask := func(command string, more ...string) [][]string {
		return readCSV(t, works(t, dir, append(append([]string{command}, annealing...), more...)...))
	}
	exactly := ask("exact", "--format", "csv")
	j, state := column(exactly, "J")[0], column(exactly, "j_state")[0]
	if j == state {
		t.Error("J of the cell is J of the state")
	}
	works(t, dir, append([]string{"sweep", "--out", "out"}, annealing...)...)
	swept := readCSV(t, read(t, filepath.Join(dir, "out", "rows.csv")))
	proved := ask("certify", "--format", "csv")
	values := map[string]string{}
	for i, name := range column(proved, "quantity") {
		values[name] = column(proved, "value")[i]
	}
	for _, c := range []struct{ where, got, want string }{
		{"J of sweep", column(swept, "J")[0], j}, {"j_state of sweep", column(swept, "j_state")[0], state},
		{"J of certify", values["J"], j}, {"j_state of certify", values["j_state"], state},
		{"j_state of exact --program", column(ask("exact", "--program", "ais", "--format", "csv"), "j_state")[0], state},
	} {
		if c.got != c.want {
			t.Errorf("%s is %s, want %s", c.where, c.got, c.want)
		}
	}
}
