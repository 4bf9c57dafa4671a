package pages

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"breadboard/experiments/studies/bdmc"
	"breadboard/experiments/studies/display"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// BDMCNames are the names of BDMCFiles.
var BDMCNames = slices.Concat(table.Names("md", "README", "rows"), table.Names("csv json", "rows", "table1", "nested",
	"findings", "times"), table.Names("png svg", "errors", "bias", "bias-25", "cost", "seconds", "nested"))

// BDMC shows the study of marginal likelihood estimators: a README, every row, Table 1, the ways of nested sampling,
// in how many data sets each finding holds, and the figures.
func BDMC(s bdmc.Study) study.Study {
	models := s.ModelsOf()
	rows := table.Each(models, func(sets []bdmc.Case) table.Table { return rowTable(s, sets) })
	soon := soonTable(s, evaluations)
	soonTimed := soonTable(s, seconds(s))
	people := append(slices.Clone(rows), soon, soonTimed, evidenceTable(s), nestedTable(s), claimTable(s))
	all := study.Study{Quick: s.Quick, People: people}
	study.Rows(&all, "rows", "model seed estimator knob budget cost how bias bias_stderr rmse rmse_stderr combine "+
		"bias_25 bias_25_stderr rmse_25 rmse_25_stderr", s.Rows, nil)
	study.Rows(&all, "table1", "seed data_from model log_p_y less_than_own", s.Fits, nil)
	study.Rows(&all, "nested", "model seed labels steps shrink bias bias_stderr above_1 above_2 above_3 runs",
		s.Nestings,
		nil)
	study.Rows(&all, "findings", "finding number model holds of q1 median q3", s.Findings, nil)
	study.Rows(&all, "times", "model estimator budget seconds runs", s.Times, nil)
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
		"Cases": display.InMarkdown(cases), "Soon": display.InMarkdown(soon),
		"SoonTimed": display.InMarkdown(soonTimed),
		"Table1":    display.InMarkdown(evidenceTable(s)),
		"Nested":    display.InMarkdown(nestedTable(s)),
		"Findings":  display.InMarkdown(claimTable(s)),
		"Walks":     s.Nested,
		"Exactly":   s.Nested * bdmc.ExactDraws,
		"Groups":    s.Groups, "Starts": s.Starts,
	}))
	all.Others = append(all.Others, table.Page("rows.md", rows...))
	all.Figure("errors", func(w io.Writer, m figure.Medium) error { return bdmcErrors(w, m, s) })
	all.Figure("bias", func(w io.Writer, m figure.Medium) error { return bdmcBias(w, m, s, single) })
	all.Figure("bias-25", func(w io.Writer, m figure.Medium) error { return bdmcBias(w, m, s, combined) })
	all.Figure("cost", func(w io.Writer, m figure.Medium) error { return bdmcAgainst(w, m, s, evaluations) })
	all.Figure("seconds", func(w io.Writer, m figure.Medium) error { return bdmcAgainst(w, m, s, seconds(s)) })
	all.Figure("nested", func(w io.Writer, m figure.Medium) error { return bdmcNested(w, m, s) })
	return all
}

// quartiles are the median of numbers with the quartiles around it.
func quartiles(format string, of []float64) string {
	q1, median, q3 := bdmc.Quartiles(of)
	return display.UnlessNaN(format, median) + fmt.Sprintf(" (%s to %s)", display.UnlessNaN(format, q1),
		display.UnlessNaN(format, q3))
}

// over are the numbers of an estimator at its k-th budget, or of the k-th way of nested sampling: one a data set.
func over[R any](sets []bdmc.Case, rows func(bdmc.Case) []R, k int, of func(R) float64) []float64 {
	return table.Each(sets, func(c bdmc.Case) float64 { return of(rows(c)[k]) })
}

