package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"breadboard/grid/text"
	"breadboard/reports/charts"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A Page is a result. Its texts are paragraphs; see spans for links and code in them.
type Page struct {
	Title    string
	Warning  string // set off below the title, as "This is a quick run."; "" for none
	Intro    []string
	Command  string // the command lines that made the page; "" for none
	Sections []Section
	Version  string // what built the page; "" says nothing of it
}

// A Section is a part of a page. It shows its figures first, then its tables.
type Section struct {
	ID      string // where a link leads: "tightness" for "#tightness"
	Title   string
	Text    []string
	Figures []Figure
	Tables  []table.Table
	Command string   // the command lines that print the same numbers; "" for none
	Files   []string // the files beside the page that hold the same; they become links
	Explore []Explored
}

// A Figure is drawn into the page. If it has charts, scripts of the page draw them in its place, with tips and files to
// save. Without script and in print the figure stands.
type Figure struct {
	Alt    string // says what it shows, for readers who do not see it
	Draw   func(w io.Writer, m figure.Medium) error
	Charts []charts.Chart
}

// An Explored is a setting that `breadboard explore` shows.
type Explored struct {
	Name string // "T = 100"
	Link string // the fragment, as "#toy=barrier&T=100"
}

//go:embed page.html
var pageText string

//go:embed page.css
var styles string

// explorer is where `breadboard explore` answers if it is not told otherwise.
const explorer = "http://127.0.0.1:8080/"

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"text": table.ForPeople, "class": class, "spans": spans, "ending": ending,
	"styles": allStyles, "scripts": scripts, "explorer": func(link string) string { return explorer + link },
}).Parse(pageText))

// Write writes the page. An invisible character in a name becomes text, because a file may be named ESC. Tabs stay:
// figures have them between attributes.
func (p Page) Write(w io.Writer) error {
	var b strings.Builder
	if err := p.fill(&b); err != nil {
		return err
	}
	pieces := strings.Split(b.String(), "\t")
	for i, piece := range pieces {
		pieces[i] = text.Printable(piece)
	}
	_, err := io.WriteString(w, strings.Join(pieces, "\t"))
	return err
}

// fill fills the template in.
func (p Page) fill(w io.Writer) error {
	shown := shownPage{Page: p}
	for _, s := range p.Sections {
		drawn := shownSection{Section: s}
		for _, f := range s.Figures {
			d, err := draw(f)
			if err != nil {
				return fmt.Errorf("the figure of %q: %w", s.Title, err)
			}
			drawn.Figures = append(drawn.Figures, d)
			shown.Live = shown.Live || d.Charts != ""
		}
		shown.Sections = append(shown.Sections, drawn)
	}
	return pageTemplate.Execute(w, shown)
}

// A shownPage is a page whose figures are drawn.
type shownPage struct {
	Page
	Sections []shownSection
	Live     bool // a figure has charts
}

type shownSection struct {
	Section
	Figures []drawing
}

// First returns the figures and tables that stay on one printed page with the section's title.
func (s shownSection) First() shownSection {
	if len(s.Figures) > 0 {
		return shownSection{Figures: s.Figures[:1]}
	}
	return shownSection{Section: Section{Tables: s.Tables[:min(1, len(s.Tables))]}}
}

// Rest returns the others.
func (s shownSection) Rest() shownSection {
	if len(s.Figures) > 0 {
		s.Figures = s.Figures[1:]
	} else {
		s.Tables = s.Tables[min(1, len(s.Tables)):]
	}
	return s
}

// markClasses has no colour for what is neither right nor wrong.
var markClasses = map[table.Mark]string{table.Passed: "good", table.Failed: "bad", table.Uncertain: "unsure"}

// class returns the CSS classes of a cell in column j: "n" for a column of numbers, and
// that of its mark for a verdict.
func class(t table.Table, j int, cell any) string {
	var classes []string
	if numeric(t, j) {
		classes = append(classes, "n")
	}
	if v, ok := cell.(table.Verdict); ok && markClasses[v.Mark] != "" {
		classes = append(classes, markClasses[v.Mark])
	}
	return strings.Join(classes, " ")
}

// numeric reports whether the first cell of column j that has a value is a number. A column without values counts as
// one of numbers.
func numeric(t table.Table, j int) bool {
	for _, row := range t.Rows {
		if row[j] != nil {
			return table.Numeric(row[j])
		}
	}
	return len(t.Rows) > 0
}
