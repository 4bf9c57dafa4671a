package reports

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/exact/accounts/averages"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// Tails is the table of the tails of log w, one row a T, program and b. Each probability has
// two bounds, and Markov's e^-b beside them.
func Tails(rows []experiments.WeightLaw, f table.Format) table.Table {
	t := table.Table{Title: "The tails of log w", Lead: 4, Columns: table.Columns("target", "T", "program", "b",
		"above_low=forward", "above_high=at most", "below_low=reverse", "below_high=at most", "markov=e^-b")}
	var unknown []string
	for _, r := range rows {
		for i, above := range r.Above {
			below := r.Below[i]
			t.Add(r.Target, r.T, r.Program, above.B, above.Low, above.High, below.Low, below.High, above.Markov())
		}
		if r.Above == nil {
			unknown = append(unknown, r.Program)
		}
	}
	if f.ForPrograms() {
		return t
	}
	t.Note("forward: P_fwd(log w > log R + b), between two bounds. reverse: P_rev(log w < log R - b), likewise. " +
		"e^-b bounds both if the program obeys its law. b is in nats.")
	if unknown != nil {
		t.Note("Not known: %s. The tails are known of programs that draw one cell, sir and ais.", unique(unknown))
	}
	t.Lead--
	t.Drop("target")
	return t
}

// Averages is the table of averages of so many runs, one row a T, program and average.
func Averages(rows []experiments.WeightLaw, runs int, f table.Format) table.Table {
	t := table.Table{Title: fmt.Sprintf("Averages of %d runs", runs), Lead: 4, Columns: table.Columns("target", "T",
		"program", "average", "runs", "log_r=log R", "e_log=E[log]", "bias", "rmse", "off", "warnings")}
	var unknown []string
	for _, r := range rows {
		for _, a := range []struct {
			name string
			*averages.Combined
		}{{"arithmetic", r.Arithmetic}, {"harmonic", r.Harmonic}, {"largest", r.Largest}} {
			if a.Combined == nil {
				unknown = append(unknown, a.name+" of "+r.Program)
				continue
			}
			rec := record{"target": r.Target, "T": r.T, "program": r.Program, "average": a.name, "runs": runs,
				"log_r": r.LogR, "e_log": r.LogR + a.Mean, "bias": a.Mean, "rmse": a.RMSE(), "off": a.Off}
			rec["warnings"] = infinite(t.Columns, rec)
			t.Rows = append(t.Rows, rec.row(t.Columns))
		}
	}
	if f.ForPrograms() {
		return t
	}
	t.Note("arithmetic: the log of the mean of w over forward runs; harmonic: of its harmonic mean over reverse runs; " +
		"largest: the largest log w of forward runs. bias: E[log] less log R. off: how far bias and rmse² can be off.")
	if unknown != nil {
		t.Note("Not known: %s.", unique(unknown))
	}
	t.Lead--
	t.Drop("target", "runs", "warnings")
	return t
}

// unique lists names once each.
func unique(names []string) string {
	names = slices.Clone(names)
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}
