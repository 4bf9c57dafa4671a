package table

import (
	"bufio"
	"cmp"
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

// init fixes how wide letters are. tablewriter asks the locale: in Japanese, Chinese or Korean it gives two columns to
// β, ∞ and the frame itself, which terminals draw in one.
func init() { twwidth.SetEastAsian(false) }

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

func (t Table) writeText(w *bufio.Writer, f Format, style Style) error {
	inMarkdown := f == Markdown
	columns := t.layOut(f == Markdown)
	if f == LaTeX {
		t.writeLaTeX(w, columns)
		return nil
	}
	limit := cmp.Or(style.Width, 80)
	prose := min(limit, 80) // titles and notes are hard to read in longer lines
	if limit < 0 {
		limit, prose = 1<<20, 1<<20
	}
	if t.Title != "" {
		title := strings.Join(wrap(shown(t.Title, inMarkdown), prose-4, ""), "\n")
		switch {
		case inMarkdown:
			title = "**" + title + "**\n"
		case style.Color:
			title = bold(title)
		}
		fmt.Fprintln(w, title)
	}
	groups, without := t.fit(columns, limit, inMarkdown)
	for i, group := range groups {
		if len(columns) == 0 {
			break // words alone
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := draw(w, group, inMarkdown, style.Color && !inMarkdown); err != nil {
			return err
		}
	}
	mark := ""
	if inMarkdown {
		mark = "\n- "
	}
	for _, note := range slices.Concat(without, t.Notes) {
		fmt.Fprintln(w, mark+strings.Join(wrap(shown(note, inMarkdown), prose-2, ""), "\n  "))
	}
	return nil
}

// draw has tablewriter draw columns, in a frame or in Markdown.
func draw(w io.Writer, columns []layout, inMarkdown, color bool) error {
	options := []tablewriter.Option{
		tablewriter.WithAlignment(Each(columns, layout.side)),
		tablewriter.WithHeaderAutoFormat(tw.Off),
	}
	if inMarkdown {
		options = append(options, tablewriter.WithRenderer(renderer.NewMarkdown()))
	}
	drawn := tablewriter.NewTable(w, options...)
	drawn.Header(Each(columns, func(l layout) string { return l.broken(l.head, color, bold) }))
	for i := range columns[0].cells {
		row := Each(columns, func(l layout) string { return l.broken(l.cells[i], color && l.failed[i], red) })
		if err := drawn.Append(row); err != nil {
			return err
		}
	}
	return drawn.Render()
}

// side returns where the texts of the column stand.
func (l layout) side() tw.Align {
	if l.right {
		return tw.AlignRight
	}
	return tw.AlignLeft
}

// broken breaks a text of the column into lines. It paints each line by itself, so that no colour runs into the frame.
func (l layout) broken(s string, painted bool, paint func(string) string) string {
	lines := wrap(s, l.width, l.cuts)
	if painted && s != "" {
		lines = Each(lines, paint)
	}
	return strings.Join(lines, "\n")
}

func bold(s string) string { return "\x1b[1m" + s + "\x1b[0m" }

func red(s string) string { return "\x1b[31m" + s + "\x1b[0m" }

// layOut are the columns as people see them, as wide as their texts.
func (t Table) layOut(inMarkdown bool) []layout {
	columns := make([]layout, len(t.Columns))
	for j, c := range t.Columns {
		l := layout{key: c.Key, head: clean(c.Name(), inMarkdown), right: len(t.Rows) > 0}
		for _, row := range t.Rows {
			l.cells = append(l.cells, clean(ForPeople(row[j]), inMarkdown))
			v, ok := row[j].(Verdict)
			l.failed = append(l.failed, ok && v.Mark == Failed)
			l.right = l.right && (Numeric(row[j]) || row[j] == nil)
		}
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
			for _, part := range parts(word, l.cuts) {
				l.least = max(l.least, twwidth.Width(part))
			}
		}
	}
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

// nameCuts are the characters after which the names in the first columns may be broken, if nothing else helps: after
// the hyphen of delayed-rejection, for example.
const nameCuts = "-:/"

// fit makes columns fit into limit; Markdown cannot be narrowed. It narrows the widest first and breaks no word. If
// that does not do, it leaves out spare columns, one by one, and a note names them. Then it breaks the names in the
// first columns. If the rest is still too wide it splits the columns into groups, each led by the first.
func (t Table) fit(columns []layout, limit int, markdown bool) (groups [][]layout, notes []string) {
	lead := min(max(t.Lead, 1), len(columns))
	if markdown {
		return split(columns, lead, limit), nil
	}
	all, spare := columns, t.Spare
	for !narrow(columns, limit) && len(spare) > 0 {
		if i := slices.IndexFunc(columns, func(l layout) bool { return l.key == spare[0] }); i >= lead {
			columns = slices.Delete(slices.Clone(columns), i, i+1)
		}
		spare = spare[1:]
	}
	var without []string
	for _, l := range all {
		if !slices.ContainsFunc(columns, func(kept layout) bool { return kept.key == l.key }) {
			without = append(without, l.head)
		}
	}
	if last := len(without) - 1; last >= 0 { // as "mode:2, mode:3 and mode:4"
		if last > 0 {
			without = []string{strings.Join(without[:last], ", "), without[last]}
		}
		notes = []string{fmt.Sprintf("There is no room for %s in %d columns.", strings.Join(without, " and "), limit)}
	}
	if total(columns) > limit && t.Spare != nil {
		for i := range columns[:lead] {
			columns[i].cuts = nameCuts
			columns[i].measure()
		}
		narrow(columns, limit)
	}
	return split(columns, lead, limit), notes
}

// split returns groups of columns that fit into limit, each led by the first lead columns.
func split(columns []layout, lead, limit int) [][]layout {
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

// narrow takes width from the widest column that has any to spare, until a line fits into limit. It reports whether
// one does.
func narrow(columns []layout, limit int) bool {
	for total(columns) > limit {
		widest := -1
		for j, l := range columns {
			if l.width > l.least && (widest < 0 || l.width > columns[widest].width) {
				widest = j
			}
		}
		if widest < 0 {
			return false
		}
		columns[widest].width--
	}
	return true
}

// total returns the width of a line: each column with a blank on either side, and the rules between them.
func total(columns []layout) int {
	sum := len(columns) + 1
	for _, l := range columns {
		sum += l.width + 2
	}
	return sum
}

// wrap breaks a text at blanks into lines of at most width, and words after these characters. What is longer has a line
// of its own.
func wrap(s string, width int, cuts string) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		blank := between(len(line), " ")
		for _, part := range parts(word, cuts) {
			if line != "" && twwidth.Width(line+blank+part) > width {
				lines = append(lines, line)
				line, blank = "", ""
			}
			line, blank = line+blank+part, ""
		}
	}
	return append(lines, line)
}

// parts are the parts of a word, each with the character after which it is cut.
func parts(word, cuts string) (all []string) {
	for word != "" {
		end := strings.IndexAny(word, cuts) + 1
		if end == 0 {
			end = len(word)
		}
		all, word = append(all, word[:end]), word[end:]
	}
	return all
}
