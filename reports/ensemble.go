package reports

import (
	"fmt"
	"strconv"

	"breadboard/experiments"
)

// EnsembleTable says where the published figures fall among many draws of the
// random toys.
func EnsembleTable(rows []experiments.Ensemble) Table {
	t := Table{
		Columns: []Column{{"toy", ""}, {"figure", ""}, {"q1", "lower quartile"}, {"q2", "median"}, {"q3", "upper quartile"},
			{"published", "published"}, {"percentile", "percentile"}},
		Notes: []string{"The percentile is the share of draws that are not above what was published, in percent; " +
			"the published B/J is the quotient of the published two."},
	}
	for _, r := range rows {
		t.Title = fmt.Sprintf("J and B over %s random targets, and where the published ones fall", thousands(r.Draws))
		printed := r.Printed
		if printed == "" {
			printed = strconv.FormatFloat(r.Published, 'g', 3, 64)
		}
		t.Rows = append(t.Rows, []any{r.Toy, at(r.Quantity, r.T), r.Q1, r.Q2, r.Q3, printed, r.Percentile})
	}
	return t
}

// EnsembleData is the same for programs, with the number of draws and the figure
// of the default draw.
func EnsembleData(rows []experiments.Ensemble) Table {
	t := Table{Columns: []Column{{Key: "toy"}, {Key: "quantity"}, {Key: "T"}, {Key: "draws"}, {Key: "q1"}, {Key: "median"}, {Key: "q3"},
		{Key: "published"}, {Key: "percentile"}, {Key: "default_draw"}}}
	for _, r := range rows {
		t.Rows = append(t.Rows, []any{r.Toy, r.Quantity, r.T, r.Draws, r.Q1, r.Q2, r.Q3, r.Published, r.Percentile, r.Ours})
	}
	return t
}

// DrawsTable lists the draws of a search, nearest to the published figures first.
func DrawsTable(toy experiments.PaperToy, draws []experiments.Draw) Table {
	t := Table{
		Title:   toy.Title + ": the draws nearest to the published figures",
		Columns: []Column{{"toy", ""}, {"seed", ""}},
		Notes:   []string{"The distance is the sum of squares of log(figure/published)."},
	}
	published := "Published:"
	for i, p := range toy.Published {
		t.Columns = append(t.Columns, Column{Key: fmt.Sprintf("%s_%d", p.Quantity, p.T), Head: at(string(p.Quantity), p.T)})
		published += fmt.Sprintf("%s %s = %s", between(i, ","), at(string(p.Quantity), p.T), p.Printed)
	}
	t.Columns = append(t.Columns, Column{Key: "distance"})
	t.Notes = append(t.Notes, published+".")
	for _, d := range draws {
		row := []any{toy.Name, d.Seed}
		for _, x := range d.Figures {
			row = append(row, x)
		}
		t.Rows = append(t.Rows, append(row, d.Distance))
	}
	return t
}
