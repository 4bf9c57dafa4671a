package text

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"
)

// mark is the byte order mark that some programs put first into a file.
const mark = "\ufeff"

// Trim removes the parts around the lines of a file that mean nothing: a byte order
// mark before, and blanks and empty lines behind.
func Trim(data string) string {
	return strings.TrimRight(strings.TrimPrefix(data, mark), " \t\r\n")
}

// semicolons is what is told of a table whose numbers are parted by them.
const semicolons = "semicolons between numbers"

// decimal matches a number with a decimal comma.
var decimal = regexp.MustCompile(`[0-9],[0-9]+`)

// Named reports whether a field is a name: not empty, no number, and not begun like one, as 1_000 is.
func Named(s string) bool {
	_, err := FloatOrInf(s)
	return err != nil && strings.Trim(s[:min(1, len(s))], "+-.0123456789") != ""
}

// named reports whether all fields of a row are names.
func (r Row) named() bool {
	for _, s := range r.Fields() {
		if !Named(s) {
			return false
		}
	}
	return true
}

// Plain turns a table of numbers into CSV: commas between numbers, points in them and no names above. found says what
// was there, as in "semicolons between numbers"; it is "" if the table was plain, or if it is not certain what it is,
// and then it stays as it is. Names are a first row of several that has no number and one name for each column, or
// begins with #.
func Plain(data string) (plain, found string) {
	_, body, more := strings.Cut(data, "\n")
	first, second := firstRows(data)
	sign := separatorOf(second)
	turn := func(s string) string {
		if sign == ";" {
			s = strings.ReplaceAll(s, ",", ".")
		}
		return strings.ReplaceAll(s, sign, ",")
	}
	a := Row(turn(first))
	b := Row(turn(second))
	above := a.named() && !b.named() && a.Len() == b.Len()
	names := more && (above || strings.HasPrefix(first, "#"))
	if !names {
		body = data
	}
	commas := sign == ";" && strings.Contains(body, ",")
	// Commas are in numbers for certain if there are several rows, no points, and digits around every comma.
	unclear := commas && (!more || strings.Contains(body, ".") ||
		strings.Contains(decimal.ReplaceAllString(body, ""), ","))
	if isPlain := sign == "," && !names; isPlain || unclear {
		return data, ""
	}
	var signs []string
	if sign == ";" {
		signs = append(signs, semicolons)
	}
	if commas {
		signs = append(signs, "commas in numbers")
	}
	if names {
		signs = append(signs, "names in row 1")
	}
	return turn(body), strings.Join(signs, ", ")
}

// Misnamed counts the names in row 1 of a table and the columns of row 2, if they differ: write.table of R writes
// names of rows, and no name above them. They are 0 and 0 in other tables, and below a comment that begins with #.
func Misnamed(data string) (names, columns int) {
	first, second := firstRows(data)
	sign := separatorOf(second)
	above := fieldsBetween(first, sign)
	below := fieldsBetween(second, sign)
	if strings.HasPrefix(first, "#") || !above.named() || below.named() || above.Len() == below.Len() {
		return 0, 0
	}
	return above.Len(), below.Len()
}

// firstRows are rows 1 and 2 of a table, or as much of them as shows what they are. Row 2 of a table of one is row 1.
func firstRows(data string) (first, second string) {
	const enough = 1 << 16 // a file may be a single line of many megabytes
	first, body, more := strings.Cut(data, "\n")
	second, _, _ = strings.Cut(body, "\n")
	if !more {
		second = data
	}
	return first[:min(len(first), enough)], second[:min(len(second), enough)]
}

// separatorOf is what parts the numbers of a row: semicolons, or else commas.
func separatorOf(row string) string {
	if strings.Contains(row, ";") {
		return ";"
	}
	return ","
}

// fieldsBetween is a line whose fields are parted by sign, as a row. Decimal commas become points.
func fieldsBetween(line, sign string) Row {
	line = strings.TrimSpace(line)
	if sign != "," {
		line = strings.ReplaceAll(line, ",", ".")
	}
	return Row(strings.ReplaceAll(line, sign, ","))
}

// A Row is a line of numbers, separated by commas. It has not been cut into its fields: a file may be one
// line of ten million commas.
type Row string

