package outside

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/text/faulty"
)

// collect reads moves by one of the readers.
func collect(read func(visit func(x, y int)) error) ([][2]int, error) {
	var moves [][2]int
	err := read(func(x, y int) { moves = append(moves, [2]int{x, y}) })
	return moves, err
}

func csvMoves(in string, g grid.Grid) ([][2]int, error) {
	return collect(func(visit func(x, y int)) error {
		_, err := readMovesCSV(strings.NewReader(in), "m.csv", g, visit)
		return err
	})
}

// opened reads the moves on a box in the file at path.
func opened(path string) ([][2]int, error) {
	return collect(func(visit func(x, y int)) error {
		_, err := OpenMoves(path, box, visit)
		return err
	})
}

// On a box of 2 rows and 3 columns cell 5 is row 1, column 2.
var box = grid.New(2, 3)

func TestReadMovesCSV(t *testing.T) {
	want := [][2]int{{0, 5}, {4, 4}, {5, 2}}
	for name, in := range map[string]string{
		"numbers":        "0,5\n4,4\n5,2\n",
		"windows":        "\ufeff0, 5\r\n4 ,4\r\n\r\n\"5\",2",
		"named":          "from,to\n0,5\n4,4\n5,2\n",
		"other columns":  "time,to,beta,from\n1,5,x,0\n2,4,x,4\n3,2,,5\n",
		"rows and cols":  "from_row,from_col,to_row,to_col\n0,0,1,2\n1,1,1,1\n1,2,0,2\n",
		"unnamed places": "0,0,1,2\n1,1,1,1\n1,2,0,2\n",
		"places by axis": "to_1,to_0,from_1,from_0\n2,1,0,0\n1,1,1,1\n2,0,2,1\n",
		"of R":           "\"\",\"from\",\"to\"\n\"1\",0,5\n\"2\",4,4\n\"3\",5,2\n",
	} {
		got, err := csvMoves(in, box)
		accepted(t, name, err, cmp.Diff(want, got))
	}
	got, err := csvMoves("2,0\n", grid.New(3))
	accepted(t, "a path", err, cmp.Diff([][2]int{{2, 0}}, got))
	got, err = csvMoves("0,0,1,1,0,1\n", grid.New(2, 2, 2))
	accepted(t, "three axes", err, cmp.Diff([][2]int{{1, 5}}, got))
}

var refusedMoves = []struct{ in, says string }{
	{"", "no moves; lines of two cell numbers"},
	{"from,to\n", "no moves"},
	{"0,6\n", "row 1, column to is 6; a whole number from 0 to 5 would do"},
	{"0,5\n-1,5\n", "row 2, column from is -1; a whole number from 0 to 5"},
	{"from,to\n0,5\n1,x\n", `row 2, column to is "x"; a whole number`},
	{"0,1.5\n", `row 1, column to is "1.5"`},
	{"0,5\n1\n", "row 2 has 1 column, and the first line has 2; rows of one length would do"},
	{"from,to\n0,1,3\n", "row 1 has 3 columns, and the first line has 2; a name for the first column too"},
	{"from,to\n0,1\n0,1,3\n", "row 2 has 3 columns, and the first line has 2; rows of one length would do"},
	{"0,1,2\n", "row 1 has 3 columns; 2, from and to, or 4, their places on the 2x3 grid, would do"},
	{"0,0,2,0\n", "row 1, column to_row is 2; a whole number from 0 to 1 would do"},
	{"x,y\n0,1\n", `the columns are "x", "y"; ` +
		"from, to, or from_row, from_col, to_row, to_col, or from_0, from_1, to_0, to_1, or state would do"},
	{"from\n0\n", `the line of names: the columns "from" are part of a move, or more than one; just from, to, or just`},
	{"chain,draw\n0,1\n", `the columns are "chain", "draw"`},
	{"from,to,to\n0,1,1\n", "two columns are called to"},
	{"0,1\n\"1,2\n", "row 2, column 1: extraneous or missing"},
}

func TestReadMovesCSVRefuses(t *testing.T) {
	for _, c := range refusedMoves {
		_, err := csvMoves(c.in, box)
		refused(t, c.in, err, "m.csv: ", c.says)
	}
	_, err := readMovesCSV(iotest.ErrReader(errors.New("gone")), "m", box, func(x, y int) {})
	refused(t, "a stream that fails", err, "m", "gone")
	_, err = csvMoves("0,1,2\n", grid.New(6))
	refused(t, "a path", err, "m.csv: ", "row 1 has 3 columns; 2, from and to, would do")
}

// The two formats, told by what they begin with, are read alike.
func TestOpenMoves(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	data := pq(t, narrow{"", 0, 5}, narrow{"", 4, 4})
	for _, path := range []string{
		write("m.csv", []byte("0,5\n4,4\n")),
		write("m.parquet", data),
		write("m.dat", data),
	} {
		got, err := opened(path)
		accepted(t, path, err, cmp.Diff([][2]int{{0, 5}, {4, 4}}, got))
	}
	for path, says := range map[string]string{
		filepath.Join(dir, "none"):               "no such file",
		dir:                                      "is a directory",
		write("not.parquet", []byte("0,5\n")):    `does not begin with "PAR1"`,
		write("empty.csv", nil):                  "no moves",
		write("empty.parquet", nil):              `does not begin with "PAR1"`,
		write("cut.parquet", data[:len(data)/2]): "a whole Parquet file would do",
	} {
		_, err := opened(path)
		refused(t, path, err, path+": ", says)
		if err != nil && strings.Count(err.Error(), path) != 1 {
			t.Errorf("the path is told more than once: %v", err)
		}
	}
}

// Whatever comes in, moves are between cells, and an error is one line that names
// the file.
func FuzzReadMovesCSV(f *testing.F) {
	for _, c := range refusedMoves {
		f.Add(c.in)
	}
	faulty.Seeds(f, "from,to\n0,5\n", "chain,state\n1,0\n2,5\n1,4\n", "a\rb\n7\n")
	f.Add("0") // a chain of one state, in which nothing has moved
	f.Fuzz(func(t *testing.T, in string) {
		var moves [][2]int
		var err error
		faulty.Within(t, len(in), func() { moves, err = csvMoves(in, box) })
		held(t, moves, err)
		if err != nil || moves == nil {
			return
		}
		var out strings.Builder
		for _, m := range moves {
			fmt.Fprintf(&out, "%d,%d\n", m[0], m[1])
		}
		again, err := csvMoves(out.String(), box)
		accepted(t, out.String(), err, cmp.Diff(moves, again))
	})
}

func held(t *testing.T, moves [][2]int, err error) {
	for _, m := range moves {
		if min(m[0], m[1]) < 0 || max(m[0], m[1]) >= 6 {
			t.Fatalf("a move from %d to %d, want cells from 0 to 5", m[0], m[1])
		}
	}
	if err != nil {
		refusal(t, err, "m.")
	}
}
