package table

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"breadboard/grid/text"
)

// init fixes how wide letters are. tablewriter asks the locale: in Japanese, Chinese or Korean it gives two columns to
// β, ∞ and the frame itself, although terminals draw them in one.
func init() { twwidth.SetEastAsian(false) }

// unlimited holds a width that no line reaches.
const unlimited = 1 << 20

// A layout is a column of a table for people.
type layout struct {
	head   string
	cells  []string
	failed []bool // by row: the cell is a failed verdict
	right  bool   // aligned at the right, like numbers
	width  int    // of the text, without the blanks on either side
	least  int    // the width of the longest word: no column can be narrower
}

// writeText writes the title, the columns and the notes, in a frame or in Markdown.
func (t Table) writeText(w io.Writer, f Format, style Style) error {
	limit := cmp.Or(style.Width, 80)
	if limit < 0 {
		limit = unlimited
	}
	prose := min(limit, 80) // titles and notes are hard to read in longer lines
	if style.Width < 0 {
		prose = unlimited
	}
	title, note := "%s\n", "%s\n"
	shown := func(s string) string { return s }
	if f == Markdown { // its tables have no width
		limit = unlimited
		shown = inMarkdown
		title, note = "**%s**\n\n", "\n- %s\n"
	}
	if t.Title != "" {
		fmt.Fprintf(w, title, strings.Join(wrap(shown(t.Title), prose-4), "\n"))
	}
	if len(t.Columns) > 0 { // otherwise the table is words alone
		for i, group := range split(t.layOut(), min(max(t.Lead, 1), len(t.Columns)), limit) {
			if i > 0 {
				fmt.Fprint(w, "\nThe same rows, further columns:\n")
			}
			if err := draw(w, group, f, style.Color); err != nil {
				return err
			}
		}
	}
	for _, one := range t.Notes {
		fmt.Fprintf(w, note, strings.Join(wrap(shown(one), prose-2), "\n  "))
	}
	return nil
}

// draw has tablewriter draw columns, in a frame or in Markdown. Each line of a failed verdict is red by itself, so that
// no colour runs into the frame.
func draw(w io.Writer, columns []layout, f Format, color bool) error {
	sides := Each(columns, func(l layout) tw.Align {
		if l.right {
			return tw.AlignRight
		}
		return tw.AlignLeft
	})
	options := []tablewriter.Option{tablewriter.WithAlignment(sides), tablewriter.WithHeaderAutoFormat(tw.Off)}
	broken := func(l layout, s string) []string { return wrap(s, l.width) }
	if f == Markdown {
		options = append(options, tablewriter.WithRenderer(renderer.NewMarkdown()))
		broken = func(_ layout, s string) []string { return []string{inMarkdown(text.Printable(s))} }
	}
	drawn := tablewriter.NewTable(w, options...)
	drawn.Header(Each(columns, func(l layout) string { return strings.Join(broken(l, l.head), "\n") }))
	for i := range columns[0].cells {
		row := Each(columns, func(l layout) string {
			lines := broken(l, l.cells[i])
			if color && l.failed[i] && f != Markdown {
				lines = Each(lines, func(s string) string { return "\x1b[31m" + s + "\x1b[0m" })
			}
			return strings.Join(lines, "\n")
		})
		if err := drawn.Append(row); err != nil {
			return err
		}
	}
	return drawn.Render()
}

// markup replaces signs that would end a cell or be a mark in Markdown, and element matches the beginning of HTML.
var (
	markup  = strings.NewReplacer("|", `\|`, "*", `\*`, "`", "\\`", "](", `]\(`)
	element = regexp.MustCompile(`<(\S)`)
)

// inMarkdown returns a text in which nothing is markup.
func inMarkdown(s string) string { return element.ReplaceAllString(markup.Replace(s), "&lt;$1") }

// layOut returns the columns as people see them, as wide as their texts.
func (t Table) layOut() []layout {
	columns := make([]layout, len(t.Columns))
	for j, c := range t.Columns {
		l := layout{head: c.Name(), right: len(t.Rows) > 0}
		for _, row := range t.Rows {
			v, ok := row[j].(Verdict)
			l.cells = append(l.cells, strings.Join(strings.Fields(text.Printable(ForPeople(row[j]))), " "))
			l.failed = append(l.failed, ok && v.Mark == Failed)
			l.right = l.right && (Numeric(row[j]) || row[j] == nil)
		}
		for _, s := range append([]string{l.head}, l.cells...) {
			l.width = max(l.width, twwidth.Width(s))
			for word := range strings.FieldsSeq(s) {
				l.least = max(l.least, twwidth.Width(word))
			}
		}
		columns[j] = l
	}
	return columns
}

// split narrows columns to fit into limit, without breaking a word. If they are still too wide it returns several
// groups, each beginning with the first lead columns.
func split(columns []layout, lead, limit int) [][]layout {
	narrow(columns, limit)
	if total(columns) <= limit {
		return [][]layout{columns}
	}
	var groups [][]layout
	group := slices.Clip(columns[:lead])
	for _, l := range columns[lead:] {
		if len(group) > lead && total(group)+l.width+3 > limit {
			groups = append(groups, group)
			group = slices.Clip(columns[:lead])
		}
		group = append(group, l)
	}
	return append(groups, group)
}

// narrow takes width from the widest column that can spare some, until a line fits into limit or no column can.
func narrow(columns []layout, limit int) {
	for total(columns) > limit {
		widest := -1
		for j, l := range columns {
			if l.width > l.least && (widest < 0 || l.width > columns[widest].width) {
				widest = j
			}
		}
		if widest < 0 {
			return
		}
		columns[widest].width--
	}
}

// total returns the width of a line: each column with a blank on either side, and the rules between them.
func total(columns []layout) int {
	sum := len(columns) + 1
	for _, l := range columns {
		sum += l.width + 2
	}
	return sum
}

// wrap breaks a text at blanks into lines of at most width. A longer word has a line of its own, and a line that fits
// keeps its blanks. Invisible characters, as ESC in the name of a file, are written out.
func wrap(s string, width int) []string {
	if twwidth.Width(s) <= width && !strings.Contains(s, "\n") {
		return []string{text.Printable(s)}
	}
	return text.Lines(text.Printable(s), func(line string) bool { return twwidth.Width(line) <= width })
}
