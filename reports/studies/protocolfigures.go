package studies

import (
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/studies/protocol"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// leastError is the smallest error of B that is drawn. Smaller errors do not matter.
const leastError = 1e-5

// protocolFigure draws, for each case, the forward gaps on real and simulated data against T,
// and the error of B after S steps, with B for comparison. All axes are logarithmic.
func protocolFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	const name, head, foot, side, high = 20, 26, 22, 330, 190
	all := figure.Panels{Tiles: draw.Tiles{Rows: len(results), Cols: 2, PadX: 26, PadY: 10},
		Names: each(results, func(r protocol.Result) string { return r.Name }),
		Heads: []string{"log p(y) - E[log w], forward (nats)", "size of the error of B, and B (nats)"}}
	for _, r := range results {
		right, ends := errorPanel(r)
		all.Plots, all.Ends = append(all.Plots, []*plot.Plot{forwardPanel(r), right}), append(all.Ends, ends)
	}
	left := figure.Legend{Entries: []figure.LegendEntry{entry("real data", figure.NthLine(0)),
		entry("simulated data", figure.NthLine(1))},
		Note: "Left: the band is the range of " + text.Count(results[0].Sets, "simulated set") + "."}
	right := figure.Legend{Note: "Right: the error of B if the reverse run starts S steps after the fitted values. " +
		"Errors below 1e-5 are not drawn."}
	below := left.Height() + right.Height()
	height := head + vg.Length(len(results)*high) + foot + below
	return figure.Render(w, m, name+2*side+all.EndWidth(), height, func(c draw.Canvas) {
		all.Draw(draw.Crop(c, name, -8-all.EndWidth(), foot+below, -head))
		c.FillText(figure.Label(11), vg.Point{X: c.Center().X, Y: below + 6}, figure.AcrossT)
		left.Draw(draw.Crop(c, name+10, -8, right.Height(), 0))
		right.Draw(draw.Crop(c, name+10, -8, 0, 0))
	})
}

func logPanel() *plot.Plot {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 7, Evenly: 6})
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 9, 9
	return p
}

func forwardPanel(r protocol.Result) *plot.Plot {
	p := logPanel()
	var band, low, real, simulated plotter.XYs
	for _, point := range r.Points {
		T := float64(point.T)
		least, largest := point.Range(judgedBy["gap"])
		band, low = append(band, plotter.XY{X: T, Y: largest}), append(low, plotter.XY{X: T, Y: least})
		real = append(real, plotter.XY{X: T, Y: point.Real.Gap})
		simulated = append(simulated, plotter.XY{X: T, Y: point.Sets[0].Gap})
	}
	slices.Reverse(low)
	p.Add(figure.NthLine(1).Band(append(band, low...)))
	curve(p, figure.NthLine(1), simulated)
	curve(p, figure.NthLine(0), real)
	figure.Widen(&p.X, 1.1)
	figure.Widen(&p.Y, 1.1)
	return p
}

// errorPanel also names its lines at their ends.
func errorPanel(r protocol.Result) (p *plot.Plot, ends figure.EndLabels) {
	p = logPanel()
	add := func(name string, style figure.LineStyle, of func(protocol.Point) float64) {
		line := xys(r.Points, func(q protocol.Point) (x, y float64) {
			if y = of(q); y < leastError || math.IsInf(y, 1) {
				y = math.NaN()
			}
			return float64(q.T), y
		})
		if len(line) > 0 {
			curve(p, style, line)
			ends.Add(name, style, line)
		}
	}
	add("B", figure.LineStyle{Colour: figure.Ink}, func(q protocol.Point) float64 { return q.Sets[0].B })
	for i, start := range r.Starts {
		add("S = "+table.Thousands(start.S), figure.NthLine(i+1).With(figure.Dashes),
			func(q protocol.Point) float64 { return math.Abs(q.Errors[i]) })
	}
	figure.Widen(&p.X, 1.1)
	figure.Widen(&p.Y, 1.3)
	return p, ends
}

// representationsFigure draws J of the assignments and B against T and against cost.
func representationsFigure(w io.Writer, m figure.Medium, c protocol.Comparison) error {
	const name, head, foot, side, high = 20, 10, 24, 290, 190
	prices := []formMeasure{{figure.AcrossT, func(r protocol.Formed) float64 { return float64(r.T) }},
		{"cost: terms of the likelihood", func(r protocol.Formed) float64 { return r.Cost }}}
	all := figure.Panels{Tiles: draw.Tiles{Rows: 2, Cols: 2, PadX: 20, PadY: 10},
		Names: []string{"J of the assignments (nats)", "B (nats)"},
		Feet:  each(prices, func(m formMeasure) string { return m.name })}
	lines := []figure.LineStyle{figure.NthLine(2), figure.NthLine(1)} // of the two forms
	for _, measure := range representationMeasures {
		all.Plots = append(all.Plots, each(prices, func(price formMeasure) *plot.Plot {
			p := logPanel()
			for i, f := range c.Forms {
				curve(p, lines[i], xys(f.Runs, func(r protocol.Formed) (float64, float64) {
					return price.of(r), shownOnLog(measure.of(r))
				}))
			}
			figure.Widen(&p.X, 1.1)
			figure.Widen(&p.Y, 1.1)
			return p
		}))
	}
	var legend figure.Legend
	for i, f := range c.Forms {
		legend.Entries = append(legend.Entries, entry(f.Name, lines[i]))
	}
	return figure.Render(w, m, name+2*side, head+2*high+foot+legend.Height(), func(canvas draw.Canvas) {
		all.Draw(draw.Crop(canvas, name, -8, foot+legend.Height(), -head))
		legend.Draw(draw.Crop(canvas, name+10, -8, 0, 0))
	})
}
