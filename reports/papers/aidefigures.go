package papers

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/experiments/papers/aide"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// An aidePlot has few lines, which are named at their ends.
type aidePlot struct {
	*plot.Plot
	ends figure.EndLabels
}

func (p *aidePlot) curve(name string, style figure.LineStyle, line plotter.XYs) {
	curve(p.Plot, style, line)
	p.ends.Add(name, style, line)
}

// aideSheet has two panels in a row, for a page.
var aideSheet = sheet{columns: 2, height: 210, right: 8}

// aideBars are two standard errors of numbers either way, on an axis that begins at low.
func aideBars(style figure.LineStyle, low float64, at plotter.XYs, errs []float64) *plotter.YErrorBars {
	b := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: style.Colour, Width: 0.8}, CapWidth: 4}
	for i, p := range at {
		y := max(p.Y, low)
		b.XYs = append(b.XYs, plotter.XY{X: p.X, Y: y})
		b.YErrors = append(b.YErrors, struct{ Low, High float64 }{y - max(p.Y-2*errs[i], low), max(p.Y+2*errs[i]-y, 0)})
	}
	return b
}

// aideBias draws AIDE against steps of MH, particles of SMC and steps of VB, as the paper's Figure 2, and how far each
// published number is from ours. The first two panels have one scale.
func aideBias(w io.Writer, m figure.Medium, all []aide.RegressionRow) error {
	type row = aide.RegressionRow
	const low = 5e-5 // where both axes begin
	truth := figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dashes}
	of := func(program string, M int) []row {
		return aideOnly(all, func(r row) bool { return r.Program == program && r.M == M })
	}
	along := func(rows []row, first float64, y func(row) float64) plotter.XYs {
		return points(rows, func(r row) (float64, float64) { return first + float64(r.Size), shownOnLog(y(r)) })
	}
	ours := func(r row) float64 { return r.AIDE }
	theirs := func(r row) float64 { return r.Theirs.Value }
	// plane has a line for each M. The sizes of MH begin with 0.
	plane := func(program string, first float64) *plot.Plot {
		p := aidePlot{Plot: againstLog(true)}
		for i, M := range []int{1, 10, 100, 1000} {
			style := figure.NthLine(i).With(nil)
			p.curve(fmt.Sprintf("M = %d", M), style, along(of(program, M), first, ours))
			p.Add(marks(figure.Ring, 3.5, style.Colour, along(of(program, M), first, theirs)))
		}
		exact := along(of(program, 1), first, func(r row) float64 { return r.J })
		p.Add(truth.Line(exact), truth.Dots(aideOnly(exact, func(at plotter.XY) bool { return at.Y >= low })))
		figure.Widen(&p.X, 1.2)
		p.Y.Min, p.Y.Max = low, 15
		p.Add(p.ends)
		return p.Plot
	}
	mh := plane(aide.MH, 1)
	mh.X.Tick.Marker = plot.ConstantTicks(table.Each(of(aide.MH, 1), func(r row) plot.Tick {
		return plot.Tick{Value: 1 + float64(r.Size), Label: fmt.Sprint(r.Size)}
	}))
	vb := againstLog(false)
	descents := of(aide.VB, 1)
	line := along(descents, 0, ours)
	style := figure.NthLine(0)
	curve(vb, style, line)
	vb.Add(aideBars(style, 0, line, table.Each(descents, func(r row) float64 { return r.Err })),
		marks(figure.Ring, 3.5, style.Colour, along(descents, 0, theirs)))
	vb.Y.Min, vb.Y.Max = 0, 8
	errors := againstLog(false)
	errors.Add(style.Dots(points(aideOnly(all, func(r row) bool { return r.AIDE > 0 }), func(r row) (x, y float64) {
		return r.AIDE, r.Theirs.Z(r.Ours())
	})), truth.Line(level(1e-4, 10, -2.5)), truth.Line(level(1e-4, 10, 2.5)))
	errors.Y.Min = min(errors.Y.Min, -3)
	errors.Y.Max = max(errors.Y.Max, 3)
	errors.Y.Tick.Marker = ticksAt(-2.5, 0, 2.5)
	return aideSheet.draw(w, m, figure.Legend{Entries: []figure.LegendEntry{entry("J, exact", truth),
		markEntry("published", figure.Ring, 3.5, figure.Ink), barEntry("two errors", figure.Ink, true)},
		Note: "Lines are what AIDE expects, or our estimates. An error of VB is from descent to descent. Each mark " +
			"at the lower right is a published number."},
		panel{mh, "AIDE of MH stays where it starts", "steps", "nats"},
		panel{plane(aide.SMC, 0), "AIDE of SMC vanishes", "particles", "nats"},
		panel{vb, "AIDE of VB is J", "steps up the gradient", "nats"},
		panel{errors, "published numbers, less ours", "AIDE, ours (nats)", "standard errors"})
}

