package sweeps

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/ranking"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// A figure shows rowsAPage rows of panels, and there are at most mostPages. Of names along an
// axis it shows mostNames. It names mostEnds lines at their ends.
const rowsAPage, mostPages, mostNames, mostEnds = 4, 3, 40, 8

// A measure is one column of panels.
type measure struct {
	title string
	of    func(ranking.Outcome) ranking.Spread
	draw  func(*ranking.Draw) float64
}

var allMeasures = []measure{
	{"J (nats)", func(o ranking.Outcome) ranking.Spread { return o.J }, func(d *ranking.Draw) float64 { return d.J }},
	{"B (nats)", func(o ranking.Outcome) ranking.Spread { return o.B }, func(d *ranking.Draw) float64 { return d.B }},
	{"J over the least J", func(o ranking.Outcome) ranking.Spread { return o.OverJ },
		func(d *ranking.Draw) float64 { return d.OverJ }},
}

// A drawing is the figure of a sweep: J and B, and where several compete J over the least of them.
// Of the draws of a random target it shows the median, and how the quartiles lie about it. The
// axes are logarithmic; numbers that are not positive and finite are left out.
type drawing struct {
	layout
	strips   []strip
	measures []measure
	names    []string // along x, if they are no numbers
	styles   map[string]figure.LineStyle
	legend   figure.Legend
	notes    []string // what the figure leaves out
}

// drawingOf prepares the figure. ok is false if there is nothing to compare.
func drawingOf(all []ranking.Outcome) (d drawing, ok bool) {
	if d.layout, ok = layOut(all); !ok {
		return d, false
	}
	d.measures = slices.Clone(allMeasures)
	if !slices.ContainsFunc(all, func(o ranking.Outcome) bool { return o.OverJ.Q2 > 1 && figure.OnLogAxis(o.OverJ.Q2) }) {
		d.measures = d.measures[:2]
	}
	if d.number == nil {
		if d.names = d.x.Values(all); len(d.names) > mostNames {
			d.notes = append(d.notes, fmt.Sprintf("The figure shows the first %d of %d.", mostNames, len(d.names)))
			d.names = d.names[:mostNames]
		}
	}
	if d.strips = d.layout.strips(all); len(d.strips) > rowsAPage*mostPages {
		d.notes = append(d.notes, fmt.Sprintf("The figures show the first %d of %s groups.", rowsAPage*mostPages,
			table.Thousands(len(d.strips))))
		d.strips = d.strips[:rowsAPage*mostPages]
	}
	d.style(all)
	return d, true
}

// style gives every line a style, the same in every panel, and lists the lines in the legend.
func (d *drawing) style(all []ranking.Outcome) {
	d.styles = map[string]figure.LineStyle{}
	for i, name := range d.lineNames(all) {
		d.styles[name] = figure.NthLine(i)
		if d.lines != nil {
			d.legend.Entries = append(d.legend.Entries, figure.LegendEntry{Name: name, Style: d.styles[name], Dots: true})
		}
	}
	var notes []string
	if mostDraws(all) > 1 && d.number != nil {
		notes = append(notes, "Of several draws: the median, in a band between the quartiles.")
	} else if mostDraws(all) > 1 {
		notes = append(notes, "Pale: every draw. Line: between the quartiles. Mark: the median.")
	}
	if slices.ContainsFunc(all, func(o ranking.Outcome) bool { return o.J.Q2 == 0 }) {
		notes = append(notes, "J = 0 has no place on a logarithmic axis.")
	}
	d.legend.Note = strings.Join(notes, " ")
}

// pages returns how many figures it takes.
func (d drawing) pages() int { return (len(d.strips) + rowsAPage - 1) / rowsAPage }

// draw writes one of the pages, counted from 0.
func (d drawing) draw(w io.Writer, m figure.Medium, page int) error {
	return d.drawRows(w, m, d.strips[page*rowsAPage:min((page+1)*rowsAPage, len(d.strips))])
}

