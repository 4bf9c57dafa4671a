package table

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

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
	var without []string
	all, spare := columns, slices.Clone(t.Spare)
	for !narrow(columns, limit) && len(spare) > 0 {
		if i := slices.IndexFunc(columns, func(l layout) bool { return l.key == spare[0] }); i >= lead {
			columns = slices.Delete(slices.Clone(columns), i, i+1)
		}
		spare = spare[1:]
	}
	for _, l := range all {
		if !slices.ContainsFunc(columns, func(kept layout) bool { return kept.key == l.key }) {
			without = append(without, l.head)
		}
	}
	if without != nil {
		notes = []string{fmt.Sprintf("There is no room for %s in %d columns.", listed(without), limit)}
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

// listed writes names as "mode:2, mode:3 and mode:4".
func listed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// split returns groups of columns that fit into limit, each led by the first lead columns.
func split(columns []layout, lead, limit int) [][]layout {
	if total(columns) <= limit {
		return [][]layout{columns}
	}
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
func wrap(s string, width int) []string { return wrapAt(s, width, "") }

// wrapAt is wrap that also breaks words after these characters.
func wrapAt(s string, width int, cuts string) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		blank := between(len(line), " ")
		for part := range parts(word, cuts) {
			if line != "" && twwidth.Width(line+blank+part) > width {
				lines = append(lines, line)
				line, blank = "", ""
			}
			line, blank = line+blank+part, ""
		}
	}
	return append(lines, line)
}

// parts yields the parts of a word, each with the character after which it is cut.
func parts(word, cuts string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word != "" {
			end := strings.IndexAny(word, cuts) + 1
			if end == 0 {
				end = len(word)
			}
			if !yield(word[:end]) {
				return
			}
			word = word[end:]
		}
	}
}
