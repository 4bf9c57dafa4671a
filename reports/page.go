package reports

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"breadboard/experiments/paper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A section of the page is a figure or tables, with what they show and the command
// that makes them.
type section struct {
	ID, Title string
	Text      []string
	Figure    template.HTML
	Wide      bool // on a narrow screen the figure scrolls sooner than it shrinks
	Alt       string
	Tables    []pageTable
	Command   string
	Files     string
}

// A pageTable is a table with its cells as text.
type pageTable struct {
	Title string
	Heads []pageCell
	Rows  [][]pageCell
	Notes []string
}

// A pageCell is a cell with its class: "n" for a number, "good" or "bad" for a
// verdict.
type pageCell struct{ Text, Class string }

// writePage writes one page with everything in it. It needs no script and fetches
// nothing.
func writePage(w io.Writer, r paper.Reproduction) error {
	third, err := inline(func(w io.Writer) error { return figure3(w, figure.SVG, r.Curves) })
	if err != nil {
		return err
	}
	fourth, err := inline(func(w io.Writer) error { return figure4(w, figure.SVG, r.Galleries) })
	if err != nil {
		return err
	}
	return pageTemplate.Execute(w, struct {
		Quick    bool
		Command  string
		Sections []section
	}{r.Quick, reproduceCommand(r), sections(r, third, fourth)})
}

// reproduceCommand is the command that makes everything.
func reproduceCommand(r paper.Reproduction) string {
	if r.Quick {
		return "breadboard reproduce --quick"
	}
	return "breadboard reproduce"
}

// inline draws a figure as a part of a page: without the prolog, and without a size,
// so that it takes all the room there is.
func inline(draw func(io.Writer) error) (template.HTML, error) {
	var b bytes.Buffer
	if err := draw(&b); err != nil {
		return "", err
	}
	s := b.String()
	start := strings.Index(s, "<svg")
	end := strings.Index(s[start:], "viewBox") + start
	return template.HTML("<svg " + s[end:]), nil //nolint:gosec // drawn by this package
}

// forPage lays tables out for the page.
func forPage(tables []table.Table) (all []pageTable) {
	for _, t := range tables {
		p := pageTable{Title: t.Title, Notes: t.Notes, Heads: make([]pageCell, len(t.Columns))}
		for j, c := range t.Columns {
			p.Heads[j].Text = c.Name()
			if len(t.Rows) > 0 && (t.Rows[0][j] == nil || table.Numeric(t.Rows[0][j])) {
				p.Heads[j].Class = "n"
			}
		}
		for _, row := range t.Rows {
			line := make([]pageCell, len(row))
			for j, cell := range row {
				line[j] = pageCell{table.ForPeople(cell), p.Heads[j].Class + verdictClass(cell)}
			}
			p.Rows = append(p.Rows, line)
		}
		all = append(all, p)
	}
	return all
}

// verdictClass returns the CSS class that a verdict adds to its cell.
func verdictClass(cell any) string {
	v, ok := cell.(table.Verdict)
	switch {
	case !ok || v.Mark == table.Doubt:
		return ""
	case v.Mark == table.Failed:
		return " bad"
	}
	return " good"
}

// joined writes integers with commas between them.
func joined(ns []int) string { return strings.ReplaceAll(strings.Trim(fmt.Sprint(ns), "[]"), " ", ",") }
