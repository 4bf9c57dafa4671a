package pages

import (
	"fmt"
	"io"
	"slices"

	"breadboard/experiments/studies/bdmc"
	"breadboard/experiments/studies/display"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// BDMCNames are the names of BDMCFiles.
var BDMCNames = slices.Concat(table.Names("md", "README", "rows"), table.Names("csv json", "rows", "table1"),
	table.Names("png svg", "bias", "bias-25", "cost"))

// BDMC shows the study of marginal likelihood estimators: a README, every row, Table 1 and the figures.
func BDMC(s bdmc.Study) study.Study {
	models := s.ModelsOf()
	rows := table.Each(models, func(sets []bdmc.Case) table.Table { return rowTable(s, sets) })
	all := study.Study{Quick: s.Quick, People: append(slices.Clone(rows), evidenceTable(s))}
	study.Rows(&all, "rows", "model seed estimator knob budget cost how bias bias_stderr rmse rmse_stderr combine "+
		"bias_25 bias_25_stderr rmse_25 rmse_25_stderr", s.Rows, nil)
	study.Rows(&all, "table1", "seed data_from model log_p_y less_than_own", s.Fits, nil)
	exact := 0
	for _, r := range s.Rows {
		if r.Single.How != bdmc.Sampled {
			exact++
		}
	}
	cases := table.Table{Columns: table.Columns("model", "about=parameters", "cells", "log p(y)",
		"KL(posterior from prior)")}
	for _, sets := range models {
		cases.Add(sets[0].Name, sets[0].About, table.Thousands(sets[0].Cells()),
			quartiles("%.1f", table.Each(sets, func(c bdmc.Case) float64 { return c.LogP })),
			quartiles("%.1f", table.Each(sets, func(c bdmc.Case) float64 { return c.Gain })))
	}
	all.Text("README.md", prose.Fill("bdmc", map[string]any{
		"Quick": s.Quick, "N": s.N, "Sets": s.Sets, "Rows": len(s.Rows), "Exact": exact, "Trials": bdmc.Trials,
		"Cases": display.InMarkdown(cases), "Table1": display.InMarkdown(evidenceTable(s)),
		"Groups": s.Groups, "Starts": s.Starts,
	}))
	all.Others = append(all.Others, table.Page("rows.md", rows...))
	all.Figure("bias", func(w io.Writer, m figure.Medium) error { return bdmcBias(w, m, s, single) })
	all.Figure("bias-25", func(w io.Writer, m figure.Medium) error { return bdmcBias(w, m, s, combined) })
	all.Figure("cost", func(w io.Writer, m figure.Medium) error { return bdmcAgainst(w, m, s) })
	return all
}

// quartiles are the median of numbers with the quartiles around it.
func quartiles(format string, of []float64) string {
	q1, median, q3 := bdmc.Quartiles(of)
	return display.UnlessNaN(format, median) + fmt.Sprintf(" (%s to %s)", display.UnlessNaN(format, q1),
		display.UnlessNaN(format, q3))
}

// over are the numbers of an estimator at its k-th budget: one a data set.
func over(sets []bdmc.Case, rows func(bdmc.Case) []bdmc.Row, k int, of func(bdmc.Row) float64) []float64 {
	return table.Each(sets, func(c bdmc.Case) float64 { return of(rows(c)[k]) })
}

func cost(r bdmc.Row) float64 { return r.Cost }

// rowTable has the quartiles of every estimator and budget over the data sets of a model.
func rowTable(s bdmc.Study, sets []bdmc.Case) table.Table {
	t := table.Table{Title: sets[0].Name, Lead: 2,
		Columns: table.Columns("estimator", "budget", "cost=densities", "bias",
			"rmse=RMSE", "how", "rmse_25=RMSE of 25", "combine=combined by"), Notes: []string{
			fmt.Sprintf("Medians of %d data sets, with quartiles. Bias is E[log of the estimate] - log p(y), in nats.",
				s.Sets)}}
	for _, name := range bdmc.Legend {
		rows := func(c bdmc.Case) []bdmc.Row { return s.Of(c, name) }
		for k, r := range rows(sets[0]) {
			_, densities, _ := bdmc.Quartiles(over(sets, rows, k, cost))
			of25 := over(sets, rows, k, func(r bdmc.Row) float64 { return r.Combined.RMSE })
			t.Add(name, text.Count(r.Budget, r.Knob), table.Thousands(int(densities+0.5)),
				quartiles("%.2f", over(sets, rows, k, bdmc.Row.Bias)), quartiles("%.2f",
					over(sets, rows, k, bdmc.Row.RMSE)),
				string(r.Single.How), quartiles("%.2f", of25), string(r.Combine))
		}
	}
	return t
}

// evidenceTable is laid out as the paper's Table 1.
func evidenceTable(s bdmc.Study) table.Table {
	models := s.ModelsOf()
	t := table.Table{Title: "Table 1: log p(y) of every model on data from every model",
		Columns: table.Columns(append([]string{"data from"}, table.Each(models,
			func(sets []bdmc.Case) string { return sets[0].Name })...)...)}
	for i, sets := range models {
		row := []any{sets[0].Name}
		for k := range models {
			of := func(number func(bdmc.Fit) float64) (all []float64) {
				for j := range sets {
					all = append(all, number(s.Fits[(i*len(sets)+j)*len(models)+k]))
				}
				return all
			}
			_, median, _ := bdmc.Quartiles(of(func(f bdmc.Fit) float64 { return f.LogP }))
			cell := fmt.Sprintf("%.1f", median)
			if k != i {
				cell += "; less by " + quartiles("%.2f", of(func(f bdmc.Fit) float64 { return f.Less }))
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	t.Note("Medians of %d data sets, and how much less than under the model that the data came from.", s.Sets)
	return t
}
