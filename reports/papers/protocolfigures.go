package papers

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/protocol"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// forwardFigure returns for each case the forward runs as a user sees them (Figures 5 and 6 of BREAD), on the real data
// and on the first simulated set, both shifted.
func forwardFigure(results []protocol.Result) figure.Figure {
	names := []string{"real data", "first simulated set"}
	return quartilesFigure(results, "log w less its largest median (nats)", names,
		func(r protocol.Result, k int) (all []protocol.Quartiles, shift float64) {
			s := r.Real
			if k > 0 {
				s = r.Simulated[0]
			}
			return s.Forward, s.Shift()
		})
}

// reverseFigure returns for each case the reverse runs on the first simulated set that start after some sweeps.
func reverseFigure(results []protocol.Result) figure.Figure {
	names := table.Each(results[0].Sweeps, func(S int) string { return fmt.Sprintf("S = %d", S) })
	return quartilesFigure(results, "log w − log p(y) (nats)", names,
		func(r protocol.Result, k int) (all []protocol.Quartiles, shift float64) {
			return table.Each(r.Simulated[0].Reverse,
				func(q []protocol.Quartiles) protocol.Quartiles { return q[k] }), 0
		})
}

// quartilesFigure returns a panel for each case, on a scale of its own. At each T the quartiles of each kind of runs
// are side by side, where bands would blend.
func quartilesFigure(results []protocol.Result, up string, names []string,
	of func(r protocol.Result, k int) (all []protocol.Quartiles, shift float64)) figure.Figure {
	const columns = 3
	const gap = 0.13 // of a logarithm, from one kind to the next
	f := figure.Panels{Height: 200, Across: figure.AcrossT}
	for k, name := range names {
		f.Legend.Add(name, figure.NthLine(k).WithDashes(nil).Line(nil), figure.NthLine(k).Dots(nil))
	}
	f.Legend.Note = "Bar: between the quartiles of 100 runs; mark: their median; cross: the exact mean. Each case " +
		"has a scale of its own."
	for i, r := range results {
		if i%columns == 0 {
			f.Plots = append(f.Plots, make([]*plot.Plot, min(columns, len(results))))
		}
		p := figure.LogPlot(false)
		p.X.Tick.Marker = figure.TicksAt(table.Each(r.Ts, func(T int) float64 { return float64(T) })...)
		p.Title.Text = r.Name
		if i%columns == 0 {
			p.Y.Label.Text = up
		}
		for k := range names {
			style := figure.NthLine(k).WithDashes(nil)
			factor := math.Exp(gap * (float64(k) - float64(len(names)-1)/2))
			all, shift := of(r, k)
			var medians, means plotter.XYs
			for at, q := range all {
				x := factor * float64(r.Ts[at])
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
