package table

import (
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// A drawn column has its cells in lines, and is as wide as the longest of them.
type drawn struct {
	layout
	lines [][]string // of the head, and of each row
	width int
}

// drawnAs breaks the cells of a column.
func drawnAs(l layout) drawn {
	d := drawn{layout: l}
	for _, cell := range append([]string{l.head}, l.cells...) {
		lines := wrap(cell, l.width, l.cuts)
		d.lines = append(d.lines, lines)
		for _, line := range lines {
			d.width = max(d.width, uniseg.StringWidth(line))
		}
	}
	return d
}

// padded is line k of a cell, as wide as the column. What is painted is the text alone, so that no colour runs into the
// frame.
func (d drawn) padded(row, k int, paint func(string) string) string {
	text := ""
	if k < len(d.lines[row]) {
		text = d.lines[row][k]
	}
	blanks := strings.Repeat(" ", d.width-uniseg.StringWidth(text))
	if paint != nil && text != "" {
		text = paint(text)
	}
	if d.right {
		return blanks + text
	}
	return text + blanks
}

// A frame is what stands around cells: its top, what is below the head, and its bottom; and what parts columns.
type frame struct {
	top, middle, bottom rule
	side                string
}

// A rule is a line of the frame: how it begins, where it meets a side, and how it ends.
type rule struct{ begins, meets, ends string }

var boxed = frame{rule{"┌", "┬", "┐"}, rule{"├", "┼", "┤"}, rule{"└", "┴", "┘"}, "│"}

// render draws columns with a frame.
func render(w io.Writer, columns []layout, color bool) {
	all := Each(columns, drawnAs)
	across := func(r rule) {
		dashes := Each(all, func(d drawn) string { return strings.Repeat("─", d.width+2) })
		fmt.Fprintln(w, r.begins+strings.Join(dashes, r.meets)+r.ends)
	}
	across(boxed.top)
	for row := range all[0].lines {
		if row == 1 {
			across(boxed.middle)
		}
		writeRow(w, boxed.side, all, row, func(d drawn) func(string) string {
			switch {
			case color && row == 0:
				return bold
			case color && d.failed[row-1]:
				return red
			}
			return nil
		})
	}
	if len(all[0].lines) == 1 {
		across(boxed.middle)
	}
	across(boxed.bottom)
}

// renderMarkdown draws columns as a table of Markdown.
func renderMarkdown(w io.Writer, columns []layout) {
	all := Each(columns, drawnAs)
	plain := func(drawn) func(string) string { return nil }
	for row := range all[0].lines {
		writeRow(w, "|", all, row, plain)
		if row > 0 {
			continue
		}
		for _, d := range all {
			dashes := strings.Repeat("-", d.width+1)
			if d.right {
				fmt.Fprint(w, "|"+dashes+":")
			} else {
				fmt.Fprint(w, "|:"+dashes)
			}
		}
		fmt.Fprintln(w, "|")
	}
}

// writeRow writes a row, which has as many lines as its highest cell.
func writeRow(w io.Writer, side string, all []drawn, row int, paint func(drawn) func(string) string) {
	height := 1
	for _, d := range all {
		height = max(height, len(d.lines[row]))
	}
	for k := range height {
		for _, d := range all {
			fmt.Fprintf(w, "%s %s ", side, d.padded(row, k, paint(d)))
		}
		fmt.Fprintln(w, side)
	}
}

func bold(s string) string { return "\x1b[1m" + s + "\x1b[0m" }

func red(s string) string { return "\x1b[31m" + s + "\x1b[0m" }
