package bread

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"breadboard/experiments/paper"
	"breadboard/reports/table"
)

// texColumns are the columns of the table of tightness in a paper, with their heads in LaTeX. The braces keep siunitx
// from reading a head as a number.
var texColumns = []struct {
	head string
	of   func(paper.Tightness) string
}{
	{"{$T$}", func(r paper.Tightness) string { return strconv.Itoa(r.T) }},
	{"{$J$}", func(r paper.Tightness) string { return table.Short(r.J()) }},
	{`{$\mathrm{KL}(q \,\|\, p)$}`, func(r paper.Tightness) string { return table.Short(r.Final.Forward) }},
	{`{$\mathrm{KL}(p \,\|\, q)$}`, func(r paper.Tightness) string { return table.Short(r.Final.Reverse) }},
	{"{$B$}", func(r paper.Tightness) string { return table.Short(r.B()) }},
	{"{$B/J$}", func(r paper.Tightness) string { return table.Short(r.Ratio()) }},
}

// texFiles have the table of tightness of each toy for a paper in LaTeX, one a file, which \input takes as it is.
func texFiles(r paper.Reproduction) (files []table.File) {
	for _, rows := range toysOf(r) {
		files = append(files, table.File{Name: texName(rows[0].Toy), Write: func(w io.Writer) error {
			_, err := io.WriteString(w, texTable(rows, r.Quick))
			return err
		}})
	}
	return files
}

func texName(toy string) string { return "tightness-" + toy + ".tex" }

// texNames are the names of these files.
func texNames() []string {
	return table.Each(paper.Toys(), func(toy paper.Toy) string { return texName(toy.Name) })
}

// texTable is a float with a caption and a label. Its numbers are columns of siunitx, which aligns them at the point,
// whether they have an exponent or not, and writes the exponents as powers of ten.
func texTable(rows []paper.Tightness, quick bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%% breadboard reproduce wrote it; \\usepackage{booktabs} and \\usepackage{siunitx} go before\n")
	if quick {
		fmt.Fprintln(&b, "% quick run")
	}
	fmt.Fprintf(&b, "\\begin{table}\n\\centering\n")
	fmt.Fprintf(&b, `\caption{%s: the Jeffreys divergence $J = \mathrm{KL}(q \,\|\, p) + \mathrm{KL}(p \,\|\, q)$ `+
		"of the law $q$ of the samples from the target $p$, and its bound $B$, exact, in nats, by the number $T$ of "+
		"levels.}\n", rows[0].Title)
	fmt.Fprintf(&b, "\\label{tab:tightness-%s}\n\\begin{tabular}{", rows[0].Toy)
	var heads []string
	for _, c := range texColumns {
		fmt.Fprintf(&b, "S[table-format=%s]", texFormat(table.Each(rows, c.of)))
		heads = append(heads, c.head)
	}
	fmt.Fprintf(&b, "}\n\\toprule\n%s \\\\\n\\midrule\n", strings.Join(heads, " & "))
	for _, r := range rows {
		var cells []string
		for _, c := range texColumns {
			cells = append(cells, c.of(r))
		}
		fmt.Fprintf(&b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprintf(&b, "\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	return b.String()
}

// texFormat is the table-format of a column of siunitx: the most digits before the point, behind it, and of an exponent
// with its sign, as in 2.7e-2.
func texFormat(cells []string) string {
	whole := 0
	decimals := 0
	exponent := 0
	for _, cell := range cells {
		mantissa, power, _ := strings.Cut(cell, "e")
		before, behind, _ := strings.Cut(mantissa, ".")
		whole = max(whole, len(before))
		decimals = max(decimals, len(behind))
		exponent = max(exponent, len(strings.TrimLeft(power, "-+0")))
	}
	format := fmt.Sprintf("%d.%d", whole, decimals)
	if exponent > 0 {
		format += fmt.Sprintf("e-%d", exponent)
	}
	return format
}
