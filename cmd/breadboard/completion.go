package main

import (
	"bytes"
	_ "embed"
	"errors"
	"reflect"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// completionCmd prints a completion script. It is made from the parser's own list of
// commands and flags, so it has every new flag.
type completionCmd struct {
	Shell string `arg:"" optional:"" help:"bash, zsh or fish."`
	outputFlags
}

//go:embed completion.tmpl
var completionText string

var completion = template.Must(template.New("").Funcs(template.FuncMap{
	"join": strings.Join,
	// All three shells have single quotes, and no common way to write an apostrophe in them: it becomes the typographic one.
	"quote": func(s string) string { return "'" + strings.ReplaceAll(s, "'", "’") + "'" },
	"colon": func(s string) string { return strings.ReplaceAll(s, ":", `\:`) },
}).Parse(completionText))

var shells = []string{"bash", "zsh", "fish"}

// Run prints the script: as it is, or as a cell of a table in the other formats.
func (c *completionCmd) Run(w *world) error {
	if c.Shell == "" {
		return bad(errors.New("completion is for a shell; bash, zsh or fish would do, as in breadboard completion bash"))
	}
	script := completion.Lookup(c.Shell)
	if script == nil {
		return bad(experiments.Unknown("completion", c.Shell, shells))
	}
	var b bytes.Buffer
	if err := script.Execute(&b, grammar(w.command.Model)); err != nil {
		return err
	}
	if c.format != table.Plain {
		return w.print(c.format, table.Table{Columns: table.Keys("shell script"), Rows: [][]any{{c.Shell, b.String()}}})
	}
	_, err := w.stdout.Write(b.Bytes())
	return err
}

// A command has the possible words after it. The first has no name: it is the program itself.
type command struct {
	Name, Help string
	Flags      []option
	Words      []string // arguments other than flags
}

// An option is a flag, as a shell completes it.
type option struct {
	Spellings         []string // with their dashes
	Help              string
	Takes, List, File bool     // whether it takes a value, may have several, separated by commas, and may be a file
	Words             []string // other values that it may have
}

// grammar reads the commands and flags off the parser's model.
func grammar(app *kong.Application) []command {
	words := map[string][]string{"shell": shells, "of": columnWords(), "command": commands(app)}
	all := []command{{Flags: apply(optionOf, app.Flags), Words: words["command"]}}
	for _, node := range app.Leaves(true) {
		shown := slices.DeleteFunc(slices.Clone(node.Flags), func(f *kong.Flag) bool { return f.Hidden })
		c := command{Name: node.Name, Help: node.Help, Flags: append(apply(optionOf, shown), all[0].Flags...)}
		for _, p := range node.Positional {
			c.Words = words[p.Name]
		}
		all = append(all, c)
	}
	return all
}

func optionOf(f *kong.Flag) option {
	kind := f.Tag.Get("complete")
	o := option{Spellings: []string{"--" + f.Name}, Help: f.Help, Takes: !f.IsBool(), List: isList(f),
		File: kind == "file" || kind == "initial", Words: names(kind)}
	if f.Short != 0 {
		o.Spellings = append(o.Spellings, "-"+string(f.Short))
	}
	if o.Words != nil { // they stand after a colon in the help, and the shell lists them
		o.Help, _, _ = strings.Cut(o.Help, ":")
	}
	for i, word := range o.Words { // lazy:A is completed to lazy: and the user types the value
		if name, _, has := strings.Cut(word, ":"); has {
			o.Words[i] = name + ":"
		}
	}
	return o
}

// isList reports whether a flag takes several values, separated by commas.
func isList(f *kong.Flag) bool {
	return f.Target.Kind() == reflect.Slice || f.Tag.Get("complete") == "zoo"
}
