package studies

import (
	"fmt"
	"io"
	"slices"

	"breadboard/experiments/bdmc"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// BDMCNames are the names of BDMCFiles.
var BDMCNames = slices.Concat(table.Names("md", "README", "rows"), table.Names("csv json", "rows", "table1", "overshoot",
	"findings"), table.Names("png svg", "figure2", "figure3", "figure4", "figure5", "overshoot"),
	table.Names("csv png", "times"))

// BDMCFiles are all files of the study of marginal likelihood estimators, the same bytes for
// the same numbers: a README, every row, Table 1, the test of nested sampling and the verdicts,
// and the figures.
func BDMCFiles(s bdmc.Study) ([]table.File, error) {
	files := []table.File{{Name: "README.md", Write: func(w io.Writer) error { return writeBDMC(w, s) }}}
	var people []table.Table
	for _, c := range s.Cases {
		people = append(people, estimatorTable(s, c))
	}
	files = append(files, table.Page("rows.md", people...))
	files = append(files, table.Data("rows", bdmcData(s))...)
	files = append(files, table.Data("table1", evidenceData(s))...)
	files = append(files, table.Data("overshoot", overshootData(s))...)
	files = append(files, table.Data("findings", findingData(s))...)
	for name, draw := range bdmcFigures {
		files = append(files, figure.Files(name, figure.ForScreen,
			func(w io.Writer, m figure.Medium) error { return draw(w, m, s) })...)
	}
	if len(s.Times) > 0 {
		files = append(files, table.Data("times", timeData(s))[0], table.File{Name: "times.png",
			Write: func(w io.Writer) error { return bdmcTimes(w, figure.PNG, s) }})
	}
	return table.Render(files)
}

// WriteBDMC writes the tables of the study, one below the other.
func WriteBDMC(w io.Writer, s bdmc.Study, f table.Format, style table.Style) error {
	switch f {
	case table.JSON:
		return table.WriteNamed(w, table.Named{Name: "rows", Table: bdmcData(s)},
			table.Named{Name: "table1", Table: evidenceData(s)}, table.Named{Name: "overshoot", Table: overshootData(s)},
			table.Named{Name: "findings", Table: findingData(s)})
	case table.CSV:
		return table.WriteAll(w, f, style, bdmcData(s), evidenceData(s), overshootData(s), findingData(s))
	}
	var all []table.Table
	for _, c := range s.Cases {
		all = append(all, estimatorTable(s, c))
	}
	all = append(all, evidenceTable(s), overshootTable(s), findingTable(s))
	if s.Quick {
		for i := range all {
			all[i].Title += " (quick run)"
		}
	}
	return table.WriteAll(w, f, style, all...)
}

// bdmcData has a row for every estimator, budget and model. Errors of exact numbers are empty.
func bdmcData(s bdmc.Study) table.Table {
	t := table.Table{Columns: table.Keys("model estimator knob budget cost log_p_y " +
		"how e_log bias bias_stderr rmse rmse_stderr " +
		"combine how_25 e_log_25 bias_25 bias_25_stderr rmse_25 rmse_25_stderr")}
	for _, c := range s.Cases {
		for _, r := range s.Rows {
			if r.Case != c.Name {
				continue
			}
			one, all := r.Single, r.Combined
			t.Add(r.Case, r.Estimator, r.Knob, r.Budget, r.Cost, c.LogP,
				string(one.How), c.LogP+one.Bias, one.Bias, stderr(one, one.BiasErr), one.RMSE, stderr(one, one.RMSEErr),
				string(r.Combine), string(all.How), c.LogP+all.Bias, all.Bias, stderr(all, all.BiasErr), all.RMSE,
				stderr(all, all.RMSEErr))
		}
	}
	return t
}

// stderr is an error of a score, and nil if it was not sampled.
func stderr(s bdmc.Score, err float64) any {
	if s.How != bdmc.Sampled {
		return nil
	}
	return err
}

// estimatorTable has the rows of one model, for people.
func estimatorTable(s bdmc.Study, c bdmc.Case) table.Table {
	t := table.Table{Title: fmt.Sprintf("%s: log p(y) = %.3f", c.Name, c.LogP), Lead: 2,
		Columns: table.Columns("estimator", "budget", "cost=densities", "bias", "rmse=RMSE", "how", "bias_25=bias of 25",
			"rmse_25=RMSE of 25", "combine=combined by", "how_25=how")}
	for _, r := range s.Rows {
		if r.Case == c.Name {
			t.Add(r.Estimator, text.Count(r.Budget, r.Knob), table.Thousands(int(r.Cost+0.5)),
				r.Single.Bias, r.Single.RMSE, string(r.Single.How), r.Combined.Bias, r.Combined.RMSE,
				string(r.Combine), string(r.Combined.How))
		}
	}
	t.Note("Bias is E[log of the estimate] - log p(y), in nats. Sampled numbers have standard errors in rows.csv.")
	return t
}

func evidenceData(s bdmc.Study) table.Table {
	t := table.Table{Columns: table.Keys("data_from model log_p_y less_than_own")}
	for _, f := range s.Fits {
		t.Add(f.From, f.Model, f.LogP, f.Less)
	}
	return t
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

func overshootData(s bdmc.Study) table.Table {
	t := table.Table{Columns: table.Keys("model estimator budget b allowed share share_stderr runs breaks")}
	for _, o := range s.Overshoots {
		t.Add(o.Case, o.Estimator, o.Budget, o.B, o.Allowed(), o.Share, o.ShareErr, o.Runs, o.Breaks())
	}
	return t
}

// overshootTable has a line for each estimator, with the B where most is above what is allowed.
func overshootTable(s bdmc.Study) table.Table {
	t := table.Table{Title: "How often an estimate is more than B nats too large, where that is worst",
		Columns: table.Columns("model", "estimator", "B", "share", "err=its error", "allowed=allowed, e^-B", "z",
			"verdict")}
	for _, w := range s.Worst() {
		verdict := "within the bound"
		if w.Breaks() {
			verdict = "no lower bound"
		}
		t.Add(w.Case, overshootName(w), fmt.Sprintf("%.1f", w.B), fmt.Sprintf("%.3f", w.Share),
			fmt.Sprintf("%.3f", w.ShareErr), fmt.Sprintf("%.3f", w.Allowed()), fmt.Sprintf("%+.1f", w.Z()), verdict)
	}
	t.Note("z is the share less what is allowed, in the standard errors of runs at the bound.")
	return t
}

func findingData(s bdmc.Study) table.Table {
	t := table.Table{Columns: table.Keys("finding verdict numbers")}
	for _, f := range s.Findings {
		t.Add(f.Claim, string(f.Verdict), f.Evidence)
	}
	return t
}

func findingTable(s bdmc.Study) table.Table {
	t := findingData(s)
	t.Title = "The paper's findings"
	return t
}

func timeData(s bdmc.Study) table.Table {
	t := table.Table{Columns: table.Keys("model estimator budget seconds")}
	for _, v := range s.Times {
		t.Add(v.Case, v.Estimator, v.Budget, v.Taken.Seconds())
	}
	return t
}

// overshootName names a program with its budget.
func overshootName(o bdmc.Overshoot) string {
	switch {
	case o.Estimator != "NS":
		return o.Estimator + ", " + text.Count(o.Budget, "level")
	case o.Budget == 0:
		return "NS, exact draws"
	}
	return "NS, " + text.Count(o.Budget, "step")
}
