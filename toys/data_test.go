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

	"breadboard/toys"
)

func TestReadData(t *testing.T) {
	m := toys.NewClustering(3, 2).Model()
	path := filepath.Join(t.TempDir(), "y.csv")
	if err := os.WriteFile(path, []byte("\ufeff1, -2\r\n0.5,3e2\r\n0,0\r\n\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	y, err := toys.OpenData(path, m)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]float64{{1, -2}, {0.5, 300}, {0, 0}}, y); diff != "" {
		t.Errorf("the data: %s", diff)
	}
	for x, v := range m.Given(y).LogF {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			t.Errorf("log f of cell %d is %v", x, v)
		}
	}
	if _, err := toys.OpenData(path+"x", m); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestReadDataRefuses(t *testing.T) {
	m := toys.NewClustering(2, 3).Model()
	for in, says := range map[string]string{
		"":                   "empty; for clustering:2:3 2 rows of 2 numbers would do",
		"1,2\n":              "1 row; for clustering:2:3 2 rows of 2 numbers would do",
		"1,2\n3,4\n5,6\n":    "3 rows; for clustering:2:3 2 rows of 2 numbers would do",
		"1,2,3\n4,5,6\n":     "row 1 has 3 columns; row 2 has 3 columns; for clustering:2:3 2 rows of 2",
		"1\n4,5\n":           "row 1 has 1 column; for",
		"1\n2\n3\n":          "row 1 has 1 column; row 2 has 1 column; 3 rows; for clustering:2:3 2 rows of 2",
		"1\nx,5\n":           `row 1 has 1 column; row 2, column 1: "x" is not a number; a finite number would do; for`,
		"1,2\n3,NaN\n":       `row 2, column 2: found "NaN"; a finite number`,
		"1,inf\n3,4\n":       `row 1, column 2: found "inf"`,
		"1,-1e101\n3,4\n":    `row 1, column 2: found "-1e101"; a finite number up to 1e100 in magnitude would do`,
		"x,y\n1,2\n3,4\n":    `row 1, column 1: "x" is not a number; a finite number would do`,
		"1,\n3,4\n":          "row 1, column 2: the field is empty",
		"1,0x1p4\n3,4\n":     `"0x1p4" is not a number`,
		"1,2\n\n3,4\n":       "row 2 is empty",
		"1,2\n3,\"4\n":       "row 2, column",
		"a,b\nc,d\ne,f\ng,h": "and 2 more",
	} {
		_, err := toys.ReadData(strings.NewReader(in), "y.csv", m)
		refusal(t, in, err, "y.csv: ", says)
	}
	_, err := toys.ReadData(iotest.ErrReader(errors.New("gone")), "y.csv", m)
	refusal(t, "a reader that fails", err, "y.csv: ", "gone")
}
