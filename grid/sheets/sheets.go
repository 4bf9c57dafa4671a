// Package sheets reads columns of numbers and of words from untrusted files: CSV and NPY arrays. A reader names columns
// by their places and gets them row by row.
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
	// Names has the names of the columns; nil if the file has none: an array, or CSV whose first line has numbers.
	Names []string
	// Width is the number of columns. An array of two axes has two: its entries, and the number of each entry's row.
	// One of three has those of its last axis, and the number of each entry along the first.
	Width int
	Shape []int // of an array; nil of other files
	From  int   // the number of the first cell, from a Reading

	path    string     // which begins every error
	found   string     // what is there in place of plain CSV
	rows    [][]string // of CSV
	entries []float64  // of an array
	parts   int        // of a row of an array: its entries
}

// A Column is a column to read.
type Column struct {
	At    int    // its place in the file
	Name  string // its name in errors
	Cure  string // what errors say to use; "" is "a number" or "a word"
	Words bool   // it has words; numbers are words too
	Blank bool   // its words may be empty
}

// A Value is a field of a column: its number, or its word.
type Value struct {
	Number float64
	Word   string
}

// Name returns the word as a name. 1.0 and 1 have the same name: a table may write whole numbers as doubles.
func (v Value) Name() string {
	n, err := strconv.ParseFloat(v.Word, 64)
	switch {
	case err != nil || !(math.Abs(n) < 1<<53):
		return v.Word
	case n == math.Trunc(n):
		return strconv.FormatInt(int64(n), 10) // 4294967296; 'g' would write 4.294967296e+09
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

// A Visit is called with every row, counted from 1 without the line of names, and its values in the order of the
// columns to read. It may not keep the slice. Its error ends the reading.
type Visit func(row int, values []Value) error

// Open reads the file at path. It is NPY if it begins like one, and CSV otherwise. cure says which file to use instead.
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

// CSV reads a sheet as text.ReadTable does. All rows are as long as the first line. That has names if no field of it is
// a number or begins like one. CSV skips empty lines, but not in a file of one column: there one may stand for a
// missing value, or separate two chains. cure says which file to use instead.
func CSV(data, cure string) (*Sheet, error) {
	table, err := text.ReadTable(data)
	if err != nil {
		return nil, err
	}
	if len(table.Rows) == 0 {
		return nil, fmt.Errorf("no rows; use %s", cure)
	}
	first := table.Names
	if first == nil {
		first = table.Rows[0]
	}
	s := &Sheet{Width: len(first), rows: table.Rows, found: table.Found}
	if text.Named(first) {
		s.Names = first
	}
	if s.Names != nil && table.Names == nil { // and no row
		s.rows = nil
	}
	if s.Width == 1 && table.Empty > 0 {
		return nil, fmt.Errorf("line %d is empty; use a number in every line", table.Empty)
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
	switch axes {
	case 1, 2:
		return &Sheet{Width: axes, Shape: a.Shape, entries: a.Values, parts: 1}, nil
	case 3:
		return &Sheet{Width: a.Shape[2] + 1, Shape: a.Shape, entries: a.Values, parts: a.Shape[2]}, nil
	}
	return nil, fmt.Errorf("the shape is %s; use one axis, two or three", npy.Tuple(a.Shape))
}

// NameStates names the columns of an array of states: (states,), (chains, states) or (chains, states, 1) of numbers,
// which have this name, or (chains, states, axes) of places.
func (s *Sheet) NameStates(number string) {
	s.Names = []string{number}
	if s.parts > 1 {
		s.Names = numbered(s.parts)
	}
	if len(s.Shape) > 1 {
		s.Names = append(s.Names, "chain")
	}
}

// Find returns the place of the column of this name, or -1. It returns an error if two columns have the name.
func (s *Sheet) Find(name string) (int, error) {
	at := slices.Index(s.Names, name)
	if at >= 0 && slices.Contains(s.Names[at+1:], name) {
		return -1, s.Wrong(fmt.Errorf("two columns are called %s; use one", text.Printable(name)))
	}
	return at, nil
}

// Wrong returns err after the name of the file, for a fault of the whole file.
func (s *Sheet) Wrong(err error) error {
	if err == nil || s.path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

// Each calls visit with every row. The file must have the columns.
func (s *Sheet) Each(columns []Column, visit Visit) error {
	set := s.setField
	if s.Shape != nil {
		set = s.setEntry
	}
	values := make([]Value, len(columns))
	rows := len(s.rows)
	if s.Shape != nil {
		rows = len(s.entries) / s.parts
	}
	for i := range rows {
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

// setEntry sets the value of a column to an entry in row i of an array, or to the number of that along the first axis.
func (s *Sheet) setEntry(v *Value, i int, c Column) error {
	if c.At < s.parts {
		v.Number = s.entries[i*s.parts+c.At]
	} else {
		v.Number = float64(i / s.Shape[1])
	}
	if c.Words {
		v.Word = strconv.FormatFloat(v.Number, 'g', -1, 64)
	}
	return nil
}

// Fault returns the error of a wrong value: its place, what was found there, and what to use.
func (s *Sheet) Fault(row int, c Column, found string) error {
	place := fmt.Sprintf("row %d, column %s", row, c.Name)
	if s.Shape != nil {
		place = npy.Place(s.Shape, (row-1)*s.parts+c.At)
	}
	cure := "a number"
	if c.Words {
		cure = "a word"
	}
	return fmt.Errorf("%s is %s; use %s", place, found, cmp.Or(c.Cure, cure))
}

// Place returns number - first for a column of the whole numbers first to first+places-1. 1.0 is a whole number too.
func (s *Sheet) Place(row int, c Column, number float64, first, places int) (int, error) {
	last := first + places - 1
	if number >= float64(first) && number <= float64(last) && number == math.Trunc(number) {
		return int(number) - first, nil
	}
	c.Cure = fmt.Sprintf("a whole number from %d to %d", first, last)
	err := s.Fault(row, c, strconv.FormatFloat(number, 'g', -1, 64))
	if first == 0 && number == float64(places) && !s.hasZero(c) {
		err = fmt.Errorf("%w; if they are counted from 1 the option from says it", err)
	}
	return 0, err
}

// hasZero reports whether a 0 stands in a column, which is then counted from 0.
func (s *Sheet) hasZero(c Column) (has bool) {
	_ = s.Each([]Column{c}, func(_ int, v []Value) error { // a fault in another row is not asked for
		has = has || v[0].Number == 0
		return nil
	})
	return has
}
