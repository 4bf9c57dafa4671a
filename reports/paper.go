package reports

import (
	"fmt"
	"io"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/experiments/ranking"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A study is one part of a reproduction: its tables for people, and its table for
// programs.
type study struct {
	name   string
	people []table.Table
	data   table.Table
}

// studies are the parts of a reproduction that are tables. Every title of a quick
// reproduction says so.
func studies(r paper.Reproduction) []study {
	all := []study{
		{"tightness", append(each(toysOf(r), tightnessTable), publishedTable(r.Tightness)), tightnessData(r.Tightness)},
		{"ensemble", []table.Table{ensembleTable(r.Ensembles)}, ensembleData(r.Ensembles)},
		{"crosscheck", each(r.Checks, crossCheckTable), CrossCheck(r.Checks, table.JSON)},
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

func toysOf(r paper.Reproduction) (toys [][]paper.Tightness) {
	for _, rows := range ranking.GroupBy(r.Tightness, func(row paper.Tightness) string { return row.Toy }) {
		toys = append(toys, rows)
	}
	return toys
}

func crossCheckTable(c experiments.CrossCheck) table.Table {
	t := CrossCheck([]experiments.CrossCheck{c}, table.Plain)
	t.Title = fmt.Sprintf("%s, %s chains each way: estimates beside exact values", c.Target, table.Thousands(c.Chains))
	return t
}

// WriteTables writes every table of a reproduction, as writeTables does.
func WriteTables(w io.Writer, r paper.Reproduction, f table.Format, style table.Style) error {
	return writeTables(w, studies(r), f, style)
}

// writeTables writes the tables of studies, one below the other. JSON is one object with an
// array for each study; CSV has an empty line between two tables.
func writeTables(w io.Writer, all []study, f table.Format, style table.Style) error {
	if f == table.JSON {
		return writeStudies(w, all)
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

// writeStudies writes one JSON object with an array for each study.
func writeStudies(w io.Writer, all []study) error {
	before := "{\n"
	for _, s := range all {
		if _, err := fmt.Fprintf(w, "%s%q: ", before, s.name); err != nil {
			return err
		}
		if err := s.data.Write(w, table.JSON, table.Style{}); err != nil {
			return err
		}
		before = ",\n"
	}
	_, err := io.WriteString(w, "}\n")
	return err
}

// Files are all files of a reproduction, the same bytes for the same numbers: each
// study as Markdown, CSV and JSON; each figure as PNG, SVG and PDF, and its data as CSV
// and JSON; and the page that holds everything.
func Files(r paper.Reproduction) ([]table.File, error) {
	var files []table.File
	add := func(name string, write func(io.Writer) error) {
		files = append(files, table.File{Name: name, Write: write})
	}
	for _, s := range studies(r) {
		files = append(append(files, table.Page(s.name+".md", s.people...)), table.Data(s.name, s.data)...)
	}
	for _, m := range figure.Media {
		add("figure3."+string(m), func(w io.Writer) error { return figure3(w, m, r.Curves) })
		add("figure4."+string(m), func(w io.Writer) error { return figure4(w, m, r.Galleries) })
	}
	files = append(append(files, table.Data("figure3", figure3Data(r.Curves))...),
		table.Data("figure4", figure4Data(r.Galleries))...)
	add("report.html", func(w io.Writer) error { return writePage(w, r) })
	return table.Render(files)
}
