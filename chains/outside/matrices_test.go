package outside

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/grid/must"
)

// TestOpenMatrixAsItStands: faults that a check should find are read as they stand.
func TestOpenMatrixAsItStands(t *testing.T) {
	nan := math.NaN()
	for in, want := range map[string][]float64{
		"0.5,0.5\n0.25,0.75\n":                  {0.5, 0.5, 0.25, 0.75},
		"\ufeff 1, 0 \r\n\"0\",\t1\r\n\r\n":     {1, 0, 0, 1},
		"-0.5,1.5\nnan,inf":                     {-0.5, 1.5, nan, math.Inf(1)},
		"1e-400,1\n0.1000000000000000055511,.9": {0, 1, 0.1, 0.9},
		"0,5;0,5\n0,25;0,75\n":                  {0.5, 0.5, 0.25, 0.75},
		",0,1\n0,.5,.5\n1,.25,.75\n":            {0.5, 0.5, 0.25, 0.75}, // pandas
		"\"\",V1,V2\n1,.5,.5\n2,.25,.75\n":      {0.5, 0.5, 0.25, 0.75}, // R
		npySaved:                                {0.5, 0.5, 0.25, 0.75},
	} {
		got, err := OpenMatrix(must.File(t, "K.dat", in), 2)
		accepted(t, in, err, cmp.Diff(want, got, cmpopts.EquateNaNs()))
	}
}

// npySaved holds [[0.5, 0.5], [0.25, 0.75]] as numpy.save writes it.
const npySaved = "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }" +
	"                                                          \n" +
	"\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\xe0\x3f" +
	"\x00\x00\x00\x00\x00\x00\xd0\x3f\x00\x00\x00\x00\x00\x00\xe8\x3f"

func TestOpenMatrixRefuses(t *testing.T) {
	for in, says := range map[string]string{
		"":                "no rows; ",
		"1,0\n":           "1 row; the target has 2 cells; use a row for each",
		"1,0\n0,1\n0,1\n": "3 rows; the target has 2 cells",
		"1,0,0\n0,1,0\n":  "row 1 has 3 columns; the target has 2 cells; use a column for each",
		"1,zero\n0,1\n":   `row 1, column 2 is "zero"; `,
		"a,b\n1,0\n0,1\n": `row 1, column 1 is "a"; `,
	} {
		path := must.File(t, "K.csv", in)
		_, err := OpenMatrix(path, 2)
		must.FailAt(t, err, path+": ", says, "%s", in)
	}
	path := must.File(t, "K.npy", npySaved)
	_, err := OpenMatrix(path, 3)
	must.FailAt(t, err, path+": ", "the shape is (2, 2); the target has 3 cells; use (3, 3)", "another size")
}

// accepted checks that there is no error, and no difference from what was to be read.
func accepted(t *testing.T, name string, err error, diff string) {
	t.Helper()
	if err != nil {
		t.Errorf("%q: error %v, want none", name, err)
	}
	if diff != "" {
		t.Errorf("%q: read otherwise: %s", name, diff)
	}
}

func folder(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range content {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644))
	}
	return dir
}

// TestOpenFolder: levels come in the order of their betas, whatever their names' order is.
func TestOpenFolder(t *testing.T) {
	one := func(v string) string { return v + ",0\n0," + v + "\n" }
	for _, content := range []map[string]string{
		{"beta-1.csv": one("1"), "beta-1e-1.csv": one("0.1"), "beta-0.50.csv": one("0.5"), ".hidden": "x"},
		{"beta-0.csv": one("0"), "beta-1.csv": one("1"), "beta-0.1.csv": one("0.1"), "beta-0.5.csv": one("0.5")},
	} {
		f := must.Have(OpenFolder(folder(t, content), 2))(t)
		if n := f.Schedule.Len(); n != 4 {
			t.Errorf("%d levels, want 4", n)
		}
		for level := 2; level <= 4; level++ {
			if beta := f.Schedule.Beta(level); f.P[level-1][0] != beta {
				t.Errorf("level %d: beta %v, matrix %v", level, beta, f.P[level-1])
			}
		}
		if first := f.P[0]; (first != nil) != (content["beta-0.csv"] != "") {
			t.Errorf("level 1 has %v", first)
		}
	}
}

func TestOpenFolderRefuses(t *testing.T) {
	const m = "1,0\n0,1\n"
	for says, content := range map[string]map[string]string{
		": 0 betas; ": {},
		": beta 2 is 0.5; the last is 1; name the matrices":  {"beta-0.5.csv": m},
		": beta 2 is 2; betas lie between 0 and 1":           {"beta-2.csv": m},
		"beta-1.0.csv and beta-1.csv are of one beta; use":   {"beta-1.csv": m, "beta-1.0.csv": m},
		"bata-1.csv: not the name of a matrix; use one like": {"bata-1.csv": m, "beta-1.csv": m},
		"beta-0.5.txt: not the name of a matrix":             {"beta-0.5.txt": m, "beta-1.csv": m},
		"beta-nan.csv: not the name of a matrix":             {"beta-nan.csv": m},
		"2.csv: not the name of a matrix":                    {"2.csv": m, "beta-1.csv": m},
		"beta-1.csv: 1 row; the target has 2 cells":          {"beta-1.csv": "1,0\n"},
	} {
		dir := folder(t, content)
		_, err := OpenFolder(dir, 2)
		must.FailAt(t, err, dir, says, "%s", says)
	}
	large := folder(t, map[string]string{"beta-1.csv": m})
	_, err := OpenFolder(large, 1<<14)
	must.FailAt(t, err, large, " take 4 GiB of memory", "a matrix and its copy, each of 2 GiB")
	none := filepath.Join(t.TempDir(), "none")
	_, err = OpenFolder(none, 2)
	must.FailAt(t, err, none, "no such file", "a folder that is not there")
}
