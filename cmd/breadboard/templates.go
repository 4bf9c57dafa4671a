package main

import (
	"embed"
	"strings"
	"text/template"
)

//go:embed *.tmpl
var templateFiles embed.FS

// templates are the texts of this file. In roff every text of the help goes through the function roff, which leaves no
// letter to be read as a request.
var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"join": strings.Join,
	// All three shells have single quotes, and no common way to write an apostrophe in them: it becomes the
	// typographic one.
	"quote": func(s string) string { return "'" + strings.ReplaceAll(s, "'", "’") + "'" },
	"colon": func(s string) string { return strings.ReplaceAll(s, ":", `\:`) },
	"roff":  roff, "version": version,
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

// roff escapes a text: a backslash and a hyphen have meanings of their own, as has a point or an apostrophe at
// the beginning of a line. An empty line begins a paragraph.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch trimmed := strings.TrimLeft(line, " "); {
		case line == "":
			lines[i] = ".PP"
		case trimmed != line && i > 0: // an example, as it stands
			if lines[i] = `\&` + line; lines[i-1] != ".PP" {
				lines[i] = ".br\n" + lines[i]
			}
		case strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'"):
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
