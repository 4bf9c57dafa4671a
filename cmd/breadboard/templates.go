package main

import (
	"embed"
	"strings"
	"text/template"
)

//go:embed *.tmpl
var templateFiles embed.FS

// templates are the texts of the files beside this one.
var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"join": strings.Join,
	// All three shells have single quotes, and no common way to write an apostrophe in them: it becomes the
	// typographic one.
	"quote":   func(s string) string { return "'" + strings.ReplaceAll(s, "'", "’") + "'" },
	"colon":   func(s string) string { return strings.ReplaceAll(s, ":", `\:`) },
	"lessons": func() string { return strings.Join(lessonNames(), ", ") },
}).ParseFS(templateFiles, "*.tmpl"))

// filled is a template with its data.
func filled(name string, data any) string {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // unreachable: tests print every template
	}
	return b.String()
}
