package aide

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
)

// The styles of Figure 5: a colour and a shape for each program, and dashes for what is shown of it.
var (
	partitionsStyles = map[string]figure.LineStyle{
		aidepaper.SMCPrior: figure.NthLine(0).With(nil), aidepaper.SMCOptimal: figure.NthLine(2).With(nil),
		aidepaper.GibbsPrior: figure.NthLine(1).With(nil), aidepaper.GibbsOptimal: figure.NthLine(4).With(nil)}
)

// partitionsFigure draws the two panels of the paper's Figure 5.
func partitionsFigure(w io.Writer, m figure.Medium, s aidepaper.Partitions) error {
	var legend figure.Legend
	for _, program := range aidepaper.PartitionPrograms {
		legend.Entries = append(legend.Entries,
			figure.LegendEntry{Name: program, Style: partitionsStyles[program], Dots: true})
	}
	ink := figure.LineStyle{Colour: figure.Ink}
	dashed, dotted := ink.With(figure.Dashes), ink.With(figure.Dotted)
	legend.Entries = append(legend.Entries, figure.LegendEntry{Name: "left: AIDE, M = 100", Style: ink, Dots: true},
		figure.LegendEntry{Name: "left: AIDE, M = 1", Style: dashed},
		figure.LegendEntry{Name: "left: J, exact", Style: dotted}, figure.LegendEntry{Name: "right: posterior", Style: ink})
	return drawPanels(w, m, 2, legend,
		panel{partitionsDistances(s), "AIDE from the posterior", "particles or sweeps", "nats"},
		panel{partitionsProbe(s), "the probe", "particles or sweeps", "mean number of clusters"})
}

// partitionsPlane is a plot against the budget.
func partitionsPlane() *plot.Plot {
	plane := figure.NewPlot()
	figure.SetLog(&plane.X, figure.LogTicks{Powers: 5, Evenly: 6})
	return plane
}

// least is the smallest number of nats that the figure shows.
const least = 1e-3

// partitionsDistances has AIDE and J. An estimate within two standard errors of 0 is left out.
func partitionsDistances(s aidepaper.Partitions) *plot.Plot {
	plane := partitionsPlane()
	figure.SetLog(&plane.Y, figure.LogTicks{Powers: 6, Evenly: 6})
	for _, program := range aidepaper.PartitionPrograms {
		var one, many, exact plotter.XYs
		for _, r := range s.Of(program) {
			x := float64(r.Budget)
			if r.One.Value > 2*r.One.Err {
				one = append(one, plotter.XY{X: x, Y: r.One.Value})
			}
			if r.Many.Value > 2*r.Many.Err {
				many = append(many, plotter.XY{X: x, Y: r.Many.Value})
			}
			if figure.OnLogAxis(r.J) {
				exact = append(exact, plotter.XY{X: x, Y: r.J})
			}
		}
		style := partitionsStyles[program]
		plane.Add(style.Line(many), style.Dots(many), style.With(figure.Dashes).Line(one),
			style.With(figure.Dotted).Line(exact))
	}
	plane.Y.Min = least
	figure.Widen(&plane.X, 1.2)
	figure.Widen(&plane.Y, 1.2)
	return plane
}

// partitionsProbe has the mean numbers of clusters, with two standard errors.
func partitionsProbe(s aidepaper.Partitions) *plot.Plot {
	plane := partitionsPlane()
	ink := figure.LineStyle{Colour: figure.Ink}
	plane.Add(ink.Line(points([]float64{1, 100}, []float64{s.Clusters.Mean, s.Clusters.Mean})))
	for _, program := range aidepaper.PartitionPrograms {
		style := partitionsStyles[program]
		var all plotter.XYs
		for _, r := range s.Of(program) {
			x, mean, off := float64(r.Budget), r.Clusters.Mean, 2*r.Clusters.Err
			all = append(all, plotter.XY{X: x, Y: mean})
			plane.Add(style.Line(points([]float64{x, x}, []float64{mean - off, mean + off})))
		}
		plane.Add(style.Line(all), style.Dots(all))
	}
	const room = 0.02
	plane.Y.Min, plane.Y.Max = plane.Y.Min-room, plane.Y.Max+room
	figure.Widen(&plane.X, 1.2)
	return plane
}
