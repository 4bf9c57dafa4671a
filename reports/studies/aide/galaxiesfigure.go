package aide

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/aidepaper"
	"breadboard/grid/text"
	"breadboard/reports/figure"
)

// The programs that are drawn: a colour for the number of sweeps, dashes for the prior proposal.
var (
	galaxiesProposals = []aidepaper.GalaxyProposal{aidepaper.PriorProposal, aidepaper.OptimalProposal}
	galaxiesSweeps    = []int{0, 1, 4}
	galaxiesGold      = figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}
)

// A galaxiesKind is a number of one particle that is drawn against the sweeps.
type galaxiesKind struct {
	name  string
	style figure.LineStyle
	of    func(r aidepaper.GalaxyRow) aidepaper.Sampled
}

var galaxiesKinds = []galaxiesKind{
	{"right reverse", figure.NthLine(3).With(nil), func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.AIDE }},
	{"authors' reverse", figure.NthLine(4), func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.Wrong }},
	{"authors' record", figure.LineStyle{Colour: figure.Ink},
		func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.RecordedAIDE }},
}

func galaxiesStyle(p aidepaper.GalaxyProposal, style figure.LineStyle) figure.LineStyle {
	if p == aidepaper.PriorProposal {
		return style.With(figure.Dashes)
	}
	return style.With(nil)
}

// galaxiesFigure draws the three panels of the supplement's Figure 1, and both reverses.
func galaxiesFigure(w io.Writer, m figure.Medium, g aidepaper.Galaxies) error {
	var legend figure.Legend
	for _, p := range galaxiesProposals {
		for i, sweeps := range galaxiesSweeps {
			legend.Entries = append(legend.Entries, figure.LegendEntry{
				Name: fmt.Sprintf("%s, %s", p, text.Count(sweeps, "sweep")), Style: galaxiesStyle(p, figure.NthLine(i)),
				Dots: true})
		}
	}
	for _, k := range galaxiesKinds {
		legend.Entries = append(legend.Entries, figure.LegendEntry{Name: k.name, Style: k.style, Dots: true})
	}
	legend.Entries = append(legend.Entries, figure.LegendEntry{Name: "gold standard", Style: galaxiesGold})
	return drawPanels(w, m, 2, legend,
		panel{galaxiesHistogram(), "the forty galaxies", "recession velocity (1000 km/s)", "galaxies"},
		panel{galaxiesAIDE(g), "AIDE, by the right reverse", "particles", "nats"},
		panel{galaxiesClusters(g), "mean number of clusters", "particles", "clusters"},
		panel{galaxiesSwept(g), "AIDE of one particle (dashed: prior proposal)", "sweeps", "nats"})
}

// galaxiesHistogram counts the galaxies by velocity, as the supplement's Figure 1(a).
func galaxiesHistogram() *plot.Plot {
	plane := figure.NewPlot()
	velocities := aidepaper.Velocities()
	floats.Scale(1e-3, velocities)
	h, err := plotter.NewHist(plotter.Values(velocities), 35)
	if err != nil {
		panic("aide: " + err.Error()) // unreachable: there are galaxies
	}
	h.FillColor, h.LineStyle.Width = figure.NthLine(6).Colour, 0.4
	plane.Add(h)
	return plane
}

// galaxiesPlane has the numbers of some programs against their particles, with error bars. The gold
// standard's is a dotted line.
func galaxiesPlane(g aidepaper.Galaxies, end float64, of func(r aidepaper.GalaxyRow) aidepaper.Sampled) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	for _, p := range galaxiesProposals {
		for i, sweeps := range galaxiesSweeps {
			var bars errorBars
			for _, r := range g.Rows {
				if r.Proposal == p && r.Sweeps == sweeps {
					bars.add(float64(r.P), of(r), end)
				}
			}
			bars.draw(plane, galaxiesStyle(p, figure.NthLine(i)))
		}
	}
	figure.Widen(&plane.X, 1.3)
	return plane
}

// leastNats is where the axes of AIDE end.
const leastNats = 0.05

// errorBars are points with their errors.
type errorBars struct {
	plotter.XYs
	plotter.YErrors
}

// add adds a mean, unless it is below the end of the axis. Its bar ends there.
func (b *errorBars) add(x float64, m aidepaper.Sampled, end float64) {
	if m.Value > end {
		b.XYs = append(b.XYs, plotter.XY{X: x, Y: m.Value})
		b.YErrors = append(b.YErrors, struct{ Low, High float64 }{min(m.Err, m.Value-end), m.Err})
	}
}

// draw draws a line with dots and error bars.
func (b errorBars) draw(plane *plot.Plot, style figure.LineStyle) {
	bars, err := plotter.NewYErrorBars(b)
	if err != nil {
		panic("aide: " + err.Error()) // unreachable: all numbers are finite
	}
	bars.LineStyle = draw.LineStyle{Color: style.Colour, Width: 0.8}
	bars.CapWidth = 4
	plane.Add(style.Line(b.XYs), style.Dots(b.XYs), bars)
}

func galaxiesAIDE(g aidepaper.Galaxies) *plot.Plot {
	plane := galaxiesPlane(g, leastNats, func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.AIDE })
	figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	return plane
}

func galaxiesClusters(g aidepaper.Galaxies) *plot.Plot {
	plane := galaxiesPlane(g, 0, func(r aidepaper.GalaxyRow) aidepaper.Sampled { return r.Clusters })
	gold := g.Golds[0].Clusters.Value
	plane.Add(galaxiesGold.Line(points([]float64{1, float64(g.Golds[0].P)}, []float64{gold, gold})))
	plane.Y.Min = 0
	return plane
}

// galaxiesSwept has AIDE of one particle by either reverse, beside what the authors recorded.
func galaxiesSwept(g aidepaper.Galaxies) *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	for _, k := range galaxiesKinds {
		for _, p := range galaxiesProposals {
			var bars errorBars
			for _, r := range g.Rows {
				if r.Proposal == p && r.P == 1 {
					bars.add(float64(r.Sweeps), k.of(r), leastNats)
				}
			}
			bars.draw(plane, galaxiesStyle(p, k.style))
		}
	}
	plane.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 1, Label: "1"}, {Value: 2, Label: "2"},
		{Value: 4, Label: "4"}}
	return plane
}
