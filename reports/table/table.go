// Package table holds rows and writes them (table.go): for people as text or Markdown, for papers in LaTeX, for
// software as CSV, JSON or JSON lines. It knows nothing of annealing.
//
// One Table serves every format. Its cells are Go values, and each format writes them in its own way (cell.go):
//
//	value        people    CSV          JSON
//	1.0847221    1.0847    1.0847221    1.0847221    five digits; the fewest that read back the same
//	+Inf         inf       inf          null         JSON has no word for it
//	NaN                                 null         a number that does not exist
//	nil                                 null
//	{"a", "b"}   a; b      a; b         ["a","b"]
//
// For people github.com/olekukonko/tablewriter draws (text.go). Lines are broken, and tables that are wider than the
// terminal are split, in this package: tablewriter gives each column an equal share, and splits no table.
package table

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A Format is a way to print a table.
type Format string

// Plain, Markdown and LaTeX are for people, CSV and JSON for software.
const (
	Plain    Format = "table"
	Markdown Format = "markdown"
	LaTeX    Format = "latex"
	CSV      Format = "csv"
	JSON     Format = "json"
)

// Formats lists all formats.
var Formats = []Format{Plain, Markdown, LaTeX, CSV, JSON}

// ForSoftware reports whether software reads the format: CSV or JSON.
func (f Format) ForSoftware() bool { return f == CSV || f == JSON }

// A Column has a name for software and a short one for people.
type Column struct {
	Key      string // in CSV and JSON; it never changes
	Head     string // in tables for people; "" shows Key
	Optional bool   // a row without a value needs no warning, and a table of rows without one may lack the column
}

// Name returns the column's name for people.
func (c Column) Name() string { return cmp.Or(c.Head, c.Key) }

// Keys makes columns from their names, separated by blanks: Keys("T J B").
func Keys(names string) []Column {
	return Columns(strings.Fields(names)...)
}

// Columns makes columns from keys, each with its name for people after an equals sign if the two
// differ: Columns("T", "kl_q_p=KL(q‖p)"). The key of an optional column ends in a question mark.
func Columns(names ...string) []Column {
	all := make([]Column, len(names))
	for i, name := range names {
		key, head, _ := strings.Cut(name, "=")
		key, optional := strings.CutSuffix(key, "?")
		all[i] = Column{key, head, optional}
	}
	return all
}

// A Table holds rows of cells. A cell is a float64, an int, a string, a Verdict, a list of strings or of floats, or
// anything that encoding/json can marshal; nil and NaN are cells without a value. Every row has as many cells as there
// are columns.
type Table struct {
	Title   string
	Columns []Column
	Rows    [][]any
	Notes   []string // printed below the rows; people see title and notes, software does not
	Lead    int      // how many first columns name a row; every part of a split table begins with them. 0 means 1
}

// Add adds a row.
func (t *Table) Add(cells ...any) { t.Rows = append(t.Rows, cells) }

// Note adds a note.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// Drop removes the columns of these keys.
func (t *Table) Drop(keys ...string) {
	for i := len(t.Columns) - 1; i >= 0; i-- {
		if !slices.Contains(keys, t.Columns[i].Key) {
			continue
		}
		t.Columns = slices.Delete(t.Columns, i, i+1)
		for k := range t.Rows {
			t.Rows[k] = slices.Delete(t.Rows[k], i, i+1)
		}
	}
}

// A Style says what the terminal allows, and what LaTeX calls tables.
type Style struct {
	Color bool
	Width int    // columns of the terminal: 0 means 80, a negative number no limit
	Label string // of the first table, after tab:; that of the second ends in -2. "" for none
}

