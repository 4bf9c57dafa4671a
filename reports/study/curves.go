package study

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/reports/figure"
)

// AgainstLog is an empty plot whose axis across is logarithmic. If up is true so is the other.
func AgainstLog(up bool) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	if up {
		figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	}
	return plane
}

// Curve draws a line through points, with a dot at each.
func Curve(plane *plot.Plot, style figure.LineStyle, points plotter.XYs) {
	plane.Add(style.Line(points), style.Dots(points))
}

// Entry is a line of the legend, with a dot on it.
func Entry(name string, style figure.LineStyle) figure.LegendEntry {
	return figure.LegendEntry{Name: name, Style: style, Dots: true}
}
