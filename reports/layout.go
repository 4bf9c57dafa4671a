package reports

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
	failed []bool // by cell: a verdict that failed
	right  bool   // numbers
	width  int    // of the text in it, without the blanks on either side
}

// writeText writes the table for people.
func (t Table) writeText(w io.Writer, markdown bool, style Style) error {
	limit := style.width()
	if t.Title != "" {
		title := strings.Join(wrap(t.Title, limit-4), "\n")
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
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.render(w, group, markdown, style.Color && !markdown); err != nil {
			return err
		}
	}
	for _, note := range t.Notes {
		mark, indent := "", "  "
		if markdown {
			mark, indent = "\n- ", "  "
		}
		lines := wrap(note, limit-2)
		if _, err := fmt.Fprintln(w, mark+strings.Join(lines, "\n"+indent)); err != nil {
			return err
		}
	}
	return nil
}

func (t Table) layouts(markdown bool) []layout {
	columns := make([]layout, len(t.Columns))
	for j, c := range t.Columns {
		l := layout{head: c.Head, right: len(t.Rows) > 0}
		if l.head == "" {
			l.head = c.Key
		}
		for _, row := range t.Rows {
			l.cells = append(l.cells, clean(forPeople(row[j]), markdown))
			v, ok := row[j].(Verdict)
			l.failed = append(l.failed, ok && v.Failed)
			l.right = l.right && (numeric(row[j]) || row[j] == nil)
		}
		l.head = clean(l.head, markdown)
		l.width = twwidth.Width(l.head)
		for _, s := range l.cells {
			l.width = max(l.width, twwidth.Width(s))
		}
		columns[j] = l
	}
	return columns
}

// clean keeps a cell on one line and, in Markdown, in its cell.
func clean(s string, markdown bool) string {
	s = strings.Join(strings.Fields(s), " ")
	if markdown {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	return s
}

// least is the width below which no word of the column fits.
func (l layout) least() int {
	least := 1
	words := strings.Fields(l.head)
	for _, s := range l.cells {
		words = append(words, strings.Fields(s)...)
	}
	for _, word := range words {
		least = max(least, twwidth.Width(word))
	}
	return least
}

// fit narrows columns, the widest first, until their sum with a blank on either
// side and a rule between two is at most limit, and splits them into groups,
// each led by the first lead, where that cannot be. A word never breaks. In Markdown
// nothing can be narrowed.
func fit(columns []layout, lead, limit int, markdown bool) [][]layout {
	for total(columns) > limit {
		widest := -1
		for j, l := range columns {
			if !markdown && l.width > l.least() && (widest < 0 || l.width > columns[widest].width) {
				widest = j
			}
		}
		if widest < 0 {
			break
		}
		columns[widest].width--
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

// total is the width of a line with these columns.
func total(columns []layout) int {
	sum := len(columns) + 1
	for _, l := range columns {
		sum += l.width + 2
	}
	return sum
}

// wrap breaks a text at blanks into lines of at most width, where words allow.
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

// paint joins the lines of a cell, each painted by itself where on.
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
