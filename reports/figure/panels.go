package figure

import (
	"cmp"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// pageWidth is the width of a figure that is printed across a page of A4 or letter: its letters of 10 points have 8
// there.
const pageWidth = 600

// Panels are plots in rows and columns, with their data aligned, above a legend.
type Panels struct {
	Plots  [][]*plot.Plot // rows of equal length; nil where there is no plot
	Width  vg.Length      // of the figure; 0 for that of a page
	Height vg.Length      // of a row
	Title  string         // "" for none
	Across string         // what the axis across is, if it is said once for all panels; "" if not
	Legend Legend
}

// Write draws the panels.
func (p Panels) Write(w io.Writer, m Medium) error {
	const margin, line = 8, 16
	width := cmp.Or(p.Width, pageWidth)
	below := p.Legend.height(width - 2*margin)
	if p.Across != "" {
		below += line
	}
	above := vg.Length(margin)
	if p.Title != "" {
		above += line + 6
	}
	height := above + vg.Length(len(p.Plots))*p.Height + below + margin
	return render(w, m, width, height, func(c draw.Canvas) {
		c = draw.Crop(c, margin, -margin, margin, 0)
		c.FillText(labelRight(12), vg.Point{X: c.Min.X, Y: c.Max.Y - line}, p.Title)
		p.Legend.draw(c)
		c.FillText(label(11), vg.Point{X: c.Center().X, Y: c.Min.Y + below - line + 4}, p.Across)
		p.draw(draw.Crop(c, 0, 0, below, -above))
	})
}

// draw aligns the plots over the whole of c. plot would make room for the name of a logarithmic axis as if it stood
// elsewhere than in the middle, and put titles at several heights, so that both are drawn here.
func (p Panels) draw(c draw.Canvas) {
	blank := table.Each(p.Plots, func(row []*plot.Plot) []*plot.Plot { return table.Each(row, withoutWords) })
	tiles := draw.Tiles{Rows: len(blank), Cols: len(blank[0]), PadX: 10, PadY: 10}
	up := labelUp(11)
	for i, row := range plot.Align(blank, tiles, c) {
		for k, at := range row {
			one := blank[i][k]
			if one == nil {
				continue
			}
			if _, log := one.X.Tick.Marker.(logTicks); log && len(row) > 2 { // there is room for few labels
				one.X.Tick.Marker = logTicks{3}
			}
			one.Draw(at)
			data := one.DataCanvas(at)
			middle := data.Center()
			c.FillText(label(11), vg.Point{X: middle.X, Y: data.Max.Y + 9}, p.Plots[i][k].Title.Text)
			foot := at.Min.Y + one.X.Label.TextStyle.FontExtents().Descent
			c.FillText(label(11), vg.Point{X: middle.X, Y: foot}, p.Plots[i][k].X.Label.Text)
			left := at.Min.X + up.FontExtents().Ascent
			c.FillText(up, vg.Point{X: left, Y: middle.Y}, p.Plots[i][k].Y.Label.Text)
		}
	}
}

// withoutWords returns the same plot with room for its title and the names of its axes in place of these. Several files
// of a figure are drawn at the same time, so that the plot stays as it is.
func withoutWords(p *plot.Plot) *plot.Plot {
	if p == nil {
		return nil
	}
	blank := *p
	for _, words := range []*string{&blank.Title.Text, &blank.X.Label.Text, &blank.Y.Label.Text} {
		if *words != "" {
			*words = " "
		}
	}
	return &blank
}

// A Legend lists what lines and marks are, from left to right, with a note below.
type Legend struct {
	Entries []LegendEntry
	Note    string // "" for none
}

// A LegendEntry has a name and what is drawn before it, a piece of a line or a mark.
type LegendEntry struct {
	Name   string
	Sample []plot.Thumbnailer
}

// Add adds an entry.
func (l *Legend) Add(name string, sample ...plot.Thumbnailer) {
	l.Entries = append(l.Entries, LegendEntry{ShortName(name), sample})
}

const (
	legendLetters = 10
	legendLine    = 15
	legendSample  = 26 // of a line
	legendGap     = 7  // from a sample to its name
	legendBetween = 16 // from a name to the next sample
)

// layOut returns where entries begin, from the upper left, and the number of lines that they take.
func (l Legend) layOut(width vg.Length) (at []vg.Point, lines int) {
	x := vg.Length(0)
	for _, e := range l.Entries {
		wide := legendSample + legendGap + labelRight(legendLetters).Width(e.Name)
		if lines == 0 || x+wide > width {
			lines++
			x = 0
		}
		at = append(at, vg.Point{X: x, Y: -legendLine * (vg.Length(lines) - 0.5)})
		x += wide + legendBetween
	}
	return at, lines
}

// notes returns the note in lines of this width.
func (l Legend) notes(width vg.Length) []string {
	if l.Note == "" {
		return nil
	}
	style := labelRight(legendLetters)
	return text.Lines(l.Note, func(line string) bool { return style.Width(line) <= width })
}

// height returns the height of all its lines in this width.
func (l Legend) height(width vg.Length) vg.Length {
	_, lines := l.layOut(width)
	if lines += len(l.notes(width)); lines > 0 {
		return vg.Length(lines)*legendLine + 6
	}
	return 0
}

// draw draws the legend at the bottom of c.
func (l Legend) draw(c draw.Canvas) {
	width := c.Size().X
	top := vg.Point{X: c.Min.X, Y: c.Min.Y + l.height(width) - 6}
	places, lines := l.layOut(width)
	style := labelRight(legendLetters)
	for i, e := range l.Entries {
		at := top.Add(places[i])
		sample := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: at.X, Y: at.Y - legendLine/2},
			Max: vg.Point{X: at.X + legendSample, Y: at.Y + legendLine/2},
		}}
		for _, s := range e.Sample {
			s.Thumbnail(&sample)
		}
		c.FillText(style, vg.Point{X: at.X + legendSample + legendGap, Y: at.Y}, e.Name)
	}
	for i, words := range l.notes(width) {
		below := legendLine * (vg.Length(lines+i) + 0.5)
		c.FillText(style, vg.Point{X: top.X, Y: top.Y - below}, words)
	}
}
