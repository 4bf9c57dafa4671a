package outside_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains/outside"
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
		got, err := outside.ReadCSV(strings.NewReader(in), "K.csv", 2)
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); err != nil || diff != "" {
			t.Errorf("%q: %v %s", in, err, diff)
		}
	}
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
	{"1,0\n0,1\"\n", `row 2: bare "`},
	{"a,b\nc,d\n", `row 1, column 1: "a" is not a number; a probability would do; row 1, column 2`},
}

func TestReadCSVRefuses(t *testing.T) {
	for _, c := range refusedCSV {
		_, err := outside.ReadCSV(strings.NewReader(c.in), "dir/K.csv", 2)
		if err == nil || !strings.HasPrefix(err.Error(), "dir/K.csv: ") || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", c.in, err, c.says)
		}
	}
	if _, err := outside.ReadCSV(strings.NewReader("a,b\nc,d\n"), "K", 2); !strings.HasSuffix(err.Error(), "; and 1 more") {
		t.Errorf("four faults: %v", err)
	}
	if _, err := outside.ReadCSV(iotest.ErrReader(errors.New("gone")), "K", 2); err == nil || !strings.Contains(err.Error(), "K: gone") {
		t.Errorf("a stream that fails: %v", err)
	}
	if _, err := outside.ReadCSV(endless{}, "K", 2); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("a stream that never ends: %v", err)
	}
	if _, err := outside.ReadCSV(strings.NewReader("1"), "K", outside.MostCells+1); err == nil || !strings.Contains(err.Error(), "up to 4096") {
		t.Errorf("a large target: %v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '1'
	}
	return len(p), nil
}

// npy is a file as NumPy writes it: the header padded by blanks to a multiple of
// 64 bytes and ended by a newline.
func npy(version byte, dict string, data any) []byte {
	head := []byte("\x93NUMPY" + string([]byte{version, 0}))
	width := 2
	if version > 1 {
		width = 4
	}
	for (len(head)+width+len(dict)+1)%64 != 0 {
		dict += " "
	}
	dict += "\n"
	if width == 2 {
		head = binary.LittleEndian.AppendUint16(head, uint16(len(dict)))
	} else {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(dict)))
	}
	b := bytes.NewBuffer(append(head, dict...))
	if err := binary.Write(b, binary.LittleEndian, data); err != nil {
		panic(err)
	}
	return b.Bytes()
}

const square = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"

// [[0.5, 0.5], [0.25, 0.75]] byte by byte, by the text of the format's description.
const saved = "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }" +
	"                                                          \n" +
	"\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\xd0\x3f\x00\x00\x00\x00\x00\x00\xe8\x3f"

