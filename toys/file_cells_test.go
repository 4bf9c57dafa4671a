package toys_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/toys"
)

// array returns numbers as numpy.save writes them.
func array(shape string, fortran string, values ...float64) []byte {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': %s, 'shape': %s, }", fortran, shape)
	b := bytes.NewBufferString("\x93NUMPY\x01\x00")
	_ = binary.Write(b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	_ = binary.Write(b, binary.LittleEndian, values)
	return b.Bytes()
}

// An array has as many axes as it has; its own order does not matter.
func TestReadArray(t *testing.T) {
	want := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, math.Inf(-1)}
	fortran := []float64{0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, math.Inf(-1)}
	for name, c := range map[string]struct {
		in  []byte
		box string
	}{
		"a path":         {array("(12,)", "False", want...), "12"},
		"a plane":        {array("(3, 4)", "False", want...), "3x4"},
		"a box":          {array("(2, 3, 2)", "False", want...), "2x3x2"},
		"a Fortran box":  {array("(2, 3, 2)", "True", fortran...), "2x3x2"},
		"of one archive": {zipped(t, map[string][]byte{"arr_0.npy": array("(12,)", "False", want...)}), "12"},
	} {
		target, err := toys.Read(bytes.NewReader(c.in), "f", toys.LogF)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, target.LogF); diff != "" {
			t.Errorf("%s: log f: %s", name, diff)
		}
		if got := target.Grid.String(); got != c.box {
			t.Errorf("%s: the grid is %s, want %s", name, got, c.box)
		}
		if !target.Grid.Wall(11) {
			t.Errorf("%s: the cell of -inf is no wall", name)
		}
	}
}

func zipped(t *testing.T, arrays map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, data := range arrays {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An archive of several arrays has to be asked for one, and the initial density may be another.
func TestReadArchive(t *testing.T) {
	data := zipped(t, map[string][]byte{"f.npy": array("(2, 2)", "False", 1, 2, 3, 4),
		"from.npy": array("(2, 2)", "False", 4, 3, 0, 1)})
	target, err := toys.Read(bytes.NewReader(data), "d/a.npz:f", toys.LogF)
	if err != nil {
		t.Fatal(err)
	}
	if target.Name != "d/a.npz:f" {
		t.Errorf("the target is called %s", target.Name)
	}
	initial, err := toys.ReadInitial(bytes.NewReader(data), "d/a.npz:from", toys.P, target.Grid)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{math.Log(4), math.Log(3), math.Inf(-1), 0}; !cmp.Equal(want, initial) {
		t.Errorf("the initial density is %v, want %v", initial, want)
	}
	_, err = toys.Read(bytes.NewReader(data), "a.npz", toys.LogF)
	refusal(t, "no name", err, "a.npz: ", "the archive has the arrays")
}

func TestReadArrayRefuses(t *testing.T) {
	for says, in := range map[string][]byte{
		"row 2, column 1: found NaN; a finite number or -inf (a wall) would do": array("(2, 2)", "False", 1, 2,
			math.NaN(), 4),
		`entry 2: "1e+301" is above 1e300`: array("(2,)", "False", 1, 1e301),
		"every cell is -inf": array("(2,)", "False",
			math.Inf(-1), math.Inf(-1)),
		"entry 1 is the only cell":              array("(1,)", "False", 1),
		"a single number, and no array":         array("()", "False", 1),
		"the shape is (1000000, 1000000); up":   array("(1000000, 1000000)", "False", 1),
		"the file ends at entry 3":              array("(3,)", "False", 1, 2),
		"a whole archive of numpy.savez":        []byte("PK\x03\x04 and no more"),
		"row 1, column 1: \"\\x93NUMP\" is not": []byte("\x93NUMP"),
	} {
		_, err := toys.Read(bytes.NewReader(in), "f.npy", toys.LogF)
		refusal(t, says, err, "f.npy: ", says)
	}
	_, err := toys.Read(strings.NewReader("1,2\n"), "f.npz:a", toys.LogF)
	refusal(t, "CSV by another name", err, "f.npz:a: ", `no archive, so it has no array "a"`)
}
