package aide

import (
	_ "embed"
	"fmt"
	"io"
	"math"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

//go:embed partitions.md
var partitionsText string

var partitionsProse = prose("partitions", partitionsText)

// partitionsSection is Figure 5.
func partitionsSection(s aidepaper.Study) section {
	p := s.Partitions
	findings := findingTable("Figure 5: what holds", p.Findings())
	return section{
		prose: fill(partitionsProse, map[string]any{"Study": p, "M": aidepaper.ManyRuns,
			"Few": aidepaper.FewPoints, "Cells": table.Thousands(p.Cells),
			"One": p.At(aidepaper.SMCPrior, 1), "Five": p.At(aidepaper.SMCPrior, 5),
			"Best": p.At(aidepaper.SMCOptimal, 1), "Swept": p.At(aidepaper.GibbsPrior, 1),
			"Rows": inMarkdown(partitionsTable(p)), "Walked": inMarkdown(fewTable(p)),
			"Findings": inMarkdown(findings)}),
		tables: []table.Table{partitionsTable(p), fewTable(p), findings},
		data: []table.Named{{Name: "partitions", Table: partitionsData(p)},
			{Name: "partitions-posterior", Table: partitionsPosterior(p)},
			{Name: "partitions-clusters", Table: partitionsClusters(p)}, {Name: "partitions-few", Table: fewData(p)}},
		figures: map[string]func(w io.Writer, m figure.Medium) error{
			"partitions": func(w io.Writer, m figure.Medium) error { return partitionsFigure(w, m, p) }},
	}
}

func partitionsData(s aidepaper.Partitions) table.Table {
	t := table.Table{Columns: table.Keys("program budget J aide_expected aide_1 aide_1_stderr aide_100 " +
		"aide_100_stderr drop drop_stderr clusters clusters_stderr")}
	for _, r := range s.Rows {
		t.Add(r.Program, r.Budget, table.Known(r.J), table.Known(r.Expected), r.One.Value, r.One.Err, r.Many.Value,
			r.Many.Err, r.Drop.Value, r.Drop.Err, r.Clusters.Mean, table.Some(r.Clusters.Err))
	}
	return t
}

func partitionsPosterior(s aidepaper.Partitions) table.Table {
	t := table.Table{Columns: table.Keys("cells log_p_y clusters runs draws")}
	t.Add(s.Cells, s.LogP, s.Clusters.Mean, s.Runs, s.Draws)
	return t
}

// posteriorName names the posterior among the programs.
const posteriorName = "posterior"

// partitionsClusters has the laws of the number of clusters that are exact, from 1 to all points.
func partitionsClusters(s aidepaper.Partitions) table.Table {
	t := table.Table{Columns: table.Keys("program budget J_clusters")}
	for k := range s.Points {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprint("p_", k+1)})
	}
	add := func(program string, budget any, c aidepaper.Clusters) {
		row := []any{program, budget, c.J(s.Clusters)}
		for _, p := range c.Law[1:] {
			row = append(row, p)
		}
		t.Add(row...)
	}
	add(posteriorName, nil, s.Clusters)
	for _, r := range s.Rows {
		if r.Clusters.Law != nil {
			add(r.Program, r.Budget, r.Clusters)
		}
	}
	return t
}

func fewData(s aidepaper.Partitions) table.Table {
	t := table.Table{Columns: table.Keys("program P J aide_expected aide_1 aide_1_stderr")}
	for _, r := range s.Few {
		t.Add(r.Program, r.P, r.J, r.Expected, r.One.Value, r.One.Err)
	}
	return t
}

// plusMinus writes a sampled number with its standard error.
func plusMinus(v, err float64) string { return fmt.Sprintf("%.3f ± %.3f", v, err) }

// exactly writes an exact number, and nothing if it is not known.
func exactly(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return table.ThreeDigits(v)
}

// partitionsTable has all rows, for people.
func partitionsTable(s aidepaper.Partitions) table.Table {
	t := table.Table{Title: "Figure 5: partitions of nine points", Lead: 2,
		Columns: table.Columns("program", "budget=particles or sweeps", "J", "aide_expected=E[AIDE], M = 1",
			"aide_1=AIDE, M = 1", "aide_100=AIDE, M = 100", "clusters=mean clusters", "off=off by", "J_clusters=J of clusters")}
	for _, r := range s.Rows {
		mean, off := fmt.Sprintf("%.4f", r.Clusters.Mean), r.Clusters.Mean-s.Clusters.Mean
		if r.Clusters.Err > 0 {
			mean = plusMinus(r.Clusters.Mean, r.Clusters.Err)
		}
		t.Add(r.Program, r.Budget, exactly(r.J), exactly(r.Expected), plusMinus(r.One.Value, r.One.Err),
			plusMinus(r.Many.Value, r.Many.Err), mean, table.ThreeDigits(off),
			exactly(r.Clusters.J(s.Clusters)))
	}
	t.Note("J and E[AIDE] are exact, and so are means without an error. AIDE is in nats, from exact draws of the " +
		"posterior, and M counts the reverse runs of the program. J of clusters is between the laws of their number.")
	return t
}

// fewTable has the rows on few points.
func fewTable(s aidepaper.Partitions) table.Table {
	t := table.Table{Title: "Figure 5: SMC on four of the points", Lead: 2,
		Columns: table.Columns("program", "P=particles", "J", "aide_expected=E[AIDE], M = 1", "bias", "aide_1=AIDE, M = 1",
			"off=off by, in errors")}
	for _, r := range s.Few {
		t.Add(r.Program, r.P, r.J, r.Expected, fmt.Sprintf("%.4f", math.Abs(r.Expected-r.J)),
			plusMinus(r.One.Value, r.One.Err), fmt.Sprintf("%+.1f", (r.One.Value-r.Expected)/r.One.Err))
	}
	t.Note("J and E[AIDE] come from a walk along every path of the dice.")
	return t
}
