package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/kernels"
	"breadboard/experiments"
	"breadboard/reports/table"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// listCmd prints the catalogues.
type listCmd struct {
	What string `arg:"" optional:"" help:"One catalogue: kernels, toys, bridges, schedules, programs, starts, axes or zoo; all if it is left out."`
	outputFlags
}

// A catalogue holds the names of a field, and its own name as an argument of list.
type catalogue struct {
	experiments.Field
	name, title string
}

// catalogues holds all catalogues in their order.
var catalogues = []catalogue{
	{experiments.FieldToy, "toys", "Toys (--toy)"}, {experiments.FieldKernel, "kernels", "Kernels (--kernel)"},
	{experiments.FieldBridge, "bridges", "Bridges (--bridge)"},
	{experiments.FieldSchedule, "schedules", "Schedules (--schedule)"},
	{experiments.FieldInitial, "starts", "Initial densities (--initial)"},
	{experiments.FieldProgram, "programs", "Programs (--program)"},
	{experiments.FieldAxes, "axes", "Kinds of axes (--axes)"},
	{"zoo", "zoo", "Zoo (score --zoo)"},
}

// Run prints the catalogues.
func (c *listCmd) Run(s *session) error {
	shown := catalogues
	if c.What != "" {
		names := table.Each(catalogues, func(k catalogue) string { return k.name })
		i := slices.Index(names, c.What)
		if i < 0 {
			return badf("there is no list %q; use one of %s", c.What, strings.Join(names, ", "))
		}
		shown = catalogues[i : i+1]
	}
	if !c.format.ForSoftware() {
		return s.print(c.format, table.Each(shown, func(k catalogue) table.Table {
			if c.What == "zoo" {
				return densities()
			}
			return k.table()
		})...)
	}
	all := table.Table{Columns: table.Keys("kind name about seed")}
	for _, k := range shown {
		for _, row := range k.table().Rows {
			all.Rows = append(all.Rows, []any{string(k.Field), row[0], row[1], k.seedOf(row[0])})
		}
	}
	return s.print(c.format, all)
}

// seedOf returns the seed that a random toy has without --seed, and nil for any other name.
func (k catalogue) seedOf(name any) any {
	i := slices.IndexFunc(toys.Catalogue, func(t toys.Toy) bool { return t.Spec() == name })
	if k.Field != experiments.FieldToy || i < 0 || !toys.Catalogue[i].Seeded {
		return nil
	}
	return toys.Catalogue[i].Seed
}

// table returns a line for each name of a catalogue, with notes on all of them.
func (k catalogue) table() table.Table {
	t := table.Table{Title: k.title, Columns: table.Keys("name about")}
	for _, e := range experiments.Catalogue(k.Field) {
		t.Rows = append(t.Rows, []any{e.Spec, e.About})
	}
	switch k.Field {
	case experiments.FieldToy:
		t.Note("Random toys and models have a seed; without one easy uses 80996 and hard uses 76521.")
	case experiments.FieldKernel:
		var prices []string
		for _, k := range kernels.All {
			if cost := k.Make.Cost(toys.Barrier().Grid); !math.IsNaN(cost) {
				prices = append(prices, fmt.Sprintf("%s %v", k.Name, cost))
			}
		}
		t.Note("Log densities that a step on 7x7 computes in the mean, at the most: %s.", strings.Join(prices, ", "))
		for _, k := range kernels.OfPairs {
			t.Note("For score alone: %s, %s.", k.Name, k.About)
		}
	case "zoo":
		for _, name := range append(slices.Clone(zoo.Groups), "small", "all") {
			chosen, _ := zoo.Select(name) // the zoo knows its groups
			t.Rows = append(t.Rows, []any{name,
				fmt.Sprintf("%d densities, from %s to %s", len(chosen), chosen[0].Name, chosen[len(chosen)-1].Name)})
		}
		t.Note("breadboard list zoo has each of them.")
	}
	return t
}

// densities returns all densities of the zoo.
func densities() table.Table {
	t := table.Table{Title: "Zoo (score --zoo)", Columns: table.Keys("name group cells about")}
	all, _ := zoo.Select("all")
	for _, d := range all {
		t.Rows = append(t.Rows, []any{d.Name, d.Group, d.Make().Grid.String(), d.About})
	}
	return t
}
