package papers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"breadboard/experiments/papers/aide"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// ink holds the style of exact numbers.
var ink = figure.LineStyle{Colour: figure.Ink}

// An aidePlot has few lines, which are named at their ends.
type aidePlot struct {
	*plot.Plot
	ends figure.EndLabels
}

func aidePlotOf(title, across, up string, log bool) aidePlot {
	p := aidePlot{Plot: figure.LogPlot(log)}
	p.Title.Text = title
	p.X.Label.Text = across
	p.Y.Label.Text = up
	return p
}

func (p *aidePlot) curve(name string, style figure.LineStyle, line plotter.XYs) {
	p.Add(style.Line(line), style.Dots(line))
	p.ends.Add(name, style, line)
}

// named returns the plot with the names of its lines. Its axis upwards goes from low to high.
func (p aidePlot) named(low, high float64) *plot.Plot {
	p.Y.Min = low
	p.Y.Max = high
	p.Add(p.ends)
	return p.Plot
}

// aideBars returns two standard errors of numbers either way, on an axis that begins at low.
func aideBars(style figure.LineStyle, low float64, at plotter.XYs, errs []float64) (bars []plot.Plotter) {
	for i, p := range at {
		bars = append(bars, style.Bar(p.X, max(p.Y-2*errs[i], low), p.Y+2*errs[i]))
	}
	return bars
}

// foot returns where a logarithmic axis of numbers of rows begins: at half of the least.
func foot[R any](rows []R, numbers ...func(R) float64) float64 {
	least := math.Inf(1)
	for _, r := range rows {
		for _, of := range numbers {
			if v := of(r); figure.OnLogAxis(v) {
				least = min(least, v)
			}
		}
	}
	return least / 2
}

// aideBias returns AIDE against steps of MH, particles of SMC and steps of VB, as Figure 2 of the paper. J of MH leaves
// its panel below.
func aideBias(all []aide.RegressionRow) figure.Figure {
	type row = aide.RegressionRow
	const lowOfMH, high = 1e-3, 15
	truth := ink.WithDashes(figure.Dashes)
	rowsOf := func(program string, M int) []row {
		return filtered(all, func(r row) bool { return r.Program == program && r.M == M })
	}
	pointsOf := func(rows []row, first float64, y func(row) float64) plotter.XYs {
		return figure.Points(rows, func(r row) (float64, float64) {
			return first + float64(r.Size), figure.ShownOnLog(y(r))
		})
	}
	ours := func(r row) float64 { return r.AIDE }
	theirs := func(r row) float64 { return r.Theirs.Value }
	// plane has a line for each M. The sizes of MH begin with 0.
	plane := func(p aidePlot, program string, first, low float64) *plot.Plot {
		for i, M := range []int{1, 10, 100, 1000} {
			style := figure.NthLine(i).WithDashes(nil)
			p.curve(fmt.Sprintf("M = %d", M), style, pointsOf(rowsOf(program, M), first, ours))
			p.Add(figure.Rings(style.Colour, pointsOf(rowsOf(program, M), first, theirs)))
		}
		p.Add(truth.Line(pointsOf(rowsOf(program, 1), first, func(r row) float64 { return r.J })))
		figure.Widen(&p.X, 1.2)
		return p.named(low, high)
	}
	mh := plane(aidePlotOf("AIDE of MH stays where it starts", "steps", "nats", true), aide.MH, 1, lowOfMH)
	mh.X.Tick.Marker = plot.ConstantTicks{{Value: 1, Label: "0"}, {Value: 5, Label: "4"}, {Value: 17, Label: "16"},
		{Value: 129, Label: "128"}}
	smc := plane(aidePlotOf("AIDE of SMC vanishes", "particles", "nats", true), aide.SMC, 0,
		foot(filtered(all, func(r row) bool { return r.Program == aide.SMC }), ours, theirs))
	vb := aidePlotOf("AIDE of VB is J", "steps up the gradient", "nats", false)
	descents := rowsOf(aide.VB, 1)
	line := pointsOf(descents, 0, ours)
	style := figure.NthLine(0)
	vb.Add(style.Line(line), style.Dots(line))
	vb.Add(aideBars(style, 0, line, table.Each(descents, func(r row) float64 { return r.Err }))...)
	vb.Add(figure.Rings(style.Colour, pointsOf(descents, 0, theirs)))
	f := figure.Panels{Height: 260, Plots: [][]*plot.Plot{{mh, smc, vb.named(0, 8)}}}
	f.Legend.Add("J, exact", truth.Line(nil))
	f.Legend.Add("published", figure.Rings(figure.Ink, nil))
	f.Legend.Note = "Lines are what AIDE expects, or our estimates. Bars of VB are two standard deviations from " +
		"descent to descent."
	return f
}

