package main

import (
	_ "embed"
	"strings"
	"text/template"
)

//go:embed help.tmpl
var helpFile string

// templates are the texts of help.tmpl.
var templates = template.Must(template.New("").Parse(helpFile))

// filled is a text with what it names.
func filled(name string) string {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, nil); err != nil {
		panic(err) // unreachable: tests print every template
	}
	return b.String()
}
