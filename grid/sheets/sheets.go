// Package sheets reads columns of numbers and of words from files of strangers: CSV and arrays of NumPy. A reader asks
// for columns by their places and sees them row by row; no row is kept.
package sheets

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// A Sheet is a file of columns, of which nothing but the names has been read.
type Sheet struct {
	// Names are those of the columns; nil if the file has none, as an array, or CSV whose first line has numbers.
	Names []string
	// Width is the number of columns. An array of two axes has two: its entries, and the number of each entry's row.
	Width int
	Shape []int // of an array; nil of other files

	path  string  // which begins every error
	first float64 // the number of the first cell, as a Reading says
	each  func(columns []Column, visit Visit) error
	found func() string      // what it is in place of plain CSV, once it is read; nil of other files
	note  func(words string) // nil if nobody asks
	file  io.Closer          // nil of a stream
}

// A Column is one that is to be read.
type Column struct {
	At    int    // its place in the file
	Name  string // what errors call it
	Would string // what would do instead of what cannot be read; "" is "a number" or "a word"
	Words bool   // it is read as words; numbers are words too
	Blank bool   // its words may be empty
}

// A Value is what stands in a row of a column: its number, or its word.
type Value struct {
	Number float64
	Word   string
}

// Name is the word as a name: 1.0 and 1 are one, since a table may write whole numbers as doubles.
func (v Value) Name() string {
	if isOwnName(v.Word) {
		return v.Word
	}
	if n, err := strconv.ParseFloat(v.Word, 64); err == nil && math.Abs(n) < 1<<53 {
		if n == math.Trunc(n) {
			return strconv.FormatInt(int64(n), 10) // 4294967296, where 'g' would say 4.294967296e+09
		}
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return v.Word
}

// isOwnName reports whether a word is one name for certain: it begins like no number, or is a whole one as all write
// it. Most are, and a word that is no number costs strconv an error.
func isOwnName(word string) bool {
	const longest = 15 // digits, of numbers below 2^53
	if word == "" || strings.Trim(word[:1], "+-.0123456789") != "" {
		return true
	}
	return len(word) <= longest && strings.Trim(word, "0123456789") == "" && (word[0] != '0' || word == "0")
}

// A Visit is called with every row, counted from 1 without the line of names, and its values in the order of the
// columns asked for. It may not keep the slice. Its error ends the reading.
type Visit func(row int, values []Value) error

// Open opens the file at path. It is NumPy's if it begins like one, and CSV otherwise. would says
// which file would do.
func Open(path, would string) (s *Sheet, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, text.Unreadable(path, err, would)
	}
	if s, err = of(f, would); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.path, s.file = path, f
	return s, nil
}

// of tells the form of a file by its first bytes.
func of(f *os.File, would string) (*Sheet, error) {
	head := make([]byte, len(npy.Magic))
	_, err := f.ReadAt(head, 0) // a pipe cannot be read at a place; it is CSV
	if err == nil && string(head) == npy.Magic {
		return array(f)
	}
	return CSV(f, would)
}

// Close closes the file.
func (s *Sheet) Close() {
	_ = s.file.Close()
}

// Find returns the place of the column of this name, or -1. A name that two columns have is an error.
func (s *Sheet) Find(name string) (int, error) {
	at := slices.Index(s.Names, name)
	if at >= 0 && slices.Contains(s.Names[at+1:], name) {
		return -1, s.Wrong(fmt.Errorf("two columns are called %s; one would do", text.Printable(name)))
	}
	return at, nil
}

// Wrong is err with the name of the file before it. It is for what a caller finds wrong with the whole of it.
func (s *Sheet) Wrong(err error) error {
	if err == nil || s.path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

// Each calls visit with every row. It can be called once. The columns are in the file.
func (s *Sheet) Each(columns []Column, visit Visit) error {
	if err := s.each(columns, visit); err != nil {
		return s.Wrong(err)
	}
	if s.found == nil || s.note == nil {
		return nil
	}
	if found := s.found(); found != "" {
		s.note(fmt.Sprintf("%s: read with %s", s.path, found))
	}
	return nil
}

// Fault is the error of a value that will not do: where it stands, what was found there, and what would do.
func (s *Sheet) Fault(row int, c Column, found string) error {
	place := fmt.Sprintf("row %d, column %s", row, c.Name)
	if s.Shape != nil {
		place = npy.Place(s.Shape, row-1)
	}
	would := "a number"
	if c.Words {
		would = "a word"
	}
	return fmt.Errorf("%s is %s; %s would do", place, found, cmp.Or(c.Would, would))
}

// set sets the value of a row to a number.
func (c Column) set(v *Value, number float64) {
	v.Number = number
	if c.Words {
		v.Word = strconv.FormatFloat(number, 'g', -1, 64)
	}
}

// array opens an array in the form of a .npy file.
func array(in io.Reader) (*Sheet, error) {
	s := &Sheet{}
	entries, err := npy.Open(in, func(shape []int) error {
		if s.Shape, s.Width = shape, len(shape); s.Width != 1 && s.Width != 2 {
			return fmt.Errorf("the shape is %s; one axis or two would do", npy.Tuple(shape))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.each = func(columns []Column, visit Visit) error {
		values := make([]Value, len(columns))
		return entries.Each(func(at int, v float64) error {
			for i, c := range columns {
				if c.At == 0 {
					c.set(&values[i], v)
				} else {
					c.set(&values[i], float64(at/s.Shape[s.Width-1]))
				}
			}
			return visit(at+1, values)
		})
	}
	return s, nil
}
