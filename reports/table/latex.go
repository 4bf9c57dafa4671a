package table

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	words "breadboard/grid/text"
)

// inLaTeX escapes what LaTeX would take as its own, and writes letters that pdfTeX has not.
var inLaTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`,
	"}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "‖", `$\|$`, "<", "$<$", ">", "$>$", "|", `$|$`, "±", `$\pm$`,
	"²", `$^2$`, "σ", `$\sigma$`)

// writeLaTeX writes a tabular of the package booktabs, numbers at the right. Title and notes are comments, for a caption.
func (t Table) writeLaTeX(w *bufio.Writer) {
	heads, align := make([]string, len(t.Columns)), ""
	rows := Each(t.Rows, func(row []any) []string { return Each(row, ForPeople) })
	for j, c := range t.Columns {
		heads[j] = c.Name()
		if align += "l"; len(rows) > 0 && !slices.ContainsFunc(t.Rows, func(row []any) bool {
			return row[j] != nil && !Numeric(row[j])
		}) {
			align = align[:j] + "r"
		}
	}
	comment := func(said string) { fmt.Fprintln(w, "% "+words.OneLine(said)) }
	line := func(cells []string) {
		cells = Each(cells, func(s string) string { return inLaTeX.Replace(words.OneLine(s)) })
		fmt.Fprintln(w, strings.Join(cells, " & ")+` \\`)
	}
	comment(t.Title)
	fmt.Fprintf(w, "\\begin{tabular}{%s}\n\\toprule\n", align)
	line(heads)
	fmt.Fprintln(w, `\midrule`)
	for _, row := range rows {
		line(row)
	}
	fmt.Fprintln(w, "\\bottomrule\n\\end{tabular}")
	for _, note := range t.Notes {
		comment(note)
	}
}
