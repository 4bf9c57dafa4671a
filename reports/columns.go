package reports

import (
	"slices"
	"strings"

	"breadboard/experiments/columns"
	"breadboard/experiments/ranking"
	"breadboard/reports/table"
)

// Columns explains tables, column by column. People get a table for each; programs get one with a row a column.
func Columns(tables []columns.Table, f table.Format) []table.Table {
	if f.ForPrograms() {
		t := table.Table{Columns: table.Keys("table column type unit meaning only_if")}
		for _, of := range tables {
			for _, c := range of.Columns {
				t.Add(of.Command, c.Name, string(c.Kind), table.Some(string(c.Unit)), c.Meaning, table.Some(c.When))
			}
		}
		return []table.Table{t}
	}
	var all []table.Table
	for _, of := range tables {
		t := table.Table{Title: "breadboard " + of.Command, Columns: table.Columns("column", "type", "unit", "meaning")}
		for _, c := range of.Columns {
			t.Add(c.Name, string(c.Kind), string(c.Unit), c.Says())
		}
		all = append(all, t)
	}
	return all
}

// Column explains one column of several tables. People get one line for tables in which it means the same.
func Column(name string, in []columns.Table, f table.Format) table.Table {
	for i, t := range in {
		in[i].Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c columns.Column) bool { return c.Name != name })
	}
	if f.ForPrograms() {
		return Columns(in, f)[0]
	}
	t := table.Table{Title: "Column " + name, Columns: table.Columns("in", "type", "unit", "meaning")}
	says := func(of columns.Table) string { return of.Columns[0].Says() }
	for meaning, same := range ranking.GroupBy(in, says) {
		c, commands := same[0].Columns[0], each(same, func(of columns.Table) string { return of.Command })
		t.Add(strings.Join(commands, ", "), string(c.Kind), string(c.Unit), meaning)
	}
	return t
}
