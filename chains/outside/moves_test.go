package outside

import (
	"bytes"
	"encoding/binary"
	"fmt"
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

// npyStates returns an array of states as numpy.save writes it.
func npyStates(shape string, states ...int16) []byte {
	header := fmt.Sprintf("{'descr': '<i2', 'fortran_order': False, 'shape': %s, }", shape)
	b := bytes.NewBufferString("\x93NUMPY\x01\x00")
	_ = binary.Write(b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	_ = binary.Write(b, binary.LittleEndian, states)
	return b.Bytes()
}

// A state in an array is where the next of the same chain is from. A CSV file may have any name.
func TestOpenMoves(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want [][2]int
	}{
		"one.npy": {npyStates("(4,)", 0, 5, 5, 4), [][2]int{{0, 5}, {5, 5}, {5, 4}}},
		"two.npy": {npyStates("(2, 2)", 0, 5, 5, 4), [][2]int{{0, 5}, {5, 4}}},
		"m.dat":   {[]byte("note,from,to\na,0,5\nb,4,4\n"), [][2]int{{0, 5}, {4, 4}}},
	} {
		got, err := opened(must.File(t, name, string(c.data)))
		accepted(t, name, err, cmp.Diff(c.want, got))
	}
}

func TestOpenMovesRefuses(t *testing.T) {
	dir := t.TempDir()
	for path, says := range map[string]string{
		filepath.Join(dir, "none"): "no such file",
		dir:                        "is a directory",
		must.File(t, "range", string(npyStates("(2,)", 0, 6))):     "entry 2 is 6; use a whole number from 0 to 5",
		must.File(t, "sign", string(npyStates("(2, 1)", 0, -1))):   "row 2, column 1 is -1; use a whole number from 0 to 5",
		must.File(t, "axes", string(npyStates("(1, 1, 2)", 0, 1))): "the shape is (1, 1, 2); use one axis or two",
	} {
		_, err := opened(path)
		must.FailAt(t, err, path+": ", says, "%s", path)
		if err != nil && strings.Count(err.Error(), path) != 1 {
			t.Errorf("the path is told more than once: %v", err)
		}
	}
}
