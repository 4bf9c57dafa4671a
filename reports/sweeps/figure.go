package sweeps

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
	"breadboard/toys"
)

// A figure shows rowsAPage rows of panels, and there are at most mostPages. Of names along an
// axis it shows mostNames. A panel names mostEnds lines at their ends; one of J or of B in nats has fewLines of those
// that compete.
const rowsAPage, mostPages, mostNames, mostEnds, fewLines = 4, 3, 40, 8, 4

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

// A drawing is the figure of a sweep: J and B, and where several compete J over the least of them. Of the draws of a
// random target it shows the median, and how the quartiles lie about it. The axes are logarithmic; numbers that are
// not positive and finite are left out. Lines that hide one another tell nothing: J and B are those of the leaders,
// and the quotients, which lie apart, are those of all.
type drawing struct {
	layout
	strips   []strip
	measures []measure
	names    []string // along x, if they are no numbers
	styles   map[string]figure.LineStyle
	leaders  []string // the lines of J and of B; nil for all
	legend   figure.Legend
	notes    []string // what the figure leaves out
}

// drawingOf prepares the figure. ok is false if there is nothing to compare.
func drawingOf(all []ranking.Outcome) (d drawing, ok bool) {
	if d.layout, ok = layOut(all); !ok {
		return d, false
	}
	d.measures = slices.Clone(allMeasures)
	if !slices.ContainsFunc(all, func(o ranking.Outcome) bool {
		return o.OverJ.Q2 > 1 &&
			figure.OnLogAxis(o.OverJ.Q2)
	}) {
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
	d.styles = map[string]figure.LineStyle{} // the same in every panel
	for name := range experiments.GroupBy(all, d.line) {
		d.styles[name] = figure.NthLine(len(d.styles))
		if d.lines != nil {
			d.legend.Entries = append(d.legend.Entries,
				figure.LegendEntry{Name: name, Style: d.styles[name], Dots: true})
		}
	}
	var notes []string
	if len(d.styles) > fewLines && len(d.measures) == len(allMeasures) && d.number != nil && !d.isLine(ranking.Target) {
		d.leaders = d.leading(all)
		notes = append(notes, fmt.Sprintf("J and B in nats: %s and the best alone.", figure.ShortName(d.leaders[0])))
	}
	if mostDraws(all) > 1 && d.number != nil {
		notes = append(notes, "Of several draws: the median, in a band between the quartiles.")
	} else if mostDraws(all) > 1 {
		notes = append(notes, "Pale: every draw. Line: between the quartiles. Mark: the median.")
	}
	if slices.ContainsFunc(all, func(o ranking.Outcome) bool { return o.J.Q2 == 0 }) {
		notes = append(notes, "J = 0 has no place on a logarithmic axis.")
	}
	d.legend.Note = strings.Join(notes, " ")
	return d, true
}

// leading are the first line, which the others have to beat, and those that most often have the least J or B.
func (d drawing) leading(all []ranking.Outcome) (names []string) {
	wins := map[string]int{d.line(all[0]): 2*len(all) + 1}
	for _, o := range all {
		if o.LeastJ {
			wins[d.line(o)]++
		}
		if o.LeastB {
			wins[d.line(o)]++
		}
	}
	names = slices.DeleteFunc(d.lines.Values(all), func(name string) bool { return wins[name] == 0 })
	slices.SortStableFunc(names, func(a, b string) int { return wins[b] - wins[a] })
	return names[:min(len(names), fewLines)]
}

func (d drawing) files() (files []table.File) {
	page := 0
	for strips := range slices.Chunk(d.strips, rowsAPage) {
		files = append(files, figure.Files(d.name(page),
			func(w io.Writer, m figure.Medium) error { return d.drawRows(w, m, strips) })...)
		page++
	}
	if curves := d.curves(); curves != nil {
		files = append(files, figure.Files(curveFile,
			func(w io.Writer, m figure.Medium) error { return reports.Figure3(w, m, curves) })...)
	}
	return files
}

// curveFile is the name of the files of J and B against T in one panel, as Figure 3 of BREAD, of mostEnds lines at
// most.
const curveFile = "figure3"

// curves are what they show, the medians of several draws; nil if there is one T, or more lines than that.
func (d drawing) curves() (all []reports.Curve) {
	for _, s := range d.strips {
		for _, l := range s.lines {
			c := reports.Curve{Name: strings.Trim(s.name+", "+l.name, ", ")}
			for _, o := range l.points {
				c.T = append(c.T, o.Job.T)
				c.J = append(c.J, o.J.Q2)
				c.B = append(c.B, o.B.Q2)
			}
			all = append(all, c)
		}
	}
	if d.x.Name != ranking.Levels.Name || len(all) > mostEnds {
		return nil
	}
	return all
}

// name is the name of a page's files, without the ending. Pages are counted from 0.
func (d drawing) name(page int) string {
	if len(d.strips) > rowsAPage {
		return fmt.Sprintf("summary-%d", page+1)
	}
	return "summary"
}

func (d drawing) drawRows(w io.Writer, m figure.Medium, strips []strip) error {
	const name, side = 20, 235
	head := vg.Length(20)
	high := vg.Length(175)
	left := vg.Length(0)
	foot := vg.Length(24)
	if d.number == nil {
		high, foot = vg.Length(45+len(d.names)*max(15, 7*len(d.styles))), 0
		for _, name := range d.names {
			left = max(left, figure.Label(9).Width(figure.ShortName(name)))
		}
	}
	all := figure.Panels{Tiles: draw.Tiles{PadX: 14, PadY: 8},
		Names: table.Each(strips, func(s strip) string { return figure.ShortName(s.name) }),
		Heads: table.Each(d.measures, func(m measure) string { return m.title })}
	for _, s := range strips {
		var row []*plot.Plot
		for i, of := range d.measures {
			if d.number == nil {
				row = append(row, d.named(s, of, i == 0))
			} else {
				row = append(row, d.numbered(s, of, i < 2))
			}
		}
		all.Plots = append(all.Plots, row)
	}
	legend := figure.Legend{Note: d.legend.Note}
	room := vg.Length(0)
	named := d.endNamed(len(d.styles))
	if !named {
		for _, e := range d.legend.Entries {
			e.Name = figure.ShortName(e.Name)
			legend.Entries = append(legend.Entries, e)
		}
	}
	if named || d.leaders != nil {
		var ends figure.EndLabels
		for name, style := range d.styles {
			ends.Add(figure.ShortName(name), style, plotter.XYs{{}})
		}
		room = ends.Width()
	}
	height := head + vg.Length(len(all.Plots))*high + foot + legend.Height()
	width := left + name + vg.Length(len(all.Plots[0]))*(side+room)
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		below := draw.Crop(c, name+10, -8, 0, 0)
		notes := legend.HeightIn(below.Size().X)
		style := figure.Label(11)
		across := figure.Broken(style, d.across(), c.Size().X)
		all.Draw(draw.Crop(c, name, -8, foot+notes+figure.Lower(style, across), -head))
		c.FillText(style, vg.Point{X: c.Center().X, Y: notes + 6}, across)
		legend.Draw(below)
	})
}

