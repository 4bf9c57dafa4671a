package npy

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// An Array is a box of numbers.
type Array struct {
	Shape  []int     // lengths of the axes; none for a single number
	Values []float64 // the last axis runs fastest, whatever the order in the file
}

// A Check refuses a shape before any entry is read. Its error ends the reading.
type Check func(shape []int) error

// mostAxes is the largest number of axes of an array, as in NumPy.
const mostAxes = 64

// Read reads an array in the form of a .npy file.
func Read(r io.Reader, check Check) (Array, error) {
	h, e, err := open(r, check)
	if err != nil {
		return Array{}, err
	}
	n := size(h.Shape)
	a := Array{Shape: h.Shape, Values: make([]float64, 0, min(n, batch))}
	err = h.each(r, e, func(_ int, v float64) error {
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
		a.Values = transposed(a)
	}
	return a, nil
}

// Each calls visit with every entry, in the order of the file: at is its place in an Array's Values.
// Nothing is kept. An error of visit ends the reading.
func Each(r io.Reader, check Check, visit func(at int, v float64) error) error {
	h, e, err := open(r, check)
	if err != nil {
		return err
	}
	return h.each(r, e, func(i int, v float64) error { return visit(h.place(i), v) })
}

// open reads and checks what is before the entries.
func open(r io.Reader, check Check) (header, entry, error) {
	h, err := readHeader(r)
	if err != nil {
		return h, entry{}, err
	}
	of, ok := entries[(*h.Descr)[1:]]
	switch {
	case !ok || !strings.Contains("<>=|", (*h.Descr)[:1]):
		return h, of, fmt.Errorf("entries are %s; floats of 4 or 8 bytes (<f4, <f8) or whole numbers would do",
			strconv.Quote(*h.Descr))
	case len(h.Shape) > mostAxes:
		return h, of, fmt.Errorf("the array has %d axes; up to %d would do", len(h.Shape), mostAxes)
	case slices.Contains(h.Shape, 0):
		return h, of, fmt.Errorf("the shape is %s, which has no entries; one that has some would do", Tuple(h.Shape))
	}
	return h, of.ordered(*h.Descr), check(h.Shape)
}

// size is the number of entries. Check has allowed the shape, so that it is no overflow.
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
func (h header) each(r io.Reader, e entry, visit func(i int, v float64) error) error {
	n, data := size(h.Shape), make([]byte, batch*e.width)
	for i := 0; i < n; {
		want := min(n-i, batch) * e.width
		got, err := io.ReadFull(r, data[:want])
		for b := data[:got]; len(b) >= e.width; b = b[e.width:] {
			if err := visit(i, e.decode(b[:e.width])); err != nil {
				return err
			}
			i++
		}
		switch {
		case failed(err):
			return unread(err)
		case err != nil:
			return fmt.Errorf("the file ends at %s; %d entries of %d bytes would do", Place(h.Shape, h.place(i)), n, e.width)
		}
	}
	switch extra, err := io.ReadFull(r, data[:1]); {
	case extra > 0:
		return fmt.Errorf("the file goes on after %s, the last; %d entries of %d bytes would do",
			Place(h.Shape, n-1), n, e.width)
	case failed(err): // such as an archive's checksum
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

// transposed returns the values of an array in Fortran order in C order.
func transposed(a Array) []float64 {
	fortran := true
	h, values := header{Fortran: &fortran, Shape: a.Shape}, make([]float64, len(a.Values))
	for i, v := range a.Values {
		values[h.place(i)] = v
	}
	return values
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

// Tuple writes a shape as Python does, with its first four lengths: (7, 7) or (4,).
func Tuple(shape []int) string {
	var s []string
	for _, n := range shape[:min(len(shape), 4)] {
		s = append(s, strconv.Itoa(n))
	}
	if len(shape) > 4 {
		s = append(s, "...")
	}
	if len(s) == 1 {
		return "(" + s[0] + ",)"
	}
	return "(" + strings.Join(s, ", ") + ")"
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
