package sweeps

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/ranking"
	"breadboard/reports/figure"
)

// named draws a panel whose numbers have names and no order: each name has a height, and J or B
// is along x. The names stand at the first panel of a row.
func (d drawing) named(s strip, of measure, first bool) *plot.Plot {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 9, 9
	p.Y.Tick.Marker = nameTicks{d.names, first}
	p.Y.Tick.Length = 0
	for i, l := range s.lines {
		style := d.styles[l.name]
		var marks plotter.XYs
		for _, o := range l.points {
			place := slices.Index(d.names, d.x.Of(o.Job))
			if place < 0 {
				continue
			}
			y := heightOf(place) + offset(i, len(s.lines))
			if len(o.Draws) > 1 {
				pale := d.draws(o.Draws, of, y, style)
				p.Add(pale, style.Line(onAxis(y, of.of(o).Q1, of.of(o).Q3)))
			}
			marks = append(marks, onAxis(y, of.of(o).Q2)...)
		}
		p.Add(style.Dots(marks))
	}
	figure.Widen(&p.X, 1.1)
	p.Y.Min, p.Y.Max = heightOf(len(d.names)-1)-0.6, heightOf(0)+0.6
	return p
}

// draws are pale dots of all draws.
func (d drawing) draws(all []*ranking.Draw, of measure, y float64, style figure.LineStyle) *plotter.Scatter {
	var points plotter.XYs
	for _, one := range all {
		points = append(points, onAxis(y, of.draw(one))...)
	}
	c := style.Colour
	return &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Radius: 2, Shape: draw.CircleGlyph{},
		Color: color.RGBA{mixed(c.R), mixed(c.G), mixed(c.B), 0xFF}}}
}

// mixed is a part of a colour, two thirds of the way to white.
func mixed(c uint8) uint8 { return 0xFF - (0xFF-c)/3 }

// heightOf is the height of the name in this place: the first is at the top.
func heightOf(place int) float64 { return -float64(place) }

// offset moves the marks of one of n lines up or down, so that all of a name are seen.
func offset(i, n int) float64 { return (float64(n-1)/2 - float64(i)) * min(0.22, 0.7/float64(n)) }

// onAxis are the points at a height that a logarithmic axis can show.
func onAxis(y float64, xs ...float64) (points plotter.XYs) {
	for _, x := range xs {
		if figure.OnLogAxis(x) {
			points = append(points, plotter.XY{X: x, Y: y})
		}
	}
	return points
}

// A nameTicks labels the heights of names, or only marks them.
type nameTicks struct {
	names  []string
	labels bool
}

// Ticks implements plot.Ticker.
func (t nameTicks) Ticks(_, _ float64) (ticks []plot.Tick) {
	for i, name := range t.names {
		if !t.labels {
			name = " "
		}
		ticks = append(ticks, plot.Tick{Value: heightOf(i), Label: figure.ShortName(name)})
	}
	return ticks
}
