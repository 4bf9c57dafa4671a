package tuned

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments"
	"breadboard/experiments/tune"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// mostFronts is the largest number of targets in the figure: more lines cannot be told apart.
const mostFronts = 6

// Front draws, for each target, the least J against the price, the J of the setting of least B, and the least B. There
// are no files for one price alone.
func Front(bests []tune.Best) []table.File {
	prices := map[int]bool{}
	for _, b := range bests {
		prices[b.Job.Cost] = true
	}
	if len(prices) < 2 {
		return nil
	}
	return figure.Files("front",
		func(w io.Writer, m figure.Medium) error { return drawFront(w, m, bests) })
}

// A series is one line of each target.
type series struct {
	name   string
	dashes []vg.Length
	goal   tune.Goal
	of     func(tune.Best) float64
}

// allSeries are the lines of a target: what one wants, what one gets by B, and what B says.
var allSeries = []series{
	{"J of the setting of least J", nil, tune.ByJ, func(b tune.Best) float64 { return float64(b.J) }},
	{"J of the setting of least B", figure.Dashes, tune.ByB, func(b tune.Best) float64 { return float64(b.J) }},
	{"B of the setting of least B", figure.Dotted, tune.ByB, func(b tune.Best) float64 { return float64(b.B) }},
}

// drawFront draws one colour a target on two logarithmic axes. It leaves out what is not positive and finite.
func drawFront(w io.Writer, m figure.Medium, bests []tune.Best) error {
	p := figure.NewPlot()
	figure.SetLog(&p.X, figure.LogTicks{Powers: 8, Evenly: 6})
	figure.SetLog(&p.Y, figure.LogTicks{Powers: 8, Evenly: 6})
	label := func(b tune.Best) string { return b.Job.TargetLabel() }
	var legend figure.Legend
	ink := figure.LineStyle{Colour: figure.Ink}
	for _, s := range allSeries {
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: s.name, Style: ink.With(s.dashes)})
	}
	var ends figure.EndLabels
	i := 0
	for target, of := range experiments.GroupBy(bests, label) {
		if i == mostFronts {
			legend.Note = fmt.Sprintf("The first %d targets.", mostFronts)
			break
		}
		for k, s := range allSeries {
			style := figure.NthLine(i).With(s.dashes)
			points := s.points(of)
			p.Add(style.Line(points), style.Dots(points))
			if k == 0 {
				ends.Add(figure.ShortName(target), style, points)
			}
		}
		i++
	}
	figure.Widen(&p.Y, 1.3)
	return figure.Render(w, m, 620, 400+legend.Height(), func(c draw.Canvas) {
		below := draw.Crop(c, 24, -8, 0, 0)
		figure.Framed(draw.Crop(c, 0, 0, legend.HeightIn(below.Size().X), 0), p, ends,
			"most evaluations of the density in a run", "divergence (nats)")
		legend.Draw(below)
	})
}

// points are those of a line, by price.
func (s series) points(of []tune.Best) (points plotter.XYs) {
	for _, b := range of {
		v := s.of(b)
		if b.Job.Goal == s.goal && figure.OnLogAxis(v) {
			points = append(points, plotter.XY{X: float64(b.Job.Cost), Y: v})
		}
	}
	slices.SortFunc(points, func(a, b plotter.XY) int { return int(a.X - b.X) })
	return points
}
