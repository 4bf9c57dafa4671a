package reports

import "breadboard/experiments"

// Figure3Data is what Figure 3 draws: a row for every toy and T.
func Figure3Data(curves []experiments.Curve) Table {
	t := Table{Columns: []Column{{Key: "toy"}, {Key: "T"}, {Key: "J"}, {Key: "B"}}}
	for _, c := range curves {
		for k, T := range c.T {
			t.Rows = append(t.Rows, []any{c.Toy, T, c.J[k], c.B[k]})
		}
	}
	return t
}

// Figure4Data is what Figure 4 draws: a row for every toy, panel and cell.
func Figure4Data(rows []experiments.Gallery) Table {
	t := Table{Columns: []Column{{Key: "toy"}, {Key: "panel"}, {Key: "beta"}, {Key: "row"}, {Key: "column"}, {Key: "probability"}}}
	for _, g := range rows {
		for _, panel := range g.Panels {
			for i, line := range panel.P {
				for j, p := range line {
					t.Rows = append(t.Rows, []any{g.Toy, panel.Name, panel.Beta, i, j, p})
				}
			}
		}
	}
	return t
}
