// Package papers shows reproductions of papers, and BREAD's protocol: as printed tables, as files of rows and figures,
// and as one page of HTML. The numbers come from the packages of experiments/papers, and from experiments/protocol. The
// same numbers make the same bytes.
//
// A Report is a list of parts, one for each table or figure of the paper (report.go). Each paper has files of its name.
package papers

import (
	"io"

	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// A Report is a paper as it is shown.
type Report struct {
	Title   string
	Intro   []string // paragraphs at the head of the page
	Command string   // the command line that makes it all
	Quick   bool     // every title says so
	Parts   []Part
}

// A Part is a table or a figure of a paper, or both.
type Part struct {
	ID      string // the place on the page, as "figure3"
	Title   string
	Text    []string      // paragraphs: what is to be seen
	Tables  []table.Table // for people
	Data    []table.Named // for software: each is a file NAME.csv
	Figures []Figure
}

// A Figure is drawn into the files NAME.png and NAME.svg, and on the page.
type Figure struct {
	Name string
	page.Figure
}

// drawn returns a figure with a name, and with words on what it shows for readers who do not see it.
func drawn(name, alt string, f figure.Figure) Figure {
	return Figure{name, page.Figure{Alt: alt, Figure: f}}
}

// PageName holds the name of the page among the files.
const PageName = "report.html"

// Files returns all files: the rows, the figures, and the page, which names the version of the program that made it.
func (r Report) Files(version string) (files []table.File) {
	for _, p := range r.Parts {
		for _, d := range p.Data {
			files = append(files, table.CSVFile(d.Name, d.Table))
		}
		for _, f := range p.Figures {
			files = append(files, figure.Files(f.Name, f)...)
		}
	}
	return append(files, table.File{Name: PageName, Write: r.page(version).Write})
}

// page returns everything on one page.
func (r Report) page(version string) page.Page {
	p := page.Page{Title: r.Title, Intro: r.Intro, Made: page.Made{Command: r.Command, Version: version}}
	if r.Quick {
		p.Title += quickly
		p.Warning = "This is a quick run: less of everything. The same command without --quick makes all of it."
	}
	for _, part := range r.Parts {
		s := page.Section{ID: part.ID, Title: part.Title, Text: part.Text, Tables: r.titled(part.Tables)}
		for _, f := range part.Figures {
			s.Figures = append(s.Figures, f.Figure)
		}
		p.Sections = append(p.Sections, s)
	}
	return p
}

const quickly = " (quick run)"

// titled returns tables for people. In a quick run their titles say so.
func (r Report) titled(tables []table.Table) []table.Table {
	return table.Each(tables, func(t table.Table) table.Table {
		if r.Quick {
			t.Title += quickly
		}
		return t
	})
}

// Write writes the tables, one below another. JSON is one object with an array for each table for software. CSV has an
// empty line between two.
func (r Report) Write(w io.Writer, f table.Format, style table.Style) error {
	var people, programs []table.Table
	var named []table.Named
	for _, p := range r.Parts {
		people = append(people, r.titled(p.Tables)...)
		named = append(named, p.Data...)
	}
	switch f {
	case table.JSON:
		return table.WriteNamed(w, named...)
	case table.CSV:
		for _, n := range named {
			programs = append(programs, n.Table)
		}
		return table.WriteAll(w, f, style, programs...)
	}
	return table.WriteAll(w, f, style, people...)
}

// A record holds cells by the keys of their columns.
type record = map[string]any

// rows returns a table for software with these keys and a line for each row. Cells come from the tagged fields of a row
// (table.Filled), and from more unless it is nil.
func rows[R any](name, keys string, all []R, more func(R) record) table.Named {
	return table.Named{Name: name, Table: table.Filled(table.Table{Columns: table.Keys(keys)}, all, more)}
}

// cells returns numbers as the cells of a row.
func cells(values []float64) []any { return table.Each(values, func(v float64) any { return v }) }
