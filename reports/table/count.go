package table

import (
	"bufio"
	"errors"
	"io"
)

// CountCSV counts the rows of a table in CSV below its head. A line break between quotes ends no
// row. It keeps no row in memory, however long it is.
func CountCSV(r io.Reader) (rows int, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	quoted, empty := false, true // an empty line is no row
	for {
		c, err := in.ReadByte()
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		switch {
		case err != nil || c == '\n' && !quoted:
			if !empty {
				rows++
			}
			empty = true
		case c == '\r':
		default:
			empty = false
			if c == '"' {
				quoted = !quoted
			}
		}
		if err != nil {
			return max(0, rows-1), nil
		}
	}
}
