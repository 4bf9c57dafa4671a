package text

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// mark is the byte order mark that some programs put first into a file.
const mark = "\ufeff"

// Trim removes the parts around the lines of a file that mean nothing: a byte order
// mark before, and blanks and empty lines behind.
func Trim(data []byte) []byte {
	return bytes.TrimRight(bytes.TrimPrefix(data, []byte(mark)), " \t\r\n")
}

// Rows yields the rows of CSV, each as its fields without the blanks around them, or
// the error that ends the reading. The slice of fields is used again for the next
// row. Rows may differ in length.
//
// encoding/csv skips empty lines. In a matrix an empty line is a fault, since every row
// after it would be counted one too low: the error says which row is empty. unit says
// what a row stands for, as in "row 3 is empty; one row of the grid a line would do".
func Rows(data []byte, unit string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		in := NewReader(bytes.NewReader(data))
		for row := 1; ; row++ {
			fields, err := in.Read()
			if err == io.EOF {
				return
			}
			if err == nil {
				if line, _ := in.FieldPos(0); line != row {
					err = fmt.Errorf("row %d is empty; one row of the %s a line would do", row, unit)
				}
			} else {
				err = Broken(err, row, len(fields)+1)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for i, s := range fields {
				fields[i] = strings.TrimSpace(s)
			}
			if !yield(fields, nil) {
				return
			}
		}
	}
}

// NewReader reads CSV from r, passing over a byte order mark and blanks before fields.
// Rows may differ in length; the slice that Read returns is used again for the next.
func NewReader(r io.Reader) *csv.Reader {
	from := bufio.NewReader(r)
	if head, _ := from.Peek(len(mark)); string(head) == mark {
		_, _ = from.Discard(len(mark))
	}
	in := csv.NewReader(from)
	in.FieldsPerRecord, in.TrimLeadingSpace, in.ReuseRecord = -1, true, true
	return in
}

// Broken is the error of a row that is not CSV, such as one with an open quote. row and
// column count from 1. Any other error is returned unchanged.
func Broken(err error, row, column int) error {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return err
	}
	return fmt.Errorf("row %d, column %d: %w; numbers separated by commas would do", row, column, at.Err)
}
