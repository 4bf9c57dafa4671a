package papers

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/protocol"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// protocolParts are the parts with a figure each.
func protocolParts(results []protocol.Result) []Part {
	part := func(id, title, alt string, f figure.Figure) Part {
		return Part{ID: id, Title: title, Figures: []Figure{drawn(id, alt, f)}}
	}
	return []Part{
		part("protocol", "Forward runs on the real data and on simulated sets",
			"Curves against T, a column for each case: what a user sees of forward runs, and their gap in truth.",
			protocolFigure(results)),
		part("starts", "How wrong B is from starts that are not exact",
			"The error of B against the sweeps after the fitted values, a panel for each case.",
			startsFigure(results)),
		part("quartiles", "What 100 forward runs show",
			"Quartiles of forward runs against T on the real data and on the first simulated set, a panel for each "+
				"case.", forwardFigure(results)),
		part("quartiles-reverse", "What 100 reverse runs show",
			"Quartiles of reverse runs against T on the first simulated set, by where they start, a panel for each "+
				"case.", reverseFigure(results)),
	}
}

// A bundle is the middle one of many curves, and the least and the largest at each place.
type bundle struct{ low, middle, high plotter.XYs }

// add adds a point of each curve. A logarithmic axis cannot show 0.
func (b *bundle) add(x float64, all []float64) {
	if slices.Min(all) > 0 {
		b.low = append(b.low, plotter.XY{X: x, Y: slices.Min(all)})
		b.middle = append(b.middle, plotter.XY{X: x, Y: middle(all)})
		b.high = append(b.high, plotter.XY{X: x, Y: slices.Max(all)})
	}
}

// inRow names the plots of a row, of which the first has what the axis upwards is, and gives all the same axes.
func inRow(row []*plot.Plot, names []string, up string) []*plot.Plot {
	figure.ShareAxes(row...)
	for i, p := range row {
		figure.Widen(&p.Y, 1.05)
		if names != nil {
			p.Title.Text = names[i]
		}
	}
	row[0].Y.Label.Text = up
	return row
}

func caseNames(results []protocol.Result) []string {
	return table.Each(results, func(r protocol.Result) string { return r.Name })
}

// protocolFigure has, for each case, what a user sees of the forward runs, and their gaps: the real data before the
// range of all sets, on one scale of nats.
func protocolFigure(results []protocol.Result) figure.Figure {
	real := figure.NthLine(0)
	simulated := figure.NthLine(1).With(nil)
	f := figure.Panels{Height: 165, Across: figure.AcrossT}
	f.Legend.Add("real data", real.Line(nil), real.Dots(nil))
	f.Legend.Add("the middle one of the sets", simulated.Line(nil), simulated.Dots(nil))
	f.Legend.Note = "Band: from the least to the largest set. As seen: the largest E[log w] of all T less this one. " +
		"In truth: log p(y) − E[log w]. At the largest T nothing is seen."
	panels := func(of func(protocol.Judged) float64) []*plot.Plot {
		return table.Each(results, func(r protocol.Result) *plot.Plot {
			p := againstT(r.Ts, true)
			var sets bundle
			var own plotter.XYs
			for i, T := range r.Ts {
				sets.add(float64(T), r.Over(i, of))
				if v := of(r.Real.Runs[i]); v > 0 {
					own = append(own, plotter.XY{X: float64(T), Y: v})
				}
			}
			p.Add(simulated.Band(sets.low, sets.high), simulated.Line(sets.middle), simulated.Dots(sets.middle))
			p.Add(real.Line(own), real.Dots(own))
			return p
		})
	}
	f.Plots = [][]*plot.Plot{inRow(panels(ofSeen), caseNames(results), "as seen (nats)"),
		inRow(panels(ofGap), nil, "in truth (nats)")}
	return f
}

// againstT returns an empty plot with a tick at each T.
func againstT(ts []int, log bool) *plot.Plot {
	p := figure.LogPlot(log)
	p.X.Tick.Marker = figure.TicksAt(table.Each(ts, func(T int) float64 { return float64(T) })...)
	return p
}

