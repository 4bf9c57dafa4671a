package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
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

// writeJSON writes each key on a line of its own, followed by its whole value.
func (t Table) writeJSON(w *bufio.Writer) error {
	w.WriteString("[")
	for i, row := range t.Rows {
		w.WriteString(between(i, ",") + "\n  ")
		if err := writeObject(w, ObjectOf(t.Columns, row), "\n    ", " ", "\n  "); err != nil {
			return fmt.Errorf("row %d, %w", i+1, err)
		}
	}
	_, err := w.WriteString("\n]\n")
	return err
}

// A Named table is one of several in a JSON object or in a folder of files.
type Named struct {
	Name  string
	Table Table
}

// WriteNamed writes one JSON object, with an array under the name of each table.
func WriteNamed(w io.Writer, all ...Named) error {
	if _, err := io.WriteString(w, "{\n"); err != nil {
		return err
	}
	for i, n := range all {
		if _, err := fmt.Fprintf(w, "%s%q: ", between(i, ",\n"), n.Name); err != nil {
			return err
		}
		if err := n.Table.Write(w, JSON, Style{}); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "}\n")
	return err
}

// WriteLines writes one JSON object a line and a row, keys in the order of the
// columns. A float that is not finite is null.
func WriteLines(w io.Writer, columns []Column, rows iter.Seq[[]any]) error {
	out := bufio.NewWriter(w)
	for row := range rows {
		if err := writeObject(out, ObjectOf(columns, row), "", "", ""); err != nil {
			return err
		}
		out.WriteString("\n")
	}
	return out.Flush()
}

// An Object is a JSON object, its keys and values in turn: Object{"T", 10, "J", 1.65}.
// It may be a cell, and a value of another object. A float that is not finite is null.
type Object []any

// Objects are a list of objects that are made as they are written. A million need no memory
// then. It may be a cell of a table, in JSON alone.
type Objects iter.Seq[Object]

// Sorted returns the object of a map, its keys in order.
func Sorted(values map[string]any) (o Object) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		o = append(o, key, values[key])
	}
	return o
}

// RowOf returns the cells of a row in the order of the columns, given by their keys. A cell without a key has no value.
func RowOf(columns []Column, cells map[string]any) []any {
	row := make([]any, len(columns))
	for i, c := range columns {
		row[i] = cells[c.Key]
	}
	return row
}

// ObjectOf returns a row under the keys of its columns.
func ObjectOf(columns []Column, row []any) Object {
	o := make(Object, 0, 2*len(row))
	for i, cell := range row {
		o = append(o, columns[i].Key, cell)
	}
	return o
}

// Write writes the object, each key on a line of its own.
func (o Object) Write(w io.Writer) error {
	if err := writeObject(w, o, "\n  ", " ", "\n"); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// MarshalJSON writes the object on one line.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := writeObject(&b, o, "", "", "")
	return b.Bytes(), err
}

// writeObject writes an object with the white space before a key, before a value and at
// the end.
func writeObject(w io.Writer, o Object, key, value, end string) error {
	before := ""
	io.WriteString(w, "{")
	for i := 0; i < len(o); i += 2 {
		name, _ := json.Marshal(o[i])
		fmt.Fprintf(w, "%s%s%s:%s", before, key, visible(name), value)
		if err := writeValue(w, o[i+1]); err != nil {
			return fmt.Errorf("%v: %w", o[i], err)
		}
		before = ","
	}
	_, err := io.WriteString(w, end+"}")
	return err
}

// writeValue writes a cell as JSON, and objects one after the other as they are made.
func writeValue(w io.Writer, cell any) error {
	objects, ok := cell.(Objects)
	if !ok {
		data, err := forJSON(cell)
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}
	before := "["
	for o := range objects {
		io.WriteString(w, before)
		if err := writeObject(w, o, "", "", ""); err != nil {
			return err
		}
		before = ","
	}
	if before == "[" { // there is none
		io.WriteString(w, before)
	}
	_, err := io.WriteString(w, "]")
	return err
}
