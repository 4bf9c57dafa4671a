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
	all := catalogues()
	if format == reports.Plain || format == reports.Markdown {
		return w.print(format, all...)
	}
	one := reports.Table{Columns: []reports.Column{{Key: "kind"}, {Key: "name"}, {Key: "about"}, {Key: "seed"}}}
	for i, kind := range []string{"toy", "kernel", "bridge", "schedule"} {
		for j, row := range all[i].Rows {
			var seed any
			if kind == "toy" && toys.Catalogue[j].Seeded {
				seed = toys.Catalogue[j].Seed
			}
			one.Rows = append(one.Rows, []any{kind, row[0], row[1], seed})
		}
	}
	return w.print(format, one)
}

// catalogues are tables of toys, kernels, bridges and schedules.
func catalogues() []reports.Table {
	columns := []reports.Column{{Key: "name"}, {Key: "about"}}
	all := []reports.Table{{Title: "Toys (--toy)"}, {Title: "Kernels (--kernel)"}, {Title: "Bridges (--bridge)"}, {Title: "Schedules (--schedule)"}}
	var seeds []string
	for _, toy := range toys.Catalogue {
		all[0].Rows = append(all[0].Rows, []any{toy.Name, toy.About})
		if toy.Seeded {
			seeds = append(seeds, fmt.Sprintf("%d of %s", toy.Seed, toy.Name))
		}
	}
	all[0].Notes = []string{"Random toys have a seed, where none is given " + strings.Join(seeds, " and ") + "."}
	for _, e := range chains.Kernels {
		all[1].Rows = append(all[1].Rows, []any{e.Name, e.About})
	}
	for _, e := range chains.Bridges {
		all[2].Rows = append(all[2].Rows, []any{e.Name, e.About})
	}
	specs := experiments.ScheduleSpecs()
	for i, e := range chains.Schedules {
		all[3].Rows = append(all[3].Rows, []any{specs[i], e.About})
	}
	all[3].Rows = append(all[3].Rows, []any{specs[len(specs)-1], "betas from a file, separated by lines, commas or blanks"})
	for i := range all {
		all[i].Columns = columns
	}
	return all
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
