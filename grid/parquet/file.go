package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"breadboard/grid/text"
)

// Magic begins and ends every Parquet file.
const Magic = "PAR1"

// mostFooter is the length of the longest description that is read.
const mostFooter = 16 << 20

// A File is a Parquet file, of which the description has been read.
type File struct {
	in     io.ReaderAt
	end    int64 // the place where the description begins and the columns end
	footer *footer
	codecs codecs
}

// Open reads the description of a file of size bytes.
func Open(r io.ReaderAt, size int64) (*File, error) {
	const least = 12 // both magic words, and the length of the description
	if size < least {
		return nil, fmt.Errorf("%d bytes; a whole Parquet file would do", size)
	}
	var last [8]byte
	if n, err := r.ReadAt(last[:], size-8); n < len(last) {
		return nil, unread(err)
	}
	n := int64(binary.LittleEndian.Uint32(last[:]))
	switch {
	case string(last[4:]) != Magic || n > size-least:
		return nil, errors.New("it does not end as Parquet does; a whole Parquet file would do")
	case n > mostFooter:
		return nil, fmt.Errorf("a description of %d MiB; one of up to %d MiB would do", n>>20, mostFooter>>20)
	}
	data, end := make([]byte, n), size-8-n
	if n, err := r.ReadAt(data, end); n < len(data) {
		return nil, unread(err)
	}
	f, err := parseFooter(data)
	if err != nil {
		return nil, fmt.Errorf("its description: %w; a whole Parquet file would do", err)
	}
	return &File{in: r, end: end, footer: f}, nil
}

// unread is the error of bytes that cannot be read.
func unread(err error) error { return fmt.Errorf("%w; a whole file would do", text.Pathless(err)) }

// Names returns the names of the columns. Columns in a group have their own names alone.
func (f *File) Names() []string {
	names := make([]string, len(f.footer.leaves))
	for i, l := range f.footer.leaves {
		names[i] = l.name
	}
	return names
}

// A Column is one that is to be read.
type Column struct {
	At   int    // its place in Names
	Name string // what errors call it
}

// Read calls visit with every row of the file, counted from 1: the numbers of these columns, of which
// none is named twice. An error of visit ends the reading.
func (f *File) Read(columns []Column, visit func(row int, numbers []int64) error) error {
	if err := f.check(columns); err != nil {
		return err
	}
	all := make([]pages, len(columns))
	for i, c := range columns {
		all[i] = pages{file: f, leaf: f.footer.leaves[c.At], most: mostBytes / len(columns)}
	}
	rows := 0
	for _, g := range f.footer.groups {
		for i, c := range columns {
			all[i].open(f.footer.chunks[g.chunks+c.At])
		}
		if err := readGroup(columns, all, rows, int(g.rows), visit); err != nil {
			return err
		}
		rows += int(g.rows)
	}
	return nil
}

// batch is the number of rows that are decoded at once.
const batch = 1024

// readGroup reads the rows of one group, after so many before it.
func readGroup(columns []Column, all []pages, before, rows int, visit func(row int, numbers []int64) error) error {
	values := make([][]int64, len(all))
	for i := range values {
		values[i] = make([]int64, min(batch, rows))
	}
	numbers := make([]int64, len(all))
	for at := 0; at < rows; at += batch {
		n := min(batch, rows-at)
		for i := range all {
			switch done, err := all[i].read(values[i][:n]); {
			case errors.Is(err, errNull):
				return fmt.Errorf("row %d, column %s is null; a whole number would do", before+at+done+1, columns[i].Name)
			case err != nil:
				return fmt.Errorf("column %s, after row %d: %w", columns[i].Name, before+at+done, err)
			}
		}
		for k := range n {
			for i := range values {
				numbers[i] = values[i][k]
			}
			if err := visit(before+at+k+1, numbers); err != nil {
				return err
			}
		}
	}
	return nil
}
