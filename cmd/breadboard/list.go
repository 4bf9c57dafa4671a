package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/toys"
)

// listCmd prints the catalogues.
type listCmd struct {
	outputFlags
}

// Run runs it.
func (c *listCmd) Run(w *world) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	t := reports.Table{Columns: []reports.Column{{Key: "kind"}, {Key: "name"}, {Key: "about"}}}
	for _, toy := range toys.Catalogue {
		about := toy.About
		if toy.Seeded {
			about += fmt.Sprintf("; --seed N, else %d", toy.Seed)
		}
		t.Rows = append(t.Rows, []any{"toy", toy.Name, about})
	}
	for _, e := range chains.Kernels {
		t.Rows = append(t.Rows, []any{"kernel", e.Name, e.About})
	}
	for _, e := range chains.Bridges {
		t.Rows = append(t.Rows, []any{"bridge", e.Name, e.About})
	}
	specs := experiments.ScheduleSpecs()
	for i, e := range chains.Schedules {
		t.Rows = append(t.Rows, []any{"schedule", specs[i], e.About})
	}
	t.Rows = append(t.Rows, []any{"schedule", specs[len(specs)-1], "betas from a file, by lines, commas or blanks"})
	return w.print(format, t)
}

// names are what a flag of this kind can be, for help and completion.
func names(kind string) []string {
	var all []string
	switch kind {
	case "toy":
		for _, t := range toys.Catalogue {
			all = append(all, t.Name)
		}
	case "kernel":
		for _, e := range chains.Kernels {
			all = append(all, e.Name)
		}
	case "bridge":
		for _, e := range chains.Bridges {
			all = append(all, e.Name)
		}
	case "schedule":
		all = experiments.ScheduleSpecs()
	case "format":
		all = formats()
	}
	return all
}

// vars are the lists that help texts mention.
func vars() kong.Vars {
	v := kong.Vars{"version": version()}
	for _, kind := range []string{"toy", "kernel", "bridge", "schedule", "format"} {
		v[kind+"s"] = strings.Join(names(kind), ", ")
	}
	return v
}
