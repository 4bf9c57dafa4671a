package papers

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/papers/samplers"
	"breadboard/reports/figure"
)

// The styles of Figure 3. Marks are faint, because they overlap.
var (
	walkMark  = draw.GlyphStyle{Color: faint(figure.Blue), Radius: 1.6, Shape: figure.Marker(0)}
	drawMark  = draw.GlyphStyle{Color: faint(figure.Vermillion), Radius: 1.6, Shape: figure.Marker(1)}
	diagonal  = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
	regionEnd = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}
)

func faint(c color.RGBA) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, 0x80} }

// calibration draws Figure 3: the real ESS against the estimated one. The diagonal is dashed, and between the dotted
// lines are 95% of the real ESS if chains are worth what they say.
func (s ofSamplers) calibration(w io.Writer, m figure.Medium) error {
	var planes []*plot.Plot
	for _, e := range samplers.Panels {
		plane := againstLog(true)
		plane.Add(&plotter.Scatter{XYs: estimated(s.Walks(), e.Real), GlyphStyle: walkMark},
			&plotter.Scatter{XYs: estimated(s.Independent(), e.Real), GlyphStyle: drawMark})
		planes = append(planes, plane)
	}
	shareAxis(planes, func(p *plot.Plot) *plot.Axis { return &p.X })
	shareAxis(planes, func(p *plot.Plot) *plot.Axis { return &p.Y })
	low, high := samplers.Region(1, s.Chains)
	for _, plane := range planes {
		across(plane, 1, diagonal)
		across(plane, low, regionEnd)
		across(plane, high, regionEnd)
	}
	return aligned{plots: [][]*plot.Plot{planes}, heads: []string{"mean", "variance", "Kolmogorov-Smirnov"},
		up: []string{"real ESS"}, across: "estimated ESS", legend: figure.Legend{Entries: []figure.LegendEntry{
			{Name: "as estimated", Style: diagonal}, {Name: "95% region", Style: regionEnd},
			glyphEntry("a sampler on a density", walkMark), glyphEntry("independent draws", drawMark)}}}.draw(w, m, 190)
}

// glyphEntry is a line of the legend for a mark.
func glyphEntry(name string, mark draw.GlyphStyle) figure.LegendEntry {
	return figure.LegendEntry{Name: name, Mark: func(c draw.Canvas, at vg.Point) { c.DrawGlyph(mark, at) }}
}

// estimated are the points of runs that a logarithmic plane can show.
func estimated(runs []samplers.Run, real func(r samplers.Run) float64) plotter.XYs {
	return points(runs, func(r samplers.Run) (x, y float64) {
		if !figure.OnLogAxis(r.ESS) {
			return 0, shownOnLog(0)
		}
		return r.ESS, shownOnLog(real(r))
	})
}

// across draws a line over the whole of a plane, along which the real ESS is a multiple of the estimated one.
func across(plane *plot.Plot, times float64, style figure.LineStyle) {
	from := max(plane.X.Min, plane.Y.Min/times)
	to := min(plane.X.Max, plane.Y.Max/times)
	if from < to {
		plane.Add(style.Line(plotter.XYs{{X: from, Y: from * times}, {X: to, Y: to * times}}))
	}
}
