// Package page writes a result as one HTML page. The page needs no script and fetches nothing: figures are SVG inside
// it, styles are in its head, and it can be sent as one file. It can be read on a phone, in the dark and on paper. The
// same numbers with the same Version make the same bytes.
package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A Page is a result. Its texts are paragraphs.
type Page struct {
	Title    string
	Warning  string // set off below the title, as "This is a quick run."; "" for none
	Fine     string // set off there too, where nothing is wrong; "" for none
	Intro    []string
	Sections []Section
	Made
}

// Made says how a page was made.
type Made struct {
	Command string        // the command lines; "" for none
	Version string        // of the program, as "breadboard, commit 1cba2ef"; "" for none
	Width   figure.Inches // of the figures in files of their own
}

// A Section is a part of a page. It shows its figures first, then its tables.
type Section struct {
	ID      string // where a link leads: "tightness" for "#tightness"
	Title   string
	Text    []string
	Figures []Figure
	Tables  []table.Table // for people
	Data    []table.Named // for software: each is a file NAME.csv beside the page, which does not show it
}

// A Figure is drawn into the page, and into the files NAME.png, NAME.svg and NAME.pdf.
type Figure struct {
	Name string
	Alt  string // says what it shows, for readers who do not see it
	figure.Figure
}

//go:embed page.html
var pageText string

//go:embed page.css
var styles string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"text": table.ForPeople, "class": class, "drawn": draw,
	"styles": func() template.CSS { return template.CSS(styles) }, //nolint:gosec // this program's own
}).Parse(pageText))

// Write writes the page.
func (p Page) Write(w io.Writer) error { return pageTemplate.Execute(w, p) }

// Files returns all files: the rows, the figures, and last the page, under this name.
func (p Page) Files(name string) (files []table.File) {
	for _, s := range p.Sections {
		for _, d := range s.Data {
			files = append(files, table.CSVFile(d.Name, d.Table))
		}
		for _, f := range s.Figures {
			files = append(files, figure.Files(f.Name, f, p.Width)...)
		}
	}
	return append(files, table.File{Name: name, Write: p.Write})
}

// WriteTables writes the tables for people, one below another. JSON is one object with an array for each table for
// software. CSV has an empty line between two.
func (p Page) WriteTables(w io.Writer, f table.Format, style table.Style) error {
	var people, programs []table.Table
	var named []table.Named
	for _, s := range p.Sections {
		people = append(people, s.Tables...)
		named = append(named, s.Data...)
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

// markClasses holds the CSS class of each mark.
var markClasses = map[table.Mark]string{table.Passed: "good", table.Failed: "bad", table.Uncertain: "unsure"}

// class returns the CSS classes of a cell in column j: "n" for a column of numbers, and that of its mark for a verdict.
// The first cell with a value decides whether a column has numbers. A column without values counts as one of numbers.
func class(t table.Table, j int, cell any) string {
	var classes []string
	i := slices.IndexFunc(t.Rows, func(row []any) bool { return row[j] != nil })
	if i < 0 && len(t.Rows) > 0 || i >= 0 && table.Numeric(t.Rows[i][j]) {
		classes = append(classes, "n")
	}
	if v, ok := cell.(table.Verdict); ok {
		classes = append(classes, markClasses[v.Mark])
	}
	return strings.Join(classes, " ")
}

// A drawing is the SVG of a figure as a part of the page.
type drawing struct {
	SVG   template.HTML
	Width template.CSS // in pixels: as large as in print, but for a screen that is narrower
}

// box matches the size in the head of an SVG.
var box = regexp.MustCompile(`viewBox="0 0 ([0-9.]+) `)

// ground matches the white ground of a figure.
var ground = regexp.MustCompile(`<path d="[^"]*" style="fill:#FFFFFF" />\n`)

// draw draws a figure without the prolog, the size and the white ground, so that it has the ground of the page. All
// other white parts have that ground too.
func draw(f Figure) (drawing, error) {
	var b bytes.Buffer
	if err := f.Write(&b, figure.SVG, 0); err != nil {
		return drawing{}, err
	}
	svg := b.String()
	at := box.FindStringSubmatchIndex(svg)
	if at == nil {
		return drawing{}, fmt.Errorf("page: the figure has no viewBox: %.100q", svg)
	}
	points, err := strconv.ParseFloat(svg[at[2]:at[3]], 64)
	if err != nil {
		return drawing{}, err
	}
	svg = svg[at[0]:]
	if white := ground.FindStringIndex(svg); white != nil {
		svg = svg[:white[0]] + svg[white[1]:]
	}
	svg = "<svg " + strings.ReplaceAll(svg, "fill:#FFFFFF", "fill:var(--card)")
	return drawing{template.HTML(svg), //nolint:gosec // drawn by this program
		template.CSS(fmt.Sprintf("width:%.0fpx", points*4/3))}, nil
}
