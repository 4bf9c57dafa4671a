package studies

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"breadboard/experiments/paper"
	"breadboard/reports/table"
)

// ensembleTable compares the published figures with the figures of many draws of the
// random toys.
func ensembleTable(rows []paper.Ensemble) table.Table {
	t := table.Table{
		Columns: table.Columns("toy", "figure", "q1=lower quartile", "q2=median", "q3=upper quartile", "published",
			"percentile"),
		Notes: []string{"The percentile is the share of draws that are not above what was published, in percent; " +
			"the published B/J is the quotient of the published two."},
	}
	for _, r := range rows {
		t.Title = fmt.Sprintf("J and B over %s random targets, and where the published ones fall",
			table.Thousands(r.Draws))
		printed := cmp.Or(r.Printed, strconv.FormatFloat(r.Published, 'g', 3, 64))
		t.Add(r.Toy, at(r.Quantity, r.T), r.Q1, r.Q2, r.Q3, printed, r.Percentile)
	}
	return t
}

// ensembleData is the table for programs, with the number of draws and the figure of
// the default draw.
func ensembleData(rows []paper.Ensemble) table.Table {
	t := table.Table{Columns: table.Keys("toy quantity T draws q1 median q3 published percentile default_draw")}
	for _, r := range rows {
		t.Add(r.Toy, r.Quantity, r.T, r.Draws, r.Q1, r.Q2, r.Q3, r.Published, r.Percentile, r.Ours)
	}
	return t
}

// DrawsTable lists the draws of a search. The first is the nearest to the published
// figures.
func DrawsTable(toy paper.Toy, draws []paper.Draw) table.Table {
	t := table.Table{Title: toy.Title + ": the draws nearest to the published figures",
		Columns: table.Columns("toy", "seed")}
	var published []string
	for _, p := range toy.Published {
		figure := at(string(p.Quantity), p.T)
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("%s_%d", p.Quantity, p.T), Head: figure})
		published = append(published, figure+" = "+p.Printed)
	}
	t.Columns = append(t.Columns, table.Column{Key: "distance"})
	t.Note("The distance is the sum of squares of log(figure/published).")
	t.Note("Published: %s.", strings.Join(published, ", "))
	for _, d := range draws {
		row := []any{toy.Name, d.Seed}
		for _, x := range d.Figures {
			row = append(row, x)
		}
		t.Add(append(row, d.Distance)...)
	}
	return t
}
