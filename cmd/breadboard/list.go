package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments"
	"breadboard/experiments/paper"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
	"breadboard/toys"
)

// listCmd prints the catalogues.
type listCmd struct {
	Pictures string `help:"Put a picture of each toy into this directory, as PNG and SVG." placeholder:"DIR" complete:"file"`
	outputFlags
}

// Run prints the catalogues, and draws the toys if that is asked for.
func (c *listCmd) Run(w *world) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	all := catalogues()
	var pictures []string
	if c.Pictures != "" {
		if pictures, err = draw(w, c.Pictures); err != nil {
			return err
		}
		all[0].Notes = append(all[0].Notes, fmt.Sprintf("A picture of each is in %s: %s and the like.",
			c.Pictures, pictures[0]))
	}
	if !format.ForPrograms() {
		return w.print(format, all...)
	}
	return w.print(format, inOne(all, pictures))
}

// inOne makes one table of the catalogues, for programs. Toys have a seed and, if there
// are pictures, a picture.
func inOne(all []table.Table, pictures []string) table.Table {
	t := table.Table{Columns: []table.Column{{Key: "kind"}, {Key: "name"}, {Key: "about"}, {Key: "seed"},
		{Key: "picture"}}}
	if pictures == nil {
		t.Columns = t.Columns[:4]
	}
	for i, kind := range kinds {
		for j, row := range all[i].Rows {
			line := []any{kind, row[0], row[1], nil, nil}
			if kind == "toy" {
				if toy := toys.Catalogue[j]; toy.Seeded {
					line[3] = toy.Seed
				}
				if pictures != nil {
					line[4] = pictures[j]
				}
			}
			t.Rows = append(t.Rows, line[:len(t.Columns)])
		}
	}
	return t
}

// draw puts pictures of all toys into a directory, two files each, and returns the names
// of the PNG files.
func draw(w *world, dir string) ([]string, error) {
	if err := checkDir("--pictures", dir); err != nil {
		return nil, err
	}
	var names []string
	var files []system.File
	for _, p := range paper.Portraits() {
		for _, m := range []figure.Medium{figure.PNG, figure.SVG} {
			files = append(files, system.File{Name: p.File + "." + string(m),
				Write: func(out io.Writer) error { return reports.Portrait(out, m, p) }})
		}
		names = append(names, p.File+".png")
	}
	return names, system.WriteAll(w.ctx, dir, files)
}

// kinds name the catalogues, in their order.
var kinds = []string{"toy", "kernel", "bridge", "schedule", "initial"}

// catalogues returns a table for each kind.
func catalogues() []table.Table {
	columns := []table.Column{{Key: "name"}, {Key: "about"}}
	all := []table.Table{{Title: "Toys (--toy)"}, {Title: "Kernels (--kernel)"}, {Title: "Bridges (--bridge)"},
		{Title: "Schedules (--schedule)"}, {Title: "Initial densities (--initial)"}}
	add := func(i int, name, about string) { all[i].Rows = append(all[i].Rows, []any{name, about}) }
	var seeds []string
	for _, toy := range toys.Catalogue {
		add(0, toy.Spec(), toy.About)
		if toy.Seeded {
			seeds = append(seeds, fmt.Sprintf("%d of %s", toy.Seed, toy.Name))
		}
	}
	all[0].Notes = []string{"Random toys have a seed, where none is given " + strings.Join(seeds, ", ") + "."}
	for i, spec := range experiments.KernelSpecs() {
		add(1, spec, kernels.Families[i].About)
	}
	all[1].Notes = []string{prices()}
	for i, spec := range experiments.BridgeSpecs() {
		add(2, spec, chains.Bridges[i].About)
	}
	for i, spec := range experiments.ScheduleSpecs()[:len(chains.Schedules)] {
		add(3, spec, chains.Schedules[i].About)
	}
	for _, e := range experiments.Truths() {
		add(3, e.Name, e.About)
	}
	add(3, "file:PATH", "betas from a file, separated by lines, commas or blanks")
	for _, e := range experiments.Initials {
		add(4, e.Name, e.About)
	}
	for i := range all {
		all[i].Columns = columns
	}
	return all
}

// prices says what a step of every kernel costs on a grid like the paper's.
func prices() string {
	var all []string
	for _, k := range kernels.Catalogue {
		paper := toys.Barrier()
		g, _ := chains.Extend(k.Make, paper.Grid, chains.Geometric{From: paper.LogF, To: paper.LogF})
		if cost, ok := chains.Cost(k.Make, g); ok {
			all = append(all, fmt.Sprintf("%s %v", k.Name, cost))
		}
	}
	return "Log densities that a step on 7x7 computes, at the most: " + strings.Join(all, ", ") + "."
}

// names returns what a flag of this kind can be, for help and completion.
func names(kind string) []string {
	switch kind {
	case "toy":
		return experiments.ToySpecs()
	case "kernel":
		return experiments.KernelSpecs()
	case "bridge":
		return experiments.BridgeSpecs()
	case "schedule":
		return experiments.ScheduleSpecs()
	case "initial":
		return experiments.InitialSpecs()
	case "format":
		return formats()
	}
	return nil
}

// vars returns the values for ${...} in help texts: ${kernels} is the list of all
// kernels.
func vars() kong.Vars {
	v := kong.Vars{"version": version(), "unasked": unasked(), "unaskedTime": mostUnaskedTime.String()}
	for _, kind := range append([]string{"format"}, kinds...) {
		v[kind+"s"] = strings.Join(names(kind), ", ")
	}
	return v
}
