package runs

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// titleOf returns a title with the target, the kernel and T.
func titleOf(p experiments.Measurement) string {
	return fmt.Sprintf("%s%s, %s, T = %d", figure.ShortName(p.Annealer.TargetName()),
		reports.SeedWords(p.Annealer.Seed), figure.ShortName(fmt.Sprint(p.Annealer.Kernel)), p.T)
}

// mapsOf returns two rows of maps. They show the target, the distribution of the samples and their difference; and log
// q/p and the parts of J and B. Without a B they have two maps each. p and q have one scale.
func mapsOf(p experiments.Measurement) figure.Figure {
	tile := func(values []float64, signed bool, name, unit string) figure.Map {
		m := reports.Map(p.Annealer.Target.Grid, values, signed, unit)
		m.Name = name
		return m
	}
	target := tile(p.P, false, "p, the target", "p")
	samples := tile(p.Q, false, "q, of the samples", "q")
	high := max(target.Scale.High, samples.Scale.High)
	target.Scale.High, samples.Scale.High = high, high
	j, jUnit := shares(p.JParts(), p.J(), "J")
	rows := [][]figure.Map{{target, samples},
		{tile(p.LogRatio(), true, "log q/p", "nats"), tile(j, false, "J by cell", jUnit)}}
	if p.BParts != nil {
		b, bUnit := shares(p.BParts, p.B(), "B")
		rows[0] = append(rows[0], tile(p.Difference(), true, "q − p", "q − p"))
		rows[1] = append(rows[1], tile(b, true, "B by cell", bUnit))
	}
	return figure.Maps{Title: titleOf(p), Side: 150, Rows: rows}
}

// shares divides parts by their sum, and returns the unit to print. If the sum is infinite or 0 the parts stay in nats.
func shares(parts []float64, sum float64, name string) (all []float64, unit string) {
	if !(sum > 0 && sum < math.Inf(1)) {
		return parts, "nats"
	}
	return table.Each(parts, func(v float64) float64 { return v / sum }), "share of " + name
}

// stepsOf draws the share of B of each step against t.
func stepsOf(p experiments.Measurement) figure.Figure {
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
