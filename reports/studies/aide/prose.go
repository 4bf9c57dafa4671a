package aide

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"text/template"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// prose is a parsed template of Markdown.
func prose(name, text string) *template.Template {
	return template.Must(template.New(name).Parse(text))
}

// fill fills a template. Every number of the prose comes from data.
func fill(t *template.Template, data any) string {
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		panic("aide: " + err.Error()) // unreachable: a builder takes all, and tests fill all templates
	}
	return b.String()
}

// inMarkdown is a table without its title.
func inMarkdown(t table.Table) string {
	t.Title = ""
	var b strings.Builder
	if err := t.Write(&b, table.Markdown, table.Style{Width: -1}); err != nil {
		panic("aide: " + err.Error()) // unreachable: a builder takes all
	}
	return strings.TrimSpace(b.String())
}

// findingTable has claims with their verdicts.
func findingTable(title string, all []experiments.Finding) table.Table {
	t := table.Table{Title: title, Columns: table.Keys("finding verdict numbers")}
	for _, f := range all {
		t.Add(f.Claim, f.Verdict(), f.Evidence)
	}
	return t
}

// csvFile is a file of numbers that commands read: a target, or data.
func csvFile(name string, rows [][]float64) table.File {
	return table.File{Name: name, Write: func(w io.Writer) error {
		out := csv.NewWriter(w)
		for _, row := range rows {
			line := make([]string, len(row))
			for i, v := range row {
				line[i] = strconv.FormatFloat(v, 'g', -1, 64)
			}
			if err := out.Write(line); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	}}
}
