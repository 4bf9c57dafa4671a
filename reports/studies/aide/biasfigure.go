package aide

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
)

// biasFigure draws AIDE against particles and against steps, as the paper's Figure 2, and the bias
// against M.
func biasFigure(w io.Writer, m figure.Medium, b aidepaper.Bias) error {
	legend := figure.Legend{Note: "Rings are the authors' estimates."}
	for i, M := range b.Runs() {
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: fmt.Sprintf("M = %d", M), Style: figure.NthLine(i),
			Dots: true})
	}
	legend.Entries = append(legend.Entries, figure.LegendEntry{Name: "J", Style: biasTruth, Dots: true})
	for i, c := range biasCurves {
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: "bias, " + c.name, Style: biasStyle(i), Dots: true})
	}
	return drawPanels(w, m, 3, legend,
		panel{biasPlane(b, aidepaper.SMC), "AIDE of SMC", "particles", "nats"},
		panel{biasPlane(b, aidepaper.MH), "AIDE of MH", "1 + steps", "nats"},
		panel{biasByRuns(b), "bias of AIDE, exact", "M", "nats"})
}

var biasTruth = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}

// biasPlane has the AIDE of a program against its size, a line for each M.
func biasPlane(b aidepaper.Bias, program string) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	if program == aidepaper.SMC { // over four powers of ten
		figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	}
	across := func(r aidepaper.BiasRow) float64 {
		if program == aidepaper.MH {
			return float64(1 + r.Size)
		}
		return float64(r.Size)
	}
	for i, M := range b.Runs() {
		var ours, theirs, truth plotter.XYs
		for _, r := range b.Of(program, M) {
			ours = append(ours, plotter.XY{X: across(r), Y: r.AIDE})
			if !math.IsNaN(r.Theirs.Value) {
				theirs = append(theirs, plotter.XY{X: across(r), Y: r.Theirs.Value})
			}
			if !math.IsNaN(r.J) {
				truth = append(truth, plotter.XY{X: across(r), Y: r.J})
			}
		}
		style := figure.NthLine(i)
		plane.Add(style.Line(ours), style.Dots(ours))
		if len(theirs) > 0 {
			plane.Add(rings(style.Colour, theirs))
		}
		if i == 0 {
			plane.Add(biasTruth.Line(truth), biasTruth.Dots(truth))
		}
	}
	figure.Widen(&plane.X, 1.2)
	if program == aidepaper.SMC {
		figure.Widen(&plane.Y, 1.2)
	} else {
		plane.Y.Min, plane.Y.Max = -0.2, 9
	}
	return plane
}

// rings mark the authors' numbers.
func rings(colour color.Color, at plotter.XYs) *plotter.Scatter {
	ring := draw.GlyphStyle{Color: colour, Radius: 3.5, Shape: figure.Glyph(figure.Ring)}
	return &plotter.Scatter{XYs: at, GlyphStyle: ring}
}

// biasCurves are the programs of the third panel.
var biasCurves = []struct {
	name, program string
	size          int
}{
	{"MH, 1 step", aidepaper.MH, 1}, {"MH, 8 steps", aidepaper.MH, 8}, {"MH, 128 steps", aidepaper.MH, 128},
	{"SMC, 1 particle", aidepaper.SMC, 1}, {"VB", aidepaper.FixedVB, 0},
}

// biasStyle is the style of a curve of the third panel, after those of the first two.
func biasStyle(i int) figure.LineStyle { return figure.NthLine(i + 4) }

// biasByRuns has the bias against M, where it is exact.
func biasByRuns(b aidepaper.Bias) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	for i, c := range biasCurves {
		var all plotter.XYs
		for _, M := range b.Runs() {
			at := M
			if c.program == aidepaper.FixedVB {
				at = 1 // VB has no bias at any M
			}
			r := b.At(c.program, c.size, at)
			all = append(all, plotter.XY{X: float64(M), Y: r.Bias()})
		}
		style := biasStyle(i)
		plane.Add(style.Line(all), style.Dots(all))
	}
	figure.Widen(&plane.X, 1.2)
	plane.Y.Min, plane.Y.Max = -0.2, 9
	return plane
}
