package parquet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/text"
)

// Logical types, by their fields in the union LogicalType of the format.
const (
	logicalDecimal   = 5
	logicalDate      = 6
	logicalTime      = 7
	logicalTimestamp = 8
	logicalInteger   = 10
	logicalOther     = 99 // none of them
)

// logicalNames are the logical types that are stored as whole numbers and mean something else.
var logicalNames = map[int]string{logicalDecimal: "DECIMAL", logicalDate: "DATE", logicalTime: "TIME",
	logicalTimestamp: "TIMESTAMP"}

// check returns what is wrong with the columns, as the description has them.
func (f *File) check(columns []Column) error {
	for _, c := range columns {
		if err := f.footer.leaves[c.At].check(c.Name); err != nil {
			return err
		}
	}
	return cmp.Or(f.checkPlaces(columns), f.checkRows())
}

// checkRows returns an error if the groups together have another number of rows than the file says.
func (f *File) checkRows() error {
	rows := int64(0)
	for _, g := range f.footer.groups {
		rows += g.rows
	}
	if claimed := f.footer.rows; claimed >= 0 && claimed != rows {
		return fmt.Errorf("it says that it has %d rows, and its groups have %d; a whole file would do", claimed, rows)
	}
	return nil
}

// checkTwice returns an error if a chunk's own description has another name or type than its column in the schema:
// whose numbers these are, nobody knows.
func (l leaf) checkTwice(c chunk) error {
	if c.of >= 0 && c.of != l.of {
		return fmt.Errorf("its numbers are of %v, and those of the column of %v; one type would do", c.of, l.of)
	}
	var names []string
	if t := (&thrift{data: c.path}); c.path != nil {
		for range t.items() {
			names = append(names, string(t.bytes(t.length())))
		}
	}
	want := []string{l.name}
	for up := l.up; up != nil; up = up.up {
		want = append(want, up.name)
	}
	slices.Reverse(want)
	if c.path != nil && !slices.Equal(names, want) {
		return fmt.Errorf("it is called %s there, and %s in the schema; one name would do",
			text.Quote(strings.Join(names, ".")), text.Quote(strings.Join(want, ".")))
	}
	return nil
}

// check returns an error if the column is not of whole numbers, one a row.
func (l leaf) check(name string) error {
	const would = "whole numbers of 32 or 64 bits would do"
	switch {
	case l.repeated:
		return fmt.Errorf("column %s has lists in it; one number a row would do", name)
	case l.of < format.Boolean || l.of > format.FixedLenByteArray:
		return fmt.Errorf("column %s is of no known type; %s", name, would)
	case l.of != format.Int32 && l.of != format.Int64:
		return fmt.Errorf("column %s is of %v; %s", name, l.of, would)
	case l.annotation != 0 && l.annotation != logicalInteger:
		is, ok := logicalNames[l.annotation]
		if !ok {
			is = "another type that is stored as numbers"
		}
		return fmt.Errorf("column %s is of %s; %s", name, is, would)
	}
	return nil
}

// checkPlaces returns an error if a chunk is not wholly before the description, or if two share bytes:
// a file of two thousand groups with one chunk would take two thousand times the time.
func (f *File) checkPlaces(columns []Column) error {
	var all []chunk
	for i, g := range f.footer.groups {
		for _, col := range columns {
			c := f.footer.chunks[g.chunks+col.At]
			var is error
			switch start := c.start(); {
			case c.elsewhere:
				is = errors.New("its pages are in another file; a single file would do")
			case start < int64(len(Magic)) || c.size > f.end || start > f.end-c.size:
				is = fmt.Errorf("%d bytes at %d are not in the file; a whole file would do", c.size, start)
			case c.rows != g.rows:
				is = fmt.Errorf("it has %d rows, and the group %d; a whole file would do", c.rows, g.rows)
			}
			is = cmp.Or(is, checkCodec(c.codec), f.footer.leaves[col.At].checkTwice(c))
			if is != nil {
				return fmt.Errorf("column %s, group %d of rows: %w", col.Name, i+1, is)
			}
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b chunk) int { return cmp.Compare(a.start(), b.start()) })
	for i := 1; i < len(all); i++ {
		if before := all[i-1]; before.start()+before.size > all[i].start() {
			return fmt.Errorf("two columns share the bytes at %d; a file that has each once would do", all[i].start())
		}
	}
	return nil
}
