package main

import (
	"bytes"
	_ "embed"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"
)

// manCmd prints the manual page. It is made from the same help as --help, so it has every command and flag.
type manCmd struct{}

//go:embed man.tmpl
var manText string

// manual writes roff. Every text of the help goes through roff or line, which leave no letter to be read as a request.
var manual = template.Must(template.New("").Funcs(template.FuncMap{
	"roff": roff, "placeholder": placeholder,
	"commands": func(app *kong.Application) []*kong.Node { return app.Leaves(true) },
}).Parse(manText))

// Run prints the page.
func (c *manCmd) Run(w *world) error {
	var b bytes.Buffer
	page := struct {
		Model   *kong.Application
		Version string
	}{w.command.Model, version()}
	if err := manual.Execute(&b, page); err != nil {
		return err
	}
	_, err := w.stdout.Write(b.Bytes())
	return err
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

// placeholder is the value of a flag as --help shows it, or "" if it takes none.
func placeholder(f *kong.Flag) string {
	if f.IsBool() {
		return ""
	}
	return f.FormatPlaceHolder()
}
