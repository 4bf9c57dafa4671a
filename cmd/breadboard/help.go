package main

import (
	"slices"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
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
