package toys_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/toys"
)

func TestRead(t *testing.T) {
	inf := math.Inf(-1)
	for name, c := range map[string]struct {
		in   string
		box  string
		logf []float64
	}{
		"plain":         {"1,2,3\n4,5,6\n", "2x3", []float64{1, 2, 3, 4, 5, 6}},
		"single row":    {"1,-2.5", "1x2", []float64{1, -2.5}},
		"single column": {"1\n2\n3\n", "3x1", []float64{1, 2, 3}},
		"walls":         {"1,-inf\n-Inf,-Infinity\n", "2x2", []float64{1, inf, inf, inf}},
		"windows":       {"\ufeff1, 2 \r\n 3,\t4\r\n\r\n", "2x2", []float64{1, 2, 3, 4}},
		"exponents":     {"1e-300,-1E300\n+0,0\n", "2x2", []float64{1e-300, -1e300, 0, 0}},
		"vanishing":     {"1e-400,0\n", "1x2", []float64{0, 0}},
		"quoted":        {"\"1\",2\n", "1x2", []float64{1, 2}},
	} {
		target, err := toys.Read(strings.NewReader(c.in), "f.csv", toys.LogF)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.logf, target.LogF); diff != "" {
			t.Errorf("%s: log f: %s", name, diff)
		}
		if target.Grid.String() != c.box {
			t.Errorf("%s: the grid is %v, want %s", name, target.Grid, c.box)
		}
		if target.Name != "f.csv" {
			t.Errorf("%s: the target is called %s", name, target.Name)
		}
		for x, v := range target.LogF {
			if target.Grid.Wall(x) != math.IsInf(v, -1) {
				t.Errorf("%s: cell %d of log f %v: wall is %v", name, x, v, target.Grid.Wall(x))
			}
		}
	}
}

// refused holds what is refused, and what the error must say besides the file.
var refused = []struct{ name, in, says string }{
	{"empty", "", "empty; log f as CSV"},
	{"blank", "\ufeff \r\n\n", "empty; log f as CSV"},
	{"ragged", "1,2\n3\n", "row 2 has 1 column, and row 1 has 2"},
	{"trailing comma", "1,2\n3,4,\n", "row 2 has 3 columns, and row 1 has 2"},
	{"words", "1,2\n3,x4\n", `row 2, column 2: "x4" is not a number; a finite number or -inf`},
	{"semicolons", "1;2\n3;4\n", `row 1, column 1: "1;2" is not a number`},
	{"empty field", "1,,2\n", "row 1, column 2: the field is empty"},
	{"empty line", "1,2\n\n3,4\n", "row 2 is empty"},
	{"leading line", "\n1,2\n", "row 1 is empty"},
	{"nan", "1,2\n3,NaN\n", "row 2, column 2: found NaN"},
	{"inf", "inf,2\n", "row 1, column 1: found inf"},
	{"one cell", "3\n", "row 1, column 1 is the only cell"},
	{"no mass", "-inf,-inf\n", "every cell is -inf"},
	{"large", "1,2\n-1e301,3\n", `row 2, column 1: "-1e301" is above 1e300`},
	{"overflowing", "1,-1e999\n", `row 1, column 2: "-1e999" is above 1e300`},
	{"bare quote", "1,2\n3,4\"\n", `row 2, column 2: "4\"" is not a number`},
	{"several", "a,1\n1,b\nnan,2\nc,d\n",
		`row 1, column 1: "a" is not a number; a finite number or -inf (a wall) would do; row 2, column 2`},
}

func TestReadRefuses(t *testing.T) {
	for _, c := range refused {
		_, err := toys.Read(strings.NewReader(c.in), "dir/f.csv", toys.LogF)
		refusal(t, c.name, err, "dir/f.csv: ", c.says)
	}
	_, err := toys.Read(strings.NewReader("a,b,c,d,e\n"), "f", toys.LogF)
	if !strings.HasSuffix(err.Error(), "; and 2 more") {
		t.Errorf("five faults: %v", err)
	}
}

