package main

import (
	"fmt"
	"slices"

	"breadboard/reports/table"
	"breadboard/toys/zoo"
)

// groups is a table of the sets of densities in the zoo.
func groups() table.Table {
	t := table.Table{Title: "Zoo (score --zoo)", Columns: table.Keys("name about"),
		Notes: []string{"list --zoo posteriors lists each of a group, and list --zoo all those of all."}}
	for _, name := range append(slices.Clone(zoo.Groups), "small", "all") {
		chosen, err := zoo.Select(name)
		if err != nil {
			panic(err) // unreachable: the zoo knows its groups
		}
		t.Rows = append(t.Rows, []any{name,
			fmt.Sprintf("%d densities, from %s to %s", len(chosen), chosen[0].Name, chosen[len(chosen)-1].Name)})
	}
	return t
}

// densities is a table of densities of the zoo.
func densities(list string) (table.Table, error) {
	chosen, err := zoo.Select(list)
	t := table.Table{Columns: table.Keys("name group cells about")}
	for _, d := range chosen {
		t.Rows = append(t.Rows, []any{d.Name, d.Group, d.Make().Grid.String(), d.About})
	}
	return t, err
}
