package main

import (
	"bytes"
	_ "embed"
	"errors"
	"reflect"
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

// Help stands above the flags in --help.
func (completionCmd) Help() string {
	return "The example completes in this shell alone, as does breadboard completion fish | source. To keep it, write the " +
		"script where your shell looks for such, as /etc/bash_completion.d/breadboard."
}

//go:embed completion.tmpl
var completionText string

// single puts single quotes around a text for all three shells. They have no common way
// to write an apostrophe in quotes, so it becomes the typographic one.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", "’") + "'" }

var completion = template.Must(template.New("").Funcs(template.FuncMap{
	"join":  strings.Join,
	"quote": single,
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

// A command lists the possible words after it. The first of a list has no name: it is
// the program itself.
type command struct {
	Name, Help string
	Flags      []option
	Words      []string // arguments other than flags
}

// An option is a flag with all its spellings.
type option struct {
	Long   string
	Others []string // other spellings, without dashes
	Help   string
	Takes  bool     // whether it takes a value,
	List   bool     // whether that may be several, separated by commas,
	File   bool     // whether it may be a file or a directory,
	Words  []string // and other values it may have
}

// Spellings returns all spellings with their dashes.
func (f option) Spellings() []string {
	all := []string{"--" + f.Long}
	for _, s := range f.Others {
		if len(s) == 1 {
			all = append(all, "-"+s)
		} else {
			all = append(all, "--"+s)
		}
	}
	return all
}

// Spellings returns the spellings of all flags.
func (c command) Spellings() []string {
	var all []string
	for _, f := range c.Flags {
		all = append(all, f.Spellings()...)
	}
	return all
}

// grammar reads the commands and flags off the parser's model.
func grammar(app *kong.Application) []command {
	words := map[string][]string{"shell": shells, "of": columnWords(), "command": commands(app)}
	all := []command{{Flags: flags(app.Node), Words: words["command"]}}
	for _, node := range app.Leaves(true) {
		c := command{Name: node.Name, Help: node.Help, Flags: append(flags(node), all[0].Flags...)}
		for _, p := range node.Positional {
			c.Words = words[p.Name]
		}
		all = append(all, c)
	}
	return all
}

func flags(node *kong.Node) []option {
	var all []option
	for _, f := range node.Flags {
		if f.Hidden {
			continue
		}
		kind := f.Tag.Get("complete")
		one := option{Long: f.Name, Others: f.Aliases, Help: f.Help, Takes: !f.IsBool(),
			List: isList(f), File: kind == "file" || kind == "initial", Words: names(kind)}
		if f.Short != 0 {
			one.Others = append([]string{string(f.Short)}, one.Others...)
		}
		if one.Words != nil { // they stand after a colon in the help, and the shell lists them
			one.Help, _, _ = strings.Cut(one.Help, ":")
		}
		for i, word := range one.Words { // lazy:A is completed to lazy: and the user types the value
			if name, _, has := strings.Cut(word, ":"); has {
				one.Words[i] = name + ":"
			}
		}
		all = append(all, one)
	}
	return all
}

// isList reports whether a flag takes several values, separated by commas.
func isList(f *kong.Flag) bool {
	return f.Target.Kind() == reflect.Slice || f.Tag.Get("complete") == "zoo"
}
