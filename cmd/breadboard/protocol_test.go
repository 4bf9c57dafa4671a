package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/experiments/protocol"
)

// ofFour is a protocol on four numbers that takes no time.
func ofFour(more ...string) []string {
	return append([]string{"protocol", "--toy", "clustering:4:2", "--data", "y.csv", "-T", "5,10"}, more...)
}

// TestProtocolOnData: the tables of a user's own data, and files of the same; a seed repeats.
func TestProtocolOnData(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n4\n3\n"})
	out := works(t, dir, ofFour("--out", "new/out")...)
	for _, want := range []string{"y.csv: 4 rows; standardized; clustering:4:2", "fair proxy", "S", "9 files in new/out"} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q: %s", want, out)
		}
	}
	made := contents(t, filepath.Join(dir, "new", "out"))
	if len(made) != 9 {
		t.Errorf("%d files, want 3 studies of two, a page and a figure of two", len(made))
	}
	if page := made["protocol.md"]; !strings.Contains(page, "fair proxy") {
		t.Errorf("the page has no verdict: %s", page)
	}
	if again := works(t, dir, ofFour("--out", "new/out")...); again != out {
		t.Error("a second run printed something else")
	}
	if other := works(t, dir, ofFour("--seed", "3", "--out", "new/out")...); other == out {
		t.Error("another seed printed the same")
	}
}

// TestProtocolJSON: one object with an array for each study.
func TestProtocolJSON(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n4\n3\n"})
	var studies map[string][]map[string]any
	worksJSON(t, &studies, dir, ofFour("--steps", "0,7", "--sets", "3")...)
	if rows := len(studies["reverse"]); rows != 4 {
		t.Errorf("%d rows in reverse, want two T and two S", rows)
	}
	if row := studies["forward"][1]; row["T"] != 10.0 || row["kernel"] != "heat-bath" {
		t.Errorf("the second forward row is %v", row)
	}
	if rows := studies["representations"]; rows != nil {
		t.Errorf("a user's data have no representations, and %d rows of them", len(rows))
	}
}

// TestProtocolDefaults: the flags have the defaults of the committed results.
func TestProtocolDefaults(t *testing.T) {
	var c cli
	parser, err := kong.New(&c, append(decimals(), vars())...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"protocol"}); err != nil {
		t.Fatal(err)
	}
	o := protocol.Defaults()
	if c.Protocol.Sets != o.Sets || c.Protocol.Seed != o.Seed {
		t.Errorf("%d sets with seed %d, want %d with %d", c.Protocol.Sets, c.Protocol.Seed, o.Sets, o.Seed)
	}
	if got, err := steps(c.Protocol.Steps); err != nil || !slices.Equal(got, o.Steps) {
		t.Errorf("steps %v (%v), want %v", got, err, o.Steps)
	}
	var ts []string
	for _, T := range o.Ts {
		ts = append(ts, strconv.Itoa(T))
	}
	help := strings.Join(strings.Fields(works(t, t.TempDir(), "protocol", "--help")), " ")
	if want := fmt.Sprintf("(default %s)", strings.Join(ts, ",")); !strings.Contains(help, want) {
		t.Errorf("the help does not say %s: %s", want, help)
	}
}

// TestProtocolRefuses: bad input is one line, exit code 2, and leaves nothing behind.
func TestProtocolRefuses(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n4\n3\n", "wide.csv": "1,2\n3\n"})
	for _, c := range [][2]string{
		{"--toy is given without --data; both or none would do", "--toy clustering:4:2"},
		{"no model: --toy NAME, one of clustering:N:K, ", "--data y.csv"},
		{"--toy barrier is no model; one of clustering:N:K, ", "--data y.csv --toy barrier"},
		{"y.csv: 4 rows; for clustering:5:2 5 rows of 1 number would do", "--data y.csv --toy clustering:5:2"},
		{"y.csv: row 1 has 1 column; row 2 has 1 column; row 3 has 1 column; and 1 more; for lowrank:4:2:1",
			"--data y.csv --toy lowrank:4:2:1"},
		{"wide.csv: row 2 has 1 column; for clustering:2:2 2 rows of 2 numbers would do",
			"--data wide.csv --toy clustering:2:2"},
		{"none.csv: no such file or directory; a CSV file of data", "--data none.csv --toy clustering:2:2"},
		{"has 147456 cells with its hyperparameters; up to 65536 would do", "--data y.csv --toy clustering:14:2"},
		{`--data-as "std" is unknown`, "--data y.csv --toy clustering:4:2 --data-as std"},
		{"--sets 0; from 1 to 1000 would do", "--sets 0"},
		{`--steps "x" is not a whole number`, "--steps 1,x"},
		{`--steps -1; a number of steps from 0`, "--steps -1"},
		{"-T 1; a number of levels from 2", "-T 1"},
		{`--kernel "foo" is unknown`, "--kernel foo"},
		{`--schedule "foo" is unknown`, "--schedule foo"},
		{"--out y.csv/x: not a directory", "--out y.csv/x"},
	} {
		refused(t, program(t, dir, append([]string{"protocol"}, strings.Fields(c[1])...)...), c[0])
	}
	if left := contents(t, dir); len(left) != 2 {
		t.Errorf("%d files where there were 2", len(left))
	}
}