// endNamed reports whether so many lines of a panel have their names at their ends.
func (d drawing) endNamed(n int) bool { return d.number != nil && d.lines != nil && n <= mostEnds }

func (d drawing) across() string {
	switch {
	case d.number == nil:
		return ""
	case d.x.Name == ranking.Levels.Name:
		return figure.AcrossT
	case d.x.Name == ranking.Budget.Name:
		return acrossCost
	}
	return fmt.Sprintf("x, of the %s %sx", d.x.Name, d.before)
}

// numbered draws the lines of a strip against numbers, which have a logarithmic axis if they are positive and of
// different sizes.
func (d drawing) numbered(s strip, of measure, leadersOnly bool) *plot.Plot {
	p := smallPlot()
	numbers := slices.Sorted(maps.Values(d.number))
	logarithmic := numbers[0] > 0 && numbers[len(numbers)-1] >= 8*numbers[0]
	if logarithmic {
		figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	}
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	var lines []plot.Plotter
	var ends figure.EndLabels
	for _, l := range s.lines {
		if leadersOnly && d.leaders != nil && !slices.Contains(d.leaders, l.name) {
			continue
		}
		band, middle := d.curve(l, of)
		style := d.styles[l.name]
		p.Add(style.Band(band))
		lines = append(lines, style.Line(middle), style.Dots(middle))
		ends.Add(figure.ShortName(l.name), style, middle)
	}
	p.Add(lines...)
	if d.endNamed(len(ends)) {
		p.Add(ends)
	}
	if logarithmic {
		figure.Widen(&p.X, 1.2)
	}
	figure.Widen(&p.Y, 1.02)
	return p
}

