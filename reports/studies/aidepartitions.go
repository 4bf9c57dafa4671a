package studies

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/studies/aidepaper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

func addPartitions(all *Study, s aidepaper.Study) string {
	p := s.Partitions
	findings := findingTable("Figure 5: what holds", p.Findings())
	// the laws of the number of clusters that are exact, from 1 to all points
	laws := table.Table{Columns: table.Keys("program budget J_clusters")}
	for k := range p.Points {
		laws.Columns = append(laws.Columns, table.Column{Key: fmt.Sprint("p_", k+1)})
	}
	add := func(program string, budget any, c aidepaper.Clusters) {
		laws.Add(append([]any{program, budget, c.J(p.Clusters)}, cells(c.Law[1:])...)...)
	}
	add(posteriorName, nil, p.Clusters)
	for _, r := range p.Rows {
		if r.Clusters.Law != nil {
			add(r.Program, r.Budget, r.Clusters)
		}
	}
	all.People = append(all.People, partitionsTable(p), fewTable(p), findings)
	data(all, "partitions", "program budget J aide_expected aide_1 aide_1_stderr aide_100 aide_100_stderr drop drop_stderr "+
		"clusters clusters_stderr", p.Rows, nil)
	data(all, "partitions-posterior", "cells log_p_y clusters runs draws", []aidepaper.Partitions{p}, nil)
	all.data("partitions-clusters", laws)
	data(all, "partitions-few", "program P J aide_expected aide_1 aide_1_stderr", p.Few, nil)
	all.figure("partitions", func(w io.Writer, m figure.Medium) error { return partitionsFigure(w, m, p) })
	return fill("partitions", map[string]any{"Study": p, "M": aidepaper.ManyRuns,
		"Few": aidepaper.FewPoints, "Cells": table.Thousands(p.Cells),
		"One": p.At(aidepaper.SMCPrior, 1), "Five": p.At(aidepaper.SMCPrior, 5),
		"Best": p.At(aidepaper.SMCOptimal, 1), "Swept": p.At(aidepaper.GibbsPrior, 1),
		"Rows": inMarkdown(partitionsTable(p)), "Walked": inMarkdown(fewTable(p)),
		"Findings": inMarkdown(findings)})
}

const posteriorName = "posterior"

// exactly writes an exact number, and nothing if it is not known.
func exactly(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return table.ThreeDigits(v)
}

func partitionsTable(s aidepaper.Partitions) table.Table {
	return table.Filled(table.Table{Title: "Figure 5: partitions of nine points", Lead: 2,
		Columns: table.Columns("program", "budget=particles or sweeps", "J", "aide_expected=E[AIDE], M = 1",
			"aide_1=AIDE, M = 1", "aide_100=AIDE, M = 100", "clusters=mean clusters", "off=off by", "J_clusters=J of clusters"),
		Notes: []string{"J and E[AIDE] are exact, and so are means without an error. AIDE is in nats, from exact draws of the " +
			"posterior, and M counts the reverse runs of the program. J of clusters is between the laws of their number."},
	}, s.Rows, func(r aidepaper.PartitionRow) record {
		mean := fmt.Sprintf("%.4f", r.Clusters.Mean)
		if r.Clusters.Err > 0 {
			mean = rounded(aidepaper.Sampled{Value: r.Clusters.Mean, Err: r.Clusters.Err}, 3)
		}
		return record{"J": exactly(r.J), "aide_expected": exactly(r.Expected), "aide_1": rounded(r.One, 3),
			"aide_100": rounded(r.Many, 3), "clusters": mean, "off": table.ThreeDigits(r.Clusters.Mean - s.Clusters.Mean),
			"J_clusters": exactly(r.Clusters.J(s.Clusters))}
	})
}

func fewTable(s aidepaper.Partitions) table.Table {
	return table.Filled(table.Table{Title: "Figure 5: SMC on four of the points", Lead: 2,
		Columns: table.Columns("program", "P=particles", "J", "aide_expected=E[AIDE], M = 1", "bias", "aide_1=AIDE, M = 1",
			"off=off by, in errors"),
		Notes: []string{"J and E[AIDE] come from a walk along every path of the dice."}}, s.Few, func(r aidepaper.FewRow) record {
		return record{"bias": fmt.Sprintf("%.4f", math.Abs(r.Expected-r.J)), "aide_1": rounded(r.One, 3),
			"off": fmt.Sprintf("%+.1f", (r.One.Value-r.Expected)/r.One.Err)}
	})
}

// partitionsFigure draws the two panels of the paper's Figure 5: AIDE and J, without estimates that are within two
// standard errors of 0, and the mean numbers of clusters, with two standard errors.
func partitionsFigure(w io.Writer, m figure.Medium, s aidepaper.Partitions) error {
	styles := map[string]figure.LineStyle{
		aidepaper.SMCPrior: figure.NthLine(0).With(nil), aidepaper.SMCOptimal: figure.NthLine(2).With(nil),
		aidepaper.GibbsPrior: figure.NthLine(1).With(nil), aidepaper.GibbsOptimal: figure.NthLine(4).With(nil)}
	ink := figure.LineStyle{Colour: figure.Ink}
	dashed, dotted := ink.With(figure.Dashes), ink.With(figure.Dotted)
	var legend figure.Legend
	nats, probe := againstLog(true), againstLog(false)
	probe.Add(ink.Line(level(1, 100, s.Clusters.Mean)))
	for _, program := range aidepaper.PartitionPrograms {
		style, rows := styles[program], s.Of(program)
		legend.Entries = append(legend.Entries, entry(program, style))
		along := func(of func(aidepaper.PartitionRow) aidepaper.Sampled) plotter.XYs {
			return xys(rows, func(r aidepaper.PartitionRow) (x, y float64) {
				v := of(r)
				if !(v.Value > 2*v.Err) {
					return float64(r.Budget), math.NaN()
				}
				return float64(r.Budget), shownOnLog(v.Value)
			})
		}
		curve(nats, style, along(func(r aidepaper.PartitionRow) aidepaper.Sampled { return r.Many }))
		nats.Add(style.With(figure.Dashes).Line(along(func(r aidepaper.PartitionRow) aidepaper.Sampled { return r.One })),
			style.With(figure.Dotted).Line(along(func(r aidepaper.PartitionRow) aidepaper.Sampled {
				return aidepaper.Sampled{Value: r.J}
			})))
		curve(probe, style, xys(rows, func(r aidepaper.PartitionRow) (x, y float64) {
			x, mean, off := float64(r.Budget), r.Clusters.Mean, 2*r.Clusters.Err
			probe.Add(style.Line(plotter.XYs{{X: x, Y: mean - off}, {X: x, Y: mean + off}}))
			return x, mean
		}))
	}
	legend.Entries = append(legend.Entries, entry("left: AIDE, M = 100", ink),
		figure.LegendEntry{Name: "left: AIDE, M = 1", Style: dashed},
		figure.LegendEntry{Name: "left: J, exact", Style: dotted}, figure.LegendEntry{Name: "right: posterior", Style: ink})
	nats.Y.Min = 1e-3
	figure.Widen(&nats.X, 1.2)
	figure.Widen(&nats.Y, 1.2)
	const room = 0.02
	probe.Y.Min, probe.Y.Max = probe.Y.Min-room, probe.Y.Max+room
	figure.Widen(&probe.X, 1.2)
	return ofAIDE(2).draw(w, m, legend, panel{nats, "AIDE from the posterior", "particles or sweeps", "nats"},
		panel{probe, "the probe", "particles or sweeps", "mean number of clusters"})
}
