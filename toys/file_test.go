package toys_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/npy"
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
		target, err := toys.Read(c.in, "f.csv")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		holds(t, name, target, c.box, c.logf)
	}
}

// holds checks a target's box and log f, and that the cells without mass are its walls.
func holds(t *testing.T, name string, target toys.Target, box string, logf []float64) {
	t.Helper()
	if diff := cmp.Diff(logf, target.LogF); diff != "" || target.Grid.String() != box {
		t.Errorf("%s: log f on %v, want %s: %s", name, target.Grid, box, diff)
		return
	}
	for x, v := range target.LogF {
		if target.Grid.Wall(x) != math.IsInf(v, -1) {
			t.Errorf("%s: cell %d of log f %v: wall is %v", name, x, v, target.Grid.Wall(x))
		}
	}
}

// refused holds what is refused, and what the error must say besides the file.
var refused = []struct{ name, in, says string }{
	{"empty", "", "empty; use CSV"},
	{"blank", "\ufeff \r\n\n", "empty; use CSV"},
	{"ragged", "1,2\n3\n", "row 2 has 1 column, and row 1 has 2"},
	{"trailing comma", "1,2\n3,4,\n", "row 2 has 3 columns, and row 1 has 2"},
	{"words", "1,2\n3,x4\n", `row 2, column 2: "x4" is not a number; use a finite number or -inf`},
	{"empty field", "1,,2\n", `row 1, column 2: "" is not a number`},
	{"empty line", "1,2\n\n3,4\n", "row 2 is empty"},
	{"rows with names, as R writes them", "\"V1\",\"V2\"\n\"1\",0.1,0.2\n\"2\",0.4,0.5\n",
		"row 1 has 2 names, and row 2 has 3 columns; use one name for each column, or none"},
	{"more names than columns", "a;b;c;d\n0.1;0.2\n0.4;0.5\n",
		"row 1 has 4 names, and row 2 has 2 columns; use one name for each column, or none"},
	{"an index without a name", ",a,b\n3,1,2\n4,1,2\n",
		"row 1 has names, but none for column 1; use one name for each column, or none"},
	{"a row without a log f", "x,y,logp\n0,0,1\n0,1\n", "row 3 has 2 columns, and row 1 has 3; use rows of one length"},
	{"leading line", "\n1,2\n", "row 1 is empty"},
	{"nan", "1,2\n3,NaN\n", "row 2, column 2: found NaN"},
	{"inf", "inf,2\n", "row 1, column 1: found inf"},
	{"one cell", "3\n", "a single cell; use a grid of at least two"},
	{"no mass", "-inf,-inf\n", "every cell is -inf"},
	{"large", "1,2\n-1e301,3\n", `row 2, column 1: "-1e301" is above 1e+300`},
	{"overflowing", "1,-1e999\n", `row 1, column 2: "-1e999" is not a number`},
	{"bare quote", "1,2\n3,4\"\n", `line 2: bare "`},
}

func TestReadRefuses(t *testing.T) {
	for _, c := range refused {
		_, err := toys.Read(c.in, "dir/f.csv")
		must.FailAt(t, err, "dir/f.csv: ", c.says, "%s", c.name)
	}
}

func TestOpen(t *testing.T) {
	path := must.File(t, "t.csv", "0,1\n2,-inf\n")
	target, err := toys.Open(path)
	must.Do(t, err)
	if target.Name != path {
		t.Errorf("the target is called %s, want %s", target.Name, path)
	}
	holds(t, "a file", target, "2x2", []float64{0, 1, 2, math.Inf(-1)})
	missing := path + ".not"
	_, err = toys.Open(missing)
	if !errors.Is(err, os.ErrNotExist) || strings.Count(err.Error(), missing) != 1 {
		t.Errorf("a file that is not there: %v", err)
	}
	_, err = toys.Open(filepath.Dir(path))
	must.FailAt(t, err, filepath.Dir(path)+": ", "use a CSV or .npy file of log f", "a directory")
}

func TestOpenInitial(t *testing.T) {
	g := grid.New(2, 2).WithWalls(3)
	logf, err := toys.OpenInitial(must.File(t, "i.csv", "-inf,0\n0,1\n"), g)
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
		path := must.File(t, "i.csv", in)
		_, err := toys.OpenInitial(path, g)
		must.FailAt(t, err, path+": ", says, "%s", in)
	}
}