// aideBimodal draws the three panels of the paper's Figure 3, and the mass of the larger mode.
func aideBimodal(w io.Writer, m figure.Medium, s aide.Modes, shown []aide.SIR) error {
	const low, lowest = -24, 8e-6 // where the axes of log estimates and of nats begin
	truth := figure.LineStyle{Colour: figure.Ink}
	styles := map[string]figure.LineStyle{aide.Offset: figure.NthLine(1).With(nil), aide.Broad: figure.NthLine(0)}
	evidence := aidePlot{Plot: againstLog(false)}
	mode := aidePlot{Plot: againstLog(true)}
	distances := aidePlot{Plot: againstLog(true)}
	for _, proposal := range []string{aide.Offset, aide.Broad} {
		rows := aideOnly(s.SIRs, func(r aide.SIR) bool { return r.Proposal == proposal })
		along := func(of func(r aide.SIR) float64) plotter.XYs {
			return points(rows, func(r aide.SIR) (x, y float64) { return float64(r.P), of(r) })
		}
		style := styles[proposal]
		evidence.curve(proposal, style, aideOnly(along(func(r aide.SIR) float64 { return r.LogML }),
			func(at plotter.XY) bool { return at.Y >= low }))
		mode.curve(proposal, style, along(func(r aide.SIR) float64 { return r.Left }))
		distances.curve(proposal, style, along(func(r aide.SIR) float64 { return r.GoldAIDE }))
		j := along(func(r aide.SIR) float64 { return shownOnLog(r.J) })
		distances.Add(style.With(figure.Dotted).Line(j))
		distances.ends.Add(proposal+", J", style, j)
	}
	evidence.Add(truth.Line(level(1, 1000, s.LogP)))
	evidence.ends.Add("log p(y)", truth, level(1, 1000, s.LogP))
	mode.Add(truth.Line(level(1, 1000, s.Left)))
	mode.ends.Add("posterior", truth, level(1, 1000, s.Left))
	evidence.Y.Min, distances.Y.Min = low, lowest
	for _, p := range []aidePlot{evidence, mode, distances} {
		figure.Widen(&p.X, 1.2)
		p.Add(p.ends)
	}
	return aideSheet.draw(w, m, figure.Legend{Entries: []figure.LegendEntry{
		entry("offset proposal", styles[aide.Offset]), entry("broad proposal", styles[aide.Broad]),
		{Name: "posterior", Style: truth}, {Name: "J", Style: truth.With(figure.Dotted)}}},
		panel{aideDensities(s, shown, styles), "densities of the output, each to its peak", "x", "draws"},
		panel{evidence.Plot, "E[log estimate of p(y)]", "draws", "nats"},
		panel{mode.Plot, "mass of the larger mode", "draws", "probability"},
		panel{distances.Plot, "AIDE in expectation, and J", "draws", "nats"})
}

// aideDensities stacks the densities of the outputs by P, above the posterior.
func aideDensities(s aide.Modes, shown []aide.SIR, styles map[string]figure.LineStyle) *plot.Plot {
	plane := figure.NewPlot()
	stack := func(density []float64, at float64, style figure.LineStyle) {
		var line plotter.XYs
		for i, x := range s.X {
			if x >= -3 && x <= 4 {
				line = append(line, plotter.XY{X: x, Y: density[i]*(0.8/floats.Max(density)) + at})
			}
		}
		plane.Add(style.Line(line))
	}
	stack(s.Target, 0, figure.LineStyle{Colour: figure.Ink})
	ticks := plot.ConstantTicks{{Value: 0, Label: "posterior"}}
	heights := map[int]float64{1000: 1, 100: 2, 10: 3, 1: 4}
	for _, r := range shown {
		stack(r.Density, heights[r.P], styles[r.Proposal])
		if r.Proposal == aide.Broad {
			ticks = append(ticks, plot.Tick{Value: heights[r.P], Label: fmt.Sprint(r.P)})
		}
	}
	plane.X.Tick.Marker = ticksAt(-3, -2, -1, 0, 1, 2, 3, 4)
	plane.Y.Tick.Marker = ticks
	return plane
}