// drawRows writes a figure of some rows of panels.
func (d drawing) drawRows(w io.Writer, m figure.Medium, strips []strip) error {
	const name, head, side = 20, 20, 235
	foot := vg.Length(24)
	if d.number == nil {
		foot = 0
	}
	high, left := vg.Length(175), vg.Length(0)
	if d.number == nil {
		high = vg.Length(45 + len(d.names)*max(15, 7*len(d.styles)))
		left = d.nameWidth()
	}
	height := head + vg.Length(len(strips))*high + foot + d.legend.Height()
	all := figure.Panels{Tiles: draw.Tiles{Rows: len(strips), Cols: len(d.measures), PadX: 14, PadY: 8},
		Names: table.Each(strips, func(s strip) string { return s.name }),
		Heads: table.Each(d.measures, func(m measure) string { return m.title })}
	for _, s := range strips {
		var row []*plot.Plot
		for i, of := range d.measures {
			row = append(row, d.panel(s, of, i == 0))
		}
		all.Plots = append(all.Plots, row)
		all.Ends = append(all.Ends, d.ends(s, d.measures[len(d.measures)-1]))
	}
	width := left + vg.Length(name+len(d.measures)*side) + all.EndWidth()
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		all.Draw(draw.Crop(c, name, -8-all.EndWidth(), foot+d.legend.Height(), -head))
		c.FillText(figure.Label(11), vg.Point{X: c.Center().X, Y: d.legend.Height() + 6}, d.across())
		d.legend.Draw(draw.Crop(c, name+10, -8, 0, 0))
	})
}

// nameWidth is the room that the names along the axis need.
func (d drawing) nameWidth() (widest vg.Length) {
	style := figure.Label(9)
	for _, name := range d.names {
		widest = max(widest, style.Width(figure.ShortName(name)))
	}
	return widest
}

// across names the axis at the bottom.
func (d drawing) across() string {
	switch {
	case d.number == nil:
		return ""
	case d.x.Name == ranking.Levels.Name:
		return figure.AcrossT
	}
	return fmt.Sprintf("x, of the %s %sx", d.x.Name, d.before)
}

// panel draws the lines of a strip.
func (d drawing) panel(s strip, of measure, first bool) *plot.Plot {
	if d.number == nil {
		return d.named(s, of, first)
	}
	p := figure.NewPlot()
	if logarithmic(d.number) {
		figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	}
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 9, 9
	var lines []plot.Plotter
	for _, l := range s.lines {
		band, middle := d.curve(l, of)
		style := d.styles[l.name]
		p.Add(style.Band(band))
		lines = append(lines, style.Line(middle), style.Dots(middle))
	}
	p.Add(lines...)
	if logarithmic(d.number) {
		figure.Widen(&p.X, 1.2)
	}
	figure.Widen(&p.Y, 1.02)
	return p
}

// ends names the lines of a panel at their ends, if there are several and not too many.
func (d drawing) ends(s strip, of measure) (ends figure.EndLabels) {
	if d.number == nil || d.lines == nil || len(d.styles) > mostEnds {
		return nil
	}
	for _, l := range s.lines {
		_, middle := d.curve(l, of)
		ends.Add(figure.ShortName(l.name), d.styles[l.name], middle)
	}
	return ends
}

// logarithmic reports whether numbers are positive and of different sizes.
func logarithmic(of map[string]float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range of {
		low, high = min(low, v), max(high, v)
	}
	return low > 0 && high >= 8*low
}

// curve returns the medians of a measure along a line, and the outline of the band
// between the quartiles: along the upper one, and back along the lower.
func (d drawing) curve(l series, m measure) (band, middle plotter.XYs) {
	var low plotter.XYs
	for _, point := range d.sorted(l) {
		s, x := m.of(point), d.at(point)
		if figure.OnLogAxis(s.Q2) {
			middle = append(middle, plotter.XY{X: x, Y: s.Q2})
		}
		if figure.OnLogAxis(s.Q1) && figure.OnLogAxis(s.Q3) && s.Q1 < s.Q3 {
			band = append(band, plotter.XY{X: x, Y: s.Q3})
			low = append(low, plotter.XY{X: x, Y: s.Q1})
		}
	}
	slices.Reverse(low)
	return append(band, low...), middle
}

// sorted are the points of a line from left to right.
func (d drawing) sorted(l series) []ranking.Outcome {
	points := slices.Clone(l.points)
	slices.SortStableFunc(points, func(a, b ranking.Outcome) int { return cmp.Compare(d.at(a), d.at(b)) })
	return points
}

// at is the number of an outcome on the axis of numbers.
func (d drawing) at(o ranking.Outcome) float64 { return d.number[d.x.Of(o.Job)] }

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
