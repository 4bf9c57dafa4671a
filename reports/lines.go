package reports

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
)

// rowsAPage is how many groups one figure holds.
const rowsAPage = 4

// schedulePages is how many figures it takes to show the groups of a summary.
func schedulePages(s experiments.Summary) int { return (len(s.Groups) + rowsAPage - 1) / rowsAPage }

// A measure is one column of panels.
type measure struct {
	title string
	of    func(experiments.Point) experiments.Spread
}

var measures = []measure{
	{"J (nats)", func(p experiments.Point) experiments.Spread { return p.J }},
	{"B (nats)", func(p experiments.Point) experiments.Spread { return p.B }},
	{"J over the least J", func(p experiments.Point) experiments.Spread { return p.OverJ }},
}

// AgainstT draws J, B and J over the least J of the same setting against T, a
// line a schedule, a row of panels a group: of the draws of a random toy the
// median, in a band between the quartiles. Axes are logarithmic; what is not
// positive and finite has no place on them. A figure holds four groups; page
// counts from 0.
func AgainstT(w io.Writer, m Medium, s experiments.Summary, page int) error {
	const name, head, foot, side, high = 20, 20, 20, 235, 175
	groups := s.Groups[page*rowsAPage : min((page+1)*rowsAPage, len(s.Groups))]
	key := newKey(s)
	width := vg.Length(name + len(measures)*side)
	height := head + vg.Length(len(groups)*high) + foot + key.height()
	return render(w, m, width, height, func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		panels := make([][]*plot.Plot, len(groups))
		for i, g := range groups {
			for _, measure := range measures {
				panels[i] = append(panels[i], panel(m, g, measure, key.pens))
			}
		}
		tiles := draw.Tiles{Rows: len(groups), Cols: len(measures), PadX: 14, PadY: 8}
		middle := draw.Crop(c, name, -8, foot+key.height(), -head)
		for i, row := range plot.Align(panels, tiles, middle) {
			for k, at := range row {
				panels[i][k].Draw(at)
				data := panels[i][k].DataCanvas(at)
				if i == 0 {
					c.FillText(label(11), vg.Point{X: data.Center().X, Y: c.Max.Y - 14}, measures[k].title)
				}
				if k == 0 {
					sideways(draw.Crop(data, name-data.Min.X, name-data.Min.X-data.Size().X, 0, 0), who(groups[i]))
				}
			}
		}
		c.FillText(label(11), vg.Point{X: c.Center().X, Y: key.height() + 6}, "T, number of distributions annealed through")
		key.draw(draw.Crop(c, name+10, -8, 0, 0))
	})
}

// who names a group and says of how many draws it is.
func who(g experiments.Group) string {
	if g.Targets > 1 {
		return fmt.Sprintf("%s, %s draws", g.Name, thousands(g.Targets))
	}
	return g.Name
}

// panel is one measure of one group.
func panel(medium Medium, g experiments.Group, m measure, of map[string]pen) *plot.Plot {
	p := newPlot()
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = fewDecades{4}, fewDecades{6}
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 9, 9
	p.Add(tickGrid{})
	x, y := newReach(), newReach()
	var lines []plot.Plotter
	for _, l := range g.Lines {
		band, middle := curve(l, m, &x, &y)
		pen := of[l.Schedule]
		p.Add(pen.band(medium, band))
		lines = append(lines, pen.line(middle), pen.dots(middle))
	}
	p.Add(lines...)
	p.X.Min, p.X.Max = x.ends(1.2)
	p.Y.Min, p.Y.Max = y.ends(1.02)
	return p
}

// curve is the medians of a measure along a line, and the outline of what lies
// between the quartiles: up the one and down the other.
func curve(l experiments.Line, m measure, x, y *reach) (band, middle plotter.XYs) {
	var low plotter.XYs
	for _, point := range l.Points {
		s, T := m.of(point), float64(point.T)
		if positive(s.Q2) {
			middle = append(middle, plotter.XY{X: T, Y: s.Q2})
			x.see(T)
			y.see(s.Q2)
		}
		if positive(s.Q1) && positive(s.Q3) && s.Q1 < s.Q3 {
			band = append(band, plotter.XY{X: T, Y: s.Q3})
			low = append(low, plotter.XY{X: T, Y: s.Q1})
			y.see(s.Q1)
			y.see(s.Q3)
		}
	}
	for i := len(low) - 1; i >= 0; i-- {
		band = append(band, low[i])
	}
	return band, middle
}