func TestReadNPY(t *testing.T) {
	fortran := strings.Replace(square, "False", "True", 1)
	single := strings.Replace(square, "<f8", "<f4", 1)
	want := []float64{0.5, 0.5, 0.25, 0.75}
	for name, in := range map[string][]byte{
		"saved":      []byte(saved),
		"version 1":  npy(1, square, want),
		"version 2":  npy(2, square, want),
		"version 3":  npy(3, square, want),
		"Fortran":    npy(1, fortran, []float64{0.5, 0.25, 0.5, 0.75}),
		"single":     npy(1, single, []float32{0.5, 0.5, 0.25, 0.75}),
		"both":       npy(1, strings.Replace(fortran, "<f8", "<f4", 1), []float32{0.5, 0.25, 0.5, 0.75}),
		"other form": npy(1, `{"shape":(2,2),"descr":"<f8","fortran_order":False}`, want),
	} {
		got, err := outside.ReadNPY(bytes.NewReader(in), "K.npy", 2)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
	got, err := outside.ReadNPY(bytes.NewReader(npy(1, square, []float64{math.NaN(), -1, 2, math.Inf(1)})), "K", 2)
	if err != nil || !math.IsNaN(got[0]) || got[1] != -1 || got[3] != math.Inf(1) {
		t.Errorf("what a check is to find: %v, %v", got, err)
	}
}

func refusedNPY() map[string][]byte {
	four := make([]float64, 4)
	with := func(old, new string) []byte { return npy(1, strings.Replace(square, old, new, 1), four) }
	return map[string][]byte{
		`does not begin with "\x93NUMPY"`: []byte("0.5,0.5\n"),
		"does not begin":                  nil,
		"version 9 of the format":         append([]byte("\x93NUMPY\x09\x00"), saved[8:]...),
		"the header is cut short":         []byte(saved[:40]),
		`entries are ">f8"; little-endian float64 (<f8) or float32 (<f4) would do`: with("<f8", ">f8"),
		`entries are "|O"`: with("<f8", "|O"),
		"the shape is (3, 3); the target has 2 cells, and (2, 2) would do": with("(2, 2)", "(3, 3)"),
		"the shape is (4,);":                              with("(2, 2)", "(4,)"),
		"the shape is ();":                                with("(2, 2)", "()"),
		"the file ends at row 2, column 1; 32 bytes":      npy(1, square, four[:2]),
		"the file ends at row 1, column 2":                npy(1, strings.Replace(square, "False", "True", 1), four[:2]),
		"the file goes on after row 2, column 2":          append([]byte(saved), 0),
		`an entry "axes"`:                                 with("descr", "axes"),
		`two entries "shape"`:                             with("'descr': '<f8'", "'shape': (2, 2)"),
		"2 of the entries descr, fortran_order and shape": with("'descr': '<f8', ", ""),
		"instead of a length":                             with("(2, 2)", "(2, x)"),
		`instead of "False"`:                              with("False", "0"),
		"more after the dictionary":                       with("}", "} 1"),
		"a header of 4294967295 bytes":                    []byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"),
	}
}

func TestReadNPYRefuses(t *testing.T) {
	for says, in := range refusedNPY() {
		_, err := outside.ReadNPY(bytes.NewReader(in), "K.npy", 2)
		if err == nil || !strings.HasPrefix(err.Error(), "K.npy: ") || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

// Whatever comes in, nothing panics; what is refused is told in one line that
// begins with the file; what is accepted reads back the same after it is written.
func FuzzReadCSV(f *testing.F) {
	for _, c := range refusedCSV {
		f.Add(c.in)
	}
	f.Add("0.5,0.5\nnan,-inf\n")
	f.Fuzz(func(t *testing.T, in string) {
		p, err := outside.ReadCSV(strings.NewReader(in), "K", 2)
		if err != nil {
			refusal(t, err)
			return
		}
		out := fmt.Sprintf("%v,%v\n%v,%v\n", p[0], p[1], p[2], p[3])
		again, err := outside.ReadCSV(strings.NewReader(out), "K", 2)
		if diff := cmp.Diff(p, again, cmpopts.EquateNaNs()); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
	})
}

// Besides, Fortran order is the transpose of C order.
func FuzzReadNPY(f *testing.F) {
	for _, in := range refusedNPY() {
		f.Add(in)
	}
	f.Add([]byte(saved))
	f.Fuzz(func(t *testing.T, in []byte) {
		p, err := outside.ReadNPY(bytes.NewReader(in), "K", 2)
		if err != nil {
			refusal(t, err)
			return
		}
		again, err := outside.ReadNPY(bytes.NewReader(npy(3, strings.Replace(square, "False", "True", 1), []float64{p[0], p[2], p[1], p[3]})), "K", 2)
		if diff := cmp.Diff(p, again, cmpopts.EquateNaNs()); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
	})
}

func refusal(t *testing.T, err error) {
	if s := err.Error(); !strings.HasPrefix(s, "K: ") || strings.ContainsAny(s, "\n\r") {
		t.Fatalf("refused so: %q", s)
	}
}

func folder(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range content {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpenMatrix(t *testing.T) {
	dir := folder(t, map[string]string{"K.csv": "0.5,0.5\n0.25,0.75\n", "K.npy": saved, "K.dat": saved, "not.npy": "1,0\n0,1\n"})
	for _, name := range []string{"K.csv", "K.npy", "K.dat"} {
		if p, err := outside.OpenMatrix(filepath.Join(dir, name), 2); err != nil || p[2] != 0.25 {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	for name, says := range map[string]string{"not.npy": "NUMPY", "none.csv": "no such file", "": "is a directory"} {
		if _, err := outside.OpenMatrix(filepath.Join(dir, name), 2); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Levels come in the order of their betas, whatever their names' order is.
func TestOpenFolder(t *testing.T) {
	one := func(v float64) string {
		s := strconv.FormatFloat(v, 'g', -1, 64)
		return s + ",0\n0," + s + "\n"
	}
	for name, content := range map[string]map[string]string{
		"betas in names":       {"beta-1.csv": one(1), "beta-1e-1.csv": one(0.1), "beta-0.50.csv": one(0.5), ".hidden": "x"},
		"numbers":              {"betas.csv": "0\n0.1\n0.5\n1\n", "4.csv": one(1), "002.csv": one(0.1), "3.csv": one(0.5)},
		"a matrix of beta = 0": {"beta-0.csv": one(0), "beta-1.csv": one(1), "beta-0.1.csv": one(0.1), "beta-0.5.csv": one(0.5)},
	} {
		f, err := outside.OpenFolder(folder(t, content), 2)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for level := 2; level <= 4; level++ {
			if beta := f.Schedule.Beta(level); f.P[level-1][0] != beta || f.Schedule.Len() != 4 {
				t.Errorf("%s: level %d of %d: beta %v, matrix %v", name, level, f.Schedule.Len(), beta, f.P[level-1])
			}
		}
		if first := f.P[0]; (first != nil) != (content["beta-0.csv"] != "") {
			t.Errorf("%s: level 1 has %v", name, first)
		}
	}
}

func TestOpenFolderRefuses(t *testing.T) {
	const m = "1,0\n0,1\n"
	for says, content := range map[string]map[string]string{
		"empty; beta-0.5.csv, beta-1.csv":                     {},
		"the last matrix is beta-0.5.csv; one of beta 1":      {"beta-0.5.csv": m},
		"beta-1.0.csv and beta-1.csv are of one beta":         {"beta-1.csv": m, "beta-1.0.csv": m},
		"bata-1.csv: a name like beta-0.25.csv":               {"bata-1.csv": m, "beta-1.csv": m},
		"beta-0.5.txt: a name like":                           {"beta-0.5.txt": m, "beta-1.csv": m},
		"beta 2; one between 0 and 1 would do":                {"beta-2.csv": m},
		"beta NaN; one between":                               {"beta-nan.csv": m},
		"level 3 has no matrix; 3.csv or 3.npy would do":      {"betas.csv": "0,0.5,1", "2.csv": m},
		"level 4; betas.csv has 3":                            {"betas.csv": "0,0.5,1", "2.csv": m, "3.csv": m, "4.csv": m},
		"3.csv and 3.npy are of one level":                    {"betas.csv": "0,0.5,1", "2.csv": m, "3.csv": m, "3.npy": saved},
		"beta-1.csv: beside betas.csv a name like 2.csv":      {"betas.csv": "0,0.5,1", "beta-1.csv": m},
		"betas.csv: beta 3 is 0.4, below beta 2":              {"betas.csv": "0,0.5,0.4,1", "2.csv": m},
		"3.csv: row 1, column 2: \"x\" is not a number":       {"betas.csv": "0,0.5,1", "2.csv": m, "3.csv": "1,x\n0,1\n"},
		"beta-1.csv: 1 row; the target has 2 cells, and so m": {"beta-1.csv": "1,0\n"},
	} {
		if _, err := outside.OpenFolder(folder(t, content), 2); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q", err, says)
		}
	}
	if _, err := outside.OpenFolder(filepath.Join(t.TempDir(), "none"), 2); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a folder that is not there: %v", err)
	}
}
