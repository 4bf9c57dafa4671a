package main

import (
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// outputFlags are flags of every command.
type outputFlags struct {
	Format string `help:"How to print: ${formats}." default:"table" placeholder:"NAME" complete:"format"`
	format table.Format
}

// AfterApply returns an error if there is no such format. The parser calls it.
func (o *outputFlags) AfterApply() error {
	o.format = table.Format(o.Format)
	if !slices.Contains(table.Formats, o.format) {
		return experiments.Unknown("--format", o.Format, formats())
	}
	return nil
}

func formats() []string {
	var names []string
	for _, f := range table.Formats {
		names = append(names, string(f))
	}
	return names
}

// print writes tables one below the other. If one of them cannot be rendered, it writes
// nothing: so it renders them twice, first to nowhere. To keep what was rendered would take
// several times the memory of the result.
func (w *world) print(f table.Format, tables ...table.Table) error {
	if f == table.CSV && terminal(w.stdout) {
		tables = apply(printable, tables)
	}
	if err := table.WriteAll(io.Discard, f, w.style, tables...); err != nil {
		return err
	}
	return table.WriteAll(w.stdout, f, w.style, tables...)
}

// printable is the table with control characters written out, for CSV on a terminal: a target may be
// a file named ESC]0;... or worse. In a file such characters are data. All other formats write them
// out themselves.
func printable(t table.Table) table.Table {
	t.Rows = apply(func(row []any) []any { return apply(printableCell, row) }, t.Rows)
	return t
}

func printableCell(cell any) any {
	switch v := cell.(type) {
	case string:
		return text.Printable(v)
	case []string:
		return apply(text.Printable, v)
	}
	return cell
}

func apply[T, U any](f func(T) U, all []T) []U {
	out := make([]U, len(all))
	for i, v := range all {
		out[i] = f(v)
	}
	return out
}

// say tells the user something on stderr, in one line.
func (w *world) say(words string) { fmt.Fprintln(w.stderr, "breadboard: "+text.OneLine(words)) }

// keepsRows returns bad input if the table of this name in a directory has rows that are not among those that are to
// take its place. Rows are told by some columns. What is no file has none.
func (f forceFlags) keepsRows(dir, name string, columns []table.Column, rows iter.Seq[[]any]) error {
	path := filepath.Join(dir, name)
	if info, err := os.Stat(path); f.Force || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path)
	var lost, line int
	if err == nil {
		defer file.Close()
		lost, line, err = table.Lost(file, columns, rows)
	}
	if err != nil {
		return text.Unreadable(path, err, "another directory, or --force, which replaces what is there,")
	}
	if lost > 0 {
		return bad(fmt.Errorf("%s has %s that the new one would not have, the first in line %d; another directory would do, "+
			"or --force, which replaces what is there", path, text.Count(lost, "row"), line))
	}
	return nil
}
