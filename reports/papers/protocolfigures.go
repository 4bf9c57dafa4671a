package papers

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/protocol"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// protocolFigures are the parts with a figure each.
func protocolFigures(results []protocol.Result) []Part {
	part := func(id, title, alt string, draw func(w io.Writer, m figure.Medium) error) Part {
		return Part{ID: id, Title: title, Figures: []Figure{{Name: id, Alt: alt, Draw: draw}}}
	}
	return []Part{
		part("protocol", "Forward runs on the real data and on simulated sets",
			"Curves against T, a column for each case: what a user sees of forward runs, and their gap in truth.",
			func(w io.Writer, m figure.Medium) error { return protocolFigure(w, m, results) }),
		part("starts", "How wrong B is from starts that are not exact",
			"The error of B against the sweeps after the fitted values, a panel for each case.",
			func(w io.Writer, m figure.Medium) error { return startsFigure(w, m, results) }),
		part("quartiles", "What 100 forward runs show",
			"Quartiles of forward runs against T on the real data and on the first simulated set, a panel for each "+
				"case.",
			func(w io.Writer, m figure.Medium) error { return forwardFigure(w, m, results) }),
		part("quartiles-reverse", "What 100 reverse runs show",
			"Quartiles of reverse runs against T on the first simulated set, by where they start, a panel for each "+
				"case.",
			func(w io.Writer, m figure.Medium) error { return reverseFigure(w, m, results) }),
	}
}

// Of many sets a figure has the middle one and a band: between the least and the largest, or between the quartiles.
type summed struct{ least, low, middle, high, largest float64 }

func sumUp(all []float64) summed {
	sorted := slices.Sorted(slices.Values(all))
	last := len(sorted) - 1
	return summed{sorted[0], sorted[last/4], sorted[last/2], sorted[last-last/4], sorted[last]}
}

// outline goes along the upper ends of bands, and back along the lower ones.
func outline(lower, upper plotter.XYs) plotter.XYs {
	back := slices.Clone(lower)
	slices.Reverse(back)
	return append(slices.Clone(upper), back...)
}

// protocolFigure draws, for each case, what a user sees of the forward runs, and their gaps: the real data before the
// range of all sets, on one scale of nats.
func protocolFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	real := figure.NthLine(0)
	simulated := figure.NthLine(1).With(nil)
	grid := aligned{across: figure.AcrossT,
		up: []string{"as seen (nats)", "in truth (nats)"},
		legend: figure.Legend{Entries: []figure.LegendEntry{entry("real data", real),
			entry("the middle one of the sets", simulated)}, Note: "Band: from the least to the largest set. " +
			"As seen: the largest E[log w] of all T less this one. In truth: log p(y) − E[log w]. At the largest T " +
			"nothing is seen."}}
	for _, r := range results {
		grid.heads = append(grid.heads, r.Name)
	}
	for _, of := range []func(protocol.Judged) float64{ofSeen, ofGap} {
		var row []*plot.Plot
		for _, r := range results {
			p := againstLog(true)
			var least, largest, middle, own plotter.XYs
			for i, T := range r.Ts {
				add := func(to *plotter.XYs, v float64) { *to = append(*to, plotter.XY{X: float64(T), Y: v}) }
				if all := sumUp(r.Over(i, of)); all.least > 0 {
					add(&least, all.least)
					add(&largest, all.largest)
					add(&middle, all.middle)
				}
				if v := of(r.Real.Runs[i]); v > 0 {
					add(&own, v)
				}
			}
			p.Add(simulated.Band(outline(least, largest)))
			curve(p, simulated, middle)
			curve(p, real, own)
			row = append(row, p)
		}
		grid.plots = append(grid.plots, row)
	}
	return grid.draw(w, m, 150)
}

// leastShown is the smallest error that the figure of starts shows, in percent of B.
const leastShown = 0.01

// startsFigure draws, for each case, how far B is wrong at the largest T after so many sweeps from the fitted values:
// on the middle set and on the worst.
func startsFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	worst := figure.NthLine(1)
	middle := figure.NthLine(0)
	last := len(results[0].Ts) - 1
	grid := aligned{plots: make([][]*plot.Plot, 1), across: "S, sweeps after the fitted values",
		up: []string{"error of B (% of B)"},
		legend: figure.Legend{Entries: []figure.LegendEntry{entry("the worst of the sets", worst),
			entry("the middle one", middle)}, Note: fmt.Sprintf("Either way, at T = %d. At the foot: at most "+
			"%g%%.", results[0].Ts[last], leastShown)}}
	for _, r := range results {
		grid.heads = append(grid.heads, r.Name)
		p := figure.NewPlot()
		figure.SetLog(&p.Y, figure.LogTicks{Powers: 5, Evenly: 4})
		var most, usual plotter.XYs
		for k := range r.Sweeps {
			all := sumUp(r.Over(last, func(j protocol.Judged) float64 { return math.Abs(100 * j.Errors[k] / j.B) }))
			most = append(most, plotter.XY{X: float64(k), Y: max(all.largest, leastShown)})
			usual = append(usual, plotter.XY{X: float64(k), Y: max(all.middle, leastShown)})
		}
		curve(p, middle, usual)
		curve(p, worst, most)
		var ticks plot.ConstantTicks
		for k, S := range r.Sweeps {
			ticks = append(ticks, plot.Tick{Value: float64(k), Label: table.Thousands(S)})
		}
		p.X.Tick.Marker = ticks
		p.X.Min = -0.3
		p.X.Max = float64(len(r.Sweeps)) - 0.7
		p.Y.Min = leastShown
		grid.plots[0] = append(grid.plots[0], p)
	}
	return grid.draw(w, m, 160)
}

