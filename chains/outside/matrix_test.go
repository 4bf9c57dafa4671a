package outside

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"breadboard/grid/text/faulty"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What a check is to find is read as it stands.
func TestReadCSV(t *testing.T) {
	nan := math.NaN()
	for in, want := range map[string][]float64{
		"0.5,0.5\n0.25,0.75\n":                  {0.5, 0.5, 0.25, 0.75},
		"\ufeff 1, 0 \r\n\"0\",\t1\r\n\r\n":     {1, 0, 0, 1},
		"-0.5,1.5\nnan,inf":                     {-0.5, 1.5, nan, math.Inf(1)},
		"1e-400,1\n0.1000000000000000055511,.9": {0, 1, 0.1, 0.9},
	} {
		got, err := readCSV(strings.NewReader(in), "K.csv", 2)
		accepted(t, in, err, cmp.Diff(want, got, cmpopts.EquateNaNs()))
	}
}

// npySaved is [[0.5, 0.5], [0.25, 0.75]] as numpy.save writes it.
const npySaved = "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }" +
	"                                                          \n" +
	"\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\xe0\x3f" +
	"\x00\x00\x00\x00\x00\x00\xd0\x3f\x00\x00\x00\x00\x00\x00\xe8\x3f"

func TestReadNPY(t *testing.T) {
	got, err := readNPY(strings.NewReader(npySaved), "K.npy", 2)
	accepted(t, "a matrix", err, cmp.Diff([]float64{0.5, 0.5, 0.25, 0.75}, got))
	_, err = readNPY(strings.NewReader(npySaved), "K.npy", 3)
	refused(t, "another size", err, "K.npy: ", "the shape is (2, 2); the target has 3 cells, and (3, 3) would do")
	_, err = readNPY(strings.NewReader(npySaved), "K", mostCells+1)
	refused(t, "a large target", err, "K: ", "up to 4096")
}

var refusedCSV = []struct{ in, says string }{
	{"", "empty; 2 rows of 2 numbers"},
	{"\ufeff \n", "empty; 2 rows"},
	{"1,0\n", "1 row; the target has 2 cells, and so many rows would do"},
	{"1,0\n0,1\n0,1\n", "3 rows; the target has 2 cells"},
	{"1,0\n0,1,0\n", "row 2 has 3 columns; the target has 2 cells, and so many columns would do"},
	{"1\n0,1\n", "row 1 has 1 column;"},
	{"1,0\n\n0,1\n", "row 2 is empty"},
	{"1,zero\n0,1\n", `row 1, column 2: "zero" is not a number; a probability would do`},
	{"1,0\n,1\n", "row 2, column 1 is empty; a probability would do"},
	{"1,1e999\n0,1\n", `row 1, column 2: "1e999" is too large`},
	{"1;0\n0;1\n", "row 1 has 1 column"},
	{"1,0\n0,1\"\n", `row 2, column 2: "1\"" is not a number`},
	{"a,b\nc,d\n", `row 1, column 1: "a" is not a number; a probability would do; row 1, column 2`},
}

func TestReadCSVRefuses(t *testing.T) {
	for _, c := range refusedCSV {
		_, err := readCSV(strings.NewReader(c.in), "dir/K.csv", 2)
		refused(t, c.in, err, "dir/K.csv: ", c.says)
	}
	if _, err := readCSV(strings.NewReader("a,b\nc,d\n"), "K", 2); !strings.HasSuffix(err.Error(), "; and 1 more") {
		t.Errorf("four faults: %v", err)
	}
	_, err := readCSV(iotest.ErrReader(errors.New("gone")), "K", 2)
	refused(t, "a stream that fails", err, "K: ", "gone")
	_, err = readCSV(strings.NewReader("1"), "K", mostCells+1)
	refused(t, "a large target", err, "K", "up to 4096")
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

// refused checks that an error is one line that begins with a place and says why.
func refused(t *testing.T, name string, err error, place, says string) {
	t.Helper()
	if err == nil {
		t.Errorf("%q is accepted", name)
		return
	}
	text := err.Error()
	if !strings.HasPrefix(text, place) {
		t.Errorf("%q: the error does not begin with %q: %s", name, place, text)
	}
	if !strings.Contains(text, says) {
		t.Errorf("%q: the error is %q, want %q", name, text, says)
	}
	if strings.Contains(text, "\n") {
		t.Errorf("%q: the error is more than a line: %q", name, text)
	}
}

// No input panics. A refusal is one line that begins with the file; an accepted matrix
// reads back the same after it is written.
func FuzzReadCSV(f *testing.F) {
	for _, c := range refusedCSV {
		f.Add(c.in)
	}
	faulty.Seeds(f, "0.5,0.5\nnan,-inf\n")
	f.Fuzz(func(t *testing.T, in string) {
		var p []float64
		var err error
		faulty.Within(t, len(in), func() { p, err = readCSV(strings.NewReader(in), "K", 2) })
		if err != nil {
			refusal(t, err, "K: ")
			return
		}
		out := fmt.Sprintf("%v,%v\n%v,%v\n", p[0], p[1], p[2], p[3])
		again, err := readCSV(strings.NewReader(out), "K", 2)
		accepted(t, out, err, cmp.Diff(p, again, cmpopts.EquateNaNs()))
	})
}

func refusal(t *testing.T, err error, place string) {
	t.Helper()
	if s := err.Error(); !strings.HasPrefix(s, place) {
		t.Fatalf("the error does not begin with %q: %q", place, s)
	}
	if s := err.Error(); strings.ContainsAny(s, "\n\r") {
		t.Fatalf("the error is more than a line: %q", s)
	}
}

func TestOpenMatrix(t *testing.T) {
	dir := folder(t, map[string]string{
		"K.csv":   "0.5,0.5\n0.25,0.75\n",
		"K.npy":   npySaved,
		"K.dat":   npySaved,
		"not.npy": "1,0\n0,1\n",
	})
	for _, name := range []string{"K.csv", "K.npy", "K.dat"} {
		p, err := OpenMatrix(filepath.Join(dir, name), 2)
		accepted(t, name, err, cmp.Diff([]float64{0.5, 0.5, 0.25, 0.75}, p))
	}
	for name, says := range map[string]string{"not.npy": "NUMPY", "none.csv": "no such file", "": "is a directory"} {
		_, err := OpenMatrix(filepath.Join(dir, name), 2)
		refused(t, name, err, "", says)
	}
}
