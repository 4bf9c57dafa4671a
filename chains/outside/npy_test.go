package outside

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// npy returns a file as NumPy writes it: the header padded by blanks to a multiple of
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
	"\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\xe0\x3f" +
	"\x00\x00\x00\x00\x00\x00\xd0\x3f\x00\x00\x00\x00\x00\x00\xe8\x3f"

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
		got, err := readNPY(bytes.NewReader(in), "K.npy", 2)
		accepted(t, name, err, cmp.Diff(want, got))
	}
	want = []float64{math.NaN(), -1, 2, math.Inf(1)}
	got, err := readNPY(bytes.NewReader(npy(1, square, want)), "K", 2)
	accepted(t, "what a check is to find", err, cmp.Diff(want, got, cmpopts.EquateNaNs()))
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
		"the shape is (4,);":                         with("(2, 2)", "(4,)"),
		"the shape is ();":                           with("(2, 2)", "()"),
		"the file ends at row 2, column 1; 32 bytes": npy(1, square, four[:2]),
		"the file ends at row 1, column 2": npy(1, strings.Replace(square, "False", "True", 1),
			four[:2]),
		"the file goes on after row 2, column 2": append([]byte(saved), 0),
		`the header is "{'axes'`:                 with("descr", "axes"),
		`the header is "{'shape'`:                with("'descr': '<f8'", "'shape': (2, 2)"),
		`the header is "{'fortran_order'`:        with("'descr': '<f8', ", ""),
		`the header is "{`:                       with("(2, 2)", "(2, x)"),
		`the header is "`:                        with("False", "0"),
		"the header is":                          with("}", "} 1"),
		"a header of 4294967295 bytes":           []byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"),
	}
}

func TestReadNPYRefuses(t *testing.T) {
	for says, in := range refusedNPY() {
		_, err := readNPY(bytes.NewReader(in), "K.npy", 2)
		refused(t, says, err, "K.npy: ", says)
	}
}

// No input panics. A refusal is one line that begins with the file; Fortran order is the
// transpose of C order.
func FuzzReadNPY(f *testing.F) {
	for _, in := range refusedNPY() {
		f.Add(in)
	}
	f.Add([]byte(saved))
	f.Fuzz(func(t *testing.T, in []byte) {
		p, err := readNPY(bytes.NewReader(in), "K", 2)
		if err != nil {
			refusal(t, err, "K: ")
			return
		}
		transpose := npy(3, strings.Replace(square, "False", "True", 1), []float64{p[0], p[2], p[1], p[3]})
		again, err := readNPY(bytes.NewReader(transpose), "K", 2)
		accepted(t, "the transpose", err, cmp.Diff(p, again, cmpopts.EquateNaNs()))
	})
}
