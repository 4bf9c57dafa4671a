package reports

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
)

// The limits that are drawn beside the measurements: nanoseconds a cell, move and chain,
// and bytes a cell.
const limitTime, limitBytes = 6, 64

// scalingFigure draws, on logarithmic axes, the time of a level and the memory of the
// process against cells, and for BARRIER the time of all levels and the memory against T.
// A dashed line is the limit.
func scalingFigure(w io.Writer, m figure.Medium, s scaling) error {
	const gap = 24
	level := func(p scaled) float64 { return p.Time / 1e3 }
	whole := func(p scaled) float64 { return p.Time * (p.Levels - 1) / 1e3 }
	held := func(p scaled) float64 { return p.Bytes / 1e6 }
	cells := func(p scaled) float64 { return p.Cells }
	levels := func(p scaled) float64 { return p.Levels }
	mostTime := func(p scaled) float64 { return limitTime * p.Cells * p.Moves * 2 / 1e3 }
	mostWhole := func(p scaled) float64 { return mostTime(p) * (p.Levels - 1) }
	mostHeld := func(p scaled) float64 { return limitBytes * p.Cells / 1e6 }
	planes, spins := series{s.planes, scalingLines[0]}, series{s.spins, scalingLines[1]}
	barrier := series{s.levels, scalingLines[2]}
	panels := [][]*plot.Plot{
		{scalingPanel(cells, level, mostTime, planes, spins), scalingPanel(cells, held, mostHeld, planes, spins)},
		{scalingPanel(levels, whole, mostWhole, barrier), scalingPanel(levels, held, nil, barrier)},
	}
	titles := [][]string{{"a level (microseconds)", "memory (MB)"}, {"all levels (microseconds)", "memory (MB)"}}
	bottoms := []string{"cells", "T, number of levels, of BARRIER"}
	return figure.Render(w, m, 700, 560, func(c draw.Canvas) {
		tiles := draw.Tiles{Rows: 2, Cols: 2, PadX: 34, PadY: 42}
		for i, row := range plot.Align(panels, tiles, draw.Crop(c, gap, -10, 54, -10)) {
			for k, at := range row {
				panels[i][k].Draw(at)
				data := panels[i][k].DataCanvas(at)
				c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: data.Min.Y - 40}, bottoms[i])
				c.FillText(figure.LabelUp(11), vg.Point{X: at.Min.X - 8, Y: data.Center().Y}, titles[i][k])
			}
		}
		scalingLegend(c)
	})
}

// A series is points in a style.
type series struct {
	points []scaled
	style  figure.LineStyle
}

// scalingLines are solid: the limits are dashed.
var scalingLines = []figure.LineStyle{figure.NthLine(0).With(nil), figure.NthLine(1).With(nil),
	figure.NthLine(2).With(nil)}

// scalingPanel draws y against x, and the limits, dashed, if there are any.
func scalingPanel(x, y, limit func(scaled) float64, all ...series) *plot.Plot {
	p := figure.NewPlot()
	ticks := figure.LogTicks{Powers: 8, Evenly: 6}
	figure.SetLog(&p.X, ticks)
	figure.SetLog(&p.Y, ticks)
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 8, 8
	var limits, lines []plot.Plotter
	for _, s := range all {
		solid, dashed := s.style, s.style.With(figure.Dashes)
		var points, bounds plotter.XYs
		for _, one := range s.points {
			points = append(points, plotter.XY{X: x(one), Y: y(one)})
			if limit != nil {
				bounds = append(bounds, plotter.XY{X: x(one), Y: limit(one)})
			}
		}
		limits = append(limits, dashed.Line(bounds))
		lines = append(lines, solid.Line(points), solid.Dots(points))
	}
	p.Add(limits...)
	highest := p.Y.Max
	p.Y.Min, p.Y.Max = math.Inf(1), math.Inf(-1) // a limit may begin far below what was measured
	p.Add(lines...)
	least, most := p.Y.Min, max(p.Y.Max, highest)
	p.Y.Max = most
	figure.Widen(&p.X, 1.3)
	figure.Widen(&p.Y, 1.3)
	// two decades at least: what hardly grows looks so
	p.Y.Min, p.Y.Max = min(p.Y.Min, most/110), max(p.Y.Max, least*110)
	return p
}

// scalingLegend says which line is which.
func scalingLegend(c draw.Canvas) {
	at := vg.Point{X: c.Min.X + 30, Y: c.Min.Y + 16}
	line := func(name string, style figure.LineStyle, width vg.Length) {
		figure.LegendEntry{Name: name, Style: style, Dots: style.Dashes == nil}.Draw(c, at)
		at.X += width
	}
	line("planes, 2 axes", scalingLines[0], 130)
	line("Ising tori, an axis a spin", scalingLines[1], 185)
	line("BARRIER", scalingLines[2], 100)
	line(fmt.Sprintf("%d ns a cell, move and chain; %d bytes a cell", limitTime, limitBytes),
		figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}, 0)
}
