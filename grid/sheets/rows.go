package sheets

import (
	"bytes"
	"io"
	"strings"
)

// tellEvery is how many rows are read between two words of how far the reading is.
const tellEvery = 1 << 16

// telling is a visit that tells how many of all rows were read.
func (s *Sheet) telling(all int, visit Visit) Visit {
	return func(row int, values []Value) error {
		if row%tellEvery == 0 {
			s.tell(row, all)
		}
		return visit(row, values)
	}
}

// Names numbers names from 0, in the order in which they come.
type Names struct {
	All []string // by their numbers

	numbers map[string]int
}

// NewNames are none yet.
func NewNames() *Names { return &Names{numbers: map[string]int{}} }

// Number returns the number of a name. It keeps a copy of a new one: a word is a part of its whole row.
func (n *Names) Number(name string) int {
	number, known := n.numbers[name]
	if known {
		return number
	}
	number, name = len(n.All), strings.Clone(name)
	n.All = append(n.All, name)
	n.numbers[name] = number
	return number
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
// be read twice, and nothing is known of it.
func linesOf(f io.ReaderAt, size int64) (lines int, known bool) {
	if size == 0 {
		return 0, false
	}
	const block = 64 << 10
	in := io.NewSectionReader(f, 0, size)
	buffer := make([]byte, block)
	for {
		n, err := in.Read(buffer)
		lines += bytes.Count(buffer[:n], []byte{'\n'})
		if err != nil {
			return lines + 1, err == io.EOF
		}
	}
}
