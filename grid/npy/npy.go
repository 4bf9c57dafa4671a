// Package npy reads arrays of numbers as NumPy writes them: .npy files of numpy.save (NumPy Enhancement Proposal 1,
// versions 1 to 3).
//
// Entries are floats of 4 or 8 bytes, or whole numbers of 1 to 8 bytes, in either byte order; arrays
// are in C or Fortran order. Whole numbers above 2^53 are rounded to a float64. NaN and Inf are read as they stand.
package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// Magic begins every .npy file.
const Magic = "\x93NUMPY"

// An Array is a box of numbers.
type Array struct {
	Shape  []int     // lengths of the axes; none for a single number
	Values []float64 // the last axis runs fastest, whatever the order in the file
}

// A kind is a type of numbers in a file.
type kind struct {
	width  int
	decode func(order binary.ByteOrder, data []byte) []float64
}

// kinds holds the types by the part of descr after the byte order: f8 in <f8.
var kinds = map[string]kind{
	"f8": {8, decode[float64]}, "f4": {4, decode[float32]},
	"i8": {8, decode[int64]}, "i4": {4, decode[int32]}, "i2": {2, decode[int16]}, "i1": {1, decode[int8]},
	"u8": {8, decode[uint64]}, "u4": {4, decode[uint32]}, "u2": {2, decode[uint16]}, "u1": {1, decode[uint8]},
}

// decode returns the numbers in data, all of one type.
func decode[N float64 | float32 | int64 | int32 | int16 | int8 | uint64 | uint32 | uint16 | uint8](
	order binary.ByteOrder, data []byte) []float64 {
	var one N
	entries := make([]N, len(data)/binary.Size(one))
	if _, err := binary.Decode(data, order, entries); err != nil {
		panic("npy: " + err.Error()) // unreachable: there are as many bytes
	}
	values := make([]float64, len(entries))
	for i, v := range entries {
		values[i] = float64(v)
	}
	return values
}

// Parts of a header, which is the literal of a Python dictionary.
var (
	inDescr = regexp.MustCompile(`['"]descr['"]: *['"]([<>|=])(\w+)['"]`)
	inOrder = regexp.MustCompile(`['"]fortran_order['"]: *(True|False)`)
	inShape = regexp.MustCompile(`['"]shape['"]: *\(([0-9, ]*)\)`)
)

// Read reads an array from the content of a .npy file.
func Read(file string) (a Array, err error) {
	header, data, err := cut(file)
	if err != nil {
		return a, err
	}
	descr := inDescr.FindStringSubmatch(header)
	order := inOrder.FindStringSubmatch(header)
	shape := inShape.FindStringSubmatch(header)
	if descr == nil || order == nil || shape == nil {
		return a, fmt.Errorf("the header is %s; use {'descr': '<f8', 'fortran_order': False, 'shape': (7, 7)}",
			text.Quote(header))
	}
	of, known := kinds[descr[2]]
	if !known {
		return a, fmt.Errorf("entries are %s; use floats of 4 or 8 bytes (<f4, <f8) or whole numbers",
			text.Quote(descr[1]+descr[2]))
	}
	entries := 1.0
	for length := range strings.FieldsFuncSeq(shape[1], func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(length)
		if err != nil {
			return a, fmt.Errorf("an axis has length %s; use a whole number of 64 bits", length)
		}
		a.Shape = append(a.Shape, n)
		entries *= float64(n)
	}
	switch {
	case entries == 0:
		return a, fmt.Errorf("the shape is %s, which has no entries; use one that has some", Tuple(a.Shape))
	case float64(len(data)) != entries*float64(of.width):
		return a, fmt.Errorf("the file has %d bytes of entries; use a whole file, of shape %s and %g "+
			"entries of %d bytes",
			len(data), Tuple(a.Shape), entries, of.width)
	}
	const anEntry = 24 // its number, and what its reader makes of it
	err = text.CheckMemory(int(entries), "entries", func(n float64) float64 { return anEntry * n })
	if err != nil {
		return a, err
	}
	endian := binary.ByteOrder(binary.LittleEndian)
	if descr[1] == ">" { // NumPy writes < on nearly every machine, and | for numbers of one byte
		endian = binary.BigEndian
	}
	a.Values = of.decode(endian, []byte(data))
	if order[1] == "True" {
		a.transpose()
	}
	return a, nil
}

// cut returns the description of the entries, and the entries. Before the description come the magic word, the version,
// and the length of the description: two bytes in version 1, four later.
func cut(file string) (header, entries string, err error) {
	rest, found := strings.CutPrefix(file, Magic)
	if !found {
		return "", "", errors.New(`the file does not begin with "\x93NUMPY"; use one written by numpy.save`)
	}
	errShort := errors.New("the header is cut short; use a whole file")
	if len(rest) < 6 {
		return "", "", errShort
	}
	length := int(binary.LittleEndian.Uint16([]byte(rest[2:4])))
	begin := 4
	switch rest[0] {
	case 1:
	case 2, 3:
		length = int(binary.LittleEndian.Uint32([]byte(rest[2:6])))
		begin = 6
	default:
		return "", "", fmt.Errorf("version %d of the format; use 1, 2 or 3", rest[0])
	}
	if len(rest) < begin+length {
		return "", "", errShort
	}
	return rest[begin:][:length], rest[begin+length:], nil
}

// transpose reorders values in which the first axis runs fastest.
func (a Array) transpose() {
	read := slices.Clone(a.Values)
	for i, v := range read {
		at, stride := 0, len(read)
		for _, length := range a.Shape {
			stride /= length
			at += i % length * stride
			i /= length
		}
		a.Values[at] = v
	}
}

// Place returns the name of an entry in messages, with axes that count from 1: "row 2, column 3" of a matrix, "entry 3"
// of a list and "entry (2, 1, 3)" of other arrays.
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

// Tuple returns a shape as Python writes it: (7, 7) or (4,).
func Tuple(shape []int) string {
	s := strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", ", ")
	if len(shape) == 1 {
		s += ","
	}
	return "(" + s + ")"
}
