package tempering

import (
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/run"
	"breadboard/reports/figure"
	"breadboard/reports/study"
)

// drawnTrips draws the real rate of round trips over that of perfect exploration, by the mean rejection of a pair.
func drawnTrips(w io.Writer, m figure.Medium, rows []Ladder) error {
	var plots []*plot.Plot
	legend := figure.Legend{Note: "A mark is a ladder, by the rejection of a pair. 1 is perfect exploration: all " +
		"with two walkers lie there."}
	for i, hot := range []string{"draw", "move"} {
		p := figure.NewPlot()
		for k, family := range families {
			style := figure.NthLine(k)
			points := plotter.XYs{}
			for _, r := range rows {
				if r.Family == family && r.Hot == hot && r.Exchange == "deo" && !math.IsNaN(r.Trips) {
					points = append(points, plotter.XY{X: r.Rejection, Y: share(r)})
				}
			}
			p.Add(style.Dots(points))
			if i == 0 {
				legend.Entries = append(legend.Entries, study.Entry(family, style))
			}
		}
		p.X.Min = 0
		p.X.Max = 1
		p.Y.Min = 0
		p.Y.Max = 1.05
		plots = append(plots, p)
	}
	const width, height = 760, 360
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 30},
			Heads: []string{"the hottest walker draws", "the hottest walker moves"},
			Names: []string{"round trips over the formula's"}}.Draw(
			draw.Crop(c, 40, -20, 60, -30))
		legend.Draw(draw.Crop(c, 40, -20, 4, 0))
	})
}

// drawnRivals draws J of the cold walker, with draws and the best number of walkers, against J of others after as many
// evaluations: of annealing, and of the better of two chains.
func drawnRivals(w io.Writer, m figure.Medium, found Found) error {
	legend := figure.Legend{Note: "A mark is a target, with the best number of walkers. Below the line tempering is " +
		"better; J below 1e-6 is drawn there."}
	var plots []*plot.Plot
	for i, methods := range [][]string{{annealing}, {chain, draws}} {
		p := figure.NewPlot()
		figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
		figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 4})
		for k, family := range families {
			style := figure.NthLine(k)
			points := plotter.XYs{}
			for _, c := range contests(found.Ladders) {
				if c.family == family {
					other := max(found.least(c, methods...), run.Negligible)
					points = append(points, plotter.XY{X: other, Y: j100(c.best(j100))})
				}
			}
			p.Add(style.Dots(points))
			if i == 0 {
				legend.Entries = append(legend.Entries, study.Entry(family, style))
			}
		}
		diagonal := figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
		p.Add(diagonal.Line(plotter.XYs{{X: run.Negligible, Y: run.Negligible}, {X: 10, Y: 10}}))
		plots = append(plots, p)
	}
	const width, height = 760, 400
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 30},
			Heads: []string{"by J of annealing", "by J of the better of two chains"},
			Names: []string{"J of tempering after 100 evaluations"}}.Draw(draw.Crop(c, 40, -20, 60, -30))
		legend.Draw(draw.Crop(c, 40, -20, 4, 0))
	})
}
