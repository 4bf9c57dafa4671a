package reports

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"breadboard/experiments"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A section of the page: a figure or tables, what they show and the command that
// makes them.
type section struct {
	ID, Title string
	Text      []string
	Figure    template.HTML
	Wide      bool // a figure that scrolls sooner than shrink on a narrow screen
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

type pageCell struct {
	Text  string
	Class string // "n" a number, "good" or "bad" a verdict
}

// Page writes one self-contained page with everything in it: no script, nothing
// fetched.
func Page(w io.Writer, r experiments.Reproduction) error {
	figures := make([]template.HTML, 2)
	var err error
	if figures[0], err = inline(func(w io.Writer) error { return Figure3(w, SVG, r.Curves) }); err != nil {
		return err
	}
	if figures[1], err = inline(func(w io.Writer) error { return Figure4(w, SVG, r.Galleries) }); err != nil {
		return err
	}
	return pageTemplate.Execute(w, struct {
		Quick    bool
		Command  string
		Sections []section
	}{r.Quick, reproduce(r), sections(r, figures)})
}

// reproduce is the command that makes everything.
func reproduce(r experiments.Reproduction) string {
	if r.Quick {
		return "breadboard reproduce --quick"
	}
	return "breadboard reproduce"
}

// inline is a figure as a part of a page: without the prolog, and as large as
// there is room for.
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

// forPage lays a table out for the page.
func forPage(t Table) pageTable {
	p := pageTable{Title: t.Title, Notes: t.Notes, Heads: make([]pageCell, len(t.Columns))}
	for j, c := range t.Columns {
		p.Heads[j].Text = c.Head
		if c.Head == "" {
			p.Heads[j].Text = c.Key
		}
		if len(t.Rows) > 0 && (numeric(t.Rows[0][j]) || t.Rows[0][j] == nil) {
			p.Heads[j].Class = "n"
		}
	}
	for _, row := range t.Rows {
		line := make([]pageCell, len(row))
		for j, cell := range row {
			line[j] = pageCell{forPeople(cell), p.Heads[j].Class}
			if v, ok := cell.(Verdict); ok && !v.Doubt {
				line[j].Class += map[bool]string{false: " good", true: " bad"}[v.Failed]
			}
		}
		p.Rows = append(p.Rows, line)
	}
	return p
}

// joined is a list of integers, each followed by a comma but the last.
func joined(ns []int) string { return strings.ReplaceAll(strings.Trim(fmt.Sprint(ns), "[]"), " ", ",") }
