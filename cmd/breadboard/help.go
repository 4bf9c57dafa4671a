package main

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/reports/table"
)

// helpCmd prints the help of the program or of a command, as --help does.
type helpCmd struct {
	Command string `arg:"" optional:"" help:"A command; the whole program if it is left out." placeholder:"COMMAND"`
}

// Run parses the line again with --help, which prints it.
func (c *helpCmd) Run(w *world) error {
	args := []string{"--help"}
	if c.Command != "" {
		if known := commands(w.command.Model); !slices.Contains(known, c.Command) {
			return bad(experiments.Unknown("the command", c.Command, known))
		}
		args = []string{c.Command, "--help"}
	}
	return run(w.ctx, args, w.stdout, w.stderr)
}

// commands returns the names of all commands.
func commands(app *kong.Application) (names []string) {
	for _, node := range app.Leaves(true) {
		names = append(names, node.Name)
	}
	return names
}

// completionCmd prints a completion script. It is made from the parser's own list of
// commands and flags, so it has every new flag.
type completionCmd struct {
	Shell string `arg:"" optional:"" help:"bash, zsh or fish."`
	outputFlags
}

var shells = []string{"bash", "zsh", "fish"}

// Run makes the script and prints it.
func (c *completionCmd) Run(w *world) error {
	if c.Shell == "" {
		return badf("completion is for a shell; bash, zsh or fish would do, as in breadboard completion bash")
	}
	if !slices.Contains(shells, c.Shell) {
		return bad(experiments.Unknown("completion", c.Shell, shells))
	}
	model := w.command.Model
	words := map[string][]string{"shell": shells, "command": commands(model),
		"link": lessonNames()}
	all := []completedCommand{{Flags: table.Each(model.Flags, optionOf), Words: words["command"]}}
	for _, node := range model.Leaves(true) {
		flags := append(table.Each(node.Flags, optionOf), all[0].Flags...)
		c := completedCommand{Name: node.Name, Help: node.Help, Flags: flags}
		for _, p := range node.Positional {
			c.Words = words[p.Name]
		}
		all = append(all, c)
	}
	return c.print(w, filled(c.Shell, all))
}

// print prints a script: as it is, or as a cell of a table in the other formats.
func (c *completionCmd) print(w *world, script string) error {
	if c.format != table.Plain {
		return w.print(c.format, table.Table{Columns: table.Keys("shell script"), Rows: [][]any{{c.Shell, script}}})
	}
	_, err := io.WriteString(w.stdout, script)
	return err
}

// A completedCommand has the possible words after it. The first has no name: it is the program itself.
type completedCommand struct {
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

// optionOf reads a flag off the parser's model.
func optionOf(f *kong.Flag) option {
	kind := f.Tag.Get("complete")
	o := option{Spellings: []string{"--" + f.Name}, Help: f.Help, Takes: !f.IsBool(), List: isList(f),
		File: kind == "file" || kind == "initial", Words: namesOf(kind)}
	if f.Tag.Enum != "" {
		o.Words = strings.Split(f.Tag.Enum, ",")
	}
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
