package pages

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

func addModes(all *study.Study, s aidepaper.Study) study.Record {
	m := s.Modes
	all.People = append(all.People, modesTable(m))
	laws := table.Table{Columns: table.Keys("x posterior")} // the densities of all outputs, a row a point
	for _, l := range m.Laws {
		laws.Columns = append(laws.Columns, table.Column{Key: fmt.Sprintf("%s_%d", l.Proposal, l.P)})
	}
	for i, x := range m.X {
		laws.Add(append([]any{x, m.Target[i]}, table.Each(m.Laws,
			func(l aidepaper.SIRLaw) any { return l.Density[i] })...)...)
	}
	study.Rows(all, "modes", "proposal P log_p_y e_log below_0 posterior_below_0 J aide gold_J gold_aide",
		m.SIRs,
		func(aidepaper.SIR) study.Record { return study.Record{"log_p_y": m.LogP, "posterior_below_0": m.Left} })
	all.Add("modes-laws", laws)
	all.Figure("modes", func(w io.Writer, m figure.Medium) error { return modesFigure(w, m, s.Modes) })
	for name, logf := range aidepaper.ModesTargets() { // for the command line: log f in one row
		numbersFile(all, "modes-"+name+".csv", logf)
	}
	return study.Record{"Study": m, "Missed": m.At(aidepaper.Offset, 1000),
		"Short": m.LogP - m.At(aidepaper.Offset, 1000).LogML, "Gold": m.At(aidepaper.Broad, 1000),
		"Points": len(m.X), "Rows": display.InMarkdown(modesTable(m))}
}

func modesTable(m aidepaper.Modes) table.Table {
	some := slices.DeleteFunc(slices.Clone(m.SIRs), func(r aidepaper.SIR) bool {
		return !slices.Contains([]int{1, 4, 10, 100, 1000}, r.P)
	})
	return table.Filled(table.Table{Title: "Figure 3: SIR on a posterior with two modes", Lead: 2,
		Columns: table.Columns("proposal", "P=draws", "low=log p(y) too low by", "below_0=mass of the larger mode",
			"J", "aide=AIDE, M = 1", "gold_aide=AIDE, authors' gold standard"),
		Notes: []string{fmt.Sprintf("All numbers are exact, in nats. The posterior has %.2g of its mass in the "+
			"larger mode.",
			m.Left)}}, some, func(r aidepaper.SIR) study.Record { return study.Record{"low": m.LogP - r.LogML} })
}

// modesFigure draws the three panels of the paper's Figure 3.
func modesFigure(w io.Writer, m figure.Medium, s aidepaper.Modes) error {
	const low, lowest = -24, 8e-6 // where the axes of log estimates and of nats begin
	truth := figure.LineStyle{Colour: figure.Ink}
	styles := map[string]figure.LineStyle{aidepaper.Offset: figure.NthLine(1).With(nil),
		aidepaper.Broad: figure.NthLine(0)}
	legend := figure.Legend{Entries: []figure.LegendEntry{study.Entry("offset proposal", styles[aidepaper.Offset]),
		study.Entry("broad proposal", styles[aidepaper.Broad]), {Name: "posterior", Style: truth},
		{Name: "J", Style: truth.With(figure.Dotted)}}}
	evidence := lined{Plot: study.AgainstLog(false)}
	distances := lined{Plot: study.AgainstLog(true)}
	for _, proposal := range []string{aidepaper.Offset, aidepaper.Broad} {
		along := func(of func(r aidepaper.SIR) float64) plotter.XYs {
			return display.XYs(s.Of(proposal), func(r aidepaper.SIR) (x, y float64) { return float64(r.P), of(r) })
		}
		style := styles[proposal]
		evidence.curve(proposal, style, slices.DeleteFunc(along(func(r aidepaper.SIR) float64 { return r.LogML }),
			func(at plotter.XY) bool { return at.Y < low }))
		distances.curve(proposal, style, along(func(r aidepaper.SIR) float64 { return r.Gold.Expected }))
		j := along(func(r aidepaper.SIR) float64 { return display.ShownOnLog(r.Posterior.J) })
		distances.Add(style.With(figure.Dotted).Line(j))
		distances.ends.Add(proposal+", J", style, j)
	}
	evidence.level("log p(y)", 1000, s.LogP)
	evidence.Y.Min, distances.Y.Min = low, lowest
	figure.Widen(&evidence.X, 1.2)
	figure.Widen(&distances.X, 1.2)
	return sheet(3).Draw(w, m, legend,
		display.NewPanel(modesDensities(s, truth, styles), "densities of the output, each to its peak", "x", "draws"),
		display.NewPanel(evidence.named(), "E[log estimate of p(y)]", "draws", "nats"),
		display.NewPanel(distances.named(), "AIDE in expectation, and J", "draws", "nats"))
}

// modesDensities stacks the densities of the outputs by P, above the posterior.
func modesDensities(s aidepaper.Modes, truth figure.LineStyle, styles map[string]figure.LineStyle) *plot.Plot {
	plane := lined{Plot: figure.NewPlot()}
	shown := []int{1000, 100, 10, 1} // from below
	stack := func(density []float64, at int, style figure.LineStyle) {
		var line plotter.XYs
		for i, x := range s.X {
			if x >= -3 && x <= 4 {
				line = append(line, plotter.XY{X: x, Y: density[i]*(0.8/floats.Max(density)) + float64(at)})
			}
		}
		plane.Add(style.Line(line))
	}
	stack(s.Target, 0, truth)
	for _, l := range s.Laws {
		if at := slices.Index(shown, l.P); at >= 0 {
			stack(l.Density, at+1, styles[l.Proposal])
		}
	}
	ticks := plot.ConstantTicks{{Value: 0, Label: "posterior"}}
	for i, draws := range shown {
		ticks = append(ticks, plot.Tick{Value: float64(i + 1), Label: fmt.Sprint(draws)})
	}
	plane.Y.Tick.Marker = ticks
	return plane.named()
}
