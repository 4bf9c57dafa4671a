// Package papers shows reproductions of papers, and BREAD's protocol, each as a page (package page) with a section for
// each table or figure of the paper: what is printed, the files of rows and figures, and the page of HTML come from it.
// The numbers come from the packages of experiments/papers, and from experiments/protocol. The same numbers make the
// same bytes. Each paper has files of its name.
package papers

import (
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// PageName holds the name of the page among the files.
const PageName = "report.html"

// quickly returns a page that says, in every title for people, that the run was quick, if it was.
func quickly(isQuick bool, p page.Page) page.Page {
	if !isQuick {
		return p
	}
	const quick = " (quick run)"
	p.Title += quick
	p.Warning = "This is a quick run: less of everything. The same command without --quick makes all of it."
	for _, s := range p.Sections {
		for i := range s.Tables {
			s.Tables[i].Title += quick
		}
	}
	return p
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