// aideHMM draws the lower row of the paper's Figure 4: AIDE against P, a panel a gold standard. A line has a colour for
// its proposal, and dashes if M is 100.
func aideHMM(w io.Writer, m figure.Medium, all []aide.FilterRow) error {
	type row = aide.FilterRow
	const low = 0.01 // where the axes begin
	plane := func(gold string) *plot.Plot {
		p := aidePlot{Plot: againstLog(true)}
		for _, first := range aideOnly(all, func(r row) bool { return r.Gold == gold && r.P == 1 }) {
			rows := aideOnly(all, func(r row) bool {
				return r.Gold == gold && r.Proposal == first.Proposal && r.M == first.M
			})
			along := func(of func(row) float64) plotter.XYs {
				return points(rows, func(r row) (x, y float64) { return float64(r.P), of(r) })
			}
			var dashes []vg.Length
			if first.M == 100 {
				dashes = figure.Dashes
			}
			own := figure.NthLine(0).With(dashes)
			if first.Proposal == "optimal" {
				own = figure.NthLine(1).With(dashes)
				slipped := along(func(r row) float64 { return r.Slipped().Value })
				p.curve("with the slip", figure.NthLine(4).With(dashes), slipped)
			}
			p.curve(string(first.Proposal), own, along(func(r row) float64 { return r.Truth().Value }))
			theirs := along(func(r row) float64 { return r.Theirs.Value })
			p.Add(aideBars(own, low, theirs, table.Each(rows, func(r row) float64 { return r.Theirs.Err })),
				marks(figure.Ring, 4.5, own.Colour, theirs),
				marks(figure.Cross, 4, figure.Ink, along(func(r row) float64 { return r.Exact })))
		}
		p.Y.Min, p.Y.Max = low, 100
		p.Add(p.ends)
		return p.Plot
	}
	ink := figure.LineStyle{Colour: figure.Ink}
	return aligned{
		plots: [][]*plot.Plot{{plane(aide.ByPosterior), plane(aide.ByFilter)}},
		heads: []string{"gold standard: the posterior", "gold standard: a filter of 1000 particles"},
		up:    []string{"AIDE (nats)"}, across: "P, number of particles",
		legend: figure.Legend{Entries: []figure.LegendEntry{entry("ours, M = 1", ink),
			entry("ours, M = 100", ink.With(figure.Dashes)), markEntry("published", figure.Ring, 4.5, figure.Ink),
			barEntry("its two errors", figure.Ink, true), markEntry("exact", figure.Cross, 4, figure.Ink)},
			Note: "A ring has the colour of its proposal. With the slip: ours, with the slip of the published code " +
				"made on purpose."}}.draw(w, m, 250)
}

// aideStates draws the upper row of the paper's Figure 4: the distributions of the states, step by step.
func aideStates(w io.Writer, m figure.Medium, all []aide.Portrait) error {
	const columns, width, height, left, head, bar = 3, 160, 84, 24, 24, 62
	rows := (len(all) + columns - 1) / columns
	top := vg.Length(rows*(height+head) + 26)
	scale := figure.Scale{High: 1}
	return figure.Render(w, m, vg.Length(left+columns*(width+10)+bar), top, func(c draw.Canvas) {
		for i, p := range all {
			at := figure.Crop(c, vg.Length(left+i%columns*(width+10)), top-vg.Length((i/columns+1)*(height+head)),
				width, height)
			c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Max.Y + 5}, p.Name)
			upright := make([][]float64, len(p.States[0])) // a row a state, state 1 at the top, and a column a step
			for _, now := range p.States {
				for x, mass := range now {
					upright[x] = append(upright[x], mass)
				}
			}
			figure.HeatMap{Cells: upright, Scale: scale}.Draw(at)
			if i%columns == 0 {
				c.FillText(figure.LabelUp(10), vg.Point{X: at.Min.X - 8, Y: at.Center().Y}, "state, 1 to 20")
			}
			if i/columns == rows-1 {
				c.FillText(figure.Label(10), vg.Point{X: at.Center().X, Y: at.Min.Y - 15}, "step, 1 to 50")
			}
			if i == columns-1 {
				scale.ColourBar(figure.Crop(c, at.Max.X+10, at.Min.Y, bar, height), "probability")
			}
		}
	})
}
