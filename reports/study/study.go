// Package study prints whole studies: the files that a command writes into a directory, and the tables that it shows.
// As in package reports, the same numbers make the same bytes.
//
// A Study has tables for people, tables for programs, and files beside these, such as a page and figures (study.go).
// The words of a page are a template, so that every number in it comes from data (prose.go). What the figures have in
// common is curves (curves.go) in panels that share their axes (grid.go). Package bread has BREAD's own paper and
// protocol. The other papers, and what else is found with the workbench, are the module experiments/studies.
package study

import (
	"io"

	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A Study is a whole study as it is shown: its tables for people and for programs, and files beside these, such as
// a README and figures. The same numbers make the same bytes.
type Study struct {
	Quick  bool // it says so in every title that is printed
	People []table.Table
	Data   []table.Named
	Others []table.File

	Figures []table.File
}

// Files are all files of the study: each table for programs as CSV and JSON, and the others.
func (s Study) Files() ([]table.File, error) { return table.Render(s.Unrendered()) }

// Unrendered are all files of the study, each with what writes it.
func (s Study) Unrendered() (files []table.File) {
	for _, d := range s.Data {
		files = append(files, table.Data(d.Name, d.Table)...)
	}
	files = append(files, s.Others...)
	return append(files, s.Figures...)
}

// Write writes the tables of the study, one below the other. JSON is one object with an array for each table for
// programs; CSV has an empty line between two.
func (s Study) Write(w io.Writer, f table.Format, style table.Style) error {
	if f == table.JSON {
		return table.WriteNamed(w, s.Data...)
	}
	tables := table.Each(s.People, func(t table.Table) table.Table {
		if s.Quick {
			t.Title += " (quick run)"
		}
		return t
	})
	if f == table.CSV {
		tables = table.Each(s.Data, func(d table.Named) table.Table { return d.Table })
	}
	return table.WriteAll(w, f, style, tables...)
}

// Add adds a table for programs. Its files are name.csv and name.json.
func (s *Study) Add(name string, t table.Table) {
	s.Data = append(s.Data, table.Named{Name: name, Table: t})
}

// Figure adds a figure, as PNG and as SVG.
func (s *Study) Figure(name string, draw func(w io.Writer, m figure.Medium) error) {
	s.Figures = append(s.Figures, figure.Files(name, draw)...)
}

// Draw adds the figures of another study.
func (s *Study) Draw(of Study) { s.Figures = append(s.Figures, of.Figures...) }

// Text adds a file of words.
func (s *Study) Text(name, words string) {
	s.Others = append(s.Others, table.File{Name: name, Write: func(w io.Writer) error {
		_, err := io.WriteString(w, words)
		return err
	}})
}

// A Record has cells by the keys of their columns.
type Record = map[string]any

// Rows adds a table for programs with a line a row, under these keys: what the tags of a row's fields say
// (table.Filled), and what more says of it, unless it is nil.
func Rows[R any](s *Study, name, keys string, rows []R, more func(R) Record) {
	s.Add(name, table.Filled(table.Table{Columns: table.Keys(keys)}, rows, more))
}

// Cells are numbers as the cells of a row.
func Cells(values []float64) []any { return table.Each(values, func(v float64) any { return v }) }
