package study

import (
	"io/fs"
	"strings"
	"text/template"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// Prose is the words of pages, by their names, as templates.
type Prose struct{ pages *template.Template }

// NewProse reads the templates prose/NAME.md.
func NewProse(files fs.FS) Prose {
	words := template.New("").Funcs(template.FuncMap{"thousands": text.Thousands})
	return Prose{template.Must(words.ParseFS(files, "prose/*.md"))}
}

// Fill fills a template. It panics if there is none of this name, or if the template asks for what the data lack.
func (p Prose) Fill(name string, data any) string {
	var b strings.Builder
	if err := p.pages.ExecuteTemplate(&b, name+".md", data); err != nil {
		panic("study: " + err.Error()) // a test fills every template
	}
	return b.String()
}

// InMarkdown is a table for a page, which has a head of its own for it.
func InMarkdown(t table.Table) string {
	t.Title = ""
	return Titled(t)
}

// Titled is a table for a page, with its title.
func Titled(t table.Table) string {
	var b strings.Builder
	if err := t.Write(&b, table.Markdown, table.Style{Width: -1}); err != nil {
		panic("study: " + err.Error()) // unreachable: a builder takes all
	}
	return strings.TrimSpace(b.String())
}
