package shipped

import (
	"cmp"
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

// drawn draws how many runs each law needs to show each bug. Bugs that the mean of w does not show are at the top, the
// others in the order of the runs that it needs.
func drawn(found []Broken) func(w io.Writer, m figure.Medium) error {
	runs := func(b Broken, law string) float64 {
		if c, ok := b.By(law); ok {
			return float64(c.runs())
		}
		return math.Inf(1)
	}
	rows := slices.Clone(found)
	slices.SortStableFunc(rows, func(a, b Broken) int { return cmp.Compare(runs(a, meanW), runs(b, meanW)) })
	p := figure.NewPlot()
	legend := figure.Legend{}
	for k, law := range Laws {
		var at plotter.XYs
		for i, b := range rows {
			if n := runs(b, law); !math.IsInf(n, 1) {
				at = append(at, plotter.XY{X: n, Y: float64(i) + 0.12*(2-float64(k))})
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
	p.X.Min = 4
	p.X.Max = 4e6
	p.Y.Min = -0.6
	p.Y.Max = float64(len(rows)) - 0.4
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