// TestReadAsPeopleHaveThem: users' tables give these values or these errors.
func TestReadAsPeopleHaveThem(t *testing.T) {
	for in, want := range map[string]string{
		"0;1\n2;0.5\n": "[0 1 2 0.5]", "0,5;1\n2;-1,5e1\n": "[0.5 1 2 -15]",
		"V1,V2\n0,1\n2,3\n": "[0 1 2 3]", "# any words\n0,1\n2,3\n": "[0 1 2 3]",
		"0\t1\n2\t3\n": "[0 1 2 3]", "0 1\n2 3\n": "[0 1 2 3]", " 0  1.5e1 \n -inf 3\n": "[0 15 -Inf 3]",
		"# x y\n0 1\n-1 3\n": "[3 1]", "\"\",\"V1\",\"V2\"\n\"1\",0,1\n\"2\",2,3\n": "[0 1 2 3]",
		"c0;c1\n0,5;1\n2;3\n": "[0.5 1 2 3]", "a\n0.5\n2\n": "[0.5 2]", ",a\n0,0.5\n1,2\n": "[0.5 2]",
		"1,2;3,4": "is not a number", "0,5;1.5\n1;2\n": "numbers have points and commas",
		"1_0\n2\n3":            "is not a number",
		",0,1\n0,5,6\n1,7,8\n": "[5 6 7 8] <nil>", "0,1\n2,3\n": "[0 1 2 3]", "# c\n": "empty; use CSV",
		",0,1\n0,5,6\n2,7,8\n": "none for column 1; use one name for each column, or none (index=False, header=False",
		"a\n":                  `"a" is not a number`,
	} {
		target, err := toys.Read(in, "f.csv")
		if got := fmt.Sprint(target.LogF, err); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// TestOpenFunction: a function has a number in each cell, and -inf on walls alone.
func TestOpenFunction(t *testing.T) {
	g := grid.New(2, 2).WithWalls(3)
	for text, want := range map[string]string{
		"1,2\n3,-inf\n": "", "1,2\n-inf,4\n": "cell 2 has -inf and is no wall",
		"1,2,3,4\n":  "1x4 numbers; use as many as the target has cells, 2x2",
		"1,x\n2,3\n": "row 1, column 2",
	} {
		path := must.File(t, "h.csv", text)
		of, err := toys.OpenFunction(path, g)
		if want == "" {
			if err != nil || of[2] != 3 {
				t.Errorf("%q is %v: %v", text, of, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, right := range map[string]bool{"1,2,3,4,5,6\n": true, "1\n2\n3\n4\n5\n6\n": true, "1,2,3,4,5\n": false,
		"1,2,3\n4,5,6\n": false} { // in a line, as there are three axes
		if _, err := toys.OpenFunction(must.File(t, "h.csv", text), grid.New(2, 1, 3)); (err == nil) != right {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// array returns numbers as numpy.save writes them.
func array(shape []int, values ...float64) string {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }\n", npy.Tuple(shape))
	file := binary.LittleEndian.AppendUint16([]byte(npy.Magic+"\x01\x00"), uint16(len(header)))
	file = append(file, header...)
	for _, v := range values {
		file = binary.LittleEndian.AppendUint64(file, math.Float64bits(v))
	}
	return string(file)
}

// TestReadArray: an array gives a grid with its axes.
func TestReadArray(t *testing.T) {
	want := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, math.Inf(-1)}
	for box, shape := range map[string][]int{"12": {12}, "3x4": {3, 4}, "2x3x2": {2, 3, 2}} {
		holds(t, "an array", must.Have(toys.Read(array(shape, want...), "f"))(t), box, want)
	}
}

func TestReadArrayRefuses(t *testing.T) {
	for says, in := range map[string]string{
		"row 2, column 1: found NaN; use a finite number or -inf (a wall)": array([]int{2, 2}, 1, 2, math.NaN(), 4),
		`entry 2: "1e+301" is above 1e+300`:                                array([]int{2}, 1, 1e301),
		"every cell is -inf":                                               array([]int{2}, math.Inf(-1), math.Inf(-1)),
		"a single cell":                                                    array([]int{1}, 1),
		"a single cell; use a grid of":                                     array(nil, 1),
		"the file has 8 bytes of entries":                                  array([]int{2}, 1),
		"row 1, column 1: \"\\x93NUMP\" is not":                            "\x93NUMP",
	} {
		_, err := toys.Read(in, "f.npy")
		must.FailAt(t, err, "f.npy: ", says, "%s", says)
	}
}

func TestLikeP(t *testing.T) {
	for _, c := range []struct {
		logf []float64
		want bool
	}{
		{[]float64{0.1, 0.2, 0.7}, true},
		{[]float64{0.333, 0.333, 0.333}, true}, // cut to three digits
		{[]float64{0, 1, 0}, false},            // a cell of its own
		{[]float64{-0.5, 1, 0.5}, false},
		{[]float64{0.1, 0.2, 0.6}, false},
		{[]float64{0.5, 0.5, math.Inf(-1)}, false},
	} {
		if got := toys.LikeP(c.logf); got != c.want {
			t.Errorf("%v looks like p: %v", c.logf, got)
		}
	}
}

// TestHeaded: 0, 1 and so on look like names above columns that have whole numbers alone or none. Where no number has a
// point or an exponent, three columns and two rows below are needed.
func TestHeaded(t *testing.T) {
	for in, want := range map[string]bool{
		"0,1|0.5,2|1.5,3": true, "0,1|1e3,-2|3.0,10": true, "0;1|2;0,5|2;-inf": true, "0,1,2|5,2,1|1,3,4": true,
		"0,1|0.5,2|1,3": false, "0,1|5,2|1,3": false, "0,1,2|5,2,1": false, "1,0|0.5,2|1.5,3": false,
		"0,2|0.5,2|1.5,3": false, "0|0.5|1.5": false, "0,1": false, "0.0,1|0.5,2": false, "0,1,2|3,0.5,1|0,0,4": false,
	} {
		target := must.Have(toys.Read(strings.ReplaceAll(in, "|", "\n"), "g.csv"))(t)
		if says := strings.Join(target.Doubts, ""); strings.Contains(says, "row 1 looks like") != want {
			t.Errorf("%s looks like a table with names: %v, want %v", in, says, want)
		}
	}
}

func TestOpenRows(t *testing.T) {
	m := toys.NewClustering(3, 2).Model()
	path := must.File(t, "y.csv", "\ufeff1, -2\r\n0.5,3e2\r\n0,0\r\n\r\n")
	y := must.Have(toys.OpenRows(path))(t)
	if diff := cmp.Diff([][]float64{{1, -2}, {0.5, 300}, {0, 0}}, y); diff != "" {
		t.Errorf("the data: %s", diff)
	}
	must.Do(t, m.Check(y))
	for x, v := range m.Given(y).LogF {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			t.Errorf("log f of cell %d is %v", x, v)
		}
	}
	if _, err := toys.OpenRows(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	for want, shape := range map[string][]int{"[[1] [2] [3] [4]]": {4}, "[[1 2] [3 4]]": {2, 2}} {
		y := must.Have(toys.ReadRows(array(shape, 1, 2, 3, 4), "y.npy"))(t)
		if fmt.Sprint(y) != want {
			t.Errorf("an array of shape %v is %v", shape, y)
		}
	}
}

func TestReadRowsRefuses(t *testing.T) {
	for in, says := range map[string]string{
		"":                                 "empty; use CSV of numbers, one row a line",
		"1,2\n3,NaN\n":                     "row 2, column 2: found NaN; use a finite number",
		"1,inf\n3,4\n":                     "row 1, column 2: found inf",
		"1,-1e101\n3,4\n":                  `row 1, column 2: "-1e101" is above 1e+100 in magnitude; use a finite`,
		"1,\n3,4\n":                        `row 1, column 2: "" is not a number`,
		"1,0x1p4\n3,4\n":                   `"0x1p4" is not a number`,
		"1,2\n\n3,4\n":                     "row 2 is empty",
		"1,2\n3,\"4\n":                     "line 2",
		array([]int{1, 1, 2}, 1, 2):        "3 axes; use an array of data with one observation a row",
		array([]int{1, 2}, 1, math.Inf(1)): "row 1, column 2: found +Inf; use a finite number",
	} {
		_, err := toys.ReadRows(in, "y.csv")
		must.FailAt(t, err, "y.csv: ", says, "%s", in)
	}
}

// TestCheck: data must have N rows of D numbers.
func TestCheck(t *testing.T) {
	m := toys.NewClustering(2, 3).Model()
	for says, y := range map[string][][]float64{
		"1 row; for clustering:2:3 use 2 rows of 2 numbers":  {{1, 2}},
		"3 rows; for clustering:2:3 use 2 rows of 2 numbers": {{1, 2}, {3, 4}, {5, 6}},
		"row 2 has 3 columns; for":                           {{1, 2}, {4, 5, 6}},
	} {
		must.Fail(t, m.Check(y), says, "%v", y)
	}
	binary := toys.NewLogistic(1, 1, 2).Model()
	must.Do(t, binary.Check([][]float64{{3, 1}}))
	must.Fail(t, binary.Check([][]float64{{3, 2}}), "row 1, column 2: 2 is neither 0 nor 1; for log", "a response of 2")
}
