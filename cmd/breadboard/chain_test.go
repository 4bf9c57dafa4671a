package main

import (
	"archive/zip"
	encoding "encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The numbers of levels that help tells of are those that are run.
func TestDefaultLevels(t *testing.T) {
	for command, more := range map[string][]string{"exact": nil, "sample": {"--chains", "2"}} {
		help := works(t, "", command, "--help")
		_, told, _ := strings.Cut(strings.Join(strings.Fields(help), " "), "as 10..1000x5 (default ")
		told, _, _ = strings.Cut(told, ")")
		var rows []struct{ T int }
		out := works(t, "", append([]string{command, "--toy", "barrier", "--format", "json"}, more...)...)
		if err := json.Unmarshal([]byte(out), &rows); err != nil {
			t.Fatal(err)
		}
		var ran []string
		for _, r := range rows {
			ran = append(ran, strconv.Itoa(r.T))
		}
		if told == "" {
			t.Errorf("the help of %s says no levels", command)
		}
		if got := strings.Join(slices.Compact(ran), ","); got != told {
			t.Errorf("%s runs %s, help says %q", command, got, told)
		}
	}
}

// Numbers that look like probabilities are taken for log f and said to be doubtful, once on stderr
// and in the warnings that programs see. --density says what they are, and silences both.
func TestDensity(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0.1,0.2\n0.3,0.4\n", "i.csv": "1,1\n1,1\n"})
	const says = "g.csv: the numbers look like probabilities, for they sum to 1, and are taken for log f; " +
		"--density p would take them as probabilities, and --density log leaves this out\n"
	for _, command := range []string{"exact -T 5", "sample -T 5 --chains 2", "certify -T 3", "aide -T 3 --runs 10",
		"validate --kernel metropolis", "score --kernel metropolis -N 5", "sweep -T 3 --out out"} {
		args := append(strings.Fields(command), "--target", "g.csv")
		if r := program(t, dir, args...); r.code != 0 || r.stderr != "breadboard: "+says {
			t.Errorf("%s: exit code %d, stderr %q, want %q", command, r.code, r.stderr, says)
		}
		works(t, dir, append(args, "--density", "log")...)
	}
	for _, command := range []string{"exact", "certify", "sample --chains 2", "sample --chains 2 --program ais"} {
		r := program(t, dir, append(strings.Fields(command), "--target", "g.csv", "-T", "5", "--format", "json")...)
		var warned []struct{ Warnings []string }
		if err := json.Unmarshal([]byte(r.stdout), &warned); err != nil || len(warned[0].Warnings) == 0 ||
			!strings.Contains(warned[0].Warnings[0], "look like probabilities") {
			t.Errorf("%s: no warning of it: %v", command, warned)
		}
	}
	var rows []struct{ P []float64 }
	worksJSON(t, &rows, dir, "exact", "--target", "g.csv", "-T", "5", "--density", "p", "--initial", "i.csv")
	if p := rows[0].P; math.Abs(p[3]-0.4) > 1e-15 { // a logarithm, an exponential and a sum: a few roundings
		t.Errorf("p is %v, want 0.4 in the last cell", p)
	}
}

// A table with the names that pandas gives to columns is said to look like one, as TestDensity's is.
func TestHeadedTarget(t *testing.T) {
	dir := files(t, map[string]string{"named.csv": "0,1\n0.5,-1.25\n", "bare.csv": "0.0,1\n0.5,-1.25\n"})
	const says = "named.csv: row 1 looks like the names of columns, 0, 1 and so on, and is taken for a row of the grid; the " +
		"file without it, or with 0.0 in place of its 0, leaves this out"
	for _, command := range []string{"exact -T 5", "sample -T 5 --chains 2", "certify -T 3", "aide -T 3 --runs 10",
		"validate --kernel metropolis", "score --kernel metropolis -N 5", "sweep -T 3 --out out", "exact -T 5 --density log"} {
		if r := program(t, dir, append(strings.Fields(command), "--target", "named.csv")...); r.code != 0 ||
			r.stderr != "breadboard: "+says+"\n" {
			t.Errorf("%s: exit code %d, stderr %q, want %q", command, r.code, r.stderr, says)
		}
		works(t, dir, append(strings.Fields(strings.Replace(command, "--out out", "--out bare", 1)), "--target",
			"bare.csv")...)
	}
	for _, command := range []string{"exact", "certify", "sample --chains 2", "sample --chains 2 --program ais",
		"sweep --out json"} {
		r := program(t, dir, append(strings.Fields(command), "--target", "named.csv", "-T", "5", "--format", "json")...)
		if r.code != 0 || !strings.Contains(r.stdout, says) {
			t.Errorf("%s: no warning of it: %s", command, r.stdout)
		}
	}
}

// A target that walls part is said to be parted by whatever gives its J: beside the table or on stderr, and in
// the warnings that programs see.
func TestPartedTarget(t *testing.T) {
	dir := files(t, map[string]string{"wall.csv": "0,-inf,1\n0,-inf,1\n", "door.csv": "0,-inf,1\n0,0,1\n"})
	const says = "never reaches 2 of its 4 cells, which have 0.269 of the mass"
	for _, command := range []string{"exact -T 5", "exact -T 5 --program ais", "exact -T 5 --format json",
		"exact -T 5 --format csv", "sample -T 5 --chains 9", "sample -T 5 --chains 9 --program ais",
		"sample -T 5 --chains 9 --format json", "sample -T 5 --chains 9 --program ais --format json",
		"sweep -T 5 --out swept", "sweep -T 5 --format json --out printed"} {
		for target, want := range map[string]bool{"wall.csv": true, "door.csv": false} {
			r := program(t, dir, append(strings.Fields(strings.Replace(command, "--out ", "--out "+target[:1], 1)), "--target",
				target)...)
			if said := strings.Join(strings.Fields(r.stdout+r.stderr), " "); r.code != 0 || strings.Contains(said, says) != want {
				t.Errorf("%s of %s: exit code %d, and it says %s", command, target, r.code, said)
			}
		}
	}
	for _, quiet := range []string{"exact -T 5 --program smc:2", "exact -T 5 --kernel independence",
		"sample -T 5 --chains 9 --program importance"} {
		out := works(t, dir, append(strings.Fields(quiet), "--target", "wall.csv")...)
		if strings.Contains(strings.Join(strings.Fields(out), " "), "falls into parts") {
			t.Errorf("%s: it says %s", quiet, out)
		}
	}
}

// A column of numbers is a grid of one column, as good as one of one row; and NumPy's arrays are the
// same target as CSV, to the last bit, in every command.
func TestTargetFiles(t *testing.T) {
	column := npyFile("(4, 1)", 0, 1, 3, 2)
	dir := files(t, map[string]string{"col.csv": "0\n1\n3\n2\n", "row.csv": "0,1,3,2\n", "col.npy": column,
		"all.npz": npzFile(t, map[string]string{"f.npy": column, "from.npy": npyFile("(4, 1)", 1, 1, 0, 0)})})
	type row struct{ J, B float64 }
	var want []row
	worksJSON(t, &want, dir, "exact", "--target", "col.csv", "-T", "5")
	for _, name := range []string{"row.csv", "col.npy", "all.npz:f"} {
		var got []row
		if worksJSON(t, &got, dir, "exact", "--target", name, "-T", "5"); !slices.Equal(got, want) {
			t.Errorf("%s: J and B are %v, want %v", name, got, want)
		}
	}
	for _, command := range []string{"exact -T 5 --initial all.npz:from", "sample -T 5 --chains 10", "certify -T 3",
		"validate --kernel metropolis --pictures pics", "score --kernel metropolis -N 5", "sweep -T 3 --out out --force"} {
		for _, name := range []string{"col.csv", "col.npy", "all.npz:f"} {
			works(t, dir, append(strings.Fields(command), "--target", name)...)
		}
	}
	refused(t, program(t, dir, "exact", "--target", "all.npz"), "all.npz: the archive has the arrays")
	refused(t, program(t, dir, "exact", "--target", "none.npy"), "none.npy: no such file or directory; a CSV, .npy or")
}

// npyFile holds numbers as numpy.save writes them.
func npyFile(shape string, values ...float64) string {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }\n", shape)
	data := encoding.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))
	data = append(data, header...)
	for _, v := range values {
		data = encoding.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return string(data)
}

// npzFile holds files as numpy.savez writes them.
func npzFile(t *testing.T, arrays map[string]string) string {
	t.Helper()
	var b strings.Builder
	w := zip.NewWriter(&b)
	for name, data := range arrays {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
