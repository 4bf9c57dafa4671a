package sweeps

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/ranking"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// rowsAPage is the number of groups in one figure.
const rowsAPage = 4

// pages returns how many figures it takes to show the groups of a summary.
func pages(s ranking.Summary) int { return (len(s.Groups) + rowsAPage - 1) / rowsAPage }

// A measure is one column of panels.
type measure struct {
	title string
	of    func(ranking.Point) ranking.Spread
}

var measures = []measure{
	{"J (nats)", func(p ranking.Point) ranking.Spread { return p.J }},
	{"B (nats)", func(p ranking.Point) ranking.Spread { return p.B }},
	{"J over the least J", func(p ranking.Point) ranking.Spread { return p.OverJ }},
}

// againstT draws J, B, and J over the least J of the same setting, against T: a line
// for each schedule and a row of panels for each group. Of the draws of a random toy it
// shows the median, in a band between the quartiles. The axes are logarithmic; numbers
// that are not positive and finite are left out. A figure holds four groups; page
// counts from 0.
func againstT(w io.Writer, m figure.Medium, s ranking.Summary, page int) error {
	const name, head, foot, side, high = 20, 20, 20, 235, 175
	groups := s.Groups[page*rowsAPage : min((page+1)*rowsAPage, len(s.Groups))]
	styles, legend := scheduleLines(s)
	width := vg.Length(name + len(measures)*side)
	height := head + vg.Length(len(groups)*high) + foot + legend.Height()
	all := figure.Panels{Tiles: draw.Tiles{Rows: len(groups), Cols: len(measures), PadX: 14, PadY: 8},
		Names: each(groups, groupName), Heads: each(measures, func(m measure) string { return m.title })}
	for _, g := range groups {
		all.Plots = append(all.Plots, each(measures, func(of measure) *plot.Plot { return panel(m, g, of, styles) }))
	}
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		all.Draw(draw.Crop(c, name, -8, foot+legend.Height(), -head))
		c.FillText(figure.Label(11), vg.Point{X: c.Center().X, Y: legend.Height() + 6}, figure.AcrossT)
		legend.Draw(draw.Crop(c, name+10, -8, 0, 0))
	})
}

// scheduleLines gives every schedule of a summary a line, the same in every panel,
// and the legend that lists them in the order of the sweep.
func scheduleLines(s ranking.Summary) (map[string]figure.LineStyle, figure.Legend) {
	styles := map[string]figure.LineStyle{}
	var legend figure.Legend
	for _, g := range s.Groups {
		if g.Targets > 1 {
			legend.Note = "Of several draws: the median, in a band between the quartiles."
		}
		for _, l := range g.Lines {
			if _, ok := styles[l.Schedule]; !ok {
				style := figure.NthLine(len(styles))
				styles[l.Schedule] = style
				legend.Entries = append(legend.Entries, figure.LegendEntry{Name: l.Schedule, Style: style, Dots: true})
			}
		}
	}
	return styles, legend
}

// groupName names a group, and says how many draws it has.
func groupName(g ranking.Group) string {
	if g.Targets > 1 {
		return fmt.Sprintf("%s, %s draws", g.Name, table.Thousands(g.Targets))
	}
	return g.Name
}

func panel(medium figure.Medium, g ranking.Group, m measure, styles map[string]figure.LineStyle) *plot.Plot {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 4})
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 9, 9
	var lines []plot.Plotter
	for _, l := range g.Lines {
		band, middle := curve(l, m)
		style := styles[l.Schedule]
		p.Add(style.Band(medium, band))
		lines = append(lines, style.Line(middle), style.Dots(middle))
	}
	p.Add(lines...)
	figure.Widen(&p.X, 1.2)
	figure.Widen(&p.Y, 1.02)
	return p
}

// curve returns the medians of a measure along a line, and the outline of the band
// between the quartiles: along the upper one, and back along the lower.
func curve(l ranking.Line, m measure) (band, middle plotter.XYs) {
	var low plotter.XYs
	for _, point := range l.Points {
		s, T := m.of(point), float64(point.T)
		if figure.OnLogAxis(s.Q2) {
			middle = append(middle, plotter.XY{X: T, Y: s.Q2})
		}
		if figure.OnLogAxis(s.Q1) && figure.OnLogAxis(s.Q3) && s.Q1 < s.Q3 {
			band = append(band, plotter.XY{X: T, Y: s.Q3})
			low = append(low, plotter.XY{X: T, Y: s.Q1})
		}
	}
	slices.Reverse(low)
	return append(band, low...), middle
}
