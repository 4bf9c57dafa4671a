package aide

import (
	"strings"
	"text/template"

	"breadboard/experiments/aidepaper"
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
func findingTable(title string, all []aidepaper.Finding) table.Table {
	t := table.Table{Title: title, Columns: table.Keys("finding verdict numbers")}
	for _, f := range all {
		t.Add(f.Claim, f.Verdict(), f.Evidence)
	}
	return t
}
