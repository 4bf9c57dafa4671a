package schedules

import (
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/paper"
	"breadboard/experiments/ranking"
	"breadboard/reports/figure"
)

// sixes are the standings of the six schedules that no truth chose, of each toy from T = 3 to 3000.
func sixes(short, long ranking.Summary) map[string][]ranking.Standing {
	all := map[string][]ranking.Standing{}
	for _, s := range append(slices.Clone(short.Open.Standings), long.All.Standings...) {
		all[paper.Title(s.Group)] = append(all[paper.Title(s.Group)], s)
	}
	return all
}

// priceFigure draws against T what the choice by B costs, and how far the orders by J and by B agree.
func priceFigure(w io.Writer, m figure.Medium, of map[string][]ranking.Standing) error {
	plots := []*plot.Plot{figure.NewPlot(), figure.NewPlot()}
	ends := make([]figure.EndLabels, 2)
	for i, toy := range []string{"EASY RANDOM", "HARD RANDOM", "BARRIER"} {
		style := figure.NthLine(i)
		lines := make([]plotter.XYs, 2)
		bands := make([]plotter.XYs, 2)
		for _, s := range of[toy] {
			for k, v := range [][3]float64{{s.Cost.Q1, s.Cost.Q2, s.Cost.Q3}, {s.Tau.Low, s.Tau.Mean, s.Tau.High}} {
				x := float64(s.T)
				lines[k] = append(lines[k], plotter.XY{X: x, Y: v[1]})
				if s.Contests > 1 {
					bands[k] = append(slices.Insert(bands[k], 0, plotter.XY{X: x, Y: v[0]}), plotter.XY{X: x, Y: v[2]})
				}
			}
		}
		for k, p := range plots {
			p.Add(style.Band(bands[k]), style.Line(lines[k]), style.Dots(lines[k]))
			ends[k].Add(toy, style, lines[k])
		}
	}
	for k, p := range plots {
		figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
		figure.Widen(&p.X, 1.1)
		p.Add(ends[k])
	}
	figure.SetLog(&plots[0].Y, figure.LogTicks{Powers: 6, Evenly: 6})
	plots[1].Y.Min, plots[1].Y.Max = -1, 1
	plots[1].Y.Tick.Marker = plot.ConstantTicks{{Value: -1, Label: "−1"},
		{Value: 0, Label: "0"}, {Value: 1, Label: "1"}}
	const width, height = 860, 330
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		figure.Panels{Plots: [][]*plot.Plot{plots}, Tiles: draw.Tiles{PadX: 24},
			Heads: []string{"What the choice by B costs: its J over the least J",
				"Kendall's tau of the orders by J and by B"},
			Feet: []string{figure.AcrossT, figure.AcrossT}}.Draw(draw.Crop(c, 14, -16, 34, -26))
	})
}
