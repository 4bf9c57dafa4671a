package text

import (
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Trim removes the meaningless parts around the lines of a file: a byte order mark before, and blanks and empty lines
// behind.
func Trim(data string) string {
	return strings.TrimRight(strings.TrimPrefix(data, "\ufeff"), " \t\r\n")
}

// A Table is the content of a CSV file. Rows may differ in length.
type Table struct {
	Names []string   // of the columns; nil if row 1 has none, or no row is below it
	Rows  [][]string // below the names: fields without the blanks around them; numbers have points
	Hash  bool       // row 1 began with #, as NumPy writes names or a comment
	Empty int        // the first empty line before a row; 0 if there is none
	Found string     // what is there in place of plain CSV, as "semicolons between columns"; "" if nothing is
}

// ReadTable reads CSV. Semicolons or tabs may separate columns in place of commas, and then numbers may have decimal
// commas; so may blanks, any number of them. It skips a byte order mark, lines that begin with #, blanks around fields,
// CRLF and blank lines at the end. Of lines that begin with # above numbers the last is row 1, unless there is nothing
// behind its #. A first column without a name that counts the rows, as pandas and R write it, is left out; the names
// beside it may be numbers, which pandas gives to columns without others.
func ReadTable(data string) (t Table, err error) {
	if strings.HasPrefix(data, "PK\x03\x04") {
		return t, errors.New("an archive, as .npz and .xlsx are; use one array of it, as .npy or CSV")
	}
	data = Trim(data)
	comments, rows := cutComments(data)
	if first, _, _ := strings.Cut(rows, "\n"); comments != "" && !Named(fieldsOf(first)) {
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
	in.Comma = t.separator(data)
	in.TrimLeadingSpace = in.Comma != '\t' // a tab is a space, and two of them have an empty field between
	t.Rows, err = in.ReadAll()
	var at *csv.ParseError
	if errors.As(err, &at) {
		return t, fmt.Errorf("line %d: %w; use numbers separated by commas", at.Line, at.Err)
	}
	for i, row := range t.Rows {
		for j, field := range row {
			row[j] = strings.TrimSpace(field)
		}
		if last := len(row) - 1; in.Comma == ' ' && last > 0 && row[last] == "" { // blanks at the end of a line
			t.Rows[i] = row[:last]
		}
	}
	if data != "" {
		blank := func(line string) bool { return strings.TrimSpace(line) == "" }
		t.Empty = 1 + slices.IndexFunc(strings.Split(data, "\n"), blank)
	}
	if between := signs[in.Comma]; between != "" {
		t.Found = between + " between columns"
	}
	if in.Comma == ';' || in.Comma == '\t' {
		err = t.usePoints()
	}
	t.takeNames()
	return t, err
}

// takeNames takes row 1 for the names of the columns if it has some, and leaves out a column of the rows' numbers.
func (t *Table) takeNames() {
	if len(t.Rows) < 2 {
		return
	}
	first, below := t.Rows[0], t.Rows[1:]
	unnamed := len(first) > 1 && first[0] == ""
	if !Named(first) && !(unnamed && counting("", first[1:])) {
		return
	}
	t.Names, t.Rows = first, below
	var numbers []string
	for _, row := range below {
		numbers = append(numbers, row[0])
	}
	if unnamed && counting("", numbers) {
		t.Names = first[1:]
		for i, row := range below {
			t.Rows[i] = row[1:]
		}
	}
}

// Counted reports whether names count the columns, as V1, V2 and V3: they say nothing of what is in them.
func Counted(names []string) bool {
	return len(names) > 0 && counting(strings.TrimRight(names[0], "0123456789"), names)
}

// counting reports whether words count from 0 or from 1, each behind this stem, as V1, V2 and V3.
func counting(stem string, words []string) bool {
	first, err := strconv.Atoi(strings.TrimPrefix(words[0], stem))
	for i, word := range words {
		if word != stem+strconv.Itoa(first+i) {
			return false
		}
	}
	return err == nil && (first == 0 || first == 1)
}

// signs holds the names of the signs that separate columns in place of commas.
var signs = map[rune]string{';': "semicolons", '\t': "tabs", ' ': "blanks"}

// cutComments returns the lines that begin with # above the others, and the others.
func cutComments(data string) (comments, rows string) {
	rows = data
	for strings.HasPrefix(rows, "#") {
		_, rows, _ = strings.Cut(rows, "\n")
	}
	return data[:len(data)-len(rows)], rows
}

// fieldsOf returns the fields of a line alone, which may be cut at a sign that is in a name.
func fieldsOf(line string) []string {
	fields := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == '\t' })
	if len(fields) == 1 {
		return strings.Fields(line)
	}
	return fields
}

// FirstRow returns the names of a table and the row below, by its first two lines below comments. Both are nil if these
// are no table.
func FirstRow(data string) (names, row []string) {
	comments, rows := cutComments(Trim(data))
	first, rest, _ := strings.Cut(rows, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	t, err := ReadTable(comments + first + "\n" + second)
	if err != nil || len(t.Rows) == 0 {
		return nil, nil
	}
	return t.Names, t.Rows[0]
}

// checkTable returns an error if there are too many rows. A row has its text three times, a string for each field, and
// what its reader makes of it.
func checkTable(data string) error {
	const aRow, aField, aByte = 120, 16, 3
	rows := strings.Count(data, "\n") + 1
	fields := rows + strings.Count(data, ",") + strings.Count(data, ";") + strings.Count(data, "\t")
	if fields == rows {
		fields += strings.Count(data, " ")
	}
	perRow := aRow + float64(aField*fields+aByte*len(data))/float64(rows)
	return CheckMemory(rows, "rows", func(n float64) float64 { return n * perRow })
}

// quoted matches text in quotes, where no sign separates.
var quoted = regexp.MustCompile(`"[^"]*"`)

// separator returns the sign that separates the columns: the first of a semicolon, a tab, a comma and a blank that is
// in the first two lines, or in the second below a comment. In a table of one line a comma goes before a semicolon. A
// tab beside a comma is a blank.
func (t Table) separator(data string) rune {
	_, rows := cutComments(strings.TrimLeft(data, "\r\n"))
	first, body, _ := strings.Cut(rows, "\n")
	_, body = cutComments(body)
	second, _, _ := strings.Cut(body, "\n")
	first = bare(first)
	second = bare(second)
	order := ";\t, "
	if body == "" {
		second = first
		order = "\t,; "
	}
	for _, sign := range order {
		if strings.ContainsRune(second, sign) && (t.Hash || strings.ContainsRune(first, sign)) {
			return sign
		}
	}
	return ','
}

// bare returns a line with nothing in its quotes, and without blanks at its ends and beside commas.
func bare(line string) string {
	return aroundComma.ReplaceAllString(strings.TrimSpace(quoted.ReplaceAllString(line, `""`)), ",")
}

// aroundComma matches a comma and the blanks beside it.
var aroundComma = regexp.MustCompile(`\s*,\s*`)

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
