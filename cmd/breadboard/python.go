package main

import (
	"strings"

	"github.com/alecthomas/kong"
)

// This file writes the module of functions in the package for Python: breadboard completion python prints it, and a
// test holds the module in the package to it.

// inPython is the word of the command completion that prints the module.
const inPython = "python"

// pythonModule is the text of the module.
func pythonModule(app *kong.Application) string {
	all := functionsOf(app, language{word: pythonName})
	for i, f := range all {
		if templates.Lookup("python-"+f.Name) != nil {
			all[i].Example = strings.Trim(filled("python-"+f.Name, nil), "\n")
		}
	}
	return filled("python", all)
}

// pythonName is the name of a flag in Python, in which from is a word of the language.
func pythonName(flag string) string {
	name := strings.ReplaceAll(flag, "-", "_")
	if name == "from" {
		return "from_"
	}
	return name
}

// hints are the types of the kinds, for the tools that check Python.
var hints = map[string]string{
	"switch": "bool",
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

// About is the help of the command, as the docstring begins.
func (f function) About() string { return strings.TrimSpace(wrappedPython(4, 4, f.Help)) }

// Described is the keyword with its help, as the docstring lists it.
func (k keyword) Described() string { return wrappedPython(8, 12, k.Name+": "+k.Help) }

// AskedOf is a function of the caller's, as the signature and the docstring have it.
func (f function) AskedOf() (all []keyword) {
	for _, name := range f.Asked {
		all = append(all, keyword{Name: name, Kind: asked[name].hint, Help: asked[name].help})
	}
	return all
}
