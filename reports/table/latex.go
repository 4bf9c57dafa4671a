package table

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	words "breadboard/grid/text"
)

// This file writes tables for papers in LaTeX, and the words of tables and figures there.

// writeLaTeX writes a float of the packages booktabs and siunitx: its title is the caption, its notes are comments.
// Columns of numbers are siunitx's, which aligns them at the point, whether they have an exponent or not, and writes
// exponents as powers of ten. A number among words is a \num.
func (t Table) writeLaTeX(w io.Writer, columns []layout) {
	fmt.Fprintln(w, `% \usepackage{booktabs} and \usepackage{siunitx} go before`)
	fmt.Fprintf(w, "\\begin{table}\n\\centering\n")
	if title := words.OneLine(t.Title); title != "" {
		fmt.Fprintf(w, "\\caption{%s.}\n", InTeX(strings.TrimSuffix(title, ".")))
	}
	if t.Label != "" {
		fmt.Fprintf(w, "\\label{tab:%s}\n", t.Label)
	}
	texed := Each(columns, inColumn)
	align := Each(texed, func(c texColumn) string { return c.align })
	fmt.Fprintf(w, "\\begin{tabular}{%s}\n\\toprule\n", strings.Join(align, ""))
	heads := Each(texed, func(c texColumn) string { return c.head })
	fmt.Fprintf(w, "%s \\\\\n\\midrule\n", strings.Join(heads, " & "))
	for i := range t.Rows {
		cells := Each(texed, func(c texColumn) string { return c.cells[i] })
		fmt.Fprintln(w, strings.Join(cells, " & ")+` \\`)
	}
	fmt.Fprintf(w, "\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	for _, note := range t.Notes {
		fmt.Fprintln(w, "% "+strings.Join(wrap(words.OneLine(note), texNotes, ""), "\n%   "))
	}
}

// texNotes is how long a line of a note is: with its sign it fits a terminal.
const texNotes = 76

// A texColumn is a column as LaTeX has it.
type texColumn struct {
	align, head string
	cells       []string
}

// texNumber is a number as cells write it.
var texNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$`)

// inColumn is a column in LaTeX: one of siunitx if all that it has are numbers, or none. Braces keep siunitx from
// reading a head as a number.
func inColumn(l layout) texColumn {
	c := texColumn{align: "l", head: InTeX(l.head)}
	numbers := l.right
	some := false
	for _, cell := range l.cells {
		is := texNumber.MatchString(cell)
		numbers = numbers && (is || cell == "")
		some = some || is
	}
	if numbers && some {
		c.align = "S[table-format=" + texFormat(l.cells) + "]"
		c.head = "{" + c.head + "}"
		c.cells = l.cells
		return c
	}
	if l.right {
		c.align = "r"
	}
	c.cells = Each(l.cells, func(cell string) string {
		if texNumber.MatchString(cell) {
			return `\num{` + cell + "}"
		}
		return texLetters.Replace(cell)
	})
	return c
}

// texFormat is the table-format of a column of siunitx: a sign if any number has one, the most digits before the point,
// behind it, and of an exponent with its sign, as in 2.7e-2.
func texFormat(cells []string) string {
	sign := ""
	whole := 0
	decimals := 0
	exponent := 0
	for _, cell := range cells {
		digits, negative := strings.CutPrefix(cell, "-")
		if negative {
			sign = "-"
		}
		mantissa, power, _ := strings.Cut(digits, "e")
		before, behind, _ := strings.Cut(mantissa, ".")
		whole = max(whole, len(before))
		decimals = max(decimals, len(behind))
		exponent = max(exponent, len(strings.TrimLeft(power, "-+0")))
	}
	format := fmt.Sprintf("%s%d.%d", sign, whole, decimals)
	if exponent > 0 {
		format += fmt.Sprintf("e-%d", exponent)
	}
	return format
}

// The letters that LaTeX would not take for themselves, or that pdfTeX has not.
var texLetters = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`,
	"%", `\%`, "_", `\_`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "−", "$-$", "±", `$\pm$`, "‖", `$\|$`,
	"<", "$<$", ">", "$>$", "|", "$|$", "≤", `$\le$`, "≥", `$\ge$`, "²", "$^2$", "β", `$\beta$`, "σ", `$\sigma$`,
	"→", `$\to$`, "×", `$\times$`)

var (
	// a power of ten, and a number with one
	texPower   = regexp.MustCompile(`\b1e(−?)([0-9]+)`)
	texPowered = regexp.MustCompile(`\b([0-9.]+)e(−?)([0-9]+)`)
	// a divergence, log w, and quantities that stand alone, or over another
	texKL       = regexp.MustCompile(`KL\(([pq])‖([pq])\)`)
	texQuantity = regexp.MustCompile(`\blog ([wRZpqf])\b|\b[JBTNMPSRtwpqf](/[JBTNMPSR])?\b`)
	texMinus    = regexp.MustCompile(` [-−] `)
	texPart     = regexp.MustCompile(texKL.String() + `|\b[0-9.]+e−?[0-9]+\b|` + texQuantity.String() + `| [-−] `)
)

// InTeX is a text in LaTeX: its quantities are in italics, its powers of ten are written as such, and nothing in it is
// a command.
func InTeX(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range texPart.FindAllStringIndex(text, -1) {
		b.WriteString(texLetters.Replace(text[at:m[0]]))
		b.WriteString(texOf(text[m[0]:m[1]]))
		at = m[1]
	}
	b.WriteString(texLetters.Replace(text[at:]))
	return b.String()
}

// texOf is a part of a text that is a formula.
func texOf(part string) string {
	switch {
	case texKL.MatchString(part):
		return texKL.ReplaceAllString(part, `$$\mathrm{KL}($1 \,\|\, $2)$$`)
	case texPower.MatchString(part):
		return texSign.Replace(texPower.ReplaceAllString(part, "$$10^{$1$2}$$"))
	case texPowered.MatchString(part):
		return texSign.Replace(texPowered.ReplaceAllString(part, `$$$1\cdot10^{$2$3}$$`))
	case texMinus.MatchString(part):
		return " $-$ "
	}
	return "$" + strings.Replace(part, "log ", `\log `, 1) + "$"
}

var texSign = strings.NewReplacer("−", "-")
