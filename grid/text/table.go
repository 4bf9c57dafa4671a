package text

import (
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Trim removes the meaningless parts around the lines of a file: a byte order mark before, and blanks and empty lines
// behind.
func Trim(data string) string {
	return strings.TrimRight(strings.TrimPrefix(data, "\ufeff"), " \t\r\n")
}

// A Table is the content of a CSV file. Rows may differ in length.
type Table struct {
	Rows  [][]string // fields without the blanks around them; numbers have points
	Hash  bool       // row 1 began with #, as NumPy writes names or a comment
	Empty int        // the first empty line before a row; 0 if there is none
	Found string     // what is there in place of plain CSV, as "semicolons between columns"; "" if nothing is
}

// ReadTable reads CSV. Semicolons may separate columns in place of commas, and then numbers may have decimal commas. It
// skips a byte order mark, lines that begin with #, blanks around fields, CRLF and blank lines at the end. Of lines
// that begin with # above numbers the last is row 1, unless there is nothing behind its #.
func ReadTable(data string) (t Table, err error) {
	data = Trim(data)
	comments, rows := cutComments(data)
	if first, _, _ := strings.Cut(rows, "\n"); comments != "" && !Named(strings.FieldsFunc(first, separates)) {
		last := 1 + strings.LastIndexByte(strings.TrimSuffix(comments, "\n"), '\n')
		named := strings.TrimLeft(data[last:], "# \t")
		if line, _, _ := strings.Cut(named, "\n"); strings.TrimSpace(line) != "" {
			t.Hash = true
			data = comments[:last] + named
		}
	}
	if err := checkTable(data); err != nil {
		return t, err
	}
	in := csv.NewReader(strings.NewReader(data))
	in.Comment = '#'
	in.FieldsPerRecord = -1
	in.TrimLeadingSpace = true
	if t.semicolons(data) {
		in.Comma = ';'
	}
	t.Rows, err = in.ReadAll()
	var at *csv.ParseError
	if errors.As(err, &at) {
		return t, fmt.Errorf("line %d: %w; use numbers separated by commas", at.Line, at.Err)
	}
	for _, row := range t.Rows {
		for j, field := range row {
			row[j] = strings.TrimSpace(field)
		}
	}
	if data != "" {
		blank := func(line string) bool { return strings.TrimSpace(line) == "" }
		t.Empty = 1 + slices.IndexFunc(strings.Split(data, "\n"), blank)
	}
	if in.Comma == ';' {
		t.Found = "semicolons between columns"
		err = t.usePoints()
	}
	return t, err
}

// cutComments returns the lines that begin with # above the others, and the others.
func cutComments(data string) (comments, rows string) {
	rows = data
	for strings.HasPrefix(rows, "#") {
		_, rows, _ = strings.Cut(rows, "\n")
	}
	return data[:len(data)-len(rows)], rows
}

// separates reports whether a sign separates columns.
func separates(r rune) bool { return r == ',' || r == ';' }

// checkTable returns an error if there are too many rows. A row has its text three times, a string for each field, and
// what its reader makes of it.
func checkTable(data string) error {
	const aRow, aField, aByte = 120, 16, 3
	rows := strings.Count(data, "\n") + 1
	fields := rows + strings.Count(data, ",") + strings.Count(data, ";")
	perRow := aRow + float64(aField*fields+aByte*len(data))/float64(rows)
	return CheckMemory(rows, "rows", func(n float64) float64 { return n * perRow })
}

// quoted matches text in quotes, where a semicolon separates nothing.
var quoted = regexp.MustCompile(`"[^"]*"`)

// semicolons reports whether semicolons separate the columns: the first two lines have some, or the second below a
// comment. In a table of one line they do if there are no commas, which could do it too.
func (t Table) semicolons(data string) bool {
	_, rows := cutComments(strings.TrimLeft(data, "\r\n"))
	first, body, _ := strings.Cut(rows, "\n")
	_, body = cutComments(body)
	second, _, _ := strings.Cut(body, "\n")
	has := func(line, sign string) bool { return strings.Contains(quoted.ReplaceAllString(line, ""), sign) }
	if body == "" {
		return has(first, ";") && !has(first, ",")
	}
	return has(second, ";") && (t.Hash || has(first, ";"))
}

// A number with a decimal comma, or with a point.
var (
	withComma = regexp.MustCompile(`^[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?$`)
	withPoint = regexp.MustCompile(`^[+-]?[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?$`)
)

// usePoints puts points in place of decimal commas. It returns an error if some numbers have points and some commas:
// then 1,000 has two meanings.
func (t *Table) usePoints() error {
	commas := false
	point := ""
	for i, row := range t.Rows {
		for j, field := range row {
			switch {
			case withComma.MatchString(field):
				commas = true
				row[j] = strings.Replace(field, ",", ".", 1)
			case point == "" && withPoint.MatchString(field):
				point = fmt.Sprintf("line %d, column %d is %s", i+1, j+1, Quote(field))
			}
		}
	}
	if commas {
		t.Found += " and commas in numbers"
	}
	if !commas || point == "" {
		return nil
	}
	return fmt.Errorf("%s, and numbers have points and commas; use one of them in all numbers", point)
}

// Named reports whether a row has names: some field is not empty, and no field is a number or begins like one, as 1_000
// does.
func Named(row []string) bool {
	some := false
	for _, s := range row {
		if s == "" {
			continue
		}
		some = true
		if _, err := FloatOrInf(s); err == nil || strings.Trim(s[:1], "+-.0123456789") == "" {
			return false
		}
	}
	return some
}