// byModel are these columns, and one a model.
func byModel(s bdmc.Study, before ...string) []table.Column {
	return table.Columns(append(before, table.Each(s.ModelsOf(),
		func(sets []bdmc.Case) string { return sets[0].Name })...)...)
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

// soonTable says for what price each estimator is accurate: that of its smallest budget whose RMSE is below a nat.
func soonTable(s bdmc.Study, p price) table.Table {
	t := table.Table{Title: p.title + " until the RMSE is below a nat", Columns: byModel(s, "estimator")}
	for _, name := range bdmc.Legend {
		row := []any{name}
		for _, sets := range s.ModelsOf() {
			var soon []float64
			for _, c := range sets {
				rows := s.Of(c, name)
				if k := slices.IndexFunc(rows, func(r bdmc.Row) bool { return r.RMSE() < 1 }); k >= 0 {
					soon = append(soon, p.of(rows[k]))
				}
			}
			cell := fmt.Sprintf("%d of %d", len(soon), s.Sets)
			if len(soon) > 0 {
				_, median, _ := bdmc.Quartiles(soon)
				cell += ": " + p.write(median)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	t.Note("In how many data sets a budget of the study is enough; after the colon, the median of the %s "+
		"that the smallest such budget takes there.", p.unit)
	return t
}

// evidenceTable is laid out as the paper's Table 1.
func evidenceTable(s bdmc.Study) table.Table {
	models := s.ModelsOf()
	t := table.Table{Title: "Table 1: log p(y) of every model on data from every model",
		Columns: byModel(s, "data from")}
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

// nestedTable has a line for each way of nested sampling on each model.
func nestedTable(s bdmc.Study) table.Table {
	t := table.Table{Title: "Nested sampling with two particles", Lead: 2, Columns: table.Columns("model",
		"way=draws, ties, share", "bias", "above_1=more than 1 nat too large", "above_2=2 nats", "above_3=3 nats",
		"sets=data sets beyond chance at 1 nat")}
	for _, sets := range s.ModelsOf() {
		for k, n := range s.Ways(sets[0]) {
			of := func(number func(bdmc.Nesting) float64) []float64 { return over(sets, s.Ways, k, number) }
			beyond := 0
			for _, z := range of(bdmc.Nesting.Z) {
				if z > 3 {
					beyond++
				}
			}
			t.Add(sets[0].Name, n.Name(), quartiles("%+.2f", of(func(n bdmc.Nesting) float64 { return n.Bias })),
				quartiles("%.2f", of(func(n bdmc.Nesting) float64 { return n.Above1 })),
				quartiles("%.2f", of(func(n bdmc.Nesting) float64 { return n.Above2 })),
				quartiles("%.2f", of(func(n bdmc.Nesting) float64 { return n.Above3 })),
				fmt.Sprintf("%d of %d", beyond, s.Sets))
		}
	}
	t.Note("Medians of %d data sets, with their quartiles. A stochastic lower bound is more than 1, 2 and 3 nats too "+
		"large in at most 0.37, 0.14 and 0.05 of its runs. Beyond chance is more than three standard errors above.",
		s.Sets)
	return t
}

// claimTable has a line for each finding of the paper.
func claimTable(s bdmc.Study) table.Table {
	t := table.Table{Title: "The paper's findings: in how many data sets they hold",
		Columns: byModel(s, "finding", "number=the number that decides")}
	for of := range slices.Chunk(s.Findings, len(s.ModelsOf())) {
		row := []any{of[0].Claim, of[0].Number}
		for _, f := range of {
			cell := fmt.Sprintf("%d of %d", f.Holds, f.Of)
			if f.Of > 0 {
				cell += fmt.Sprintf(": %.3g (%.3g to %.3g)", f.Median, f.Q1, f.Q3)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	t.Note("After the colon: the median of the number over the data sets, with its quartiles.")
	return t
}

// bdmcBars are one plot a model, with a line for each name: the quartiles of its numbers over the data sets, and a
// dot at the median. A dotted line says what is allowed.
func bdmcBars(w io.Writer, m figure.Medium, s bdmc.Study, allowed float64, across string, names []string,
	of func(sets []bdmc.Case, i int) []float64, prepare func(p *plot.Plot)) error {
	upwards := slices.Clone(names)
	slices.Reverse(upwards)
	return display.NewSheet(3, vg.Length(60+17*len(names)), 14).Draw(w, m, figure.Legend{},
		table.Each(s.ModelsOf(), func(sets []bdmc.Case) display.Panel {
			p := figure.NewPlot()
			p.Add(figure.LineStyle{Colour: figure.Ink, Dashes: figure.Dotted}.Line(plotter.XYs{{X: allowed, Y: -0.6},
				{X: allowed, Y: float64(len(names)) - 0.4}}))
			for i := range names {
				q1, median, q3 := bdmc.Quartiles(of(sets, i))
				y := float64(len(names) - 1 - i)
				style := figure.NthLine(0)
				p.Add(style.Line(display.Level(q1, q3, y)), style.Dots(plotter.XYs{{X: median, Y: y}}))
			}
			p.NominalY(upwards...)
			prepare(p)
			p.Y.Min, p.Y.Max = -0.6, float64(len(names))-0.4
			return display.Panel{Plane: p, Title: sets[0].Name, Across: across}
		})...)
}

// bdmcErrors draws the error of each estimator at its largest budget.
func bdmcErrors(w io.Writer, m figure.Medium, s bdmc.Study) error {
	names := table.Each(bdmc.Legend, func(name string) string {
		of := s.Of(s.Cases[0], name)
		return name + ", " + text.Count(of[len(of)-1].Budget, of[len(of)-1].Knob)
	})
	return bdmcBars(w, m, s, 1, "RMSE of a run (nats)", names, func(sets []bdmc.Case, i int) []float64 {
		rows := func(c bdmc.Case) []bdmc.Row { return s.Of(c, bdmc.Legend[i]) }
		return over(sets, rows, len(rows(sets[0]))-1, bdmc.Row.RMSE)
	}, func(p *plot.Plot) {
		figure.SetLog(&p.X, figure.LogTicks{Powers: 4, Evenly: 4})
		p.X.Min, p.X.Max = 0.01, 20
	})
}

// bdmcNested draws how far each way of nested sampling is off.
func bdmcNested(w io.Writer, m figure.Medium, s bdmc.Study) error {
	return bdmcBars(w, m, s, 0, "bias (nats)", table.Each(s.Ways(s.Cases[0]), bdmc.Nesting.Name),
		func(sets []bdmc.Case, i int) []float64 {
			return over(sets, s.Ways, i, func(n bdmc.Nesting) float64 { return n.Bias })
		}, func(p *plot.Plot) {
			p.X.Min, p.X.Max = -6, 4
			p.X.Tick.Marker = display.TicksAt(-6, -4, -2, 0, 2, 4)
		})
}
