package main

import (
	"cmp"
	"strings"

	"github.com/alecthomas/kong"
)

// This file writes the functions of the package for R: breadboard completion r prints them, and a test holds the file
// in the package to it.

// inR is the word of the command completion that prints them.
const inR = "r"

// rNames are the functions that have other names than their commands. R has functions of these names, and a sampler
// that calls sample would get ours.
var rNames = map[string]string{"list": "catalogue", "sample": "sample_chains", "weights": "log_weights"}

// rFunctions are the functions for all commands.
func rFunctions(app *kong.Application) []function { return functionsOf(app, language{word: rName}) }

// rName is the name of a flag in R, in which repeat and function are words of the language.
func rName(flag string) string {
	name := strings.ReplaceAll(flag, "-", "_")
	if name == "repeat" || name == "function" {
		return name + "_"
	}
	return name
}

// InR is the name of the function in R.
func (f function) InR() string { return cmp.Or(rNames[f.Name], f.Name) }

// Title is the first line of the help.
func (f function) Title() string {
	title, _, _ := strings.Cut(f.Help, "\n")
	return title
}

// Parameters are the names of what the function takes in R, in their order.
func (f function) Parameters() (all []string) {
	for _, k := range f.Arguments {
		all = append(all, k.Name)
	}
	if f.Target {
		all = append(all, "logf", "shape")
	}
	all = append(all, f.Asked...)
	for _, k := range f.Keywords {
		all = append(all, k.Name)
	}
	return append(all, "binary")
}

// Formals are the parameters with their defaults, in lines of so many columns after so many blanks.
func (f function) Formals(columns, blanks int) string {
	lines := []string{""}
	for i, name := range f.Parameters() {
		word := name + " = NULL"
		if i < len(f.Parameters())-1 {
			word += ", "
		}
		last := len(lines) - 1
		if len(lines[last])+len(strings.TrimRight(word, " "))+blanks > columns {
			lines = append(lines, "")
			last++
		}
		lines[last] += word
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", blanks))
}
