package runs

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/portrait"
	"breadboard/reports/figure"
)

// drawWeights draws the laws of log w - log R: the exact ones as lines, and those of the chains as
// dots with intervals. Upright lines are the exact means, which are B apart, and 0 lies between.
func drawWeights(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	f := figure.NewPlot()
	f.X.Label.Text, f.Y.Label.Text = "log w - log R (nats)", "density (1/nat)"
	legend := figure.Legend{}
	for i, d := range directions(p.Laws) {
		style := figure.NthLine(i)
		if d.Exact != nil {
			f.Add(style.Line(staircase(p.Laws.Edges, d.Exact)))
			legend.Entries = append(legend.Entries, figure.LegendEntry{Name: d.name + ", exact", Style: style})
		}
		if d.Sampled != nil {
			addSampled(f, style, p.Laws.Edges, d.Sampled)
			legend.Entries = append(legend.Entries,
				figure.LegendEntry{Name: d.name + ", chains", Style: style, Dots: true})
		}
	}
	f.Y.Min = 0
	f.Y.Max *= 1.04
	for i, d := range directions(p.Laws) {
		upright(f, figure.LineStyle{Colour: figure.NthLine(i).Colour, Dashes: figure.Dotted}, d.Mean)
	}
	upright(f, figure.LineStyle{Colour: figure.Ink}, 0)
	legend.Note = "Dotted: the exact means, B apart. Black: log R."
	return figure.Render(w, m, 560, titleHeight+330, func(c draw.Canvas) {
		c = titled(c, p)
		f.Draw(draw.Crop(c, 6, -10, legend.Height()+6, -8))
		legend.Draw(draw.Crop(c, 40, 0, 2, 0))
	})
}

// A direction is a law with the name of its direction.
type direction struct {
	name string
	portrait.Law
}

func directions(l portrait.Laws) []direction {
	return []direction{{"forward", l.Forward}, {"reverse", l.Reverse}}
}

// staircase is the outline of a histogram: each bin's mass over its width. It leaves out the two
// bins without an end.
func staircase(edges, masses []float64) (points plotter.XYs) {
	for i := range len(edges) - 1 {
		y := masses[i+1] / (edges[i+1] - edges[i])
		points = append(points, plotter.XY{X: edges[i], Y: y}, plotter.XY{X: edges[i+1], Y: y})
	}
	return points
}

// addSampled adds a dot and a 95% interval for each bin with a chain.
func addSampled(f *plot.Plot, style figure.LineStyle, edges []float64, all []portrait.Share) {
	var dots plotter.XYs
	for i := range len(edges) - 1 {
		s, wide := all[i+1], edges[i+1]-edges[i]
		if s.Value == 0 {
			continue
		}
		x := (edges[i] + edges[i+1]) / 2
		low, high := interval(s)
		dots = append(dots, plotter.XY{X: x, Y: s.Value / wide})
		f.Add(figure.LineStyle{Colour: style.Colour}.Line(plotter.XYs{{X: x, Y: low / wide}, {X: x, Y: high / wide}}))
	}
	f.Add(style.Dots(dots))
}

// upright draws a line at x over the whole height.
func upright(f *plot.Plot, style figure.LineStyle, x float64) {
	if x >= f.X.Min && x <= f.X.Max {
		f.Add(style.Line(plotter.XYs{{X: x, Y: f.Y.Min}, {X: x, Y: f.Y.Max}}))
	}
}
