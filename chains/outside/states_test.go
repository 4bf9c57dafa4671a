package outside

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// npyStates returns an array of states as numpy.save writes it.
func npyStates(shape string, states ...int16) []byte {
	header := fmt.Sprintf("{'descr': '<i2', 'fortran_order': False, 'shape': %s, }", shape)
	b := bytes.NewBufferString("\x93NUMPY\x01\x00")
	_ = binary.Write(b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	_ = binary.Write(b, binary.LittleEndian, states)
	return b.Bytes()
}

// npzStates returns such a file in an archive, as numpy.savez writes it.
func npzStates(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("x.npy")
	if err == nil {
		_, err = f.Write(data)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A state is where the next of the same chain is from, in whatever form they are.
func TestOpenStates(t *testing.T) {
	type state struct {
		State int64 `parquet:"state"`
	}
	dir := t.TempDir()
	one, two := [][2]int{{0, 5}, {5, 5}, {5, 4}}, [][2]int{{0, 5}, {5, 4}, {2, 2}}
	for name, c := range map[string]struct {
		data []byte
		want [][2]int
	}{
		"bare.csv":    {[]byte("0\n5\n5\n4\n"), one},
		"named.csv":   {[]byte("state\n0\n5\n5\n4\n"), one},
		"any.csv":     {[]byte("theta\n0\n5\n5\n4\n"), one},
		"beside.csv":  {[]byte("log_f,state\n0.5,0\n1,5\n2,5\n-1,4\n"), one},
		"chains.csv":  {[]byte("chain,x\n0,0\n0,5\n0,4\n1,2\n1,2\n"), two},
		"mixed.csv":   {[]byte("draw,chain,x\n0,7,0\n0,3,2\n1,7,5\n1,3,2\n2,7,4\n"), [][2]int{{0, 5}, {2, 2}, {5, 4}}},
		"one.parquet": {pq(t, state{0}, state{5}, state{5}, state{4}), one},
		"two.parquet": {pq(t, drawn{0, 0, 1, 0}, drawn{0, 1, 1, 5}, drawn{0, 2, 1, 4}, drawn{1, 0, 1, 2},
			drawn{1, 1, 1, 2}), two},
		"one.npy": {npyStates("(4,)", 0, 5, 5, 4), one},
		"two.npy": {npyStates("(2, 2)", 0, 5, 5, 4), [][2]int{{0, 5}, {5, 4}}},
		"one.npz": {npzStates(t, npyStates("(4,)", 0, 5, 5, 4)), one},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, c.data, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := opened(path)
		accepted(t, name, err, cmp.Diff(c.want, got))
	}
	got, err := opened(filepath.Join(dir, "one.npz:x"))
	accepted(t, "by its name", err, cmp.Diff(one, got))
}

// A drawn is a state of a chain, and a run the row of a run as sample --save writes it.
type (
	drawn struct {
		Chain int32   `parquet:"chain"`
		Draw  int32   `parquet:"draw"`
		LogF  float64 `parquet:"log_f"`
		Cell  int32   `parquet:"cell"`
	}
	run struct {
		Direction string  `parquet:"direction,optional"`
		Chain     int64   `parquet:"chain,optional"`
		Draw      int64   `parquet:"draw,optional"`
		Cell      int64   `parquet:"cell,optional"`
		LogW      float64 `parquet:"log_w,optional"`
	}
)

func TestOpenStatesRefuses(t *testing.T) {
	dir := t.TempDir()
	for says, data := range map[string][]byte{
		"entry 2 is 6; a whole number from 0 to 5 would do":                 npyStates("(2,)", 0, 6),
		"row 2, column 1 is -1; a whole number from 0 to 5":                 npyStates("(2, 1)", 0, -1),
		"the shape is (1, 1, 2); states of one chain, or a chain a row":     npyStates("(1, 1, 2)", 0, 1),
		"no moves; two states of a chain, or rows of from and to, would do": []byte("state\n3\n"),
		"row 2, column state is 6; a whole number from 0 to 5":              []byte("state\n3\n6\n"),
		"row 1, column chain is \"a\"; a whole number":                      []byte("chain,state\na,3\n"),
		"row 3 is draw 3 of chain 0, and the one before it is draw 1; each draw after": pq(t, drawn{0, 0, 1, 0},
			drawn{0, 1, 1, 5}, drawn{0, 3, 1, 4}),
		"a column direction beside cell is of runs, as sample --save writes them": pq(t, run{"forward", 0, 0, 5, 1}),
		"a whole archive": []byte("PK\x03\x04 and no more"),
	} {
		path := filepath.Join(dir, "s")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := opened(path)
		refused(t, says, err, path+": ", says)
	}
}
