package scores

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
)

// A CalibrationPanel has what a diagnostic says across, and the real ESS upward.
type CalibrationPanel struct {
	Title    string
	Samplers plotter.XYs
	Control  plotter.XYs // of independent draws, for which the diagnostic should be right
}

// Calibration draws panels side by side, as Figure 3 of the paper: the diagonal is dashed, and
// between the dotted lines are 95% of the real ESS if m draws are worth m independent ones. low and
// high are the ends of that region as multiples of m.
func Calibration(w io.Writer, m figure.Medium, low, high float64, panels ...CalibrationPanel) error {
	const width, height = 300, 290
	legend := figure.Legend{Entries: []figure.LegendEntry{{Name: "as estimated", Style: diagonal},
		{Name: "95% region", Style: regionEnd}},
		Note: "A dot is one sampler on one density; orange dots are of independent draws."}
	whole := vg.Length(len(panels) * width)
	foot := legend.Height() + 6
	return figure.Render(w, m, whole, height+foot, func(c draw.Canvas) {
		for i, p := range panels {
			p.draw(figure.Crop(c, vg.Length(i*width), foot, width, height), low, high)
		}
		legend.Draw(figure.Crop(c, 40, 4, whole-50, legend.Height()))
	})
}

var (
	diagonal  = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
	regionEnd = figure.LineStyle{Colour: figure.Ink, Dashes: []vg.Length{1.5, 2.5}}
)

// draw draws the panel over the whole of c.
func (p CalibrationPanel) draw(c draw.Canvas, low, high float64) {
	plane := p.plane(low, high)
	inner := draw.Crop(c, 20, -10, 24, -20)
	plane.Draw(inner)
	data := plane.DataCanvas(inner)
	c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Max.Y - 12}, p.Title)
	c.FillText(figure.Label(10), vg.Point{X: data.Center().X, Y: c.Min.Y + 8}, "estimated ESS")
	c.FillText(figure.LabelUp(10), vg.Point{X: c.Min.X + 14, Y: data.Center().Y}, "real ESS")
}

// plane has the points below the lines, which cross the whole plane.
func (p CalibrationPanel) plane(low, high float64) *plot.Plot {
	plane := figure.NewPlot()
	for _, axis := range []*plot.Axis{&plane.X, &plane.Y} {
		figure.SetLog(axis, figure.LogTicks{Powers: 6, Evenly: 6})
	}
	plane.Add(dots(figure.Blue, p.Samplers), dots(figure.Vermillion, p.Control))
	figure.Widen(&plane.X, 1.2)
	figure.Widen(&plane.Y, 1.2)
	x := [2]float64{plane.X.Min, plane.X.Max}
	y := [2]float64{plane.Y.Min, plane.Y.Max}
	for _, l := range []struct {
		style  figure.LineStyle
		factor float64
	}{{diagonal, 1}, {regionEnd, low}, {regionEnd, high}} {
		from, to := max(x[0], y[0]/l.factor), min(x[1], y[1]/l.factor)
		if from < to {
			plane.Add(l.style.Line(plotter.XYs{{X: from, Y: from * l.factor}, {X: to, Y: to * l.factor}}))
		}
	}
	plane.X.Min, plane.X.Max, plane.Y.Min, plane.Y.Max = x[0], x[1], y[0], y[1]
	return plane
}

// dots are points so thin that a crowd of them is seen as one.
func dots(colour color.RGBA, at plotter.XYs) *plotter.Scatter {
	thin := color.NRGBA{colour.R, colour.G, colour.B, 0x80}
	return &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: thin, Radius: 1.6, Shape: draw.CircleGlyph{}}}
}
