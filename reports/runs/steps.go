package runs

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/portrait"
	"breadboard/reports/figure"
)

// drawSteps draws the share of B of each step against t, the share of all steps up to a beta
// against beta, and the betas against t.
func drawSteps(w io.Writer, m figure.Medium, p portrait.Portrait) error {
	var each, upTo, betas plotter.XYs
	sum := 0.
	of, unit := stepShares(p)
	upTo = append(upTo, plotter.XY{})
	for i, s := range p.Steps {
		sum += of[i]
		each = append(each, plotter.XY{X: float64(s.T), Y: of[i]})
		upTo = append(upTo, plotter.XY{X: s.Beta, Y: sum})
	}
	for t := 1; t <= p.Schedule.Len(); t++ {
		betas = append(betas, plotter.XY{X: float64(t), Y: p.Schedule.Beta(t)})
	}
	blue := figure.NthLine(0)
	var plots []*plot.Plot
	for _, one := range []struct {
		points plotter.XYs
		x, y   string
	}{{each, "step to level t", unit + ", each step"}, {upTo, "beta", unit + ", up to beta"}, {betas, "level t", "beta"}} {
		f := figure.NewPlot()
		f.X.Label.Text, f.Y.Label.Text = one.x, one.y
		f.Add(blue.Line(one.points))
		if len(one.points) <= mostDots {
			f.Add(blue.Dots(one.points))
		}
		f.Y.Min = min(f.Y.Min, 0)
		plots = append(plots, f)
	}
	return figure.Render(w, m, 700, titleHeight+210, func(c draw.Canvas) {
		c = titled(c, p)
		tiles := draw.Tiles{Rows: 1, Cols: 3, PadX: 16, PadTop: 8, PadBottom: 6, PadLeft: 6, PadRight: 10}
		for i, at := range plot.Align([][]*plot.Plot{plots}, tiles, c)[0] {
			plots[i].Draw(at)
		}
	})
}

// stepShares returns what each step adds to B, as a share of it, and the unit to print.
func stepShares(p portrait.Portrait) (all []float64, unit string) {
	parts := make([]float64, len(p.Steps))
	for i, s := range p.Steps {
		parts[i] = s.Part.Jeffreys()
	}
	return shares(parts, p.B(), "B")
}

// mostDots is the number of points up to which each has a dot.
const mostDots = 60
