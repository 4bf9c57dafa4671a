package main

import (
	"cmp"
	"embed"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
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
}).ParseFS(templateFiles, "*.tmpl"))

// filled is a template with its data.
func filled(name string, data any) string {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // unreachable: tests print every template
	}
	return b.String()
}

// completionCmd prints a completion script. It is made from the parser's own list of
// commands and flags, so it has every new flag.
type completionCmd struct {
	Shell string `arg:"" optional:"" help:"bash, zsh or fish."`
	outputFlags
}

var shells = []string{"bash", "zsh", "fish"}

// Run prints the script: as it is, or as a cell of a table in the other formats.
func (c *completionCmd) Run(w *world) error {
	if c.Shell == "" {
		return badf("completion is for a shell; bash, zsh or fish would do, as in breadboard completion bash")
	}
	if !slices.Contains(shells, c.Shell) {
		return bad(experiments.Unknown("completion", c.Shell, shells))
	}
	model := w.command.Model
	words := map[string][]string{"shell": shells, "of": columnWords(), "command": commands(model)}
	all := []command{{Flags: table.Each(model.Flags, optionOf), Words: words["command"]}}
	for _, node := range model.Leaves(true) {
		c := command{Name: node.Name, Help: node.Help, Flags: append(table.Each(node.Flags, optionOf), all[0].Flags...)}
		for _, p := range node.Positional {
			c.Words = words[p.Name]
		}
		all = append(all, c)
	}
	script := filled(c.Shell, all)
	if c.format != table.Plain {
		return w.print(c.format, table.Table{Columns: table.Keys("shell script"), Rows: [][]any{{c.Shell, script}}})
	}
	_, err := io.WriteString(w.stdout, script)
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

// optionOf reads a flag off the parser's model.
func optionOf(f *kong.Flag) option {
	kind := f.Tag.Get("complete")
	o := option{Spellings: []string{"--" + f.Name}, Help: f.Help, Takes: !f.IsBool(), List: isList(f),
		File: kind == "file" || kind == "initial", Words: names(kind)}
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

// isList reports whether a flag takes several values, separated by commas.
func isList(f *kong.Flag) bool {
	return f.Target.Kind() == reflect.Slice || f.Tag.Get("complete") == "zoo"
}

// manCmd prints the manual page. It is made from the same help as --help, so it has every command and flag.
type manCmd struct{}

// Run prints the page.
func (c *manCmd) Run(w *world) error {
	_, err := io.WriteString(w.stdout, filled("man.tmpl", w.command.Model.Leaves(true)))
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

// versionCmd prints the version, as --version does.
type versionCmd struct{}

// Run prints it.
func (versionCmd) Run(w *world) error {
	_, err := fmt.Fprintln(w.stdout, version())
	return err
}

// versionFlag is --version. The parser's own does not notice that nothing could be printed.
type versionFlag bool

// BeforeReset prints the version.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	_, err := fmt.Fprintln(app.Stdout, version())
	return cmp.Or(err, errPrinted)
}

// build names the program for the rows of a sweep. A sweep must not go on with rows that other code has made. So
// without a commit, or after changes, a hash of the program's own bytes stands for it.
func build() journal.Build {
	b := journal.Build{Version: versionNumber,
		Commit: commit, Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		_, recorded, _ := strings.Cut(recorded(info), ", commit ")
		b.Commit = cmp.Or(b.Commit, recorded)
	}
	if b.Commit == "" || strings.HasSuffix(b.Commit, changes) {
		b.Commit = strings.TrimSpace(b.Commit + " program " + bytesOfProgram())
	}
	return b
}

// bytesOfProgram is the beginning of the SHA-256 of the program's file.
var bytesOfProgram = sync.OnceValue(func() string {
	if path, err := os.Executable(); err == nil {
		if sum, err := sweep.HashFile(path); err == nil {
			return sum[:16]
		}
	}
	return "unknown"
})
