package studies

import (
	"fmt"
	"io"
	"slices"

	"breadboard/experiments/studies/bdmc"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// BDMCNames are the names of BDMCFiles.
var BDMCNames = slices.Concat(table.Names("md", "README", "rows"), table.Names("csv json", "rows", "table1", "overshoot",
	"findings"), table.Names("png svg", "figure2", "figure3", "figure4", "figure5", "overshoot"),
	table.Names("csv png", "times"))

// BDMC shows the study of marginal likelihood estimators: a README, every row, Table 1, the test of nested sampling
// and the verdicts, and the figures.
func BDMC(s bdmc.Study) Study {
	estimators := each(s.Cases, func(c bdmc.Case) table.Table { return estimatorTable(s, c) })
	findings := findingTable("The paper's findings", s.Findings)
	all := Study{Quick: s.Quick, People: append(slices.Clone(estimators), evidenceTable(s), overshootTable(s), findings)}
	data(&all, "rows", "model estimator knob budget cost log_p_y how e_log bias bias_stderr rmse rmse_stderr combine how_25 "+
		"e_log_25 bias_25 bias_25_stderr rmse_25 rmse_25_stderr", s.Rows, func(r bdmc.Row) record {
		c := s.Cases[slices.IndexFunc(s.Cases, func(c bdmc.Case) bool { return c.Name == r.Case })]
		rec := record{"log_p_y": c.LogP, "e_log": c.LogP + r.Single.Bias, "e_log_25": c.LogP + r.Combined.Bias}
		for of, score := range map[string]bdmc.Score{"": r.Single, "_25": r.Combined} {
			if score.How != bdmc.Sampled { // what is exact has no error
				rec["bias"+of+"_stderr"], rec["rmse"+of+"_stderr"] = nil, nil
			}
		}
		return rec
	})
	data(&all, "table1", "data_from model log_p_y less_than_own", s.Fits, nil)
	data(&all, "overshoot", "model estimator budget b allowed share share_stderr runs breaks", s.Overshoots,
		func(o bdmc.Overshoot) record { return record{"allowed": o.Allowed(), "breaks": o.Breaks()} })
	all.data("findings", findings)
	all.text("README.md", bdmcReadme(s))
	all.Others = append(all.Others, table.Page("rows.md", estimators...))
	for name, draw := range bdmcFigures(s) {
		all.figure(name, draw)
	}
	if len(s.Times) > 0 {
		times := table.Filled(table.Table{Columns: table.Keys("model estimator budget seconds")}, s.Times,
			func(v bdmc.Time) record { return record{"seconds": v.Taken.Seconds()} })
		all.Others = append(all.Others, table.Data("times", times)[0], table.File{Name: "times.png",
			Write: func(w io.Writer) error { return bdmcTimes(w, figure.PNG, s) }})
	}
	return all
}

func estimatorTable(s bdmc.Study, c bdmc.Case) table.Table {
	of := slices.DeleteFunc(slices.Clone(s.Rows), func(r bdmc.Row) bool { return r.Case != c.Name })
	return table.Filled(table.Table{Title: fmt.Sprintf("%s: log p(y) = %.3f", c.Name, c.LogP), Lead: 2,
		Columns: table.Columns("estimator", "budget", "cost=densities", "bias", "rmse=RMSE", "how", "bias_25=bias of 25",
			"rmse_25=RMSE of 25", "combine=combined by", "how_25=how"),
		Notes: []string{"Bias is E[log of the estimate] - log p(y), in nats. Sampled numbers have standard errors in rows.csv."},
	}, of, func(r bdmc.Row) record {
		return record{"budget": text.Count(r.Budget, r.Knob), "cost": table.Thousands(int(r.Cost + 0.5))}
	})
}

// evidenceTable is laid out as the paper's Table 1.
func evidenceTable(s bdmc.Study) table.Table {
	t := table.Table{Title: "Table 1: log p(y) of every model on data from every model",
		Columns: []table.Column{{Key: "data from"}}}
	for _, c := range s.Cases {
		t.Columns = append(t.Columns, table.Column{Key: c.Name})
	}
	for i := 0; i < len(s.Fits); i += len(s.Cases) {
		row := []any{s.Fits[i].From}
		for _, f := range s.Fits[i : i+len(s.Cases)] {
			cell := fmt.Sprintf("%.2f", f.LogP)
			if f.Model != f.From {
				cell += fmt.Sprintf(" (%.2f)", f.Less)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	t.Note("In parentheses: how much less than the model that the data came from.")
	return t
}

// overshootTable has a line for each estimator, with the B where most is above what is allowed.
func overshootTable(s bdmc.Study) table.Table {
	return table.Filled(table.Table{Title: "How often an estimate is more than B nats too large, where that is worst",
		Columns: table.Columns("model", "estimator", "b=B", "share", "share_stderr=its error", "allowed=allowed, e^-B", "z",
			"verdict"),
		Notes: []string{"z is the share less what is allowed, in the standard errors of runs at the bound."},
	}, s.Worst(), func(w bdmc.Overshoot) record {
		rec := record{"estimator": overshootName(w), "b": fmt.Sprintf("%.1f", w.B), "share": fmt.Sprintf("%.3f", w.Share),
			"share_stderr": fmt.Sprintf("%.3f", w.ShareErr), "allowed": fmt.Sprintf("%.3f", w.Allowed()),
			"z": fmt.Sprintf("%+.1f", w.Z()), "verdict": "within the bound"}
		if w.Breaks() {
			rec["verdict"] = "no lower bound"
		}
		return rec
	})
}

func overshootName(o bdmc.Overshoot) string {
	switch {
	case o.Estimator != "NS":
		return o.Estimator + ", " + text.Count(o.Budget, "level")
	case o.Budget == 0:
		return "NS, exact draws"
	}
	return "NS, " + text.Count(o.Budget, "step")
}

func bdmcReadme(s bdmc.Study) string {
	exactOne, exactAll := 0, 0
	for _, r := range s.Rows {
		if r.Single.How != bdmc.Sampled {
			exactOne++
		}
		if r.Combined.How != bdmc.Sampled {
			exactAll++
		}
	}
	return fill("bdmc", map[string]any{
		"Quick": s.Quick, "N": s.N, "Rows": len(s.Rows), "ExactOne": exactOne, "ExactAll": exactAll, "Trials": bdmc.Trials,
		"Cases": inMarkdown(caseTable(s)), "Table1": inMarkdown(evidenceTable(s)), "Overshoots": inMarkdown(overshootTable(s)),
		"Findings": s.Findings, "Timed": len(s.Times) > 0,
	})
}

func caseTable(s bdmc.Study) table.Table {
	t := table.Table{Columns: table.Columns("model", "about=parameters", "cells", "seed",
		"log p(y)", "explanations", "KL(posterior from prior)")}
	for _, c := range s.Cases {
		t.Add(c.Name, c.About, table.Thousands(c.Cells()), int(c.Seed), fmt.Sprintf("%.3f", c.LogP),
			fmt.Sprintf("%.1f", c.Explanations()), fmt.Sprintf("%.2f", c.Gain))
	}
	return t
}
