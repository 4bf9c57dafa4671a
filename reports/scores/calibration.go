package scores

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/score"
	"breadboard/reports/figure"
)

// Calibration draws the points of Figure 3, each of so many chains: a panel a class of functions, those
// without points left out. The diagonal is dashed, and between the dotted lines are 95% of the real ESS
// if m draws are worth m independent ones.
func Calibration(w io.Writer, m figure.Medium, points []score.Point, chains int) error {
	const width, height = 300, 290
	low, high := score.Region(1, chains)
	panels := panelsOf(points)
	legend := figure.Legend{Entries: []figure.LegendEntry{{Name: "as estimated", Style: diagonal},
		{Name: "95% region", Style: regionEnd}},
		Note: "A dot is one sampler on one density; orange squares are of independent draws."}
	whole := vg.Length(len(panels) * width)
	foot := legend.Height() + 6
	return figure.Render(w, m, whole, height+foot, func(c draw.Canvas) {
		for i, p := range panels {
			p.draw(figure.Crop(c, vg.Length(i*width), foot, width, height), low, high)
		}
		legend.Draw(figure.Crop(c, 40, 4, whole-50, legend.Height()))
	})
}

// A panel has what the diagnostic says across, and the real ESS upward.
type panel struct {
	title    string
	samplers plotter.XYs
	control  plotter.XYs // of independent draws, for which the diagnostic should be right
}

// panelsOf are the panels that have points.
func panelsOf(points []score.Point) (all []panel) {
	titles := map[string]string{"mean": "mean", "var": "variance", "ks": "Kolmogorov-Smirnov"}
	for _, class := range score.Calibrated {
		one := panel{title: titles[class]}
		for _, p := range points {
			at := plotter.XY{X: float64(p.ESS), Y: float64(p.Real)}
			switch {
			case p.Class() != class:
			case p.Kernel == "perfect":
				one.control = append(one.control, at)
			default:
				one.samplers = append(one.samplers, at)
			}
		}
		if len(one.control)+len(one.samplers) > 0 {
			all = append(all, one)
		}
	}
	return all
}

var (
	diagonal  = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
	regionEnd = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}
)

// draw draws the panel over the whole of c.
func (p panel) draw(c draw.Canvas, low, high float64) {
	plane := p.plane(low, high)
	inner := draw.Crop(c, 20, -10, 24, -20)
	plane.Draw(inner)
	data := plane.DataCanvas(inner)
	c.FillText(figure.Label(11), vg.Point{X: data.Center().X, Y: c.Max.Y - 12}, p.title)
	c.FillText(figure.Label(10), vg.Point{X: data.Center().X, Y: c.Min.Y + 8}, "estimated ESS")
	c.FillText(figure.LabelUp(10), vg.Point{X: c.Min.X + 14, Y: data.Center().Y}, "real ESS")
}

// plane has the points below the lines, which cross the whole plane.
func (p panel) plane(low, high float64) *plot.Plot {
	plane := figure.NewPlot()
	for _, axis := range []*plot.Axis{&plane.X, &plane.Y} {
		figure.SetLog(axis, figure.LogTicks{Powers: 6, Evenly: 6})
	}
	round, square := figure.NthLine(0), figure.NthLine(1)
	plane.Add(dots(round, p.samplers), dots(square, p.control))
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
func dots(style figure.LineStyle, at plotter.XYs) *plotter.Scatter {
	thin := color.NRGBA{style.Colour.R, style.Colour.G, style.Colour.B, 0x80}
	return &plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: thin, Radius: 1.6, Shape: style.Marker}}
}