// Write writes the table. For people lines fit the style's width, except in Markdown: heads and texts wrap, and a wider
// table is split into several, one below another, each with the first columns, and a line says that they go on. JSON is
// an array of objects, one for each row, with keys in the order of the columns. Write panics if a row is not as long as
// these.
func (t Table) Write(w io.Writer, f Format, style Style) error {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			panic(fmt.Sprintf("table: row %d of %q has %d cells for %d columns", i, t.Title, len(row), len(t.Columns)))
		}
	}
	out := bufio.NewWriter(w)
	var err error
	switch f {
	case CSV:
		err = WriteCSV(out, t.Columns, slices.Values(t.Rows))
	case JSON: // each key on a line of its own, followed by all of its value
		out.WriteString("[")
		for i, row := range t.Rows {
			out.WriteString(between(i, ",") + "\n  ")
			if err := writeObject(out, ObjectOf(t.Columns, row).versioned(), "\n    ", " ", "\n  "); err != nil {
				return fmt.Errorf("row %d, %w", i+1, err)
			}
		}
		_, err = out.WriteString("\n]\n")
	case LaTeX:
		t.writeLaTeX(out, t.layOut(), style.Label)
	case Plain, Markdown:
		err = t.writeText(out, f, style)
	default:
		panic(fmt.Sprintf("table: no format %q", f))
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// WriteAll writes tables one below another, with an empty line between two.
func WriteAll(w io.Writer, f Format, style Style, tables ...Table) error {
	label := style.Label
	for i, t := range tables {
		if _, err := io.WriteString(w, between(i, "\n")); err != nil {
			return err
		}
		if i > 0 && label != "" {
			style.Label = fmt.Sprintf("%s-%d", label, i+1)
		}
		if err := t.Write(w, f, style); err != nil {
			return err
		}
	}
	return nil
}

// Each returns of(item) for every item.
func Each[T, U any](all []T, of func(T) U) []U {
	made := make([]U, len(all))
	for i, item := range all {
		made[i] = of(item)
	}
	return made
}

// between returns sep before every item except the first, i = 0.
func between(i int, sep string) string {
	if i == 0 {
		return ""
	}
	return sep
}

// Filled returns the table with one more line for each row. A cell comes from the field whose tag is the column's key,
// or from more, which may be nil. Filled panics if a column has neither.
//
// A field with the tag `column:"share"` is the cell under that key. The tag of a struct replaces * in the tags of its
// own fields: Value `column:"*"` and Err `column:"*_stderr"` are aide and aide_stderr of a struct with the tag aide. A
// struct that is embedded in a row without a tag adds its fields. A 0 has no value if the tag ends with ",some".
func Filled[R any](t Table, rows []R, more func(R) map[string]any) Table {
	for _, r := range rows {
		cells := Cells(r)
		if more != nil {
			maps.Copy(cells, more(r))
		}
		for _, c := range t.Columns {
			if _, ok := cells[c.Key]; !ok {
				panic("table: nothing is known of column " + c.Key)
			}
		}
		t.Rows = append(t.Rows, RowOf(t.Columns, cells))
	}
	return t
}

// Cells returns the cells of a row by the tags of its fields, as Filled does.
func Cells(row any) map[string]any {
	cells := map[string]any{}
	EachField(reflect.ValueOf(row), "", func(key, option string, field reflect.Value) {
		cells[key] = cellOf(option, field)
	})
	return cells
}

// EachField calls see for each field of a struct that has a key, by the rules of Filled. star replaces * in keys.
func EachField(row reflect.Value, star string, see func(key, option string, field reflect.Value)) {
	if row.Kind() != reflect.Struct {
		return // a number or a name has no fields
	}
	for i := range row.NumField() {
		f := row.Type().Field(i)
		tag, tagged := f.Tag.Lookup("column")
		key, option, _ := strings.Cut(tag, ",")
		switch {
		case f.Type.Kind() != reflect.Struct && tagged:
			see(strings.ReplaceAll(key, "*", star), option, row.Field(i))
		case f.Type.Kind() == reflect.Struct && tagged:
			EachField(row.Field(i), key, see)
		case f.Type.Kind() == reflect.Struct && f.Anonymous:
			EachField(row.Field(i), star, see)
		}
	}
}

// cellOf returns a field as a cell. Values of any string or float type become strings and floats, and a pointer what it
// points to.
func cellOf(option string, field reflect.Value) any {
	switch {
	case option == "some" && field.IsZero():
		return nil
	case field.Kind() == reflect.String:
		return field.String()
	case field.Kind() == reflect.Float64:
		return field.Float()
	case field.Kind() == reflect.Pointer && field.IsNil():
		return nil
	case field.Kind() == reflect.Pointer:
		return field.Elem().Interface()
	}
	return field.Interface()
}
