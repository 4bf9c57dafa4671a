package aide

import (
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
)

// hmmStyle is the style of a proposal and an M.
func hmmStyle(r aidepaper.FilterRow) figure.LineStyle {
	style := figure.NthLine(0)
	if r.Proposal == "optimal" {
		style = figure.NthLine(1)
	}
	return hmmDashed(style, r)
}

// hmmDashed has dashes if M is more than 1.
func hmmDashed(style figure.LineStyle, r aidepaper.FilterRow) figure.LineStyle {
	if r.M > 1 {
		return style.With(figure.Dashes)
	}
	return style.With(nil)
}

// hmmWrong is the style of lines with the mistake.
func hmmWrong(r aidepaper.FilterRow) figure.LineStyle {
	return hmmDashed(figure.NthLine(4), r)
}

// hmmFigure draws the lower row of the paper's Figure 4: AIDE against P, a panel a gold standard.
func hmmFigure(w io.Writer, m figure.Medium, h aidepaper.Filters) error {
	var legend figure.Legend
	for _, r := range []aidepaper.FilterRow{{Proposal: "prior", M: 1}, {Proposal: "prior", M: 100},
		{Proposal: "optimal", M: 1}, {Proposal: "optimal", M: 100}} {
		name := string(r.Proposal) + hmmM(r)
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: name, Style: hmmStyle(r), Dots: true})
	}
	for _, r := range []aidepaper.FilterRow{{M: 1}, {M: 100}} {
		legend.Entries = append(legend.Entries,
			figure.LegendEntry{Name: "with mistake" + hmmM(r), Style: hmmWrong(r), Dots: true})
	}
	legend.Note = "Rings: the authors' estimates, with one standard error either way. Crosses: exact values."
	return drawPanels(w, m, 2, legend,
		panel{hmmPlane(h, aidepaper.ByPosterior), "gold standard: posterior", "particles P", "AIDE (nats)"},
		panel{hmmPlane(h, aidepaper.ByFilter), "gold standard: filter of 1000 particles", "particles P", "AIDE (nats)"})
}

func hmmM(r aidepaper.FilterRow) string {
	if r.M == 1 {
		return ", M = 1"
	}
	return ", M = 100"
}

// hmmPlane is the plot of one gold standard.
func hmmPlane(h aidepaper.Filters, gold aidepaper.Standard) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	for _, first := range h.Rows {
		if first.Gold == gold && first.P == 1 {
			hmmCurve(plane, h, first)
		}
	}
	figure.Widen(&plane.X, 1.2)
	figure.Widen(&plane.Y, 1.1)
	return plane
}

// hmmCurve adds the rows that differ from a first one in P only: the truth, the line with the mistake,
// the authors' estimates, and exact values.
func hmmCurve(plane *plot.Plot, h aidepaper.Filters, first aidepaper.FilterRow) {
	var truth, wrong, exact plotter.XYs
	var theirs estimates
	for _, r := range h.Rows {
		if r.Gold != first.Gold || r.Proposal != first.Proposal || r.M != first.M {
			continue
		}
		x := float64(r.P)
		truth = append(truth, plotter.XY{X: x, Y: r.Truth().Value})
		if first.Proposal == "optimal" {
			wrong = append(wrong, plotter.XY{X: x, Y: r.Explained().Value})
		}
		if !math.IsNaN(r.Exact) {
			exact = append(exact, plotter.XY{X: x, Y: r.Exact})
		}
		theirs.XYs = append(theirs.XYs, plotter.XY{X: x, Y: r.Theirs.Value})
		theirs.errors = append(theirs.errors, r.Theirs.Err)
	}
	style := hmmStyle(first)
	rings := draw.GlyphStyle{Color: style.Colour, Radius: 4.5, Shape: figure.Glyph(figure.Ring)}
	crosses := draw.GlyphStyle{Color: figure.Ink, Radius: 4, Shape: figure.Glyph(figure.Cross)}
	plane.Add(hmmWrong(first).Line(wrong), hmmWrong(first).Dots(wrong), style.Line(truth), style.Dots(truth),
		theirs.bars(style),
		&plotter.Scatter{XYs: theirs.XYs, GlyphStyle: rings}, &plotter.Scatter{XYs: exact, GlyphStyle: crosses})
}

// estimates are points with standard errors.
type estimates struct {
	plotter.XYs
	errors []float64
}

// YError implements plotter.YErrorer.
func (e estimates) YError(i int) (low, high float64) { return e.errors[i], e.errors[i] }

// bars are the error bars.
func (e estimates) bars(style figure.LineStyle) *plotter.YErrorBars {
	b, err := plotter.NewYErrorBars(e)
	if err != nil {
		panic("aide: " + err.Error()) // unreachable: all numbers are finite
	}
	b.LineStyle = draw.LineStyle{Color: style.Colour, Width: vg.Points(0.8)}
	b.CapWidth = vg.Points(4)
	return b
}
