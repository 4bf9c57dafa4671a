package pages

import (
	"fmt"
	"io"
	"math"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/experiments/studies/display"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

func addPartitions(all *study.Study, s aidepaper.Study) study.Record {
	p := s.Partitions
	findings := display.Findings("Figure 5: what holds", p.Findings())
	// the laws of the number of clusters that are exact, from 1 to all points
	laws := table.Table{Columns: table.Keys("program budget J_clusters")}
	for k := range p.Points {
		laws.Columns = append(laws.Columns, table.Column{Key: fmt.Sprint("p_", k+1)})
	}
	add := func(program string, budget any, c aidepaper.Clusters) {
		laws.Add(append([]any{program, budget, c.J(p.Clusters)}, study.Cells(c.Law[1:])...)...)
	}
	add(posteriorName, nil, p.Clusters)
	for _, r := range p.Rows {
		if r.Clusters.Law != nil {
			add(r.Program, r.Budget, r.Clusters)
		}
	}
	all.People = append(all.People, partitionsTable(p), fewTable(p), findings)
	study.Rows(all, "partitions", "program budget J aide_expected aide_1 aide_1_stderr aide_100 aide_100_stderr drop "+
		"drop_stderr clusters clusters_stderr", p.Rows, nil)
	study.Rows(all, "partitions-posterior", "cells log_p_y clusters runs draws", []aidepaper.Partitions{p}, nil)
	all.Add("partitions-clusters", laws)
	study.Rows(all, "partitions-few", "program P J aide_expected aide_1 aide_1_stderr", p.Few, nil)
	all.Figure("partitions", func(w io.Writer, m figure.Medium) error { return partitionsFigure(w, m, p) })
	return study.Record{"Study": p, "M": aidepaper.ManyRuns,
		"Few": aidepaper.FewPoints, "Cells": table.Thousands(p.Cells),
		"One": p.At(aidepaper.SMCPrior, 1), "Five": p.At(aidepaper.SMCPrior, 5),
		"Best": p.At(aidepaper.SMCOptimal, 1), "Swept": p.At(aidepaper.GibbsPrior, 1),
		"Rows": display.InMarkdown(partitionsTable(p)), "Walked": display.InMarkdown(fewTable(p)),
		"Findings": display.InMarkdown(findings)}
}

const posteriorName = "posterior"

// exactly writes an exact number, and nothing if it is not known.
func exactly(v float64) any { return table.Known(table.ThreeDigits(v)) }

func partitionsTable(s aidepaper.Partitions) table.Table {
	return table.Filled(table.Table{Title: "Figure 5: partitions of nine points", Lead: 2,
		Columns: table.Columns("program", "budget=particles or sweeps", "J", "aide_expected=E[AIDE], M = 1",
			"aide_1=AIDE, M = 1", "aide_100=AIDE, M = 100", "clusters=mean clusters", "off=off by",
			"J_clusters=J of clusters"),
		Notes: []string{"J and E[AIDE] are exact, and so are means without an error. AIDE is in nats, from exact " +
			"draws of the posterior, and M counts the reverse runs of the program. J of clusters is between the laws " +
			"of their number."},
	}, s.Rows, func(r aidepaper.PartitionRow) study.Record {
		mean := fmt.Sprintf("%.4f", r.Clusters.Mean)
		if r.Clusters.Err > 0 {
			mean = rounded(aidepaper.Sampled{Value: r.Clusters.Mean, Err: r.Clusters.Err}, 3)
		}
		return study.Record{"J": exactly(r.J), "aide_expected": exactly(r.Expected), "aide_1": rounded(r.One, 3),
			"aide_100": rounded(r.Many, 3), "clusters": mean,
			"off":        table.ThreeDigits(r.Clusters.Mean - s.Clusters.Mean),
			"J_clusters": exactly(r.Clusters.J(s.Clusters))}
	})
}

func fewTable(s aidepaper.Partitions) table.Table {
	return table.Filled(table.Table{Title: "Figure 5: SMC on four of the points", Lead: 2,
		Columns: table.Columns("program", "P=particles", "J", "aide_expected=E[AIDE], M = 1",
			"bias", "aide_1=AIDE, M = 1",
			"off=off by, in errors"),
		Notes: []string{"J and E[AIDE] come from a walk along every path of the dice."}}, s.Few,
		func(r aidepaper.FewRow) study.Record {
			return study.Record{"bias": fmt.Sprintf("%.4f", math.Abs(r.Expected-r.J)), "aide_1": rounded(r.One, 3),
				"off": fmt.Sprintf("%+.1f", (r.One.Value-r.Expected)/r.One.Err)}
		})
}

// partitionsFigure draws the two panels of the paper's Figure 5 for SMC and for Gibbs: AIDE and J, and the mean numbers
// of clusters.
func partitionsFigure(w io.Writer, m figure.Medium, s aidepaper.Partitions) error {
	const low = 1e-3 // where the axes of nats begin
	type row = aidepaper.PartitionRow
	var nats, probes []display.Panel
	for i, kind := range []struct{ name, size string }{{"SMC", "particles"}, {"Gibbs", "sweeps"}} {
		far := lined{Plot: study.AgainstLog(true)}
		probe := lined{Plot: study.AgainstLog(false)}
		for k, name := range []string{"prior", "optimal"} {
			style := figure.NthLine(k).With(nil)
			rows := s.Of(aidepaper.PartitionPrograms[2*i+k])
			far.estimates(name+", M = 1", style.With(figure.Dashes), low, table.Each(rows, func(r row) estimate {
				if !math.IsNaN(r.Expected) {
					r.One = aidepaper.Sampled{Value: r.Expected}
				}
				return estimate{float64(r.Budget), r.One}
			}))
			far.estimates(fmt.Sprintf("%s, M = %d", name, aidepaper.ManyRuns), style, low,
				table.Each(rows, func(r row) estimate { return estimate{float64(r.Budget), r.Many} }))
			far.Add(style.With(figure.Dotted).Line(display.XYs(rows,
				func(r row) (x, y float64) { return float64(r.Budget), r.J })))
			probe.estimates(name, style, math.Inf(-1), table.Each(rows, func(r row) estimate {
				return estimate{float64(r.Budget), aidepaper.Sampled{Value: r.Clusters.Mean, Err: r.Clusters.Err}}
			}))
		}
		probe.level(posteriorName, probe.X.Max, s.Clusters.Mean)
		far.Y.Min = low
		far.Y.Max = 25
		probe.Y.Min = 2.75
		probe.Y.Max = 3.4
		figure.Widen(&far.X, 1.2)
		figure.Widen(&probe.X, 1.2)
		nats = append(nats, display.NewPanel(far.named(), "AIDE of "+kind.name, kind.size, "nats"))
		probes = append(probes, display.NewPanel(probe.named(), "the probe of "+kind.name, kind.size,
			"mean number of clusters"))
	}
	j := figure.LegendEntry{Name: "J, exact", Style: figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}}
	return sheet(2).Draw(w, m, figure.Legend{Entries: []figure.LegendEntry{j},
		Note: "Bars: two standard errors. A bar without a mark is a limit: its estimate is not above 0 by two errors."},
		append(nats, probes...)...)
}
