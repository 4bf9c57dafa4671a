package table

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	words "breadboard/grid/text"
)

// A layout is a column of a table for people.
type layout struct {
	key    string
	head   string
	cells  []string
	failed []bool // by row: the cell is a failed verdict
	right  bool   // aligned at the right, like numbers
	cuts   string // the characters after which a word may be broken
	width  int    // of the text, without the blanks on either side
	least  int    // the width of the longest part of a word: no column can be narrower
}

func (t Table) writeText(w io.Writer, inMarkdown bool, style Style) error {
	limit := style.width()
	if t.Title != "" {
		title := strings.Join(wrap(shown(t.Title, inMarkdown), style.prose()-4), "\n")
		switch {
		case inMarkdown:
			title = "**" + title + "**\n"
		case style.Color:
			title = bold(title)
		}
		fmt.Fprintln(w, title)
	}
	columns := t.layouts(inMarkdown)
	groups, without := t.fit(columns, limit, inMarkdown)
	for i, group := range groups {
		if len(columns) == 0 {
			break // words alone
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.render(w, group, inMarkdown, style.Color && !inMarkdown); err != nil {
			return err
		}
	}
	mark := ""
	if inMarkdown {
		mark = "\n- "
	}
	for _, note := range slices.Concat(without, t.Notes) {
		if _, err := fmt.Fprintln(w, mark+strings.Join(wrap(shown(note, inMarkdown), style.prose()-2), "\n  ")); err != nil {
			return err
		}
	}
	return nil
}

func (t Table) layouts(inMarkdown bool) []layout {
	columns := make([]layout, len(t.Columns))
	for j, c := range t.Columns {
		l := layout{key: c.Key, head: c.Name(), right: len(t.Rows) > 0}
		for _, row := range t.Rows {
			l.cells = append(l.cells, cellText(row[j], inMarkdown))
			v, ok := row[j].(Verdict)
			l.failed = append(l.failed, ok && v.Mark == Failed)
			l.right = l.right && (Numeric(row[j]) || row[j] == nil)
		}
		l.head = clean(l.head, inMarkdown)
		l.measure()
		columns[j] = l
	}
	return columns
}

// measure finds the widths of the column.
func (l *layout) measure() {
	l.width, l.least = 0, 0
	for _, s := range append([]string{l.head}, l.cells...) {
		l.width = max(l.width, twwidth.Width(s))
		for word := range strings.FieldsSeq(s) {
			for part := range parts(word, l.cuts) {
				l.least = max(l.least, twwidth.Width(part))
			}
		}
	}
}

// cellText is a cell on one line.
func cellText(cell any, inMarkdown bool) string {
	if m, ok := cell.(Marked); ok && inMarkdown {
		return strings.ReplaceAll(m.Markdown, "|", `\|`)
	}
	return clean(ForPeople(cell), inMarkdown)
}

// clean puts a text on one line.
func clean(s string, inMarkdown bool) string {
	return strings.Join(strings.Fields(shown(s, inMarkdown)), " ")
}

// shown is a text as people see it. It may have the name of a file, which comes from outside: its
// control characters are written out, and its markup is escaped in Markdown.
func shown(s string, inMarkdown bool) string {
	s = words.Printable(s)
	if inMarkdown {
		s = markdown(s)
	}
	return s
}

func (t Table) render(w io.Writer, columns []layout, inMarkdown, color bool) error {
	aligns := make([]tw.Align, len(columns))
	heads := make([]string, len(columns))
	for j, l := range columns {
		aligns[j] = tw.AlignLeft
		if l.right {
			aligns[j] = tw.AlignRight
		}
		heads[j] = paint(wrapAt(l.head, l.width, l.cuts), color, bold)
	}
	cells := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{PerColumn: aligns},
	}
	style := tablewriter.WithRendition(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})
	if inMarkdown {
		style = tablewriter.WithRenderer(renderer.NewMarkdown())
	}
	table := tablewriter.NewTable(w, tablewriter.WithConfig(tablewriter.Config{Header: cells, Row: cells}), style)
	table.Header(heads)
	for i := range t.Rows {
		row := make([]string, len(columns))
		for j, l := range columns {
			row[j] = paint(wrapAt(l.cells[i], l.width, l.cuts), color && l.failed[i], red)
		}
		if err := table.Append(row); err != nil {
			return err
		}
	}
	return table.Render()
}

// paint joins the lines of a cell. If on is set it paints each line by itself, so
// that the colour does not run into the frame.
func paint(lines []string, on bool, with func(string) string) string {
	for i := range lines {
		if on && lines[i] != "" {
			lines[i] = with(lines[i])
		}
	}
	return strings.Join(lines, "\n")
}

func bold(s string) string { return "\x1b[1m" + s + "\x1b[0m" }

func red(s string) string { return "\x1b[31m" + s + "\x1b[0m" }
