package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strings"

	"breadboard/chains/crew"
)

// keysVersion is the version of the contract of keys. It rises when a key is taken away, or means something else; new
// keys alone leave it. All that is written for programs has it under the last key, "keys": every row of CSV and JSON.
const (
	keysVersion = 1
	versionKey  = "keys"
)

// WriteCSV writes the names of the columns, and then a line for each row.
func WriteCSV(w io.Writer, columns []Column, rows iter.Seq[[]any]) error {
	out := csv.NewWriter(w)
	line := append(Each(columns, func(c Column) string { return c.Key }), versionKey)
	if err := out.Write(line); err != nil {
		return err
	}
	for row := range rows {
		for i, cell := range row {
			line[i] = forCSV(cell)
		}
		line[len(row)] = forCSV(keysVersion)
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

// WriteLines writes one JSON object a line and a row, keys in the order of the
// columns. A float that is not finite is null.
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

// Objects are a list of objects that are made as they are written: a million need no memory then. It may be a cell of a
// table, in JSON alone.
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

// writeObject writes an object with the white space before a key, before a value and at the end.
func writeObject(w io.Writer, o Object, key, value, end string) error {
	io.WriteString(w, "{")
	for i := 0; i < len(o); i += 2 {
		name, _ := json.Marshal(o[i])
		fmt.Fprintf(w, "%s%s%s:%s", between(i, ","), key, visible(name), value)
		if err := writeValue(w, o[i+1]); err != nil {
			return fmt.Errorf("%v: %w", o[i], err)
		}
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
	before := ""
	io.WriteString(w, "[")
	for o := range objects {
		io.WriteString(w, before)
		if err := writeObject(w, o, "", "", ""); err != nil {
			return err
		}
		before = ","
	}
	_, err := io.WriteString(w, "]")
	return err
}

// A File is a named report with the function that writes it. It is any struct of this
// shape, so that who writes it to a disk need not know this package.
type File = struct {
	Name  string
	Write func(io.Writer) error
}

// Names are the names of files with each of these endings: Names("csv json", "rows") is rows.csv and rows.json.
func Names(endings string, files ...string) (names []string) {
	for _, file := range files {
		for ending := range strings.FieldsSeq(endings) {
			names = append(names, file+"."+ending)
		}
	}
	return names
}

// Page makes a file of tables as Markdown.
func Page(name string, tables ...Table) File {
	return File{name, func(w io.Writer) error { return WriteAll(w, Markdown, Style{Width: -1}, tables...) }}
}

// Rows makes the file name.csv of a table for programs.
func Rows(name string, t Table) File {
	return File{name + ".csv", func(w io.Writer) error { return t.Write(w, CSV, Style{}) }}
}

// Data makes two files of a table for programs: name.csv and name.json.
func Data(name string, t Table) []File {
	return []File{
		Rows(name, t),
		{name + ".json", func(w io.Writer) error { return t.Write(w, JSON, Style{}) }},
	}
}

// ErrLeftOut is the error of a file that is not written, where the others are: whoever made it tells why elsewhere.
var ErrLeftOut = errors.New("the file is left out")

// Render writes all files into memory, several at a time: figures take a second each. It returns files that only write
// these bytes, without those that are left out (ErrLeftOut). The error has the faults of all files, each once, with the
// name of the first file that has it.
func Render(files []File) ([]File, error) {
	all := make([]File, len(files))
	faults := make([]error, len(files))
	group := crew.New()
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() error {
			var b bytes.Buffer
			faults[i] = f.Write(&b)
			all[i] = File{f.Name, func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err }}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	kept := all[:0]
	said := map[string]bool{}
	var named []error
	for i, fault := range faults {
		if fault == nil {
			kept = append(kept, all[i])
		}
		if fault != nil && !errors.Is(fault, ErrLeftOut) && !said[fault.Error()] {
			said[fault.Error()] = true
			named = append(named, fmt.Errorf("%s: %w", files[i].Name, fault))
		}
	}
	if named != nil {
		return nil, errors.Join(named...)
	}
	return kept, nil
}
