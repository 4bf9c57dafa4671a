package main

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/experiments/columns"
	"breadboard/grid/text"
	"breadboard/reports"
)

// columnsCmd explains the columns of the tables that commands print for programs.
type columnsCmd struct {
	Of string `arg:"" optional:"" help:"A command, such as exact, or the name of a column, such as B; all tables if it is left out."`
	outputFlags
}

// Run prints the tables of every command, or of one, or where a column stands.
func (c *columnsCmd) Run(w *world) error {
	tables, in := columns.Tables(), columns.In(c.Of)
	ofCommand := slices.DeleteFunc(slices.Clone(tables), func(t columns.Table) bool {
		command, _, _ := strings.Cut(t.Command, " ")
		return command != c.Of
	})
	switch {
	case c.Of == "":
		return w.print(c.format, reports.Columns(tables, c.format)...)
	case len(ofCommand) > 0:
		return w.print(c.format, reports.Columns(ofCommand, c.format)...)
	case len(in) > 0:
		return w.print(c.format, reports.Column(c.Of, in, c.format))
	}
	nearest, _ := text.Nearest(c.Of, columnWords())
	return bad(fmt.Errorf("%q is neither a command that prints tables nor a column; the nearest is %s, and %s would list "+
		"all", c.Of, nearest, "breadboard columns"))
}

// columnWords are the commands that have tables, and the columns of all tables, each once.
func columnWords() (words []string) {
	for _, t := range columns.Tables() {
		if !strings.Contains(t.Command, " ") { // exact stands for exact --program too
			words = append(words, t.Command)
		}
	}
	for _, t := range columns.Tables() {
		for _, c := range t.Columns {
			if !slices.Contains(words, c.Name) {
				words = append(words, c.Name)
			}
		}
	}
	return words
}
