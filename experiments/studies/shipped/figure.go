package shipped

import (
	"cmp"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/reports/figure"
)

// lawNames are the laws in words, in the order of Laws.
var lawNames = []string{"mean of w", "mean of 1/w, in reverse", "mean of w in a cell", "posterior of particle Gibbs",
	"mass of a cell and weight", "the ESS is the one asked for"}

// behind is the grey of bands.
var behind = figure.LineStyle{Colour: color.RGBA{R: 0x8C, G: 0x8C, B: 0x8C, A: 0xFF}}

// drawn draws how many runs each law needs to show each bug. Bugs that the mean of w does not show are at the top, the
// others in the order of the runs that it needs. The marks of a bug are below each other, so that none hides another,
// and a grey band behind every other bug says whose they are.
func drawn(found []Broken) func(w io.Writer, m figure.Medium) error {
	runs := func(b Broken, law string) float64 {
		if c, ok := b.By(law); ok {
			return float64(c.runs())
		}
		return math.Inf(1)
	}
	rows := slices.Clone(found)
	slices.SortStableFunc(rows, func(a, b Broken) int { return cmp.Compare(runs(a, meanW), runs(b, meanW)) })
	const from, to = 4, 4e6 // runs
	p := figure.NewPlot()
	for i := 0; i < len(rows); i += 2 {
		low := float64(i) - 0.5
		high := float64(i) + 0.5
		p.Add(behind.Band(plotter.XYs{{X: from, Y: low}, {X: to, Y: low}, {X: to, Y: high}, {X: from, Y: high}}))
	}
	legend := figure.Legend{}
	for k, law := range Laws {
		var at plotter.XYs
		for i, b := range rows {
			if n := runs(b, law); !math.IsInf(n, 1) {
				at = append(at, plotter.XY{X: n, Y: float64(i) + 0.12*(float64(len(Laws)-1)/2-float64(k))})
			}
		}
		style := figure.NthLine(k).With(nil)
		p.Add(style.Dots(at))
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: lawNames[k], Style: style, Dots: true})
	}
	ticks := plot.ConstantTicks{}
	for i, b := range rows {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: named(b.Bug).short})
	}
	figure.SetLog(&p.X, figure.LogTicks{Powers: 8, Evenly: 6})
	p.X.Min = from
	p.X.Max = to
	p.Y.Min = -0.5
	p.Y.Max = float64(len(rows)) - 0.5
	p.Y.Tick.Marker = ticks
	p.Y.Tick.Length = 0
	p.Y.LineStyle.Width = 0
	return func(w io.Writer, m figure.Medium) error {
		return figure.Render(w, m, 800, 400, func(c draw.Canvas) {
			below := draw.Crop(c, 20, -12, 6, 0)
			figure.Panels{Plots: [][]*plot.Plot{{p}},
				Feet: []string{"runs until the law is expected to show the bug"}}.Draw(
				draw.Crop(c, 8, -16, legend.HeightIn(below.Size().X)+36, -8))
			legend.Draw(below)
		})
	}
}
