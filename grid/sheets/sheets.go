// Package sheets reads named columns of numbers and of words from files of strangers: CSV, Parquet and arrays of NumPy.
// A reader asks for columns by their places and sees them row by row; no row is kept.
//
//	s, err := sheets.Open(path, "a CSV, Parquet or .npy file of log weights")
//	defer s.Close()
//	err = s.Each([]sheets.Column{{At: 0, Name: "log_w"}}, func(row int, v []sheets.Value) error { ... })
//
// Every file is read within bounds on memory and time, and an error names the bound. A CSV file has up to 512 MiB, and a
// row of it up to 1 MiB. An array has up to 2^27 entries. A column of words has up to 65,536 different ones, of 64 bytes
// each. Packages parquet and npy bound the rest.
package sheets

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/npy"
	"breadboard/grid/parquet"
	"breadboard/grid/text"
)

const (
	// maxBytes is the size of the longest CSV file that is read: some 80 million moves.
	maxBytes = 512 << 20
	// mostEntries is the largest number of entries of an array, 2^27: they can be packed into a few bytes.
	mostEntries = 1 << 27
)

// A Sheet is a file of columns, of which nothing but the names has been read.
type Sheet struct {
	// Names are those of the columns. They are nil if the file has none: an array, or CSV whose first line has numbers.
	// A line of CSV has names if its first field that is not empty is no number, nor begins like one.
	Names []string
	// Width is the number of columns. An array of one axis has one, and an array of two has two: its entries, and the
	// number of each entry's row, from 0.
	Width int
	// Shape is that of an array, and nil for other files.
	Shape []int

	path  string // which begins every error
	each  func(columns []Column, visit Visit) error
	close []io.Closer
}

// A Column is one that is to be read.
type Column struct {
	At    int    // its place in the file
	Name  string // what errors call it
	Would string // what would do instead of what cannot be read, such as "a whole number"; "" is a number, or a word
	Words bool   // it is read as words; numbers are words too, as they stand in CSV
}

// would says what would do in the column.
func (c Column) would() string {
	switch {
	case c.Would != "":
		return c.Would
	case c.Words:
		return "a word"
	}
	return "a number"
}

// A Value is what stands in a row of a column: its number, or its word.
type Value struct {
	Number float64
	Word   string
}

// A Visit is called with every row, counted from 1 without the line of names, and its values in the order of the
// columns asked for. It may not keep the slice. Its error ends the reading.
type Visit func(row int, values []Value) error

// Open opens the file at path. It is Parquet or NumPy's if it begins like one, and CSV otherwise; path may name an
// array of an archive, as in runs.npz:log_w. would says which file would do.
func Open(path, would string) (s *Sheet, err error) {
	file, member := npy.Member(path)
	f, err := os.Open(file)
	if err == nil {
		if s, err = of(f, member, would, strings.HasSuffix(path, ".parquet")); err != nil {
			_ = f.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		s.path, s.close = path, append(s.close, f)
		return s, nil
	}
	return nil, text.Unreadable(path, err, would)
}

// of tells the form of a file by its first bytes.
func of(f *os.File, member, would string, named bool) (*Sheet, error) {
	head := make([]byte, len(parquet.Magic))
	_, err := f.ReadAt(head, 0) // a pipe cannot be read at a place; it is CSV
	is := string(head)
	if err == nil && (is == parquet.Magic || is == npy.MagicZip || strings.HasPrefix(npy.Magic, is)) {
		info, err := f.Stat()
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w; %s would do", text.Pathless(err), would)
		case is == parquet.Magic:
			return Parquet(f, info.Size())
		case is != npy.MagicZip:
			return array(io.NewSectionReader(f, 0, info.Size()))
		}
		in, err := npy.OpenArchive(f, info.Size(), member)
		if err != nil {
			return nil, err
		}
		s, err := array(in)
		if err != nil {
			_ = in.Close()
			return nil, err
		}
		s.close = append(s.close, in)
		return s, nil
	}
	if named && (err == nil || err == io.EOF) {
		return nil, fmt.Errorf(`the file does not begin with "PAR1", as Parquet does; %s would do`, would)
	}
	return CSV(f, would)
}

// Close closes the file.
func (s *Sheet) Close() {
	for _, c := range s.close {
		_ = c.Close()
	}
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

// Each calls visit with every row. It can be called once. The caller has checked that the columns are in the file.
func (s *Sheet) Each(columns []Column, visit Visit) error { return s.Wrong(s.each(columns, visit)) }

// Fault is the error of a value that will not do: where it stands, what was found there, and what would do.
func (s *Sheet) Fault(row int, c Column, found string) error {
	if s.Shape != nil {
		return fmt.Errorf("%s is %s; %s would do", npy.Place(s.Shape, row-1), found, c.would())
	}
	return fmt.Errorf("row %d, column %s is %s; %s would do", row, c.Name, found, c.would())
}

// Parquet opens the size bytes of a Parquet file.
func Parquet(r io.ReaderAt, size int64) (*Sheet, error) {
	file, err := parquet.Open(r, size)
	if err != nil {
		return nil, err
	}
	s := &Sheet{Names: file.Names()}
	s.Width = len(s.Names)
	s.each = func(columns []Column, visit Visit) error {
		asked, values := make([]parquet.Column, len(columns)), make([]Value, len(columns))
		for i, c := range columns {
			asked[i] = parquet.Column{At: c.At, Name: c.Name, Kind: file.KindOf(c.At)}
			if !c.Words && asked[i].Kind == parquet.Word {
				return fmt.Errorf("column %s has words; numbers would do", c.Name)
			}
		}
		return file.Read(asked, func(row int, bits []int64) error {
			for i, b := range bits {
				switch asked[i].Kind {
				case parquet.Whole:
					values[i].Number = float64(b)
				case parquet.Real:
					values[i].Number = math.Float64frombits(uint64(b))
				default:
					values[i].Word = file.Words(i).At(int(b))
				}
				if columns[i].Words && asked[i].Kind != parquet.Word {
					values[i].Word = strconv.FormatFloat(values[i].Number, 'g', -1, 64)
				}
			}
			return visit(row, values)
		})
	}
	return s, nil
}

// array opens an array in the form of a .npy file.
func array(in io.Reader) (*Sheet, error) {
	s := &Sheet{}
	a, err := npy.Open(in, func(shape []int) error {
		if len(shape) != 1 && len(shape) != 2 {
			return fmt.Errorf("the shape is %s; one axis or two would do", npy.Tuple(shape))
		}
		s.Shape, s.Width = shape, len(shape)
		return npy.Most(mostEntries)(shape)
	})
	s.each = func(columns []Column, visit Visit) error {
		values, row := make([]Value, len(columns)), 0.0
		return a.Each(func(at int, v float64) error {
			row = float64(at / s.Shape[len(s.Shape)-1])
			for i, c := range columns {
				values[i].Number = [...]float64{v, row}[c.At]
				if c.Words {
					values[i].Word = strconv.FormatFloat(values[i].Number, 'g', -1, 64)
				}
			}
			return visit(at+1, values)
		})
	}
	return s, err
}
