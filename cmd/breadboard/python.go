package main

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// The package for Python has a function for each command, with the command's flags as its keywords. This file writes
// the module of these functions from the parser's own list, so that nothing is listed by hand: breadboard completion
// python prints it, and a test holds the module in the package to it.

// inPython is the word of the command completion that prints the module.
const inPython = "python"

// withoutFunction are the commands that have none in Python: they serve, write for people, or are of the shell.
var withoutFunction = []string{"explore", "merge", "reproduce", "help", "version", "man", "completion"}

// withoutKeyword are flags that the package sets by itself. The target is the first argument, as an array or a file.
var withoutKeyword = []string{"help", "version", "format", "target"}

// A function is a command as Python has it.
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

// A keyword is a flag, or an argument of a command line, as Python has it.
type keyword struct {
	Name string // as a name of Python: T, mc_seed, from_
	Flag string // as people type it; "" if it is no flag
	Kind string // how a value becomes words: see kindOf
	Help string
}

// pythonModule is the text of the module.
func pythonModule(app *kong.Application) string {
	var all []function
	for _, node := range app.Leaves(true) {
		if !slices.Contains(withoutFunction, node.Name) {
			all = append(all, functionOf(node))
		}
	}
	return filled("python", all)
}

// functionOf reads a command off the parser's model.
func functionOf(node *kong.Node) function {
	about, _, _ := strings.Cut(node.Detail, "\n\nFor example:")
	about, _, _ = strings.Cut(about, "\n\nA program (--exec)") // the package has the protocol
	f := function{Name: node.Name, Help: node.Help + "\n\n" + about}
	if templates.Lookup("python-"+f.Name) != nil {
		f.Example = strings.Trim(filled("python-"+f.Name, nil), "\n")
	}
	for _, p := range node.Positional {
		k := keyword{Name: pythonName(p.Name), Kind: kindOf(p), Help: p.Help}
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
		k := keyword{Name: pythonName(flag.Name), Flag: "--" + flag.Name, Kind: kindOf(flag.Value), Help: flag.Help}
		if 'A' <= flag.Short && flag.Short <= 'Z' { // -T, as the papers write it
			k.Name = string(flag.Short)
		}
		f.Keywords = append(f.Keywords, k)
	}
	return f
}

// pythonName is the name of a flag in Python, in which from is a word of the language.
func pythonName(flag string) string {
	name := strings.ReplaceAll(flag, "-", "_")
	if name == "from" {
		return "from_"
	}
	return name
}

// kindOf says what a value of Python becomes on the command line.
//
//	switch  True is the flag alone
//	orbits  True is the flag alone, and a text its value
//	file    the name of a file or folder, or an array, which is written to a file
//	spec    words, or an array, which is written to a file and named as file:PATH
//	time    a number is of seconds
//	words   a text, a number, or several
func kindOf(v *kong.Value) string {
	kind := v.Tag.Get("complete")
	switch {
	case v.Tag.Type == "orbits":
		return "orbits"
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

// hints are the types of the kinds, for the tools that check Python.
var hints = map[string]string{
	"switch": "bool",
	"orbits": "Union[bool, str]",
	"file":   "File",
	"spec":   "Spec",
	"time":   "Time",
	"words":  "Words",
}

// Hint is the type of the keyword.
func (k keyword) Hint() string { return hints[k.Kind] }

// asked are the functions of the caller's that the program may ask: their types, and what they are.
var asked = map[string]struct{ hint, help string }{
	"step": {"Step", "a step of the kernel. step(cell) and step(cell, beta) take a cell and return the next one; " +
		"step(states, beta, rng) takes many at once, as an array of cell numbers, or with a row of places for each, " +
		"and returns the next ones. With a parameter called logf it is told the density of the level too."},
	"rows": {"Callable[..., Any]", "the kernel as rows(beta), a matrix: row x has the probabilities of one step from " +
		"cell x. It is an array, or sparse as scipy has them. rows(beta, logf) is told the density of the level too."},
	"simulate": {"Callable[..., Any]", "data of a model: simulate(cell) draws y from p(y | cell), an array of any " +
		"shape; simulate(cell, rng) has a generator of NumPy."},
	"loglik": {"Callable[[Any], Any]", "the likelihood of the model: loglik(y) returns log p(y | x) of all cells x, " +
		"in the shape of prior. It may leave out what is the same for all cells."},
	"forward": {"Callable[[], Any]", "a forward run of a program: forward() returns a cell and log w."},
	"reverse": {"Callable[[Any], float]", "a reverse run of the program: reverse(cell) returns log w."},
}

// wrappedPython is a text as the lines of a docstring, of at most 116 columns: the first after an indent, and those of
// the same paragraph after another. Lines that begin with blanks are examples, and stand as they are.
func wrappedPython(first, others int, text string) string {
	const width = 116
	var lines []string
	line, pad := "", strings.Repeat(" ", first)
	end := func() {
		if line != "" {
			lines = append(lines, line)
		}
		line = ""
	}
	for paragraph := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(paragraph, " ") || paragraph == "" {
			end()
			lines = append(lines, strings.TrimRight(pad+paragraph, " "))
			continue
		}
		for word := range strings.FieldsSeq(paragraph) {
			if len(line)+1+len(word) > width {
				end()
			}
			switch {
			case line != "":
				line += " " + word
			default:
				line = pad + word
			}
			pad = strings.Repeat(" ", others)
		}
	}
	end()
	return strings.ReplaceAll(strings.Join(lines, "\n"), `"""`, `'''`)
}

// dashedWord is a flag in a text for people who type.
var dashedWord = regexp.MustCompile(`--([a-z][a-z-]*)=?`)

// said is a text of the help as people of Python read it: --mc-seed is mc_seed, and --target the first argument.
func said(help string) string {
	help = strings.ReplaceAll(help, "--target", "--logf")
	return dashedWord.ReplaceAllStringFunc(help, func(flag string) string {
		name := dashedWord.FindStringSubmatch(flag)[1]
		return pythonName(strings.TrimRight(name, "-")) + strings.Repeat("=", strings.Count(flag, "="))
	})
}

// About is the help of the command, as the docstring begins.
func (f function) About() string { return strings.TrimSpace(wrappedPython(4, 4, said(f.Help))) }

// Described is the keyword with its help, as the docstring lists it.
func (k keyword) Described() string { return wrappedPython(8, 12, k.Name+": "+said(k.Help)) }

// AskedOf is a function of the caller's, as the signature and the docstring have it.
func (f function) AskedOf() (all []keyword) {
	for _, name := range f.Asked {
		all = append(all, keyword{Name: name, Kind: asked[name].hint, Help: asked[name].help})
	}
	return all
}