// aideBimodal returns the three panels of the paper's Figure 3.
func aideBimodal(s aide.Modes, shown []aide.SIR) figure.Figure {
	const low, lowest = -24, 8e-6 // where the axes of log estimates and of nats begin
	styles := map[string]figure.LineStyle{aide.Offset: figure.NthLine(1).WithDashes(nil), aide.Broad: figure.NthLine(0)}
	evidence := aidePlotOf("E[log estimate of p(y)]", "draws", "nats", false)
	distances := aidePlotOf("AIDE in expectation, and J", "draws", "nats", true)
	for _, proposal := range []string{aide.Offset, aide.Broad} {
		rows := filtered(s.SIRs, func(r aide.SIR) bool { return r.Proposal == proposal })
		pointsOf := func(of func(r aide.SIR) float64) plotter.XYs {
			return figure.Points(rows, func(r aide.SIR) (x, y float64) { return float64(r.P), of(r) })
		}
		style := styles[proposal]
		evidence.curve(proposal, style, filtered(pointsOf(func(r aide.SIR) float64 { return r.LogML }),
			func(at plotter.XY) bool { return at.Y >= low }))
		distances.curve(proposal, style, pointsOf(func(r aide.SIR) float64 { return r.GoldAIDE }))
		j := pointsOf(func(r aide.SIR) float64 { return figure.ShownOnLog(r.J) })
		distances.Add(style.WithDashes(figure.Dotted).Line(j))
		distances.ends.Add(proposal+", J", style, j)
	}
	evidence.Add(ink.Line(figure.Horizontal(1, 1000, s.LogP)))
	evidence.ends.Add("log p(y)", ink, figure.Horizontal(1, 1000, s.LogP))
	for _, p := range []aidePlot{evidence, distances} {
		figure.Widen(&p.X, 1.2)
	}
	f := figure.Panels{Height: 260, Plots: [][]*plot.Plot{{aideDensities(s, shown, styles),
		evidence.named(low, evidence.Y.Max), distances.named(lowest, distances.Y.Max)}}}
	f.Legend.Add("offset proposal", styles[aide.Offset].Line(nil))
	f.Legend.Add("broad proposal", styles[aide.Broad].Line(nil))
	f.Legend.Add("posterior", ink.Line(nil))
	f.Legend.Add("J", ink.WithDashes(figure.Dotted).Line(nil))
	return f
}

// aideDensities stacks the densities of the outputs by P, above the posterior.
func aideDensities(s aide.Modes, shown []aide.SIR, styles map[string]figure.LineStyle) *plot.Plot {
	plane := figure.NewPlot()
	plane.Title.Text = "densities, to their peaks"
	plane.X.Label.Text = "x"
	plane.Y.Label.Text = "draws"
	stack := func(density []float64, at float64, style figure.LineStyle) {
		var line plotter.XYs
		for i, x := range s.X {
			if x >= -3 && x <= 4 {
				line = append(line, plotter.XY{X: x, Y: density[i]*(0.8/floats.Max(density)) + at})
			}
		}
		plane.Add(style.Line(line))
	}
	stack(s.Target, 0, ink)
	heights := map[int]float64{1000: 1, 100: 2, 10: 3, 1: 4}
	for _, r := range shown {
		stack(r.Density, heights[r.P], styles[r.Proposal])
	}
	plane.X.Tick.Marker = figure.TicksAt(-2, 0, 2, 4)
	plane.Y.Tick.Marker = figure.NameTicks([]string{"posterior", "1000", "100", "10", "1"})
	return plane
}

