package figure

import (
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// pageWidth holds the width of a figure that fills a page of A4 or letter in print: letters of 10 points have 8 there.
const pageWidth = 600

// margin is at each side of a figure, and titleLine the height of a line of its title.
const margin, titleLine = 8, 16

// Panels hold plots in rows and columns, with their data aligned, above a legend. In a figure that is too narrow for
// all columns they are in fewer.
type Panels struct {
	Plots     [][]*plot.Plot // rows of equal length; nil where there is no plot
	Height    vg.Length      // of a row, in a figure as wide as a page
	Data      vg.Point       // the size of the data of each plot, if they make the figure as large as it has to be
	NamesOnce bool           // the plots of a row have the same names at their left, which the first alone shows
	Title     string         // "" for none
	Across    string         // the name of the axis across, once for all panels; "" for none
	Legend    Legend
}

// Write draws the panels.
func (p Panels) Write(w io.Writer, m Medium, inches Inches) error {
	page, unit := inches.page()
	room := page - 2*margin
	p = p.inRoom(room)
	plots := p.copies()
	size := vg.Point{X: room, Y: vg.Length(len(p.Plots)) * p.Height}
	if p.Data != (vg.Point{}) {
		size = p.fitted(plots)
	}
	title := inLines(p.Title, labelRight(12), max(room, size.X))
	width := size.X
	if inches > 0 {
		width = room
	}
	for _, words := range title {
		width = max(width, labelRight(12).Width(words))
	}
	below := p.Legend.height(width)
	if p.Across != "" {
		below += titleLine
	}
	above := vg.Length(margin)
	if title != nil {
		above += titleLine*vg.Length(len(title)) + 10
	}
	whole := vg.Point{X: width + 2*margin, Y: above + size.Y + below + margin}
	return render(w, m, whole, unit, func(c draw.Canvas) {
		c = draw.Crop(c, margin, -margin, margin, 0)
		for i, words := range title {
			c.FillText(labelRight(12), vg.Point{X: c.Min.X, Y: c.Max.Y - titleLine*vg.Length(i+1)}, words)
		}
		p.Legend.draw(c)
		c.FillText(label(11), vg.Point{X: c.Center().X, Y: c.Min.Y + below - titleLine + 4}, p.Across)
		inside := draw.Crop(c, 0, size.X-width, below, -above)
		for i, row := range align(plots, inside) {
			for k, at := range row {
				if one := plots[i][k]; one != nil {
					one.X.Tick.Marker = spaced(one.X, one.DataCanvas(at).Size().X)
				}
			}
		}
		for i, row := range align(plots, inside) {
			for k, at := range row {
				if plots[i][k] != nil {
					plots[i][k].Draw(at)
					data := plots[i][k].DataCanvas(at)
					writeWords(p.Plots[i][k], at, data, p.titleEnd(at, data))
				}
			}
		}
	})
}

// copies returns copies of the plots, because drawing changes a plot and files of a figure are drawn at the same time.
// They have blanks in place of words, which writeWords writes: plot makes room for the name of a logarithmic axis as if
// it were not in the middle, and puts titles at several heights.
func (p Panels) copies() [][]*plot.Plot {
	return table.Each(p.Plots, func(row []*plot.Plot) []*plot.Plot {
		copied := make([]*plot.Plot, len(row))
		for k, one := range row {
			if one == nil {
				continue
			}
			own := *one
			for _, words := range []*string{&own.Title.Text, &own.X.Label.Text, &own.Y.Label.Text} {
				if *words != "" {
					*words = " "
				}
			}
			if p.NamesOnce && k > 0 {
				names := one.Y.Tick.Marker.Ticks(one.Y.Min, one.Y.Max)
				own.Y.Tick.Marker = NameTicks(slices.Repeat([]string{" "}, len(names)))
			}
			copied[k] = &own
		}
		return copied
	})
}

// writeWords writes the title, which ends at titleEnd or before, and the names of the axes of a plot at a place with
// these data: in the middle of the data, if they have room there.
func writeWords(p *plot.Plot, at, data draw.Canvas, titleEnd vg.Length) {
	style := label(p.Title.TextStyle.Font.Size)
	middle := data.Center()
	inside := func(words string, low, centre, high vg.Length) vg.Length {
		half := style.Width(words) / 2
		return max(min(centre, high-half), low+half)
	}
	x := inside(p.Title.Text, at.Min.X, middle.X, titleEnd)
	at.FillText(style, vg.Point{X: x, Y: data.Max.Y + 9}, p.Title.Text)
	style = label(11)
	x = inside(p.X.Label.Text, at.Min.X, middle.X, at.Max.X)
	at.FillText(style, vg.Point{X: x, Y: at.Min.Y + style.FontExtents().Descent}, p.X.Label.Text)
	y := inside(p.Y.Label.Text, at.Min.Y, middle.Y, at.Max.Y)
	style.Rotation = math.Pi / 2
	at.FillText(style, vg.Point{X: at.Min.X + style.FontExtents().Ascent, Y: y}, p.Y.Label.Text)
}

// align returns the places of plots in c whose data stand in line.
func align(plots [][]*plot.Plot, c draw.Canvas) [][]draw.Canvas {
	return plot.Align(plots, draw.Tiles{Rows: len(plots), Cols: len(plots[0]), PadX: 10, PadY: 10}, c)
}

// fitted returns the size of all plots together at which the data of each have the size p.Data.
func (p Panels) fitted(plots [][]*plot.Plot) vg.Point {
	size := vg.Point{X: pageWidth, Y: pageWidth}
	for range 2 { // the room around data hardly depends on their size
		tiles := align(plots, draw.NewCanvas(&recorder.Canvas{}, size.X, size.Y))
		data := plots[0][0].DataCanvas(tiles[0][0]).Size()
		size.X += vg.Length(len(plots[0])) * (p.Data.X - data.X)
		size.Y += vg.Length(len(plots)) * (p.Data.Y - data.Y)
	}
	return size
}

// A Legend names lines and marks, from left to right, with a note below.
type Legend struct {
	Entries []LegendEntry
	Note    string // "" for none
}

// A LegendEntry has a name and, before it, what it names: a piece of a line or a mark.
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
	return inLines(l.Note, labelRight(legendLetters), width)
}

// inLines breaks words into lines of this width; nil if there are none.
func inLines(words string, style draw.TextStyle, width vg.Length) []string {
	if words == "" {
		return nil
	}
	return text.Lines(words, func(line string) bool { return style.Width(line) <= width })
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
