package studies

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"breadboard/experiments/bdmc"
	"breadboard/reports/table"
)

//go:embed bdmc.md
var bdmcText string

var bdmcTemplate = template.Must(template.New("bdmc").Parse(bdmcText))

// writeBDMC writes the README of the study. Its prose is bdmc.md, and every number in it comes
// from the study.
func writeBDMC(w io.Writer, s bdmc.Study) error {
	exactOne, exactAll := 0, 0
	for _, r := range s.Rows {
		if r.Single.How != bdmc.Sampled {
			exactOne++
		}
		if r.Combined.How != bdmc.Sampled {
			exactAll++
		}
	}
	fits, worst := evidenceTable(s), overshootTable(s)
	return bdmcTemplate.Execute(w, map[string]any{
		"Quick": s.Quick, "N": s.N, "Rows": len(s.Rows), "ExactOne": exactOne, "ExactAll": exactAll, "Trials": bdmc.Trials,
		"Cases": inMarkdown(caseTable(s)), "Table1": inMarkdown(fits), "Overshoots": inMarkdown(worst),
		"Findings": s.Findings, "Timed": len(s.Times) > 0,
	})
}

// inMarkdown is a table without its title.
func inMarkdown(t table.Table) string {
	t.Title = ""
	var b strings.Builder
	if err := t.Write(&b, table.Markdown, table.Style{Width: -1}); err != nil {
		panic("studies: " + err.Error()) // unreachable: a builder takes all
	}
	return strings.TrimSpace(b.String())
}

// caseTable says what the models are.
func caseTable(s bdmc.Study) table.Table {
	t := table.Table{Columns: table.Columns("model", "about=parameters", "cells", "seed",
		"log p(y)", "explanations", "KL(posterior from prior)")}
	for _, c := range s.Cases {
		t.Add(c.Name, c.About, table.Thousands(c.Cells()), int(c.Seed), fmt.Sprintf("%.3f", c.LogP),
			fmt.Sprintf("%.1f", c.Explanations()), fmt.Sprintf("%.2f", c.Gain))
	}
	return t
}