// forwardFigure draws for each case what a user sees of forward runs (Figures 5 and 6 of BREAD), on the real data and
// on the first simulated set, both shifted.
func forwardFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	own := figure.NthLine(0).With(nil)
	first := figure.NthLine(1).With(nil)
	entries := []figure.LegendEntry{entry("real data", own), entry("first simulated set", first)}
	return besideEachOther(w, m, results, "log w less its largest median (nats)", entries,
		func(p *plot.Plot, r protocol.Result) {
			for k, s := range []protocol.Set{r.Real, r.Simulated[0]} {
				barsOf(p, entries[k].Style, r.Ts, dodge(k, len(entries)), s.Shift(), s.Forward)
			}
		})
}

// reverseFigure draws for each case the reverse runs on the first simulated set that start after so many sweeps.
func reverseFigure(w io.Writer, m figure.Medium, results []protocol.Result) error {
	var entries []figure.LegendEntry
	for k, S := range results[0].Sweeps {
		entries = append(entries, entry(fmt.Sprintf("S = %d", S), figure.NthLine(2+k).With(nil)))
	}
	return besideEachOther(w, m, results, "log w − log p(y) (nats)", entries, func(p *plot.Plot, r protocol.Result) {
		for k, e := range entries {
			barsOf(p, e.Style, r.Ts, dodge(k, len(entries)), 0, table.Each(r.Simulated[0].Reverse,
				func(q []protocol.Quartiles) protocol.Quartiles { return q[k] }))
		}
	})
}

// besideEachOther draws a panel a case, on a scale of its own: at each T the quartiles of each entry beside each other,
// where bands would blend.
func besideEachOther(w io.Writer, m figure.Medium, results []protocol.Result, up string,
	entries []figure.LegendEntry, add func(*plot.Plot, protocol.Result)) error {
	const abreast = 3
	grid := aligned{across: figure.AcrossT, own: true, legend: figure.Legend{Entries: entries,
		Note: "Bar: between the quartiles of 100 runs; mark: their median; cross: the exact mean. Each case has a " +
			"scale of its own."}}
	for of := range slices.Chunk(results, abreast) {
		row := make([]*plot.Plot, min(abreast, len(results)))
		for i, r := range of {
			row[i] = caseOf(r.Name, r.Ts)
			add(row[i], r)
		}
		grid.plots = append(grid.plots, row)
		grid.up = append(grid.up, up)
	}
	return grid.draw(w, m, 190)
}

// caseOf is the plot of a case, whose name is above it, against T.
func caseOf(name string, ts []int) *plot.Plot {
	p := againstLog(false)
	p.Title.Text = name
	p.Title.Padding = 4
	p.Title.TextStyle.Font = figure.Label(10).Font
	var ticks plot.ConstantTicks
	for _, T := range ts {
		ticks = append(ticks, plot.Tick{Value: float64(T), Label: table.Thousands(T)})
	}
	p.X.Tick.Marker = ticks
	return p
}

// dodge is the factor by which the k-th of n stands beside T.
func dodge(k, n int) float64 {
	const apart = 0.13 // of a logarithm, from one to the next
	return math.Exp(apart * (float64(k) - float64(n-1)/2))
}

// barsOf draws the quartiles of runs at each T as bars, their medians, and the exact means.
func barsOf(p *plot.Plot, style figure.LineStyle, ts []int, beside, shift float64, all []protocol.Quartiles) {
	var median, mean plotter.XYs
	for i, q := range all {
		at := func(v float64) plotter.XY { return plotter.XY{X: beside * float64(ts[i]), Y: v - shift} }
		p.Add(style.Line(plotter.XYs{at(q.Q1), at(q.Q3)}))
		median = append(median, at(q.Median))
		mean = append(mean, at(q.Mean))
	}
	crosses := &plotter.Scatter{XYs: mean,
		GlyphStyle: draw.GlyphStyle{Color: style.Colour, Radius: 3, Shape: figure.Glyph(figure.Cross)}}
	p.Add(style.Dots(median), crosses)
}
