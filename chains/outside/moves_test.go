package outside

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// opened reads the moves on a box in the file at path.
func opened(path string) (all [][2]int, err error) {
	err = OpenMoves(path, sheets.Reading{}, box, func(x, y int) { all = append(all, [2]int{x, y}) })
	return all, err
}

// On a box of 2 rows and 3 columns cell 5 is row 1, column 2.
var box = grid.New(2, 3)

// Moves are read with names of columns and without.
func TestOpenMoves(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, data, 0o644))
		return path
	}
	for _, path := range []string{
		write("m.csv", []byte("0,5\n4,4\n5,2\n")),
		write("m.dat", []byte("note,from,to\na,0,5\nb,4,4\nc,5,2\n")),
	} {
		got, err := opened(path)
		accepted(t, path, err, cmp.Diff([][2]int{{0, 5}, {4, 4}, {5, 2}}, got))
	}
	for path, says := range map[string]string{
		filepath.Join(dir, "none"): "no such file",
		dir:                        "is a directory",
		write("empty.csv", nil):    "no rows; a CSV",
	} {
		_, err := opened(path)
		must.FailAt(t, err, path+": ", says, "%s", path)
		if err != nil && strings.Count(err.Error(), path) != 1 {
			t.Errorf("the path is told more than once: %v", err)
		}
	}
}

// npyStates returns an array of states as numpy.save writes it.
func npyStates(shape string, states ...int16) []byte {
	header := fmt.Sprintf("{'descr': '<i2', 'fortran_order': False, 'shape': %s, }", shape)
	b := bytes.NewBufferString("\x93NUMPY\x01\x00")
	_ = binary.Write(b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	_ = binary.Write(b, binary.LittleEndian, states)
	return b.Bytes()
}

// A state is where the next of the same chain is from, in whatever form they are.
func TestOpenStates(t *testing.T) {
	dir := t.TempDir()
	one := [][2]int{{0, 5}, {5, 5}, {5, 4}}
	two := [][2]int{{0, 5}, {5, 4}, {2, 2}}
	for name, c := range map[string]struct {
		data []byte
		want [][2]int
	}{
		"bare.csv":   {[]byte("0\n5\n5\n4\n"), one},
		"chains.csv": {[]byte("chain,cell\n0,0\n0,5\n0,4\n1,2\n1,2\n"), two},
		"mixed.csv": {[]byte("draw,chain,cell\n0,7,0\n0,3,2\n1,7,5\n1,3,2\n2,7,4\n"),
			[][2]int{{0, 5}, {2, 2}, {5, 4}}},
		"drawn.csv": {[]byte("chain,draw,log_f,cell\n0,0,1,0\n0,1,1,5\n0,2,1,4\n1,0,1,2\n1,1,1,2\n"), two},
		"one.npy":   {npyStates("(4,)", 0, 5, 5, 4), one},
		"two.npy":   {npyStates("(2, 2)", 0, 5, 5, 4), [][2]int{{0, 5}, {5, 4}}},
	} {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, c.data, 0o644))
		got, err := opened(path)
		accepted(t, name, err, cmp.Diff(c.want, got))
	}
}

func TestOpenStatesRefuses(t *testing.T) {
	dir := t.TempDir()
	for says, data := range map[string][]byte{
		"entry 2 is 6; a whole number from 0 to 5 would do":                 npyStates("(2,)", 0, 6),
		"row 2, column 1 is -1; a whole number from 0 to 5":                 npyStates("(2, 1)", 0, -1),
		"the shape is (1, 1, 2); one axis or two would do":                  npyStates("(1, 1, 2)", 0, 1),
		"no moves; two states of a chain, or rows of from and to, would do": []byte("state\n3\n"),
		"row 2, column state is 6; a whole number from 0 to 5":              []byte("state\n3\n6\n"),
		"row 1, column chain is \"a\"; a number":                            []byte("chain,state\na,3\n"),
		"row 3 is draw 3 of chain 0, and the one before it is draw 1; each draw after": []byte(
			"chain,draw,log_f,cell\n0,0,1,0\n0,1,1,5\n0,3,1,4\n"),
		"a column direction beside cell is of runs, as sample --save writes them": []byte(
			"direction,chain,draw,cell,log_w\nforward,0,0,5,1\n"),
		"row 3, column to is 6; a whole number from 0 to 5 would do": []byte("note,from,to\n,0,5\n,0,5\n,0,6\n"),
		"no moves; two states of a chain, or rows":                   []byte("from,to\n"),
	} {
		path := filepath.Join(dir, "s")
		must.Do(t, os.WriteFile(path, data, 0o644))
		_, err := opened(path)
		must.FailAt(t, err, path+": ", says, "%s", says)
	}
}
