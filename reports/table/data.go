package table

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"runtime"
	"slices"

	"breadboard/chains/crew"
)

// keysVersion is the version of the contract of keys. It rises when a key is removed or changes its meaning, and not
// for new keys. Every row of CSV and JSON has it under the last key, "keys".
const (
	keysVersion = 1
	versionKey  = "keys"
)

// WriteCSV writes the names of the columns, and a line for each row.
func WriteCSV(w io.Writer, columns []Column, rows iter.Seq[[]any]) error {
	out := csv.NewWriter(w)
	line := append(Each(columns, func(c Column) string { return c.Key }), versionKey)
	if err := out.Write(line); err != nil {
		return err
	}
	for row := range rows {
		line = append(Each(row, forCSV), forCSV(keysVersion))
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// A Named table is one of several in a JSON object or in a folder of files.
type Named struct {
	Name  string
	Table Table
}

// WriteNamed writes one JSON object, with an array under the name of each table.
func WriteNamed(w io.Writer, all ...Named) error {
	out := bufio.NewWriter(w)
	out.WriteString("{\n")
	for i, n := range all {
		fmt.Fprintf(out, "%s%q: ", between(i, ",\n"), n.Name)
		if err := n.Table.Write(out, JSON, Style{}); err != nil {
			return err
		}
	}
	out.WriteString("}\n")
	return out.Flush()
}

// WriteLines writes a line for each row, a JSON object with its keys in the order of the columns. A float that is not
// finite is null.
func WriteLines(w io.Writer, columns []Column, rows iter.Seq[[]any]) error {
	out := bufio.NewWriter(w)
	for row := range rows {
		if err := writeObject(out, ObjectOf(columns, row).versioned(), "", "", ""); err != nil {
			return err
		}
		out.WriteString("\n")
	}
	return out.Flush()
}

// An Object is a JSON object, its keys and values in turn: Object{"T", 10, "J", 1.65}.
// It may be a cell, and a value of another object. A float that is not finite is null.
type Object []any

// Sorted returns the object of a map, sorted by keys.
func Sorted(values map[string]any) (o Object) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		o = append(o, key, values[key])
	}
	return o
}

// RowOf returns cells in the order of the columns, by their keys. A column without a cell has no value.
func RowOf(columns []Column, cells map[string]any) []any {
	return Each(columns, func(c Column) any { return cells[c.Key] })
}

// ObjectOf returns a row under the keys of its columns.
func ObjectOf(columns []Column, row []any) (o Object) {
	for i, cell := range row {
		o = append(o, columns[i].Key, cell)
	}
	return o
}

func (o Object) versioned() Object { return append(slices.Clip(o), versionKey, keysVersion) }

// Write writes the object, each key on a line of its own.
func (o Object) Write(w io.Writer) error {
	if err := writeObject(w, o.versioned(), "\n  ", " ", "\n"); err != nil {
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

// writeObject writes an object with this white space before a key, before a value and at the end.
func writeObject(w io.Writer, o Object, key, value, end string) error {
	io.WriteString(w, "{")
	for i := 0; i < len(o); i += 2 {
		name, _ := json.Marshal(o[i])
		data, err := forJSON(o[i+1])
		if err != nil {
			return fmt.Errorf("%v: %w", o[i], err)
		}
		fmt.Fprintf(w, "%s%s%s:%s%s", between(i, ","), key, name, value, data)
	}
	_, err := io.WriteString(w, end+"}")
	return err
}

// A File is a named report with the function that writes it. Any struct of this shape is one, so that a package that
// writes files need not know this one.
type File = struct {
	Name  string
	Write func(io.Writer) error
}

// CSVFile returns the file name.csv of a table for software.
func CSVFile(name string, t Table) File {
	return File{name + ".csv", func(w io.Writer) error { return t.Write(w, CSV, Style{}) }}
}

// Render writes all files into memory, several at a time, because figures take a second each. It returns files that
// only write these bytes, or the error of the first file that cannot be written, with its name.
func Render(files []File) ([]File, error) {
	all := make([]File, len(files))
	cores := runtime.GOMAXPROCS(0)
	return all, crew.Each(context.Background(), cores, len(files), func(_ context.Context, i int) error {
		var b bytes.Buffer
		all[i] = File{files[i].Name, func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err }}
		if err := files[i].Write(&b); err != nil {
			return fmt.Errorf("%s: %w", files[i].Name, err)
		}
		return nil
	})
}
