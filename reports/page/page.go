// Package page writes a result as one HTML page. The page needs no script and fetches nothing: its
// figures are SVG inside of it, its styles are in its head, and it can be sent as one file. It is read
// on a phone, in the dark and on paper as well.
//
// The same numbers with the same Version make the same bytes. A page that is committed was made by an older commit than
// the one that it is in. So a test compares pages without their version and styles, as reporttest.Differs does.
package page

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
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
	Fine     string // set off there too, where nothing is wrong; "" for none
	Intro    []string
	Sections []Section
	Made
}

// Made says how a page was made.
type Made struct {
	Command string // the command lines; "" for none
	Version string // of the program, as "breadboard, commit 1cba2ef"; "" says nothing of it
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

// A Figure is drawn into the page.
type Figure struct {
	Alt  string // says what it shows, for readers who do not see it
	Draw func(w io.Writer, m figure.Medium) error
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

// allStyles are the colours of charts, which the explorer has too, and the page's own styles.
func allStyles() (template.CSS, error) {
	colours, err := fs.ReadFile(charts.Files(), "charts.css")
	return template.CSS(string(colours) + styles), err //nolint:gosec // this program's own
}

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"text": table.ForPeople, "class": class, "spans": spans, "ending": ending, "drawn": draw, "styles": allStyles,
	// where `breadboard explore` answers if it is not told otherwise
	"explorer": func(link string) string { return "http://127.0.0.1:8080/" + link },
}).Parse(pageText))

// Write writes the page. An invisible character in a name becomes text, because a file may be named ESC. Tabs stay:
// figures have them between attributes.
func (p Page) Write(w io.Writer) error {
	var b strings.Builder
	if err := pageTemplate.Execute(&b, p); err != nil {
		if failed, ok := errors.AsType[figureError](err); ok {
			return failed.error // and not the place in the template
		}
		return err
	}
	pieces := table.Each(strings.Split(b.String(), "\t"), text.Printable)
	_, err := io.WriteString(w, strings.Join(pieces, "\t"))
	return err
}

// markClasses has no colour for what is neither right nor wrong.
var markClasses = map[table.Mark]string{table.Passed: "good", table.Failed: "bad", table.Uncertain: "unsure"}

// class returns the CSS classes of a cell in column j: "n" for a column of numbers, and that of its mark for a verdict.
// The first cell that has a value says whether a column is of numbers; one without values is.
func class(t table.Table, j int, cell any) string {
	var classes []string
	i := slices.IndexFunc(t.Rows, func(row []any) bool { return row[j] != nil })
	if i < 0 && len(t.Rows) > 0 || i >= 0 && table.Numeric(t.Rows[i][j]) {
		classes = append(classes, "n")
	}
	if v, ok := cell.(table.Verdict); ok && markClasses[v.Mark] != "" {
		classes = append(classes, markClasses[v.Mark])
	}
	return strings.Join(classes, " ")
}

// leastLetters is the size in pixels below which no letter of a figure falls. On a narrow screen a figure shrinks as
// far as that, and then it scrolls.
const leastLetters = 9

// A figure fills the column, but one that is narrow, for a phone, is enlarged by so much at most.
const narrow, enlarged = 400, 1.6

// A drawing is a figure as a part of the page.
type drawing struct {
	Alt   string
	SVG   template.HTML
	Style template.CSS // the width at which the smallest letters have leastLetters, and the largest of a narrow figure
}

// A figureError is that of a figure.
type figureError struct{ error }

// draw draws a figure of a section and leaves out the prolog and the size, so that it fills the width, and
// its white ground, so that it has the ground of the page. What else is white has that too.
func draw(section string, f Figure) (drawing, error) {
	var b bytes.Buffer
	err := f.Draw(&b, figure.SVG)
	box, rest, found := strings.Cut(b.String(), "viewBox=")
	if err == nil && !found {
		err = errors.New("it has no viewBox: " + box)
	}
	if err != nil {
		return drawing{}, figureError{fmt.Errorf("the figure of %q: %w", section, err)}
	}
	if at := ground.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]] + rest[at[1]:]
	}
	m := width.FindStringSubmatch(rest)
	if m == nil {
		panic("page: an SVG whose viewBox does not begin at 0 0")
	}
	// 560 pixels of 560 points if the smallest letters have 9 points, and 0 without letters
	whole, _ := strconv.ParseFloat(m[1], 64) // the pattern is that of a number
	least := 0.
	for _, m := range letters.FindAllStringSubmatch(rest, -1) {
		size, _ := strconv.ParseFloat(m[1], 64)
		least = max(least, whole*leastLetters/size)
	}
	style := fmt.Sprintf("min-width:%.0fpx", math.Ceil(least))
	if whole < narrow {
		style += fmt.Sprintf(";max-width:%.0fpx", enlarged*whole)
	}
	svg := "<svg viewBox=" + strings.ReplaceAll(rest, "fill:#FFFFFF", "fill:var(--card)")
	return drawing{f.Alt, template.HTML(svg), //nolint:gosec // drawn by this program
		template.CSS(style)}, nil
}

var (
	ground  = regexp.MustCompile(`<path d="[^"]*" style="fill:#FFFFFF" />\n`)
	letters = regexp.MustCompile(`font-size:([0-9.]+)px`)
	width   = regexp.MustCompile(`^"0 0 ([0-9.]+)`)
)

// A span is a piece of text: plain words, code, or a link.
type span struct {
	Words string
	Code  bool
	Href  string // "" for no link
}

var marked = regexp.MustCompile("`([^`]+)`" + `|\[([^\]]+)\]\(([^)\s]+)\)`)

// spans takes a text apart. It knows two marks of Markdown, `code` and [words](target). All else is
// plain, so that the names of files and targets come out as they are.
func spans(text string) (all []span) {
	at := 0
	for _, m := range marked.FindAllStringSubmatchIndex(text, -1) {
		all = append(all, span{Words: text[at:m[0]]})
		if m[2] >= 0 {
			all = append(all, span{Words: text[m[2]:m[3]], Code: true})
		} else {
			all = append(all, span{Words: text[m[4]:m[5]], Href: text[m[6]:m[7]]})
		}
		at = m[1]
	}
	return append(all, span{Words: text[at:]})
}

// ending returns what is new in the i-th name of a list of files: ".svg" of figure3.svg after
// figure3.png, and the whole name after tightness.md.
func ending(files []string, i int) string {
	name := files[i]
	if ext := path.Ext(name); i > 0 && strings.TrimSuffix(name, ext) ==
		strings.TrimSuffix(files[i-1], path.Ext(files[i-1])) {
		return ext
	}
	return name
}
