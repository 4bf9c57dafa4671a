package outside

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// magic begins every NPY file (NumPy Enhancement Proposal 1).
const magic = "\x93NUMPY"

// readNPY reads an n x n matrix as numpy.save writes it: versions 1 to 3 of the
// format, float64 or float32, little-endian, in C or Fortran order.
func readNPY(r io.Reader, name string, n int) ([]float64, error) {
	p, err := parseNPY(r, n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

func parseNPY(r io.Reader, n int) ([]float64, error) {
	if err := tooLarge(n); err != nil {
		return nil, err
	}
	h, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	width := map[string]int{"<f8": 8, "<f4": 4}[*h.Descr]
	if width == 0 {
		return nil, fmt.Errorf("entries are %s; little-endian float64 (<f8) or float32 (<f4) would do",
			text.Quote(*h.Descr))
	}
	if len(h.Shape) != 2 || h.Shape[0] != n || h.Shape[1] != n {
		return nil, fmt.Errorf("the shape is %s; the target has %s, and (%d, %d) would do",
			h.tuple(), text.Count(n, "cell"), n, n)
	}
	data := make([]byte, n*n*width)
	got, err := io.ReadFull(r, data)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		x := h.place(got/width, n)
		return nil, fmt.Errorf("the file ends at row %d, column %d; %d bytes of entries, instead of %d, would do",
			x/n+1, x%n+1, len(data), got)
	case err != nil:
		return nil, err
	}
	if extra, _ := io.ReadFull(r, make([]byte, 1)); extra > 0 {
		return nil, fmt.Errorf("the file goes on after row %d, column %d, the last; %d bytes of entries would do",
			n, n, len(data))
	}
	p := make([]float64, n*n)
	for i := range p {
		p[h.place(i, n)] = number(data[i*width:][:width])
	}
	return p, nil
}

// number decodes a number of 8 bytes, or of 4.
func number(b []byte) float64 {
	if len(b) == 8 {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

// place is the row-major index of entry i of the file: i itself in C order, and the
// index of the transposed entry in Fortran order.
func (h header) place(i, n int) int {
	if *h.Fortran {
		return i%n*n + i/n
	}
	return i
}

// A header describes the entries of an NPY file.
type header struct {
	Descr   *string `json:"descr"`         // the type of an entry, such as <f8
	Fortran *bool   `json:"fortran_order"` // column after column, not row after row
	Shape   []int   `json:"shape"`
}

var errShortHeader = errors.New("the header is cut short; a whole file would do")

// readHeader reads what is before the entries: the magic word, the version, the length
// of the description (two bytes in version 1, four later), and the description.
func readHeader(r io.Reader) (header, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:6]) != magic {
		return header{}, errors.New(`the file does not begin with "\x93NUMPY"; one written by numpy.save would do`)
	}
	var bytes [4]byte
	width := 4
	switch head[6] {
	case 1:
		width = 2
	case 2, 3:
	default:
		return header{}, fmt.Errorf("version %d of the format; 1, 2 or 3 would do", head[6])
	}
	if _, err := io.ReadFull(r, bytes[:width]); err != nil {
		return header{}, errShortHeader
	}
	length := binary.LittleEndian.Uint32(bytes[:])
	if length > 1<<16 {
		return header{}, fmt.Errorf("a header of %d bytes; the description of a matrix of numbers would do", length)
	}
	description := make([]byte, length)
	if _, err := io.ReadFull(r, description); err != nil {
		return header{}, errShortHeader
	}
	return parseHeader(string(description))
}

// A Python literal becomes JSON with other quotes, brackets and words, and without the
// comma after the last entry.
var (
	toJSON    = strings.NewReplacer("'", `"`, "(", "[", ")", "]", "True", "true", "False", "false")
	lastComma = regexp.MustCompile(`,\s*([\]}])`)
)

// parseHeader reads the description: the literal of a Python dictionary with the keys
// descr, fortran_order and shape, in any order.
func parseHeader(description string) (h header, err error) {
	in := json.NewDecoder(strings.NewReader(lastComma.ReplaceAllString(toJSON.Replace(description), "$1")))
	in.DisallowUnknownFields()
	err = in.Decode(&h)
	if _, end := in.Token(); err != nil || end != io.EOF || h.Descr == nil || h.Fortran == nil || h.Shape == nil {
		return h, fmt.Errorf("the header is %s; {'descr': '<f8', 'fortran_order': False, 'shape': (n, n)} would do",
			text.Quote(description))
	}
	return h, nil
}

// tuple writes the shape as Python does, with its first four lengths.
func (h header) tuple() string {
	var s []string
	for _, n := range h.Shape[:min(len(h.Shape), 4)] {
		s = append(s, strconv.Itoa(n))
	}
	if len(h.Shape) > 4 {
		s = append(s, "...")
	}
	if len(s) == 1 {
		return "(" + s[0] + ",)"
	}
	return "(" + strings.Join(s, ", ") + ")"
}
