// Package npy reads arrays of numbers as NumPy writes them: .npy files of numpy.save (NumPy
// Enhancement Proposal 1, versions 1 to 3).
//
// Entries are floats of 4 or 8 bytes, or whole numbers of 1 to 8 bytes, in either byte order; arrays
// are in C or Fortran order. Whole numbers above 2^53 are rounded to a float64.
//
// A header is not believed: the caller checks the shape before any entry is read, and memory
// grows with the entries that really come: Read has room for twice as many at most, and Entries keep none.
// An array has up to 64 axes, and a header up to 64 KiB. NaN and Inf are read as they stand.
package npy

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// Magic begins every .npy file.
const Magic = "\x93NUMPY"

// A header describes the entries.
type header struct {
	entry
	Descr   *string // the type of an entry, such as <f8
	Fortran *bool   // the first axis runs fastest, not the last
	Shape   []int
}

// failed reports whether err is a source's failure, and not its end.
func failed(err error) bool { return err != nil && err != io.EOF && err != io.ErrUnexpectedEOF }

// unread is the error of a source that failed.
func unread(err error) error { return fmt.Errorf("%w; a whole file would do", text.Pathless(err)) }

// readHeader reads what is before the entries: the magic word, the version, the length
// of the description (two bytes in version 1, four later), and the description.
func readHeader(r io.Reader) (header, error) {
	var head [8]byte
	switch n, err := io.ReadFull(r, head[:]); {
	case failed(err):
		return header{}, unread(err)
	case n < len(head) || string(head[:6]) != Magic:
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
	var description []byte
	_, err := io.ReadFull(r, bytes[:width])
	if err == nil {
		length := binary.LittleEndian.Uint32(bytes[:])
		if length > 1<<16 {
			return header{}, fmt.Errorf("a header of %d bytes; the description of an array of numbers would do", length)
		}
		description = make([]byte, length)
		_, err = io.ReadFull(r, description)
	}
	switch {
	case failed(err):
		return header{}, unread(err)
	case err != nil:
		return header{}, errors.New("the header is cut short; a whole file would do")
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
// descr, fortran_order and shape, each once and in any order.
func parseHeader(description string) (h header, err error) {
	all, err := text.Object(lastComma.ReplaceAllString(toJSON.Replace(description), "$1"))
	for key, into := range map[string]any{"descr": &h.Descr, "fortran_order": &h.Fortran, "shape": &h.Shape} {
		if err == nil {
			err = json.Unmarshal(all[key], into)
		}
	}
	if errors.As(err, new(*text.Twice)) {
		return h, fmt.Errorf("the header: %w; one of the two would do", err)
	}
	incomplete := h.Descr == nil || *h.Descr == "" || h.Fortran == nil || h.Shape == nil || len(all) != 3
	if err != nil || incomplete || slices.ContainsFunc(h.Shape, func(n int) bool { return n < 0 }) {
		return h, fmt.Errorf("the header is %s; {'descr': '<f8', 'fortran_order': False, 'shape': (7, 7)} would do",
			text.Quote(description))
	}
	return h, nil
}

// An entry is a type of numbers in a file.
type entry struct {
	width  int
	decode func(order binary.ByteOrder, b []byte) float64 // the number in so many bytes
}

// entries are the types by what follows the byte order in descr: f8 in <f8.
var entries = map[string]entry{
	"f8": {8, func(o binary.ByteOrder, b []byte) float64 { return math.Float64frombits(o.Uint64(b)) }},
	"f4": {4, func(o binary.ByteOrder, b []byte) float64 { return float64(math.Float32frombits(o.Uint32(b))) }},
	"i8": {8, func(o binary.ByteOrder, b []byte) float64 { return float64(int64(o.Uint64(b))) }},
	"i4": {4, func(o binary.ByteOrder, b []byte) float64 { return float64(int32(o.Uint32(b))) }},
	"i2": {2, func(o binary.ByteOrder, b []byte) float64 { return float64(int16(o.Uint16(b))) }},
	"i1": {1, func(_ binary.ByteOrder, b []byte) float64 { return float64(int8(b[0])) }},
	"u8": {8, func(o binary.ByteOrder, b []byte) float64 { return float64(o.Uint64(b)) }},
	"u4": {4, func(o binary.ByteOrder, b []byte) float64 { return float64(o.Uint32(b)) }},
	"u2": {2, func(o binary.ByteOrder, b []byte) float64 { return float64(o.Uint16(b)) }},
	"u1": {1, func(_ binary.ByteOrder, b []byte) float64 { return float64(b[0]) }},
}

// An Array is a box of numbers.
type Array struct {
	Shape  []int     // lengths of the axes; none for a single number
	Values []float64 // the last axis runs fastest, whatever the order in the file
}

// A Check refuses a shape before any entry is read. Its error ends the reading.
type Check func(shape []int) error

// mostAxes is the largest number of axes of an array, as in NumPy, and mostEntries that of its entries, whose bytes
// an int counts.
const mostAxes, mostEntries = 64, math.MaxInt / 8

// Read reads an array in the form of a .npy file.
func Read(r io.Reader, check Check) (Array, error) {
	h, err := open(r, check)
	if err != nil {
		return Array{}, err
	}
	n := size(h.Shape)
	a := Array{Shape: h.Shape, Values: make([]float64, 0, min(n, batch))}
	err = h.each(r, func(_ int, v float64) error {
		if len(a.Values) == cap(a.Values) { // room for what has come, not for what is claimed
			a.Values = append(make([]float64, 0, min(n, 2*len(a.Values))), a.Values...)
		}
		a.Values = append(a.Values, v)
		return nil
	})
	if err != nil {
		return Array{}, err
	}
	if *h.Fortran {
		read := slices.Clone(a.Values)
		for i, v := range read {
			a.Values[h.place(i)] = v
		}
	}
	return a, nil
}

// Entries are those of an array of which nothing but what is before them has been read.
type Entries struct {
	header
	in io.Reader
}

// Open reads what is before the entries of an array in the form of a .npy file.
func Open(r io.Reader, check Check) (Entries, error) {
	h, err := open(r, check)
	return Entries{h, r}, err
}

// Each calls visit with every entry, in the order of the file: at is its place in an Array's Values.
// Nothing is kept. An error of visit ends the reading.
func (e Entries) Each(visit func(at int, v float64) error) error {
	return e.each(e.in, func(i int, v float64) error { return visit(e.place(i), v) })
}

// open reads and checks what is before the entries.
func open(r io.Reader, check Check) (header, error) {
	h, err := readHeader(r)
	if err != nil {
		return h, err
	}
	ok := false
	h.entry, ok = entries[(*h.Descr)[1:]]
	switch {
	case !ok || !strings.Contains("<>=|", (*h.Descr)[:1]):
		return h, fmt.Errorf("entries are %s; floats of 4 or 8 bytes (<f4, <f8) or whole numbers would do",
			strconv.Quote(*h.Descr))
	case len(h.Shape) > mostAxes:
		return h, fmt.Errorf("the array has %d axes; up to %d would do", len(h.Shape), mostAxes)
	case slices.Contains(h.Shape, 0):
		return h, fmt.Errorf("the shape is %s, which has no entries; one that has some would do", Tuple(h.Shape))
	}
	if err := check(h.Shape); err != nil {
		return h, err
	}
	return h, Most(mostEntries)(h.Shape)
}

// size is the number of entries.
func size(shape []int) int {
	n := 1
	for _, length := range shape {
		n *= length
	}
	return n
}

// batch is the number of entries that are read at once.
const batch = 8192

// each calls visit with all entries in the order of the file, from entry 0. Nothing may come after them.
func (h header) each(r io.Reader, visit func(i int, v float64) error) error {
	order := binary.ByteOrder(binary.LittleEndian)
	if (*h.Descr)[0] == '>' { // NumPy writes < on nearly every machine, and | for numbers of one byte
		order = binary.BigEndian
	}
	n := size(h.Shape)
	data := make([]byte, batch*h.width)
	for i := 0; i < n; {
		want := min(n-i, batch) * h.width
		got, err := io.ReadFull(r, data[:want])
		for b := data[:got]; len(b) >= h.width; b = b[h.width:] {
			if err := visit(i, h.decode(order, b)); err != nil {
				return err
			}
			i++
		}
		switch {
		case failed(err):
			return unread(err)
		case err != nil:
			return fmt.Errorf("the file ends at %s; %d entries of %d bytes would do",
				Place(h.Shape, h.place(i)), n, h.width)
		}
	}
	switch extra, err := io.ReadFull(r, data[:1]); {
	case extra > 0:
		return fmt.Errorf("the file goes on after %s, the last; %d entries of %d bytes would do",
			Place(h.Shape, n-1), n, h.width)
	case failed(err):
		return unread(err)
	}
	return nil
}

// place is the place in Values of entry i of the file.
func (h header) place(i int) int {
	if !*h.Fortran {
		return i
	}
	at, stride := 0, size(h.Shape)
	for _, length := range h.Shape { // the first axis runs fastest in the file, and slowest in Values
		stride /= length
		at += i % length * stride
		i /= length
	}
	return at
}

// Place names an entry to people, with axes that count from 1: "row 2, column 3" of a matrix,
// "entry 3" of a list and "entry (2, 1, 3)" of other arrays.
func Place(shape []int, i int) string {
	at := make([]string, len(shape))
	for a := len(shape) - 1; a >= 0; a-- {
		at[a] = strconv.Itoa(i%shape[a] + 1)
		i /= shape[a]
	}
	switch len(at) {
	case 1:
		return "entry " + at[0]
	case 2:
		return "row " + at[0] + ", column " + at[1]
	}
	return "entry (" + strings.Join(at, ", ") + ")"
}

// Tuple writes a shape for people, as Python does, with its first four lengths: (7, 7) or (4,).
func Tuple(shape []int) string {
	if len(shape) > 4 {
		return strings.TrimSuffix(tuple(shape[:4]), ")") + ", ...)"
	}
	return tuple(shape)
}

// tuple writes a shape as Python does, with all its lengths.
func tuple(shape []int) string {
	s := strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", ", ")
	if len(shape) == 1 {
		s += ","
	}
	return "(" + s + ")"
}

// Most is a Check that allows arrays of up to most entries.
func Most(most int) Check {
	return func(shape []int) error {
		n := 1.0
		for _, length := range shape {
			n *= float64(length)
		}
		if !(n <= float64(most)) {
			return fmt.Errorf("the shape is %s; up to %d entries would do", Tuple(shape), most)
		}
		return nil
	}
}
