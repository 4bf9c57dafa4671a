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
)

// A layout is a column of a table for people.
type layout struct {
	head   string
	cells  []string
	failed []bool // by row: the cell is a failed verdict
	right  bool   // aligned at the right, like numbers
	width  int    // of the text, without the blanks on either side
	least  int    // the width of the longest word: no column can be narrower
}

func (t Table) writeText(w io.Writer, markdown bool, style Style) error {
	limit := style.width()
	if t.Title != "" {
		title := strings.Join(wrap(t.Title, style.prose()-4), "\n")
		switch {
		case markdown:
			title = "**" + title + "**\n"
		case style.Color:
			title = bold(title)
		}
		fmt.Fprintln(w, title)
	}
	columns := t.layouts(markdown)
	for i, group := range fit(columns, max(t.Lead, 1), limit, markdown) {
		if len(columns) == 0 {
			break // words alone
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.render(w, group, markdown, style.Color && !markdown); err != nil {
			return err
		}
	}
	mark := ""
	if markdown {
		mark = "\n- "
	}
	for _, note := range t.Notes {
		if _, err := fmt.Fprintln(w, mark+strings.Join(wrap(note, style.prose()-2), "\n  ")); err != nil {
			return err
		}
	}
	return nil
}

func (t Table) layouts(markdown bool) []layout {
	columns := make([]layout, len(t.Columns))
	for j, c := range t.Columns {
		l := layout{head: c.Name(), right: len(t.Rows) > 0}
		for _, row := range t.Rows {
			l.cells = append(l.cells, clean(ForPeople(row[j]), markdown))
			v, ok := row[j].(Verdict)
			l.failed = append(l.failed, ok && v.Mark == Failed)
			l.right = l.right && (Numeric(row[j]) || row[j] == nil)
		}
		l.head = clean(l.head, markdown)
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

// clean puts a cell on one line. In Markdown it escapes bars, which would end the
// cell.
func clean(s string, markdown bool) string {
	s = strings.Join(strings.Fields(s), " ")
	if markdown {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	return s
}

// fit makes columns fit into limit. It narrows them, the widest first, and never breaks
// a word; Markdown cannot be narrowed. If they are still too wide it splits them into
// groups, each led by the first lead columns.
func fit(columns []layout, lead, limit int, markdown bool) [][]layout {
	if !markdown {
		narrow(columns, limit)
	}
	if total(columns) <= limit {
		return [][]layout{columns}
	}
	lead = min(lead, len(columns))
	var groups [][]layout
	group := slices.Clone(columns[:lead])
	for _, l := range columns[lead:] {
		if len(group) > lead && total(group)+l.width+3 > limit {
			groups = append(groups, group)
			group = slices.Clone(columns[:lead])
		}
		group = append(group, l)
	}
	return append(groups, group)
}

// narrow takes width from the widest column that has any to spare, until a line fits
// into limit or no column has.
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

// total returns the width of a line: each column with a blank on either side, and
// the rules between them.
func total(columns []layout) int {
	sum := len(columns) + 1
	for _, l := range columns {
		sum += l.width + 2
	}
	return sum
}

// wrap breaks a text at blanks into lines of at most width. A longer word has a line
// of its own.
func wrap(s string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && twwidth.Width(line)+1+twwidth.Width(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line += between(len(line), " ") + word
	}
	return append(lines, line)
}

func (t Table) render(w io.Writer, columns []layout, markdown, color bool) error {
	aligns := make([]tw.Align, len(columns))
	heads := make([]string, len(columns))
	for j, l := range columns {
		aligns[j] = tw.AlignLeft
		if l.right {
			aligns[j] = tw.AlignRight
		}
		heads[j] = paint(wrap(l.head, l.width), color, bold)
	}
	cells := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{PerColumn: aligns},
	}
	style := tablewriter.WithRendition(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})
	if markdown {
		style = tablewriter.WithRenderer(renderer.NewMarkdown())
	}
	table := tablewriter.NewTable(w, tablewriter.WithConfig(tablewriter.Config{Header: cells, Row: cells}), style)
	table.Header(heads)
	for i := range t.Rows {
		row := make([]string, len(columns))
		for j, l := range columns {
			row[j] = paint(wrap(l.cells[i], l.width), color && l.failed[i], red)
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