// refusal checks that an error is one line that begins with the file and says why.
func refusal(t *testing.T, name string, err error, file, says string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: accepted; %q was expected", name, says)
		return
	}
	text := err.Error()
	if !strings.HasPrefix(text, file) {
		t.Errorf("%s: the error does not begin with %q: %s", name, file, text)
	}
	if !strings.Contains(text, says) {
		t.Errorf("%s: the error is %q, want %s", name, text, says)
	}
	if strings.Contains(text, "\n") {
		t.Errorf("%s: the error is more than a line: %q", name, text)
	}
}

// A stream that fails is an error as well.
func TestReadFails(t *testing.T) {
	_, err := toys.Read(iotest.ErrReader(errors.New("gone")), "f", toys.LogF)
	refusal(t, "a reader that fails", err, "f: ", "gone")
}

// A million cells are read into eight bytes each: no row is kept as text.
func TestReadKeepsNumbersAlone(t *testing.T) {
	const rows, cols = 1024, 1025
	data := strings.Repeat(strings.Repeat("0,", cols-1)+"0\n", rows)
	target, err := toys.Read(strings.NewReader(data), "f", toys.LogF)
	if err != nil {
		t.Fatal(err)
	}
	if target.Grid.String() != "1024x1025" {
		t.Errorf("the grid is %v", target.Grid)
	}
	if got := cap(target.LogF); got != rows*cols {
		t.Errorf("there is room for %d numbers, want %d", got, rows*cols)
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("0,1\n2,-inf\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	target, err := toys.Open(path, toys.LogF)
	if err != nil {
		t.Fatal(err)
	}
	if target.Name != path {
		t.Errorf("the target is called %s, want %s", target.Name, path)
	}
	if !target.Grid.Wall(3) {
		t.Error("the cell of -inf is no wall")
	}
	missing := path + ".not"
	_, err = toys.Open(missing, toys.LogF)
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err != nil && strings.Count(err.Error(), missing) != 1 {
		t.Errorf("the error does not name the file once: %v", err)
	}
	_, err = toys.Open(filepath.Dir(path), toys.LogF)
	refusal(t, "a directory", err, filepath.Dir(path)+": ", "file of log f would do")
}

func TestReadInitial(t *testing.T) {
	g := grid.New(2, 2).WithWalls(3)
	logf, err := toys.ReadInitial(strings.NewReader("-inf,0\n0,1\n"), "i.csv", toys.LogF, g)
	if err != nil {
		t.Errorf("mass on a wall is refused: %v", err)
	}
	if diff := cmp.Diff([]float64{math.Inf(-1), 0, 0, 1}, logf); diff != "" {
		t.Errorf("mass on a wall: %s", diff)
	}
	for in, says := range map[string]string{
		"0,0,0,0\n":              "1x4 cells; the target has 2x2",
		"-inf,-inf\n-inf,-inf\n": "every cell is -inf",
		"0,0\n0,q\n":             `row 2, column 2: "q"`,
	} {
		_, err := toys.ReadInitial(strings.NewReader(in), "i.csv", toys.LogF, g)
		refusal(t, in, err, "i.csv: ", says)
	}
	path := filepath.Join(t.TempDir(), "i.csv")
	if _, err := toys.OpenInitial(path, toys.LogF, g); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// A function has a number in each cell, and -inf on walls alone.
func TestOpenFunction(t *testing.T) {
	g := grid.New(2, 2).WithWalls(3)
	for text, want := range map[string]string{
		"1,2\n3,-inf\n": "", "1,2\n-inf,4\n": "cell 2 has -inf and is no wall",
		"1,2,3,4\n":  "1x4 numbers; the target has 2x2",
		"1,x\n2,3\n": "row 1, column 2",
	} {
		path := filepath.Join(t.TempDir(), "h.csv")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		of, err := toys.OpenFunction(path, g)
		if want == "" {
			if err != nil || of[2] != 3 {
				t.Errorf("%q is %v: %v", text, of, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
