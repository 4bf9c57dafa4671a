package display

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// Marks draws a glyph at each point.
func Marks(glyph figure.Glyph, radius vg.Length, colour color.Color, at plotter.XYs) *plotter.Scatter {
	return &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: colour, Radius: radius, Shape: glyph}}
}

// MarkEntry is a line of a legend for such marks.
func MarkEntry(name string, glyph figure.Glyph, radius vg.Length, colour color.Color) figure.LegendEntry {
	return figure.LegendEntry{Name: name, Mark: func(c draw.Canvas, at vg.Point) {
		c.DrawGlyph(draw.GlyphStyle{Color: colour, Radius: radius, Shape: glyph}, at)
	}}
}

// BarEntry is a line of a legend for bars from one number to another, with ends across as those of errors if they are
// capped.
func BarEntry(name string, colour color.Color, capped bool) figure.LegendEntry {
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

// Level is a line at one height, from one place to another.
func Level(from, to, height float64) plotter.XYs {
	return plotter.XYs{{X: from, Y: height}, {X: to, Y: height}}
}

// TicksAt has ticks at these numbers.
func TicksAt(values ...float64) plot.Ticker {
	return plot.ConstantTicks(table.Each(values, func(v float64) plot.Tick {
		return plot.Tick{Value: v, Label: figure.Number(v)}
	}))
}