// aideHMM returns the lower row of the paper's Figure 4: AIDE against P, with a panel for each gold standard. A line
// has the colour of its proposal, and dashes if M is 100.
func aideHMM(all []aide.FilterRow) figure.Figure {
	type row = aide.FilterRow
	const high = 100
	low := foot(all, func(r row) float64 { return r.Truth().Value }, func(r row) float64 { return r.Theirs.Value })
	plane := func(gold, title string) *plot.Plot {
		p := aidePlotOf(title, "P, number of particles", "AIDE (nats)", true)
		for _, first := range filtered(all, func(r row) bool { return r.Gold == gold && r.P == 1 }) {
			rows := filtered(all, func(r row) bool {
				return r.Gold == gold && r.Proposal == first.Proposal && r.M == first.M
			})
			pointsOf := func(of func(row) float64) plotter.XYs {
				return figure.Points(rows, func(r row) (x, y float64) { return float64(r.P), of(r) })
			}
			var dashes []vg.Length
			if first.M == 100 {
				dashes = figure.Dashes
			}
			own := figure.NthLine(0).WithDashes(dashes)
			if first.Proposal == "optimal" {
				own = figure.NthLine(1).WithDashes(dashes)
				slipped := pointsOf(func(r row) float64 { return r.Slipped().Value })
				p.curve("with the slip", figure.NthLine(4).WithDashes(dashes), slipped)
			}
			p.curve(string(first.Proposal), own, pointsOf(func(r row) float64 { return r.Truth().Value }))
			theirs := pointsOf(func(r row) float64 { return r.Theirs.Value })
			p.Add(aideBars(own, low, theirs, table.Each(rows, func(r row) float64 { return r.Theirs.Err }))...)
			p.Add(figure.Rings(own.Colour, theirs),
				figure.Crosses(figure.Ink, pointsOf(func(r row) float64 { return r.Exact })))
		}
		return p.named(low, high)
	}
	f := figure.Panels{Height: 280, Plots: [][]*plot.Plot{{plane(aide.ByPosterior, "gold standard: the posterior"),
		plane(aide.ByFilter, "gold standard: a filter of 1000 particles")}}}
	f.Legend.Add("ours, M = 1", ink.Line(nil))
	f.Legend.Add("ours, M = 100", ink.WithDashes(figure.Dashes).Line(nil))
	f.Legend.Add("published", figure.Rings(figure.Ink, nil))
	f.Legend.Add("exact", figure.Crosses(figure.Ink, nil))
	f.Legend.Note = "A ring has the colour of its proposal, and a bar of its two standard errors. With the slip: " +
		"ours, with the slip of the published code made on purpose."
	return f
}

// aideStates returns the upper row of the paper's Figure 4: the distributions of the states, step by step.
func aideStates(all []aide.Portrait) figure.Figure {
	const columns = 3
	f := figure.Maps{Title: "probability of state 1 to 20 (downwards) at step 1 to 50", Side: 150,
		Rows: make([][]figure.Map, (len(all)+columns-1)/columns)}
	for i, p := range all {
		upright := make([][]float64, len(p.States[0])) // a row for each state, 1 at the top, a column for each step
		for _, now := range p.States {
			for x, mass := range now {
				upright[x] = append(upright[x], mass)
			}
		}
		one := figure.Map{Name: p.Name, Cells: upright, Scale: figure.Scale{High: 1},
			RowNames: oneTo(len(upright)), ColumnNames: oneTo(len(p.States))}
		if i%columns == columns-1 {
			one.Unit = "probability"
		}
		f.Rows[i/columns] = append(f.Rows[i/columns], one)
	}
	return f
}

// oneTo returns the numbers from 1 to n as names.
func oneTo(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i + 1)
	}
	return names
}
