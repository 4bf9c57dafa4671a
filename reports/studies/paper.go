package studies

import (
	"fmt"
	"io"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/experiments/ranking"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A part is one of the tables of a study: its form for people, which may be several tables, and
// its form for programs.
type part struct {
	name   string
	people []table.Table
	data   table.Table
}

// files are the files of a part.
func (p part) files() []string { return []string{p.name + ".md", p.name + ".csv", p.name + ".json"} }

// paperParts are the tables of a reproduction. Every title of a quick reproduction says so.
func paperParts(r paper.Reproduction) []part {
	all := []part{
		{"tightness", append(each(toysOf(r), tightnessTable), publishedTable(r.Tightness)), tightnessData(r.Tightness)},
		{"ensemble", []table.Table{ensembleTable(r.Ensembles)}, ensembleData(r.Ensembles)},
		{"crosscheck", each(r.Checks, crossCheckTable), reports.CrossCheck(r.Checks, table.JSON)},
	}
	if r.Quick {
		for _, s := range all {
			for i := range s.people {
				s.people[i].Title += " (quick run)"
			}
		}
	}
	return all
}

// each returns of(item) for every item.
func each[T, U any](all []T, of func(T) U) []U {
	made := make([]U, len(all))
	for i, item := range all {
		made[i] = of(item)
	}
	return made
}

func toysOf(r paper.Reproduction) (toys [][]paper.Tightness) {
	for _, rows := range ranking.GroupBy(r.Tightness, func(row paper.Tightness) string { return row.Toy }) {
		toys = append(toys, rows)
	}
	return toys
}

func crossCheckTable(c experiments.CrossCheck) table.Table {
	t := reports.CrossCheck([]experiments.CrossCheck{c}, table.Plain)
	t.Title = fmt.Sprintf("%s, %s chains each way: estimates beside exact values", c.Chain.TargetName(), table.Thousands(c.Chains))
	return t
}

// WritePaper writes every table of a reproduction, as writeParts does.
func WritePaper(w io.Writer, r paper.Reproduction, f table.Format, style table.Style) error {
	return writeParts(w, paperParts(r), f, style)
}

// writeParts writes the tables of a study, one below the other. JSON is one object with an
// array for each part; CSV has an empty line between two tables.
func writeParts(w io.Writer, all []part, f table.Format, style table.Style) error {
	if f == table.JSON {
		var named []table.Named
		for _, s := range all {
			named = append(named, table.Named{Name: s.name, Table: s.data})
		}
		return table.WriteNamed(w, named...)
	}
	var tables []table.Table
	for _, s := range all {
		if f == table.CSV {
			tables = append(tables, s.data)
		} else {
			tables = append(tables, s.people...)
		}
	}
	return table.WriteAll(w, f, style, tables...)
}

// PaperNames are the names of PaperFiles.
var PaperNames = slices.Concat(table.Names("md csv json", "tightness", "ensemble", "crosscheck"),
	table.Names("csv json png svg pdf", "figure3", "figure4"), table.Names("html", "report"))

// PaperFiles are all files of a reproduction, the same bytes for the same numbers: each
// part as Markdown, CSV and JSON; each figure as PNG, SVG and PDF, and its data as CSV
// and JSON; and the page that holds everything. The page alone says what version of the
// program built it.
func PaperFiles(r paper.Reproduction, version string) ([]table.File, error) {
	var files []table.File
	for _, s := range paperParts(r) {
		files = append(append(files, table.Page(s.name+".md", s.people...)), table.Data(s.name, s.data)...)
	}
	files = append(append(files, table.Data("figure3", figure3Data(r.Curves))...), figure.Files("figure3", figure.Media,
		func(w io.Writer, m figure.Medium) error { return figure3(w, m, r.Curves) })...)
	files = append(append(files, table.Data("figure4", figure4Data(r.Galleries))...), figure.Files("figure4", figure.Media,
		func(w io.Writer, m figure.Medium) error { return figure4(w, m, r.Galleries) })...)
	files = append(files, table.File{Name: "report.html", Write: paperPage(r, version).Write})
	return table.Render(files)
}
