package table

import (
	"fmt"
	"io"
	"strings"
)

// writeLaTeX writes a float of the package booktabs: its title is the caption, its notes are comments.
func (t Table) writeLaTeX(w io.Writer, columns []layout, label string) {
	fmt.Fprintf(w, "%% \\usepackage{booktabs} goes before\n\\begin{table}\n\\centering\n")
	if t.Title != "" {
		fmt.Fprintf(w, "\\caption{%s.}\n", inTeX.Replace(strings.TrimSuffix(t.Title, ".")))
	}
	if label != "" {
		fmt.Fprintf(w, "\\label{tab:%s}\n", label)
	}
	align := ""
	for _, l := range columns {
		if l.right {
			align += "r"
		} else {
			align += "l"
		}
	}
	heads := Each(columns, func(l layout) string { return inTeX.Replace(l.head) })
	fmt.Fprintf(w, "\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", align, strings.Join(heads, " & "))
	for i := range t.Rows {
		cells := Each(columns, func(l layout) string { return inTeX.Replace(l.cells[i]) })
		fmt.Fprintln(w, strings.Join(cells, " & ")+` \\`)
	}
	fmt.Fprintf(w, "\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	for _, note := range t.Notes {
		fmt.Fprintln(w, "% "+strings.Join(wrap(note, 76), "\n%   "))
	}
}

// inTeX replaces letters that have a meaning in LaTeX, or that pdfTeX does not have.
var inTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`,
	"%", `\%`, "_", `\_`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "−", "$-$", "±", `$\pm$`, "‖", `$\|$`,
	"<", "$<$", ">", "$>$", "|", "$|$", "≤", `$\le$`, "≥", `$\ge$`, "²", "$^2$", "β", `$\beta$`, "σ", `$\sigma$`,
	"χ", `$\chi$`, "λ", `$\lambda$`, "→", `$\to$`, "×", `$\times$`)
