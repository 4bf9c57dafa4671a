package papers

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// againstLog is an empty plot whose axis across is logarithmic. If up is true so is the other.
func againstLog(up bool) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	if up {
		figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	}
	return plane
}

// curve draws a line through points, with a dot at each.
func curve(plane *plot.Plot, style figure.LineStyle, points plotter.XYs) {
	plane.Add(style.Line(points), style.Dots(points))
}

// entry is a line of the legend, with a dot on it.
func entry(name string, style figure.LineStyle) figure.LegendEntry {
	return figure.LegendEntry{Name: name, Style: style, Dots: true}
}

// marks draws a glyph at each point.
func marks(glyph figure.Glyph, radius vg.Length, colour color.Color, at plotter.XYs) *plotter.Scatter {
	return &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: colour, Radius: radius, Shape: glyph}}
}

// markEntry is a line of a legend for such marks.
func markEntry(name string, glyph figure.Glyph, radius vg.Length, colour color.Color) figure.LegendEntry {
	return figure.LegendEntry{Name: name, Mark: func(c draw.Canvas, at vg.Point) {
		c.DrawGlyph(draw.GlyphStyle{Color: colour, Radius: radius, Shape: glyph}, at)
	}}
}

// barEntry is a line of a legend for bars from one number to another, with ends across as those of errors if they are
// capped.
func barEntry(name string, colour color.Color, capped bool) figure.LegendEntry {
	const half, end = 6, 2
	return figure.LegendEntry{Name: name, Mark: func(c draw.Canvas, at vg.Point) {
		style := draw.LineStyle{Color: colour, Width: 0.8}
		c.StrokeLine2(style, at.X, at.Y-half, at.X, at.Y+half)
		if capped {
			c.StrokeLine2(style, at.X-end, at.Y-half, at.X+end, at.Y-half)
			c.StrokeLine2(style, at.X-end, at.Y+half, at.X+end, at.Y+half)
		}
	}}
}

// level is a line at one height, from one place to another.
func level(from, to, height float64) plotter.XYs {
	return plotter.XYs{{X: from, Y: height}, {X: to, Y: height}}
}

// ticksAt has ticks at these numbers.
func ticksAt(values ...float64) plot.Ticker {
	return plot.ConstantTicks(table.Each(values, func(v float64) plot.Tick {
		return plot.Tick{Value: v, Label: figure.Number(v)}
	}))
}

// points are the points of rows, without those that are not known.
func points[R any](rows []R, of func(R) (x, y float64)) (all plotter.XYs) {
	for _, r := range rows {
		if x, y := of(r); !math.IsNaN(y) {
			all = append(all, plotter.XY{X: x, Y: y})
		}
	}
	return all
}

// shownOnLog is a number that a logarithmic axis can show, and NaN for others.
func shownOnLog(v float64) float64 {
	if !figure.OnLogAxis(v) {
		return math.NaN()
	}
	return v
}
