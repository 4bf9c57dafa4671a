package sheets

import (
	"bytes"
	"io"
	"strings"
)

// fewRows is so few rows, or names, that their room need not be asked for: some megabytes, which every program has.
const fewRows = 1 << 16

// A Room is asked whether there is room for so many rows, before they are read, or for so many names, before they are
// kept. Its error ends the reading.
type Room func(count int) error

// Rows returns the most rows that the file can have, before one of them is read: arrays say their number, and the
// lines of CSV are counted. It is not known of what can be read but once, such as a pipe.
func (s *Sheet) Rows() (most int, known bool) {
	if s.rows == nil {
		return 0, false
	}
	return s.rows()
}

// EachWithin is Each for a caller that keeps something of every row. It asks for the room of all rows before the first,
// where their number is known, and otherwise for that of a quarter more whenever there are more than it asked for, as
// lists grow.
func (s *Sheet) EachWithin(room Room, columns []Column, visit Visit) error {
	most, known := s.Rows()
	if known {
		if err := room(most); err != nil {
			return s.Wrong(err)
		}
		return s.Each(columns, s.telling(most, visit))
	}
	grown := growth{room: room}
	return s.Each(columns, func(row int, values []Value) error {
		if err := grown.to(row); err != nil {
			return err
		}
		return visit(row, values)
	})
}

// telling is a visit that tells how many of all rows were read.
func (s *Sheet) telling(all int, visit Visit) Visit {
	if s.tell == nil {
		return visit
	}
	return func(row int, values []Value) error {
		if row%fewRows == 0 {
			s.tell(row, all)
		}
		return visit(row, values)
	}
}

// growth asks for room for a quarter more whenever there are more than it asked for.
type growth struct {
	room  Room
	asked int
}

// to makes room for so many.
func (g *growth) to(count int) error {
	if count <= max(g.asked, fewRows) {
		return nil
	}
	g.asked = count + count/4
	return g.room(g.asked)
}

// Names numbers names from 0, in the order in which they come.
type Names struct {
	All []string // by their numbers

	numbers map[string]int
	grown   growth
}

// NamesWithin are none yet, and ask for room as they grow.
func NamesWithin(room Room) *Names {
	return &Names{numbers: map[string]int{}, grown: growth{room: room}}
}

// Number returns the number of a name. It keeps a copy of a new one: a word is a part of its whole row.
func (n *Names) Number(name string) (int, error) {
	number, known := n.numbers[name]
	if known {
		return number, nil
	}
	if err := n.grown.to(len(n.All) + 1); err != nil {
		return 0, err
	}
	number, name = len(n.All), strings.Clone(name)
	n.All = append(n.All, name)
	n.numbers[name] = number
	return number, nil
}

// entriesOf is the number of entries of an array.
func entriesOf(shape []int) int {
	entries := 1
	for _, length := range shape {
		entries *= length
	}
	return entries
}

// linesOf counts the lines of a file of this size: no row has less than one. A file of no size, such as a pipe, cannot
// be read twice, and nothing is known of it. Nor is more read than a reader of CSV would read.
func linesOf(f io.ReaderAt, size int64) (lines int, known bool) {
	if size == 0 {
		return 0, false
	}
	const block = 64 << 10
	in := io.NewSectionReader(f, 0, min(size, maxBytes))
	buffer := make([]byte, block)
	for {
		n, err := in.Read(buffer)
		lines += bytes.Count(buffer[:n], []byte{'\n'})
		if err != nil {
			return lines + 1, err == io.EOF
		}
	}
}
