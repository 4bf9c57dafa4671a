package table

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
)

// WriteCSV writes the names of the columns, and then a line for each row.
func WriteCSV(w io.Writer, columns []Column, rows iter.Seq[[]any]) error {
	out := csv.NewWriter(w)
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = c.Key
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for row := range rows {
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

// writeJSON gives each key a line of its own, with the whole value beside it.
func (t Table) writeJSON(w *bufio.Writer) error {
	w.WriteString("[")
	for i, row := range t.Rows {
		w.WriteString(between(i, ",") + "\n  ")
		if err := writeObject(w, t.Columns, row, "\n    ", " ", "\n  "); err != nil {
			return fmt.Errorf("row %d, %w", i+1, err)
		}
	}
	_, err := w.WriteString("\n]\n")
	return err
}

// WriteObject writes one row as a JSON object, each key on a line of its own.
func WriteObject(w io.Writer, columns []Column, row []any) error {
	out := bufio.NewWriter(w)
	if err := writeObject(out, columns, row, "\n  ", " ", "\n"); err != nil {
		return err
	}
	out.WriteString("\n")
	return out.Flush()
}

// WriteLines writes one JSON object a line and a row, keys in the order of the
// columns. A float that is not finite is null.
func WriteLines(w io.Writer, columns []Column, rows iter.Seq[[]any]) error {
	out := bufio.NewWriter(w)
	for row := range rows {
		if err := writeObject(out, columns, row, "", "", ""); err != nil {
			return err
		}
		out.WriteString("\n")
	}
	return out.Flush()
}

// writeObject writes a row as a JSON object, with the white space before a key,
// before a value and at the end.
func writeObject(w *bufio.Writer, columns []Column, row []any, key, value, end string) error {
	w.WriteString("{")
	for i, cell := range row {
		data, err := forJSON(cell)
		if err != nil {
			return fmt.Errorf("%s: %w", columns[i].Key, err)
		}
		name, _ := json.Marshal(columns[i].Key)
		fmt.Fprintf(w, "%s%s%s:%s%s", between(i, ","), key, name, value, data)
	}
	_, err := w.WriteString(end + "}")
	return err
}
