package studies

import (
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
)

// A panel is one plot of a figure, with words around it.
type panel struct {
	plane             *plot.Plot
	title, across, up string
}

// A sheet says how panels lie on a figure: in rows of so many, with this height and this margin at their right, in
// points.
type sheet struct {
	columns       int
	height, right vg.Length
}

// ofAIDE is the sheet of the figures of AIDE, and ofBDMC that of BDMC.
func ofAIDE(columns int) sheet { return sheet{columns, 250, 8} }
func ofBDMC(columns int) sheet { return sheet{columns, 240, 6} }

func (s sheet) draw(w io.Writer, m figure.Medium, legend figure.Legend, panels ...panel) error {
	const wide = 300
	rows := (len(panels) + s.columns - 1) / s.columns
	width, height := vg.Length(s.columns*wide), vg.Length(rows)*s.height+legend.Height()+8
	return figure.Render(w, m, width, height, func(c draw.Canvas) {
		for i, p := range panels {
			bottom := height - vg.Length(i/s.columns+1)*s.height
			at := figure.Crop(c, vg.Length(i%s.columns*wide), bottom, wide, s.height)
			inner := draw.Crop(at, 20, -s.right, 22, -18)
			p.plane.Draw(inner)
			data := p.plane.DataCanvas(inner)
			at.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: at.Max.Y - 12}, p.title)
			at.FillText(figure.Label(10), vg.Point{X: data.Center().X, Y: at.Min.Y + 8}, p.across)
			at.FillText(figure.LabelUp(10), vg.Point{X: at.Min.X + 14, Y: data.Center().Y}, p.up)
		}
		legend.Draw(figure.Crop(c, 30, 4, width-40, legend.Height()))
	})
}

// againstLog is an empty plot whose axis across is logarithmic. If up is true so is the other.
func againstLog(up bool) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	if up {
		figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	}
	return plane
}

func curve(plane *plot.Plot, style figure.LineStyle, points plotter.XYs) {
	plane.Add(style.Line(points), style.Dots(points))
}

func marks(glyph figure.Glyph, radius vg.Length, colour color.Color, at plotter.XYs) *plotter.Scatter {
	return &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: colour, Radius: radius, Shape: glyph}}
}

// xys are the points of rows, without those that are not known.
func xys[R any](rows []R, of func(R) (x, y float64)) (all plotter.XYs) {
	for _, r := range rows {
		if x, y := of(r); !math.IsNaN(y) {
			all = append(all, plotter.XY{X: x, Y: y})
		}
	}
	return all
}

// shownOnLog is a number that a logarithmic axis can show, and NaN for others.
func shownOnLog(v float64) float64 {
	if !figure.OnLogAxis(v) {
		return math.NaN()
	}
	return v
}

// points pairs two lists, without those that are not known.
func points(x, y []float64) (all plotter.XYs) {
	for i := range x {
		if !math.IsNaN(y[i]) {
			all = append(all, plotter.XY{X: x[i], Y: y[i]})
		}
	}
	return all
}

func entry(name string, style figure.LineStyle) figure.LegendEntry {
	return figure.LegendEntry{Name: name, Style: style, Dots: true}
}
