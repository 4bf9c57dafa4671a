package studies

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").
	Funcs(template.FuncMap{"text": table.ForPeople, "class": class}).Parse(pageText))

// writePage writes one page that holds everything. It needs no script and fetches nothing.
func writePage(w io.Writer, r paper.Reproduction) error {
	var three, four strings.Builder
	if err := errors.Join(figure3(&three, figure.SVG, r.Curves), figure4(&four, figure.SVG, r.Galleries)); err != nil {
		return err
	}
	all := paperParts(r)
	tight, last := all[0].people, len(all[0].people)-1
	return pageTemplate.Execute(w, map[string]any{
		"Quick":          r.Quick,
		"LastSeed":       table.Thousands(r.Draws - 1),
		"Figure3":        inline(three.String()),
		"Figure4":        inline(four.String()),
		"Tightness":      tight[:last],
		"Published":      tight[last:],
		"Ensemble":       all[1].people,
		"CrossCheck":     all[2].people,
		"Command":        reproduceCommand(r),
		"ExactPublished": exactCommands(r, "100,1000"),
		"Exact":          exactCommands(r, strings.Join(each(r.Ts, strconv.Itoa), ",")),
		"Sample":         sampleCommands(r),
	})
}

// inline returns a figure as a part of a page, without the prolog and without a size, so
// that it fills the width.
func inline(svg string) template.HTML {
	_, s, _ := strings.Cut(svg, "<svg")
	return template.HTML("<svg " + s[strings.Index(s, "viewBox"):]) //nolint:gosec // drawn by this package
}

func reproduceCommand(r paper.Reproduction) string {
	if r.Quick {
		return "breadboard reproduce --quick"
	}
	return "breadboard reproduce"
}

// exactCommands compute the same figures, one toy each, for a list of T.
func exactCommands(r paper.Reproduction, ts string) string {
	return strings.Join(each(toysOf(r), func(rows []paper.Tightness) string {
		return fmt.Sprintf("breadboard exact --toy %s -T %s", rows[0].Toy, ts)
	}), "\n")
}

// sampleCommands make the cross-check, one toy each.
func sampleCommands(r paper.Reproduction) string {
	return strings.Join(each(r.Checks, func(c experiments.CrossCheck) string {
		return fmt.Sprintf("breadboard sample --toy %s -T %d --chains %d --mc-seed %d", c.Target, c.T, c.Chains, c.MCSeed)
	}), "\n")
}

// class returns the CSS classes of a cell in column j: "n" for a column of numbers, "good"
// or "bad" for a clear verdict.
func class(t table.Table, j int, cell any) (classes string) {
	if len(t.Rows) > 0 && (t.Rows[0][j] == nil || table.Numeric(t.Rows[0][j])) {
		classes = "n"
	}
	if v, ok := cell.(table.Verdict); ok {
		classes += map[table.Mark]string{table.Passed: " good", table.Failed: " bad"}[v.Mark]
	}
	return classes
}
