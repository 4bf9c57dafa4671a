package sheets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"breadboard/grid/text"
)

// CSV opens a stream of CSV. A byte order mark, blanks around fields, CRLF and empty lines are passed over, but for an
// empty line in a file of one column. Semicolons may part the columns, as text.NewReader finds, and
// then numbers may have decimal commas. The first line has names if its first field that is not empty is no number, nor
// begins like one. would says which file would do.
func CSV(r io.Reader, would string) (*Sheet, error) {
	in := &lines{in: text.NewReader(r), would: would}
	first, err := in.next()
	if err == io.EOF {
		return nil, fmt.Errorf("no rows; %s would do", would)
	}
	if err != nil {
		return nil, err
	}
	s := &Sheet{Width: len(first), each: in.each, found: in.found}
	fields := slices.Clone(first)
	for i, field := range fields {
		fields[i] = strings.TrimSpace(field)
	}
	in.rows, in.again = 0, fields
	if at := slices.IndexFunc(fields, func(field string) bool { return field != "" }); at >= 0 &&
		text.Named(fields[at]) {
		s.Names, in.again = fields, nil
	}
	return s, nil
}

// lines are rows of CSV that are all as long as the first line. If they have one column, no empty line is
// among them: it may stand for a value that is missing, or part two chains.
type lines struct {
	in          *text.Reader
	would       string
	again       []string // the first line, if it has no names
	rows, width int      // rows are those that have been read
	line        int      // of the last of them

	// points and commas are seen in numbers, where no comma parts columns.
	points, commas bool
}

// found says what was read in place of plain CSV, as in "semicolons between numbers, commas in numbers".
func (l *lines) found() string {
	found := l.in.Parted()
	if l.commas {
		found += ", commas in numbers"
	}
	return found
}

// errMixed is the error of numbers of which some have points, and some commas: what 1,000 is, nobody can tell.
var errMixed = errors.New("points and commas")

// number reads a field as a number. Where no comma parts columns, it may have one for its point.
func (l *lines) number(field string) (float64, error) {
	if l.in.Parted() == "" {
		return text.FloatOrInf(field)
	}
	l.points = l.points || strings.Contains(field, ".")
	l.commas = l.commas || strings.Contains(field, ",")
	if l.points && l.commas {
		return 0, errMixed
	}
	return text.FloatOrInf(strings.Replace(field, ",", ".", 1))
}

// fault is the error of a field that is no number.
func (l *lines) fault(c Column, field string, err error) error {
	found := text.Quote(field)
	if err == errMixed {
		found += ", and numbers have points and commas"
		c.Would = "one of them in all numbers"
	}
	return (&Sheet{}).Fault(l.rows, c, found)
}

// each calls visit with every row.
func (l *lines) each(columns []Column, visit Visit) error {
	values := make([]Value, len(columns))
	for {
		fields, err := l.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for i, c := range columns {
			field := strings.TrimSpace(fields[c.At])
			if c.Words && (field != "" || c.Blank) {
				values[i].Word = field
			} else if values[i].Number, err = l.number(field); err != nil {
				return l.fault(c, fields[c.At], err)
			}
		}
		if err := visit(l.rows, values); err != nil {
			return err
		}
	}
}

// next returns the fields of the next row. The error is io.EOF, or says what is wrong with the row.
func (l *lines) next() ([]string, error) {
	if again := l.again; again != nil {
		l.rows, l.again = 1, nil
		return again, nil
	}
	fields, err := l.in.Read()
	if err == io.EOF {
		return nil, err
	}
	l.rows++
	if err != nil {
		return nil, text.Broken(err, l.rows, len(fields)+1, l.would)
	}
	if l.width == 0 {
		l.width, l.line = len(fields), l.in.Line()-1
	}
	before := l.line
	l.line = l.in.Line()
	switch would := "rows of one length"; {
	case l.width == 1 && l.line > before+1:
		return nil, fmt.Errorf("an empty line before row %d; a number in every line would do", l.rows)
	case len(fields) == l.width:
		return fields, nil
	case l.rows == 1 && len(fields) == l.width+1: // as write.table of R does
		would = "a name for the first column too, or none of the rows' names, or points in numbers,"
		fallthrough
	default:
		return nil, fmt.Errorf("row %d has %s, and the first line has %d; %s would do", l.rows,
			text.Count(len(fields), "column"), l.width, would)
	}
}
