package pages

import (
	"fmt"
	"strings"

	"breadboard/experiments/paper"
	"breadboard/experiments/studies/seeds"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// SeedsNames are the names of the files of Seeds.
var SeedsNames = table.Names("csv json", "seeds")

// Seeds shows the draws of each random toy, and all of them in one table for programs.
func Seeds(searched []seeds.Searched) (all study.Study) {
	var data table.Table
	for _, s := range searched {
		t := drawsTable(s.Toy, s.Draws)
		all.People = append(all.People, t)
		data.Columns = t.Columns
		data.Rows = append(data.Rows, t.Rows...)
	}
	all.Add("seeds", data)
	return all
}

// drawsTable lists the draws of a search. The first is the nearest to the published figures.
func drawsTable(toy paper.Toy, draws []paper.Draw) table.Table {
	t := table.Table{Title: toy.Title + ": the draws nearest to the published figures",
		Columns: table.Columns("toy", "seed")}
	var published []string
	for _, p := range toy.Published {
		figure := fmt.Sprintf("%s(%d)", p.Quantity, p.T)
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("%s_%d", p.Quantity, p.T), Head: figure})
		published = append(published, figure+" = "+p.Printed)
	}
	t.Columns = append(t.Columns, table.Column{Key: "distance"})
	t.Note("The distance is the sum of squares of log(figure/published).")
	t.Note("Published: %s.", strings.Join(published, ", "))
	for _, d := range draws {
		t.Add(append(append([]any{toy.Name, d.Seed}, study.Cells(d.Figures)...), d.Distance)...)
	}
	return t
}
