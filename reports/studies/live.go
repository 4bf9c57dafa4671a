package studies

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/experiments/paper"
	"breadboard/reports/charts"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/page"
)

// liveFigure3 is figure3 as a chart for a page's script.
func liveFigure3(curves []paper.Curve) []charts.Chart {
	c := charts.Lines{Title: "J and its bound B", About: "Curves of J (solid) and B (dashed) against T for three toys, " +
		"with the published figures marked.", X: charts.Axis{Label: figure.AcrossT, Log: true},
		Y: charts.Axis{Label: "divergence (nats)", Log: true}}
	for i, curve := range curves {
		c.Series = append(c.Series, charts.Series{Name: curve.Toy + ", J", Style: i, Points: pointsOf(curve.T, curve.J)},
			charts.Series{Name: curve.Toy + ", B", Style: i, Dashed: true, Points: pointsOf(curve.T, curve.B)})
	}
	c.Series = append(c.Series, livePublished(curves, experiments.J, "ring"),
		livePublished(curves, experiments.B, "cross"))
	return []charts.Chart{c}
}

// livePublished marks the published figures of all toys.
func livePublished(curves []paper.Curve, q experiments.Quantity, glyph string) charts.Series {
	marks := charts.Series{Name: fmt.Sprintf("%s as published", q), Style: inkStyle, Glyph: glyph}
	for _, curve := range curves {
		for _, f := range curve.Published {
			if f.Quantity == q {
				marks.Points = append(marks.Points, charts.Point{explore.Number(f.T), explore.Number(f.Value())})
			}
		}
	}
	return marks
}

// inkStyle is the style of a series in ink: the last of the colours of lines.
const inkStyle = 7

func pointsOf(ts []int, ys []float64) []charts.Point {
	points := make([]charts.Point, len(ts))
	for k, t := range ts {
		points[k] = charts.Point{explore.Number(t), explore.Number(ys[k])}
	}
	return points
}

// liveFigure4 is figure4 as charts: a row of maps for every toy, with one scale.
func liveFigure4(rows []paper.Gallery) []charts.Chart {
	var all []charts.Chart
	for _, r := range rows {
		c := charts.Maps{Title: r.Toy, About: "Distributions of " + r.Toy + " along annealing, and the law of samples.",
			Rows: len(r.Panels[0].P), Columns: len(r.Panels[0].P[0])}
		for _, panel := range r.Panels {
			m := charts.Map{Name: strings.ReplaceAll(caption(panel), "\n", " "), Unit: "probability", Scale: "p"}
			for _, p := range slices.Concat(panel.P...) {
				m.Values = append(m.Values, explore.Number(p))
			}
			c.Maps = append(c.Maps, m)
		}
		all = append(all, c)
	}
	return all
}

// explored are the paper's toys in the explorer at T = 100.
func explored(r paper.Reproduction) (all []page.Explored) {
	for _, rows := range toysOf(r) {
		q := explore.Question{Toy: rows[0].Toy, T: 100}
		all = append(all, page.Explored{Name: fmt.Sprintf("%s, T = %d", q.Toy, q.T), Link: explorer.Link(&q, nil, nil)})
	}
	return all
}
