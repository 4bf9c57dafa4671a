package aide

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
)

// The styles of Figure 3.
var (
	modesStyles = map[string]figure.LineStyle{aidepaper.Offset: figure.NthLine(3).With(nil), aidepaper.Broad: figure.NthLine(0)}
	modesTruth  = figure.LineStyle{Colour: figure.Ink}
	modesGold   = figure.LineStyle{Colour: figure.NthLine(4).Colour, Dashes: figure.Dashes}
)

// modesFigure draws the three panels of the paper's Figure 3.
func modesFigure(w io.Writer, m figure.Medium, s aidepaper.Modes) error {
	offset, broad := modesStyles[aidepaper.Offset], modesStyles[aidepaper.Broad]
	offsetJ, broadJ := offset.With(figure.Dotted), broad.With(figure.Dotted)
	legend := figure.Legend{Entries: []figure.LegendEntry{
		{Name: "offset proposal", Style: offset, Dots: true}, {Name: "broad proposal", Style: broad, Dots: true},
		{Name: "posterior; log p(y)", Style: modesTruth}, {Name: "gold standard's", Style: modesGold},
		{Name: "J, offset", Style: offsetJ}, {Name: "J, broad", Style: broadJ},
	}}
	return drawPanels(w, m, 3, legend,
		panel{modesDensities(s), "densities of the output, each to its peak", "x", "draws"},
		panel{modesEvidence(s), "E[log estimate of p(y)]", "draws", "nats"},
		panel{modesDistances(s), "AIDE in expectation, and J", "draws", "nats"})
}

// modesDensities stacks the densities of the outputs by P, above the posterior.
func modesDensities(s aidepaper.Modes) *plot.Plot {
	plane := figure.NewPlot()
	shown := []int{1000, 100, 10, 1} // from below
	ticks := plot.ConstantTicks{{Value: 0, Label: "posterior"}}
	stack := func(density []float64, at int, style figure.LineStyle) {
		up := floats.ScaleTo(make([]float64, len(density)), 0.8/floats.Max(density), density)
		floats.AddConst(float64(at), up)
		var some plotter.XYs
		for _, p := range points(s.X, up) {
			if p.X >= -3 && p.X <= 4 {
				some = append(some, p)
			}
		}
		plane.Add(style.Line(some))
	}
	stack(s.Target, 0, modesTruth)
	for _, l := range s.Laws {
		if at := slices.Index(shown, l.P); at >= 0 {
			stack(l.Density, at+1, modesStyles[l.Proposal])
		}
	}
	for i, draws := range shown {
		ticks = append(ticks, plot.Tick{Value: float64(i + 1), Label: fmt.Sprint(draws)})
	}
	plane.Y.Tick.Marker = ticks
	return plane
}

// modesPlane is a plot against the number of draws.
func modesPlane() *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	return plane
}

// modesCurve adds a number of the SIRs of a proposal.
func modesCurve(plane *plot.Plot, s aidepaper.Modes, proposal string, of func(r aidepaper.SIR) float64) {
	var all plotter.XYs
	for _, r := range s.Of(proposal) {
		all = append(all, plotter.XY{X: float64(r.P), Y: of(r)})
	}
	style := modesStyles[proposal]
	plane.Add(style.Line(all), style.Dots(all))
}

// modesEvidence has the log estimates of p(y).
func modesEvidence(s aidepaper.Modes) *plot.Plot {
	plane := modesPlane()
	for _, proposal := range []string{aidepaper.Offset, aidepaper.Broad} {
		modesCurve(plane, s, proposal, func(r aidepaper.SIR) float64 { return r.LogML })
	}
	across := []float64{1, 1000}
	gold := s.At(aidepaper.Broad, 1000).LogML
	plane.Add(modesTruth.Line(points(across, []float64{s.LogP, s.LogP})),
		modesGold.Line(points(across, []float64{gold, gold})))
	figure.Widen(&plane.X, 1.2)
	return plane
}

// modesDistances has AIDE from the authors' gold standard, and J from it.
func modesDistances(s aidepaper.Modes) *plot.Plot {
	plane := modesPlane()
	figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	for _, proposal := range []string{aidepaper.Offset, aidepaper.Broad} {
		modesCurve(plane, s, proposal, func(r aidepaper.SIR) float64 { return r.Gold.Expected })
		var all plotter.XYs
		for _, r := range s.Of(proposal) {
			if figure.OnLogAxis(r.Gold.J) {
				all = append(all, plotter.XY{X: float64(r.P), Y: r.Gold.J})
			}
		}
		style := modesStyles[proposal].With(figure.Dotted)
		plane.Add(style.Line(all))
	}
	plane.Y.Min = 1e-3
	figure.Widen(&plane.X, 1.2)
	figure.Widen(&plane.Y, 1.2)
	return plane
}
