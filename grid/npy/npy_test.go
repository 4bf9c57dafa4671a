package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/grid/must"
)

// saved returns a file as NumPy writes it: the header padded by blanks to a multiple of
// 64 bytes and ended by a newline.
func saved(version byte, dict string, order binary.ByteOrder, data any) []byte {
	head := []byte(Magic + string([]byte{version, 0}))
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
	if err := binary.Write(b, order, data); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// header22 returns the description of a matrix of two rows.
func header22(descr string, fortran bool) string {
	order := "False"
	if fortran {
		order = "True"
	}
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (2, 2), }", descr, order)
}

var (
	little = binary.LittleEndian
	big    = binary.BigEndian
	square = header22("<f8", false)
)

// [[0.5, 0.5], [0.25, 0.75]] byte by byte, by the text of the format's description.
const byHand = "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }" +
	"                                                          \n" +
	"\x00\x00\x00\x00\x00\x00\xe0\x3f\x00\x00\x00\x00\x00\x00\xe0\x3f" +
	"\x00\x00\x00\x00\x00\x00\xd0\x3f\x00\x00\x00\x00\x00\x00\xe8\x3f"

func TestRead(t *testing.T) {
	want := []float64{0.5, 0.5, 0.25, 0.75}
	for name, in := range map[string][]byte{
		"by hand":    []byte(byHand),
		"version 1":  saved(1, square, little, want),
		"version 2":  saved(2, square, little, want),
		"version 3":  saved(3, square, little, want),
		"Fortran":    saved(1, header22("<f8", true), little, []float64{0.5, 0.25, 0.5, 0.75}),
		"single":     saved(1, header22("<f4", false), little, []float32{0.5, 0.5, 0.25, 0.75}),
		"both":       saved(1, header22("<f4", true), little, []float32{0.5, 0.25, 0.5, 0.75}),
		"big-endian": saved(1, header22(">f8", false), big, want),
		"big single": saved(1, header22(">f4", false), big, []float32{0.5, 0.5, 0.25, 0.75}),
		"other form": saved(1, `{"shape":(2,2),"descr":"<f8","fortran_order":False}`, little, want),
	} {
		got, err := Read(string(in))
		same(t, name, got, err, []int{2, 2}, want)
	}
	want = []float64{math.NaN(), -1, 2, math.Inf(1)}
	got, err := Read(string(saved(1, square, little, want)))
	same(t, "NaN and Inf as they stand", got, err, []int{2, 2}, want)
}

func same(t *testing.T, name string, got Array, err error, shape []int, want []float64) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if diff := cmp.Diff(Array{shape, want}, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

// TestReadWholeNumbers: whole numbers of every width keep their sign and their byte order.
func TestReadWholeNumbers(t *testing.T) {
	want := []float64{1, 2, 3, 255}
	for descr, data := range map[string]any{
		"|i1": []int8{1, 2, 3, -1}, "<i2": []int16{1, 2, 3, -1}, "<i4": []int32{1, 2, 3, -1},
		"<i8": []int64{1, 2, 3, -1}, ">i2": []int16{1, 2, 3, -1}, ">i4": []int32{1, 2, 3,
			-1}, ">i8": []int64{1, 2, 3, -1},
		"|u1": []uint8{1, 2, 3, 255}, "<u2": []uint16{1, 2, 3, 255}, ">u4": []uint32{1, 2, 3, 255},
		"<u8": []uint64{1, 2, 3, 255},
	} {
		var order binary.ByteOrder = little
		if descr[0] == '>' {
			order = big
		}
		want[3] = 255
		if descr[1] == 'i' {
			want[3] = -1
		}
		got, err := Read(string(saved(1, header22(descr, false), order, data)))
		same(t, descr, got, err, []int{2, 2}, want)
	}
}

// TestReadAxes: an array of any axes is read row by row, also if the file has the first axis fastest.
func TestReadAxes(t *testing.T) {
	header := "{'descr': '<i4', 'fortran_order': %s, 'shape': %s, }"
	box := make([]float64, 24)
	fortran := make([]int32, 24)
	for a := range 2 {
		for b := range 3 {
			for c := range 4 {
				box[(a*3+b)*4+c] = float64(100*a + 10*b + c)
				fortran[a+2*(b+3*c)] = int32(100*a + 10*b + c)
			}
		}
	}
	got, err := Read(string(saved(1, fmt.Sprintf(header, "True", "(2, 3, 4)"), little, fortran)))
	same(t, "three axes", got, err, []int{2, 3, 4}, box)
}

func refusedFiles() map[string][]byte {
	four := make([]float64, 4)
	with := func(old, new string) []byte { return saved(1, strings.Replace(square, old, new, 1), little, four) }
	return map[string][]byte{
		`does not begin with "\x93NUMPY"`: []byte("0.5,0.5\n"),
		"does not begin":                  nil,
		"version 9 of the format":         append([]byte("\x93NUMPY\x09\x00"), byHand[8:]...),
		"the header is cut short":         []byte(byHand[:40]),
		"the header is cut":               []byte(byHand[:9]),
		"the header is cut s":             []byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"),
		`entries are "<f2"; use floats of 4 or 8 bytes (<f4, <f8) or whole numbers`: with("<f8", "<f2"),
		`entries are "|O"`: with("<f8", "|O"),
		"the file has 32 bytes of entries; use a whole file, of shape (4294967296, 4294967296) and 1.84": with("(2, 2)",
			"(4294967296, 4294967296)"),
		"an axis has length 99999999999999999999; use a whole number": with("(2, 2)", "(99999999999999999999,)"),
		"the shape is (0,), which has no entries":                     with("(2, 2)", "(0,)"),
		"the file has 16 bytes of entries; use a whole file, of shape (2, 2) and 4": saved(1, square, little,
			four[:2]),
		"the file has 33 bytes of entries":                           append([]byte(byHand), 0),
		`the header is "{'axes'`:                                     with("descr", "axes"),
		`the header is "{'descr': 'f8', 'fortran..."; use {'descr':`: with("<f8", "f8"),
		`the header is "{`:                                           with("(2, 2)", "(2, x)"),
		`the header is "{'descr'`:                                    with("(2, 2)", "(-2, -2)"),
		`the header is "`:                                            with("False", "0"),
	}
}

func TestReadRefuses(t *testing.T) {
	for says, in := range refusedFiles() {
		must.Refuse(Read(string(in)))(t, says, "it")
	}
}

// TestPlace: axes count from 1.
func TestPlace(t *testing.T) {
	for want, shape := range map[string][]int{"entry 6": {9}, "row 2, column 3": {3, 3}, "entry (1, 2, 3)": {2, 3, 3}} {
		if got := Place(shape, 5); got != want {
			t.Errorf("entry 5 of %v is called %s, want %s", shape, got, want)
		}
	}
}
