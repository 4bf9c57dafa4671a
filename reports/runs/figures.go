package runs

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/exact"
	"breadboard/experiments/portrait"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// titleOf says what was run.
func titleOf(p portrait.Portrait) string {
	return fmt.Sprintf("%s%s, %s, T = %d", figure.ShortName(p.Chain.TargetName()), reports.OfSeed(p.Chain.Seed),
		figure.ShortName(fmt.Sprint(p.Chain.Kernel)), p.T)
}

// mapsOf returns two rows of maps: the target, the law of the samples and their difference; and log q/p and the parts
// of J and B. p and q have one scale.
func mapsOf(p portrait.Portrait) figure.Figure {
	of := func(values []float64, signed bool, name, unit string) figure.Map {
		m := reports.Map(p.Chain.Target.Grid, values, signed)
		m.Name, m.Unit = name, unit
		return m
	}
	target := of(p.P, false, "p, the target", "p")
	samples := of(p.Q, false, "q, of the samples", "q")
	high := max(target.Scale.High, samples.Scale.High)
	target.Scale.High, samples.Scale.High = high, high
	j, jUnit := shares(p.JParts(), p.J(), "J")
	b, bUnit := shares(p.Parts, p.B(), "B")
	return figure.Maps{Title: titleOf(p), Side: 150, Rows: [][]figure.Map{
		{target, samples, of(p.Off(), true, "q − p", "q − p")},
		{of(p.LogRatio(), true, "log q/p", "nats"), of(j, false, "J by cell", jUnit), of(b, true, "B by cell", bUnit)},
	}}
}

// shares divides parts by their whole, and returns the unit to print. If the whole is infinite or 0 the parts stay as
// they are, in nats.
func shares(parts []float64, whole float64, name string) (all []float64, unit string) {
	if !(whole > 0 && whole < math.Inf(1)) {
		return parts, "nats"
	}
	return table.Each(parts, func(v float64) float64 { return v / whole }), "share of " + name
}

// stepsOf draws the share of B of each step against t.
func stepsOf(p portrait.Portrait) figure.Figure {
	const mostDots = 60 // steps up to which each has a dot
	parts := table.Each(p.Steps, func(s exact.Step) float64 { return s.Part.Jeffreys() })
	of, unit := shares(parts, p.B(), "B")
	line := make(plotter.XYs, len(of))
	for i, s := range p.Steps {
		line[i] = plotter.XY{X: float64(s.T), Y: of[i]}
	}
	f := figure.NewPlot()
	f.X.Label.Text, f.Y.Label.Text = "step to level t", unit+", each step"
	f.Add(figure.NthLine(0).Line(line))
	if len(line) <= mostDots {
		f.Add(figure.NthLine(0).Dots(line))
	}
	f.Y.Min = min(f.Y.Min, 0)
	return figure.Panels{Title: titleOf(p), Plots: [][]*plot.Plot{{f}}, Height: 260}
}

// weightsOf draws the laws of log w - log R: the exact ones as lines, and those of the chains as
// dots with intervals. Upright lines are the exact means, which are B apart, and 0 lies between.
func weightsOf(p portrait.Portrait) figure.Figure {
	f := figure.NewPlot()
	f.X.Label.Text, f.Y.Label.Text = "log w − log R (nats)", "density (1/nat)"
	legend := figure.Legend{Note: "Dotted: the exact means, B apart. Upright: log R."}
	edges := p.Laws.Edges
	for i, d := range directions(p.Laws) {
		style := figure.NthLine(i)
		if d.Exact != nil { // each bin's mass over its width, without the two bins that have no end
			var line plotter.XYs
			for k, to := range edges[1:] {
				y := d.Exact[k+1] / (to - edges[k])
				line = append(line, plotter.XY{X: edges[k], Y: y}, plotter.XY{X: to, Y: y})
			}
			f.Add(style.Line(line))
			legend.Add(d.name+", exact", style.Line(nil))
		}
		if d.Sampled != nil { // a dot and a 95% interval for each bin with a chain
			var dots plotter.XYs
			for k, to := range edges[1:] {
				s := d.Sampled[k+1]
				wide := to - edges[k]
				if s.Value > 0 {
					x := (edges[k] + to) / 2
					dots = append(dots, plotter.XY{X: x, Y: s.Value / wide})
					f.Add(style.Bar(x, max(s.Value-1.96*s.StdErr, 0)/wide, (s.Value+1.96*s.StdErr)/wide))
				}
			}
			f.Add(style.Dots(dots))
			legend.Add(d.name+", chains", style.Dots(nil))
		}
	}
	f.Y.Min = 0
	f.Y.Max *= 1.04
	upright := func(style figure.LineStyle, x float64) {
		if x >= f.X.Min && x <= f.X.Max {
			f.Add(style.Line(plotter.XYs{{X: x, Y: f.Y.Min}, {X: x, Y: f.Y.Max}}))
		}
	}
	for i, d := range directions(p.Laws) {
		upright(figure.NthLine(i).With(figure.Dotted), d.Mean)
	}
	upright(figure.LineStyle{Colour: figure.Ink}, 0)
	return figure.Panels{Title: titleOf(p), Plots: [][]*plot.Plot{{f}}, Height: 320, Legend: legend}
}

// A direction is a law with the name of its direction.
type direction struct {
	name string
	portrait.Law
}

func directions(l portrait.Laws) []direction {
	return []direction{{"forward", l.Forward}, {"reverse", l.Reverse}}
}