// startsFigure has, for each case, how far B is wrong at the largest T after so many sweeps from the fitted values:
// on the middle set and on the worst.
func startsFigure(results []protocol.Result) figure.Figure {
	const leastShown = 0.01 // percent of B
	worst := figure.NthLine(1)
	middle := figure.NthLine(0)
	last := len(results[0].Ts) - 1
	f := figure.Panels{Height: 190, Across: "S, sweeps after the fitted values"}
	f.Legend.Add("the worst of the sets", worst.Line(nil), worst.Dots(nil))
	f.Legend.Add("the middle one", middle.Line(nil), middle.Dots(nil))
	f.Legend.Note = fmt.Sprintf("Either way, at T = %d. At the foot: at most %g%%.", results[0].Ts[last], leastShown)
	row := table.Each(results, func(r protocol.Result) *plot.Plot {
		p := figure.NewPlot()
		figure.SetLog(&p.Y)
		var sets bundle
		for k := range r.Sweeps {
			sets.add(float64(k), r.Over(last, func(j protocol.Judged) float64 {
				return max(math.Abs(100*j.Errors[k]/j.B), leastShown)
			}))
		}
		p.Add(middle.Line(sets.middle), middle.Dots(sets.middle), worst.Line(sets.high), worst.Dots(sets.high))
		p.X.Tick.Marker = figure.NameTicks(table.Each(r.Sweeps, table.Thousands))
		p.X.Min = -0.3
		p.X.Max = float64(len(r.Sweeps)) - 0.7
		p.Y.Min = leastShown
		return p
	})
	f.Plots = [][]*plot.Plot{inRow(row, caseNames(results), "error of B (% of B)")}
	return f
}

// forwardFigure has for each case what a user sees of forward runs (Figures 5 and 6 of BREAD), on the real data and
// on the first simulated set, both shifted.
func forwardFigure(results []protocol.Result) figure.Figure {
	names := []string{"real data", "first simulated set"}
	return quartilesFigure(results, "log w less its largest median (nats)", names,
		func(r protocol.Result, k int) (all []protocol.Quartiles, shift float64) {
			s := r.Real
			if k > 0 {
				s = r.Simulated[0]
			}
			return s.Forward, s.Shift
		})
}

// reverseFigure has for each case the reverse runs on the first simulated set that start after so many sweeps.
func reverseFigure(results []protocol.Result) figure.Figure {
	names := table.Each(results[0].Sweeps, func(S int) string { return fmt.Sprintf("S = %d", S) })
	return quartilesFigure(results, "log w − log p(y) (nats)", names,
		func(r protocol.Result, k int) (all []protocol.Quartiles, shift float64) {
			return table.Each(r.Simulated[0].Reverse,
				func(q []protocol.Quartiles) protocol.Quartiles { return q[k] }), 0
		})
}

// quartilesFigure has a panel a case, on a scale of its own: at each T the quartiles of each kind of runs beside each
// other, where bands would blend.
func quartilesFigure(results []protocol.Result, up string, names []string,
	of func(r protocol.Result, k int) (all []protocol.Quartiles, shift float64)) figure.Figure {
	const columns = 3
	const apart = 0.13 // of a logarithm, from one kind to the next
	f := figure.Panels{Height: 200, Across: figure.AcrossT}
	for k, name := range names {
		f.Legend.Add(name, figure.NthLine(k).With(nil).Line(nil), figure.NthLine(k).Dots(nil))
	}
	f.Legend.Note = "Bar: between the quartiles of 100 runs; mark: their median; cross: the exact mean. Each case " +
		"has a scale of its own."
	for i, r := range results {
		if i%columns == 0 {
			f.Plots = append(f.Plots, make([]*plot.Plot, min(columns, len(results))))
		}
		p := againstT(r.Ts, false)
		p.Title.Text = r.Name
		if i%columns == 0 {
			p.Y.Label.Text = up
		}
		for k := range names {
			style := figure.NthLine(k).With(nil)
			beside := math.Exp(apart * (float64(k) - float64(len(names)-1)/2))
			all, shift := of(r, k)
			var medians, means plotter.XYs
			for at, q := range all {
				x := beside * float64(r.Ts[at])
				p.Add(style.Bar(x, q.Q1-shift, q.Q3-shift))
				medians = append(medians, plotter.XY{X: x, Y: q.Median - shift})
				means = append(means, plotter.XY{X: x, Y: q.Mean - shift})
			}
			p.Add(style.Dots(medians), figure.Crosses(style.Colour, means))
		}
		room := 0.03 * (p.Y.Max - p.Y.Min) // a mark at the foot would push the axis down
		p.Y.Min -= room
		p.Y.Max += room
		f.Plots[i/columns][i%columns] = p
	}
	return f
}
