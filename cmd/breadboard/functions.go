package main

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// The packages for Python and R have a function for each command, with the command's flags as its keywords. This file
// reads the functions off the parser's own list, so that nothing is listed by hand. python.go and r.go write them in
// their language.

// A language has its own names.
type language struct {
	word func(flag string) string // the name of a flag
}

// withoutFunction are the commands that have none: they serve, write for people, or are of the shell.
var withoutFunction = []string{"explore", "merge", "reproduce", "help", "version", "man", "completion"}

// withoutKeyword are flags that the package sets by itself. The target is the first argument, as an array or a file.
var withoutKeyword = []string{"help", "version", "format", "target"}

// A function is a command as a language has it.
type function struct {
	Name, Help string
	Target     bool // whether it takes log f
	Arguments  []keyword
	// Asked are keywords for functions of the caller's, which the program asks over its pipes in place of a command
	// line: the words of the tags asks of --exec and --model.
	Asked    []string
	Switches []string // flags of these names, which say that the program may ask
	Keywords []keyword
	Example  string // which is a test too; "" if there is none
}

// A keyword is a flag, or an argument of a command line, as a language has it.
type keyword struct {
	Name string // as a name of the language: T, mc_seed, from_
	Flag string // as people type it; "" if it is no flag
	Kind string // how a value becomes words: see kindOf
	Help string
}

// functionsOf are the functions for all commands.
func functionsOf(app *kong.Application, in language) (all []function) {
	for _, node := range app.Leaves(true) {
		if !slices.Contains(withoutFunction, node.Name) {
			all = append(all, functionOf(node, in))
		}
	}
	return all
}

// functionOf reads a command off the parser's model.
func functionOf(node *kong.Node, in language) function {
	about, _, _ := strings.Cut(node.Detail, "\n\nFor example:")
	about, _, _ = strings.Cut(about, "\n\nA program (--exec)") // the package has the protocol
	f := function{Name: node.Name, Help: in.saidIn(node.Help + "\n\n" + about)}
	for _, p := range node.Positional {
		k := keyword{Name: in.word(p.Name), Kind: kindOf(p), Help: in.saidIn(p.Help)}
		if k.Kind == "file" && !p.Required { // the target comes first
			f.Keywords = append(f.Keywords, k)
		} else {
			f.Arguments = append(f.Arguments, k)
		}
	}
	for _, flag := range node.Flags {
		f.Asked = append(f.Asked, strings.Fields(flag.Tag.Get("asks"))...)
	}
	for _, flag := range node.Flags {
		if flag.Name == "target" {
			f.Target = true
		}
		if slices.Contains(withoutKeyword, flag.Name) {
			continue
		}
		if slices.Contains(f.Asked, flag.Name) { // the flag --rows is set where the function rows is given
			f.Switches = append(f.Switches, flag.Name)
			continue
		}
		k := keyword{Name: in.word(flag.Name), Flag: "--" + flag.Name, Kind: kindOf(flag.Value),
			Help: in.saidIn(flag.Help)}
		if 'A' <= flag.Short && flag.Short <= 'Z' { // -T, as the papers write it
			k.Name = string(flag.Short)
		}
		f.Keywords = append(f.Keywords, k)
	}
	return f
}

// kindOf says what a value of the language becomes on the command line.
//
//	switch  true is the flag alone
//	file    the name of a file or folder, or an array, which is written to a file
//	spec    words, or an array, which is written to a file and named as file:PATH
//	time    a number is of seconds
//	words   a text, a number, or several
func kindOf(v *kong.Value) string {
	kind := v.Tag.Get("complete")
	switch {
	case v.Target.Kind() == reflect.Bool:
		return "switch"
	case v.Target.Type() == reflect.TypeFor[time.Duration]():
		return "time"
	case kind == "file":
		return "file"
	case kind == "initial" || kind == "schedule":
		return "spec"
	}
	return "words"
}

// dashedWord is a flag in a text for people who type.
var dashedWord = regexp.MustCompile(`--([a-z][a-z-]*)=?`)

// saidIn is a text of the help as people of the language read it: --mc-seed is mc_seed, and --target the first
// argument.
func (in language) saidIn(help string) string {
	help = strings.ReplaceAll(help, "--target", "--logf")
	return dashedWord.ReplaceAllStringFunc(help, func(flag string) string {
		name := dashedWord.FindStringSubmatch(flag)[1]
		return in.word(strings.TrimRight(name, "-")) + strings.Repeat("=", strings.Count(flag, "="))
	})
}
