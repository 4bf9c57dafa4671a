package main

import (
	"slices"
	"strings"

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

// usage has what one would type first, for every command. The help shows it above the flags.
var usage = map[string][]string{
	"exact":   {"breadboard exact --toy barrier -T 10,100,1000", "breadboard exact --target g.csv --kernel heat-bath"},
	"certify": {"breadboard certify --toy barrier -T 100"},
	"sample": {"breadboard sample --toy barrier -T 100",
		"breadboard sample --target g.csv -T 20 --exec 'python3 mine.py'"},
	"sweep":    {"breadboard sweep --toy barrier --schedule linear,fisher -T 10,100 --out DIR"},
	"merge":    {"breadboard merge DIR"},
	"aide":     {"breadboard aide --toy easy -T 100 --gold posterior --program ais --meta 30"},
	"protocol": {"breadboard protocol --toy clustering:3:2 --data y.csv"},
	"validate": {"breadboard validate --toy barrier --kernel lifted",
		"breadboard validate --target g.csv --matrix K.csv",
		"breadboard validate --target g.csv --exec 'python3 mine.py'"},
	"score":      {"breadboard score --toy barrier --kernel metropolis,slice"},
	"geweke":     {"breadboard geweke --toy clustering:6:2 --kernel cycle"},
	"reproduce":  {"breadboard reproduce --quick"},
	"seeds":      {"breadboard seeds --toy easy --first 1000"},
	"explore":    {"breadboard explore --open"},
	"list":       {"breadboard list", "breadboard list --zoo posteriors,spins"},
	"columns":    {"breadboard columns exact", "breadboard columns B"},
	"help":       {"breadboard help validate"},
	"version":    {"breadboard version"},
	"man":        {"breadboard man | man -l -"},
	"completion": {"source <(breadboard completion bash)"},
}

// showUsage adds usage to the help of every command.
func showUsage(app *kong.Application) {
	for _, command := range app.Leaves(true) {
		lines := "For example:\n\n    " + strings.Join(usage[command.Name], "\n    ")
		command.Detail = strings.TrimSpace(command.Detail + "\n\n" + lines)
	}
}
