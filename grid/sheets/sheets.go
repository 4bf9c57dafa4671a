// Package sheets reads columns of numbers and of words from files of strangers: CSV and arrays of NumPy. A reader asks
// for columns by their places and sees them row by row.
package sheets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/npy"
	"breadboard/grid/text"
)

// A Sheet is a file of columns.
type Sheet struct {
	// Names are the names of the columns; nil if the file has none, as an array, or CSV whose first line has numbers.
	Names []string
	// Width is the number of columns. An array of two axes has two: its entries, and the number of each entry's row.
	Width int
	Shape []int // of an array; nil of other files
	From  int   // the number of the first cell, as a Reading says

	path    string     // which begins every error
	rows    [][]string // of CSV
	entries []float64  // of an array
}

// A Column is one that is to be read.
type Column struct {
	At    int    // its place in the file
	Name  string // what errors call it
	Cure  string // what to use instead of what cannot be read; "" is "a number" or "a word"
	Words bool   // it is read as words; numbers are words too
	Blank bool   // its words may be empty
}

// A Value is the content of a row of a column: its number, or its word.
type Value struct {
	Number float64
	Word   string
}

// Name is the word as a name: 1.0 and 1 are one, since a table may write whole numbers as doubles.
func (v Value) Name() string {
	n, err := strconv.ParseFloat(v.Word, 64)
	switch {
	case err != nil || !(math.Abs(n) < 1<<53):
		return v.Word
	case n == math.Trunc(n):
		return strconv.FormatInt(int64(n), 10) // 4294967296, where 'g' would say 4.294967296e+09
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

// A Visit is called with every row, counted from 1 without the line of names, and its values in the order of the
// columns asked for. It may not keep the slice. Its error ends the reading.
type Visit func(row int, values []Value) error

// Open reads the file at path. It is NumPy's if it begins like one, and CSV otherwise. cure says
// which file to use instead.
func Open(path, cure string) (s *Sheet, err error) {
	data, err := text.File(path, cure)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(data, npy.Magic) {
		s, err = array(data)
	} else {
		s, err = CSV(data, cure)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.path = path
	return s, nil
}

// CSV reads a sheet as text.ReadTable does. All rows are as long as the first line, which has names if no field of it
// is a number, nor begins like one. Empty lines are passed over, but not in a file of one column: there one may stand
// for a value that is missing, or part two chains. cure says which file to use instead.
func CSV(data, cure string) (*Sheet, error) {
	table, err := text.ReadTable(data)
	if err != nil {
		return nil, err
	}
	if len(table.Rows) == 0 {
		return nil, fmt.Errorf("no rows; use %s", cure)
	}
	s := &Sheet{Width: len(table.Rows[0]), rows: table.Rows}
	if s.Width == 1 && table.Empty > 0 {
		return nil, fmt.Errorf("line %d is empty; use a number in every line", table.Empty)
	}
	if text.Named(s.rows[0]) {
		s.Names = s.rows[0]
		s.rows = s.rows[1:]
	}
	for i, row := range s.rows {
		if len(row) == s.Width {
			continue
		}
		cure := "rows of one length"
		if i == 0 && len(row) == s.Width+1 { // as write.table of R does
			cure = "a name for the first column too, or none of the rows' names, or points in numbers"
		}
		return nil, fmt.Errorf("row %d has %s, and the first line has %d; use %s", i+1,
			text.Count(len(row), "column"), s.Width, cure)
	}
	return s, nil
}

// array reads an array in the form of a .npy file.
func array(data string) (*Sheet, error) {
	a, err := npy.Read(data)
	if err != nil {
		return nil, err
	}
	axes := len(a.Shape)
	if axes != 1 && axes != 2 {
		return nil, fmt.Errorf("the shape is %s; use one axis or two", npy.Tuple(a.Shape))
	}
	return &Sheet{Width: axes, Shape: a.Shape, entries: a.Values}, nil
}

// Find returns the place of the column of this name, or -1. A name that two columns have is an error.
func (s *Sheet) Find(name string) (int, error) {
	at := slices.Index(s.Names, name)
	if at >= 0 && slices.Contains(s.Names[at+1:], name) {
		return -1, s.Wrong(fmt.Errorf("two columns are called %s; use one", text.Printable(name)))
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

// Each calls visit with every row. The columns are in the file.
func (s *Sheet) Each(columns []Column, visit Visit) error {
	set := s.setField
	if s.Shape != nil {
		set = s.setEntry
	}
	values := make([]Value, len(columns))
	for i := range max(len(s.rows), len(s.entries)) {
		for k, c := range columns {
			if err := set(&values[k], i, c); err != nil {
				return s.Wrong(err)
			}
		}
		if err := visit(i+1, values); err != nil {
			return s.Wrong(err)
		}
	}
	return nil
}

// setField sets the value of a column to the field in row i of CSV.
func (s *Sheet) setField(v *Value, i int, c Column) (err error) {
	field := s.rows[i][c.At]
	if c.Words && (field != "" || c.Blank) {
		v.Word = field
	} else if v.Number, err = text.FloatOrInf(field); err != nil {
		return s.Fault(i+1, c, text.Quote(field))
	}
	return nil
}

// setEntry sets the value of a column to entry i of an array, or to the number of its row.
func (s *Sheet) setEntry(v *Value, i int, c Column) error {
	v.Number = s.entries[i]
	if c.At > 0 {
		v.Number = float64(i / s.Shape[1])
	}
	if c.Words {
		v.Word = strconv.FormatFloat(v.Number, 'g', -1, 64)
	}
	return nil
}

// Fault returns the error of a value that cannot be used: where it stands, what was found there, and what to use.
func (s *Sheet) Fault(row int, c Column, found string) error {
	place := fmt.Sprintf("row %d, column %s", row, c.Name)
	if s.Shape != nil {
		place = npy.Place(s.Shape, row-1)
	}
	cure := "a number"
	if c.Words {
		cure = "a word"
	}
	return fmt.Errorf("%s is %s; use %s", place, found, cmp.Or(c.Cure, cure))
}

// Place is the number in a column of this many whole numbers, less the first of them. It may be written as 1.0 too.
func (s *Sheet) Place(row int, c Column, number float64, first, places int) (int, error) {
	last := first + places - 1
	if number >= float64(first) && number <= float64(last) && number == math.Trunc(number) {
		return int(number) - first, nil
	}
	c.Cure = fmt.Sprintf("a whole number from %d to %d", first, last)
	err := s.Fault(row, c, strconv.FormatFloat(number, 'g', -1, 64))
	if first == 0 && number == float64(places) {
		err = fmt.Errorf("%w, or --from 1 if they are counted from 1", err)
	}
	return 0, err
}