func smallPlot() *plot.Plot {
	p := figure.NewPlot()
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 9, 9
	return p
}

// curve returns the medians of a measure along a line, and the outline of the band
// between the quartiles: along the upper one, and back along the lower.
func (d drawing) curve(l series, m measure) (band, middle plotter.XYs) {
	var low plotter.XYs
	for _, point := range l.points {
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

// at is the number of an outcome on the axis of numbers, 0 if it has none.
func (l layout) at(o ranking.Outcome) float64 { return l.number[l.x.Of(o.Job)] }

// named draws a panel whose numbers have names and no order: each name has a height, the first at the top, and J or B
// is along x. The names stand at the first panel of a row. Marks of several lines stand one above the other. Of several
// draws all are there, pale.
func (d drawing) named(s strip, of measure, first bool) *plot.Plot {
	p := smallPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	var ticks plot.ConstantTicks
	for place, name := range d.names {
		if !first {
			name = " "
		}
		ticks = append(ticks, plot.Tick{Value: -float64(place), Label: figure.ShortName(name)})
	}
	p.Y.Tick.Marker, p.Y.Tick.Length = ticks, 0
	n := float64(len(s.lines))
	for i, l := range s.lines {
		style := d.styles[l.name]
		c := style.Colour
		pale := draw.GlyphStyle{Radius: 2, Shape: draw.CircleGlyph{},
			Color: color.RGBA{mixed(c.R), mixed(c.G), mixed(c.B), 0xFF}}
		var marks plotter.XYs
		for _, o := range l.points {
			place := slices.Index(d.names, d.x.Of(o.Job))
			if place < 0 {
				continue
			}
			y := -float64(place) + ((n-1)/2-float64(i))*min(0.22, 0.7/n)
			if len(o.Draws) > 1 {
				draws := onAxis(y, table.Each(o.Draws, of.draw)...)
				p.Add(&plotter.Scatter{XYs: draws, GlyphStyle: pale}, style.Line(onAxis(y, of.of(o).Q1, of.of(o).Q3)))
			}
			marks = append(marks, onAxis(y, of.of(o).Q2)...)
		}
		p.Add(style.Dots(marks))
	}
	figure.Widen(&p.X, 1.1)
	p.Y.Min, p.Y.Max = 0.4-float64(len(d.names)), 0.6
	return p
}

// mixed is a part of a colour, two thirds of the way to white.
func mixed(c uint8) uint8 { return 0xFF - (0xFF-c)/3 }

// onAxis are the points at a height that a logarithmic axis can show.
func onAxis(y float64, xs ...float64) (points plotter.XYs) {
	for _, x := range xs {
		if figure.OnLogAxis(x) {
			points = append(points, plotter.XY{X: x, Y: y})
		}
	}
	return points
}

// A layout says what the figure of a sweep shows: what is along x, what its lines are, and what
// tells one row of panels from the next.
type layout struct {
	x      ranking.Axis
	before string             // what the names along x have before their numbers
	number map[string]float64 // these; nil if they are none
	lines  *ranking.Axis      // nil for one line
	rows   []ranking.Axis
}

// likelyLines are the axes in the order in which they become lines.
var likelyLines = []ranking.Axis{ranking.Schedule, ranking.Kernel, ranking.Program, ranking.Bridge, ranking.Initial,
	ranking.Target}

// layOut chooses a layout from the axes that have several values. T is along x if it is one
// of them, or else an axis of numbers, such as lazy:0.1 and lazy:0.5, or else the names of the
// axis with the most of them. ok is false if there is one number to show, or none.
func layOut(all []ranking.Outcome) (l layout, ok bool) {
	varying := ranking.Varying(all)
	if atBudgets(all) { // T follows
		varying = slices.DeleteFunc(varying, func(a ranking.Axis) bool { return a.Name == ranking.Levels.Name })
	}
	if len(varying) == 0 {
		l.x = ranking.Target
		return l, len(all) > 0 && len(all[0].Draws) > 1
	}
	broad := slices.Clone(varying)
	slices.SortStableFunc(broad, func(a, b ranking.Axis) int { return breadth(b, all) - breadth(a, all) })
	l.x = broad[0]
	for _, a := range broad {
		if before, numbers, ok := ranking.Numbers(a.Values(all)); ok {
			l.x = a
			l.before = before
			l.number = map[string]float64{}
			for i, name := range a.Values(all) {
				l.number[name] = numbers[i]
			}
			break
		}
	}
	for _, a := range likelyLines {
		if l.lines == nil && a.Name != l.x.Name && slices.ContainsFunc(varying,
			func(b ranking.Axis) bool { return a.Name == b.Name }) {
			l.lines = &a
		}
	}
	l.rows = slices.DeleteFunc(varying, func(a ranking.Axis) bool { return l.isLine(a) || a.Name == l.x.Name })
	return l, true
}

func (l layout) isLine(a ranking.Axis) bool { return l.lines != nil && l.lines.Name == a.Name }

// breadth is the number of names on an axis. T comes first; targets come last: their numbers differ in size.
func breadth(a ranking.Axis, all []ranking.Outcome) int {
	switch a.Name {
	case ranking.Target.Name:
		return 0
	case ranking.Levels.Name, ranking.Budget.Name:
		return math.MaxInt
	}
	return len(a.Values(all))
}

func (l layout) line(o ranking.Outcome) string {
	if l.lines == nil {
		return ""
	}
	return l.lines.Of(o.Job)
}

// A strip is a row of panels.
type strip struct {
	name  string
	lines []series
}

// A series is a line of a strip, from left to right along numbers, and beside names in the order of the sweep.
type series struct {
	name   string
	points []ranking.Outcome
}

// strips sorts outcomes into rows of panels, and these into lines.
func (l layout) strips(all []ranking.Outcome) (strips []strip) {
	for _, of := range experiments.GroupBy(all, l.stripName) {
		s := strip{name: l.stripName(of[0])}
		if n := mostDraws(of); n > 1 {
			s.name = strings.TrimPrefix(fmt.Sprintf("%s, %s draws", s.name, table.Thousands(n)), ", ")
		}
		for name, points := range experiments.GroupBy(of, l.line) {
			slices.SortStableFunc(points, func(a, b ranking.Outcome) int { return cmp.Compare(l.at(a), l.at(b)) })
			s.lines = append(s.lines, series{name, points})
		}
		strips = append(strips, s)
	}
	return strips
}

// stripName names the target, unless that is a line or along x, and what else tells rows of
// panels apart.
func (l layout) stripName(o ranking.Outcome) string {
	var words []string
	if l.x.Name != ranking.Target.Name && !l.isLine(ranking.Target) {
		words = append(words, toys.Title(o.Job.TargetName()))
	}
	for _, a := range l.rows {
		switch a.Name {
		case ranking.Target.Name:
		case ranking.Repeat.Name:
			words = append(words, o.Job.Steps())
		default:
			words = append(words, a.Of(o.Job))
		}
	}
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), ", ")
}

func mostDraws(all []ranking.Outcome) int {
	return slices.Max(append(table.Each(all, func(o ranking.Outcome) int { return len(o.Draws) }), 0))
}