// Len is the number of fields.
func (r Row) Len() int { return 1 + strings.Count(string(r), ",") }

// Fields yields the fields, which count from 0, without the blanks and the quotes around them. No number has a
// comma or a quote in it, so a comma separates fields in quotes too.
func (r Row) Fields() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		i := 0
		for field := range strings.SplitSeq(string(r), ",") {
			field = strings.TrimSpace(field)
			if n := len(field); n >= 2 && field[0] == '"' && field[n-1] == '"' {
				field = strings.TrimSpace(field[1 : n-1])
			}
			if !yield(i, field) {
				return
			}
			i++
		}
	}
}

// Rows yields the rows of CSV that has numbers alone, or the error that ends the reading. Rows may differ
// in length.
//
// In a matrix an empty line is a fault, since every row after it would be counted one too low: the error says
// which row is empty. unit says what a row stands for, as in "row 3 is empty; one row of the grid a line would do".
func Rows(data, unit string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		row := 0
		if _, found := Plain(data); found != "" {
			yield("", fmt.Errorf("the file has %s; commas between numbers, points in them and one row of the %s a "+
				"line would do", found, unit))
			return
		}
		for line := range strings.Lines(data) {
			row++
			if line = strings.TrimSpace(line); line == "" {
				yield("", fmt.Errorf("row %d is empty; one row of the %s a line would do", row, unit))
				return
			}
			if !yield(Row(line), nil) {
				return
			}
		}
	}
}

// A Reader reads CSV of any kind from a stream, which it does not keep.
type Reader struct {
	rows  *csv.Reader
	wrong error // of the first bytes
}

// NewReader reads CSV from r, passing over a byte order mark, a # before the names, as NumPy writes it, and blanks
// before fields. Semicolons may stand between columns in place of commas: the first two lines tell. Rows may differ in
// length.
func NewReader(r io.Reader) *Reader {
	from := bufio.NewReaderSize(r, peeked)
	head, err := from.Peek(len(mark))
	if err == io.EOF { // fewer bytes than a mark has
		err = nil
	}
	if err != nil {
		return &Reader{csv.NewReader(from), err}
	}
	if string(head) == mark {
		_, _ = from.Discard(len(mark))
	}
	head, _ = from.Peek(peeked) // what is wrong with later bytes is found when they are read
	if bytes.HasPrefix(head, []byte("#")) {
		names := bytes.TrimLeft(head, "# \t")
		_, _ = from.Discard(len(head) - len(names))
		head = names
	}
	in := csv.NewReader(from)
	if hasSemicolons(head) {
		in.Comma = ';'
	}
	in.FieldsPerRecord = -1
	in.TrimLeadingSpace = true
	in.ReuseRecord = true
	return &Reader{in, nil}
}

// Parted says what stands between columns, as in "semicolons between numbers"; it is "" if commas do.
func (r *Reader) Parted() string {
	if r.rows.Comma == ';' {
		return semicolons
	}
	return ""
}

// Read returns the fields of the next row. It uses their slice again for the row after it.
func (r *Reader) Read() ([]string, error) {
	if r.wrong != nil {
		return nil, r.wrong
	}
	return r.rows.Read()
}

// Line is the line, from 1, on which the row begins that was read last. Empty lines count too, but are no rows.
func (r *Reader) Line() int {
	line, _ := r.rows.FieldPos(0)
	return line
}

// Broken is the error of a row that cannot be read: it is not CSV, or the stream fails. row and column count
// from 1; would says which file would do.
func Broken(err error, row, column int, would string) error {
	var at *csv.ParseError
	if errors.As(err, &at) {
		return fmt.Errorf("row %d, column %d: %w; numbers separated by commas would do", row, column, at.Err)
	}
	return fmt.Errorf("%w; %s would do", Pathless(err), would)
}

// Counts reports whether the fields of a line, two at least, are 0, 1, 2 and so on: the names that pandas gives to
// columns without names.
func Counts(fields iter.Seq2[int, string]) bool {
	n := 0
	for i, s := range fields {
		n++
		if strings.TrimSpace(s) != strconv.Itoa(i) {
			return false
		}
	}
	return n >= 2
}
