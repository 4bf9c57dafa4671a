package reports

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
)

// A Format is how a table is written.
type Format string

// The formats: the first two for people, the others for programs.
const (
	Plain    Format = "table"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	JSON     Format = "json"
)

// Formats lists them.
var Formats = []Format{Plain, Markdown, CSV, JSON}

// A Column has a name for programs and a short one for people.
type Column struct {
	Key  string // in CSV and JSON
	Head string // in tables; Key where empty
}

// A Table is rows of cells, each a float64, an int, a string, a Verdict, a list
// of strings or floats, or anything else that encoding/json can marshal; nil is
// a cell without a value. Every row has as many cells as there are columns.
type Table struct {
	Title   string
	Columns []Column
	Rows    [][]any
	Notes   []string // below the rows; as the title, for people only
	Lead    int      // how many first columns name a row, and lead every part of a split table; 0 is 1
}

// A Style is what a table for people must respect.
type Style struct {
	Color bool
	Width int // in columns of a terminal; 0 is 80, less than 0 no limit
}

// width is the limit, large where there is none.
func (s Style) width() int {
	switch {
	case s.Width == 0:
		return 80
	case s.Width < 0:
		return 1 << 20
	}
	return s.Width
}

// Write writes the table. For people floats have five significant digits, and
// the lines fit the style's width: heads and texts are wrapped (not in Markdown,
// which cannot), and what is still too wide is split into tables one below the
// other, each led by the first columns. For programs floats have the fewest digits
// that read back the same; what is not finite is null in JSON, and inf, -inf or
// nan in CSV. JSON is an array of one object a row, keys in column order.
// It panics on a row of another length than the columns.
func (t Table) Write(w io.Writer, f Format, style Style) error {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			panic(fmt.Sprintf("reports: row %d of %q has %d cells for %d columns", i, t.Title, len(row), len(t.Columns)))
		}
	}
	out := bufio.NewWriter(w)
	var err error
	switch f {
	case CSV:
		err = t.writeCSV(out)
	case JSON:
		err = t.writeJSON(out)
	case Plain, Markdown:
		err = t.writeText(out, f == Markdown, style)
	default:
		panic(fmt.Sprintf("reports: no format %q", f))
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

func (t Table) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	line := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		line[i] = c.Key
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for _, row := range t.Rows {
		for i, cell := range row {
			line[i] = forCSV(cell)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// writeJSON puts each key on a line of its own, and its value, however long,
// beside it.
func (t Table) writeJSON(w *bufio.Writer) error {
	w.WriteString("[")
	for i, row := range t.Rows {
		w.WriteString(between(i, ",") + "\n  {")
		for j, cell := range row {
			value, err := forJSON(cell)
			if err != nil {
				return fmt.Errorf("row %d, %s: %w", i+1, t.Columns[j].Key, err)
			}
			key, _ := json.Marshal(t.Columns[j].Key)
			fmt.Fprintf(w, "%s\n    %s: %s", between(j, ","), key, value)
		}
		w.WriteString("\n  }")
	}
	_, err := w.WriteString("\n]\n")
	return err
}

// between is sep before every item but the first.
func between(i int, sep string) string {
	if i == 0 {
		return ""
	}
	return sep
}
