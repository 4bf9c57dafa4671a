// Package display has what the pages and figures of several studies share, beside package reports/study: tables and
// numbers in words (display.go), marks and levels of figures (panels.go), and sheets of panels that share a legend
// (sheet.go).
package display

import (
	"fmt"
	"math"
	"strings"

	"breadboard/reports/table"
)

// InMarkdown is a table for a page, which has a head of its own for it.
func InMarkdown(t table.Table) string {
	t.Title = ""
	return Titled(t)
}

// Titled is a table for a page, with its title.
func Titled(t table.Table) string {
	var b strings.Builder
	if err := t.Write(&b, table.Markdown, table.Style{Width: -1}); err != nil {
		panic("display: " + err.Error()) // unreachable: a builder takes all
	}
	return strings.TrimSpace(b.String())
}

// UnlessNaN writes a number in a format, and nothing if it is not known.
func UnlessNaN(format string, v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf(format, v)
}
