package main

import (
	"strings"

	"github.com/alecthomas/kong"
)

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
