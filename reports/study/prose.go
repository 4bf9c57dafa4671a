package study

import (
	"io/fs"
	"strings"
	"text/template"

	"breadboard/grid/text"
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
